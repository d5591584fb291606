"""Painters that end, whatever happens while they paint; and what every widget paints.

A painter that outlives the paint event of its widget, or its picture, ends the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPaintDevice, QPainter

from gpuviz.scene.theme import Theme


@contextmanager
def painting(device: QPaintDevice) -> Iterator[QPainter]:
    """Meanwhile a painter paints on a widget or a picture."""
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()


@contextmanager
def kept_state(painter: QPainter) -> Iterator[None]:
    """Afterwards pen, font, clip and place of a painter are what they were."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()


def paint_ring(painter: QPainter, rect: QRect, theme: Theme) -> None:
    """The frame that shows where the keyboard is."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QColor(theme.accent))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect)
