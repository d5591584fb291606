"""Arrays as what they mean: pictures, bars, curves, text, ways.

- `content`    which arrays are shown, as what, with their words
- `pixels`, `plots`    pictures as pixels; bars, curves, text and arrows
- `scene`    all of them side by side, and what is under the mouse
- `strokes`    what was drawn, and how it becomes an array
"""
