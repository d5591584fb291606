"""What keys and the wheel do to a timeline."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gpuviz.scene.timeline.span import Span

ZOOM_STEP = 1.25  # of one press, or of one notch of a wheel
PAN_PX = 80.0  # of one press
SCROLL_PX = 48.0  # of one notch
Change = Callable[[Span], Span]
MOVES: dict[int, tuple[int, int]] = {  # bars on the row, rows
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def _zoom(factor: float, span: Span) -> Span:
    return span.zoomed(factor, span.plot.x + span.plot.w / 2)


def _rows(factor: float, span: Span) -> Span:
    return span.with_rows(factor, span.plot.y + span.plot.h / 2)


def _pan(right: float, down: float, span: Span) -> Span:
    return span.panned(right, down)


def _leaf(pages: float, span: Span) -> Span:
    return span.panned(0, pages * span.plot.h * 0.9)


WITH_ALT: dict[int, Change] = {
    Qt.Key.Key_Left: partial(_pan, PAN_PX, 0.0),
    Qt.Key.Key_Right: partial(_pan, -PAN_PX, 0.0),
    Qt.Key.Key_Up: partial(_pan, 0.0, PAN_PX),
    Qt.Key.Key_Down: partial(_pan, 0.0, -PAN_PX),
}
WITH_CONTROL: dict[int, Change] = {
    Qt.Key.Key_Plus: partial(_rows, ZOOM_STEP),
    Qt.Key.Key_Equal: partial(_rows, ZOOM_STEP),
    Qt.Key.Key_Minus: partial(_rows, 1 / ZOOM_STEP),
}
PLAIN: dict[int, Change] = {
    Qt.Key.Key_Plus: partial(_zoom, ZOOM_STEP),
    Qt.Key.Key_Equal: partial(_zoom, ZOOM_STEP),
    Qt.Key.Key_Minus: partial(_zoom, 1 / ZOOM_STEP),
    Qt.Key.Key_PageUp: partial(_leaf, 1),
    Qt.Key.Key_PageDown: partial(_leaf, -1),
}


def change_of(event: QKeyEvent) -> Change | None:
    """What a key does to what is seen; None for one that means nothing here."""
    if event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return WITH_ALT.get(event.key())
    held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return (WITH_CONTROL if held else PLAIN).get(event.key())


def move_of(event: QKeyEvent) -> tuple[int, int] | None:
    """To which bar an arrow key leads: so many on the row, so many rows down."""
    return MOVES.get(event.key()) if is_plain(event) else None


def is_plain(event: QKeyEvent) -> bool:
    """Whether nothing is held."""
    plain = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier
    return event.modifiers() in plain
