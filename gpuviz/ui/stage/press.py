"""The mouse held down on the stage: a click, until it has moved far enough for a drag."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from gpuviz.scene.stage.scene import Hit

DRAG_FROM = 4.0  # pixels: less is a click


class Press:
    """One press of the button, from where it began and on what; `dragged` once it is a drag."""

    def __init__(self, at: QPointF, on: Hit | None) -> None:
        self.on = on
        self.dragged = False
        self._at = at

    def way_to(self, place: QPointF) -> QPointF:
        """How far a drag goes on to a place, in pixels of the widget; nowhere while it is none."""
        way = place - self._at
        if not self.dragged and way.manhattanLength() < DRAG_FROM:
            return QPointF()
        self._at, self.dragged = place, True
        return way
