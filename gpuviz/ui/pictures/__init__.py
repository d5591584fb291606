"""Arrays as what they mean, and a canvas to draw on: the widgets, and what they follow."""
