"""A pipeline: its launches and copies on one timeline.

- `train`    what is shown of a result, as plain data
- `look`, `scene`    the timeline as a Scene; `words` what is said of it all
"""
