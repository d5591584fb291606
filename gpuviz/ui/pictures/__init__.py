"""Arrays as what they mean: pictures, bars, curves, text, ways; and a canvas to draw on.

- `content`    which arrays are shown, as what, with their words
- `pixels`, `cells`, `plots`    pictures as pixels; grids of them; bars, curves, text and arrows
- `scene`    all of them side by side, and what is under the mouse
- `strokes`    what was drawn, and how it becomes an array
- `canvas`, `gallery`, `view`, `desk`    the widgets, and what they follow
"""
