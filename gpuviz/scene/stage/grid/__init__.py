"""The grid on the canvas: from an image of all blocks to single threads."""
