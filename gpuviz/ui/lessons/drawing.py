"""Draws a digit for a student who asks to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gpuviz.scene.pictures.digits import digit_lines
from gpuviz.scene.pictures.strokes import Drawing, Stroke
from gpuviz.ui.pictures.desk import drawable_of

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow


def draw_digit(window: MainWindow, digit: int) -> None:
    """Open the panel of pictures and draw on its canvas, in place of what is there."""
    window.arrangement.raise_below("pictures")
    desk = window.launch_desk
    opened = None if desk.shown is None else desk.shown.opened
    inputs = {} if opened is None else opened.of.inputs
    name = drawable_of(desk.choice.operation, inputs)
    if name is None:
        return
    height, width = np.shape(inputs[name])[-2:]
    drawing = Drawing(height, width)
    for line in digit_lines(digit):
        drawing = drawing.drawn(Stroke(tuple((x * width, y * height) for x, y in line)))
    window.pictures.pad.canvas.show_drawing(drawing)
