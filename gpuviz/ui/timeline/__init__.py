"""The SM timeline: blocks over time, SM by SM.

- `span`      which part of it is seen, in pixels
- `pixels`    bars as one image, however many there are
- `scene`, `overlay`  all around the bars; what is chosen and what plays, above them
- `words`, `table`    what is said about a block; the blocks as rows
- `view`, `desk`      the widget, and what it follows
"""
