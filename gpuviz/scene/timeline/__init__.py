"""The SM timeline: blocks over time, SM by SM.

- `span`      which part of it is seen, in pixels
- `pixels`, `bars`    all bars as one image; single ones, their names, the one under the mouse
- `scene`     all around the bars, with `legend` and `marks`; `overlay`  what lies above them
- `words`, `table`    what is said about a block; the blocks as rows
"""
