"""What the keys do to the canvas, while the stage has the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gpuviz.scene.stage.canvas import Canvas

ZOOM_STEP = 1.25  # of one press, or of one notch of a wheel
PAN_STEP = 80.0  # pixels of one press
Change = Callable[[Canvas], None]


def _zoom(factor: float, canvas: Canvas) -> None:
    canvas.zoom_middle(factor)


def _pan(right: float, down: float, canvas: Canvas) -> None:
    canvas.pan(right, down)


def _leaf(by: int, canvas: Canvas) -> None:
    canvas.leaf(by)


WITH_ALT: dict[int, Change] = {
    Qt.Key.Key_Left: partial(_pan, PAN_STEP, 0.0),
    Qt.Key.Key_Right: partial(_pan, -PAN_STEP, 0.0),
    Qt.Key.Key_Up: partial(_pan, 0.0, PAN_STEP),
    Qt.Key.Key_Down: partial(_pan, 0.0, -PAN_STEP),
}
PLAIN: dict[int, Change] = {
    Qt.Key.Key_0: Canvas.fit,
    Qt.Key.Key_Plus: partial(_zoom, ZOOM_STEP),
    Qt.Key.Key_Equal: partial(_zoom, ZOOM_STEP),
    Qt.Key.Key_Minus: partial(_zoom, 1 / ZOOM_STEP),
    Qt.Key.Key_PageDown: partial(_leaf, 1),
    Qt.Key.Key_PageUp: partial(_leaf, -1),
}


def change_of(event: QKeyEvent) -> Change | None:
    """What a key does; None for one that the canvas does not know."""
    alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
    return (WITH_ALT if alt else PLAIN).get(event.key())
