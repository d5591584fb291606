"""A pipeline: its launches and copies on one timeline, and the launches as a table.

- `train`, `spent`    what is shown of a result, as plain data; where its time goes
- `look`, `scene`, `marks`    the timeline as a scene; `words` what is said of it all
- `timeline`, `table`, `view`, `desk`    the widgets, and what they follow
"""
