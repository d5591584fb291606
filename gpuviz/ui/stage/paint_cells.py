"""Paints grids of cells, of which there may be a million: as images, never cell by cell."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QPainter,
    QPainterPath,
    QPixmap,
    QTransform,
)

from gpuviz.scene.cell_pixels import GAP_WIDE_FROM, is_parted, placed_pixels
from gpuviz.scene.stage.scene import Cells, Rect
from gpuviz.ui.painter import painting

ROUND_FROM = 7.0  # from which its corners are round


def paint_cells(painter: QPainter, cells: Cells) -> None:
    """Paint every cell in its colour, with lines and round corners where there is room."""
    rows, columns = cells.pixels.shape
    if rows == 0 or columns == 0:
        return
    across, down = cells.rect.w / columns, cells.rect.h / rows
    rounded = min(across, down) >= ROUND_FROM and across % 1 == down % 1 == 0
    if is_parted(cells) and rounded:
        _draw_pixels(painter, cells.rect, cells.pixels)
        brush = QBrush(_frame(int(across), int(down), cells.gap))
        brush.setTransform(QTransform.fromTranslate(cells.rect.x, cells.rect.y))
        painter.fillRect(qrect(cells.rect), brush)
    else:
        _draw_pixels(painter, *placed_pixels(cells))


def _draw_pixels(painter: QPainter, rect: Rect, pixels: NDArray[np.uint32]) -> None:
    """One pixel a cell, each opaque or empty, scaled to `rect`. QImage does not keep the memory: it
    lives until here is done.
    """
    data = np.ascontiguousarray(pixels)
    rows, columns = data.shape
    if rows and columns:
        opaque_or_empty = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(data.data, columns, rows, columns * 4, opaque_or_empty)
        painter.drawImage(qrect(rect), image)


@functools.lru_cache(64)
def _frame(width: int, height: int, color: str) -> QPixmap:
    gap = 1 if min(width, height) < GAP_WIDE_FROM else 2
    radius = 1.5 if min(width, height) >= ROUND_FROM else 0
    inner, outer = QPainterPath(), QPainterPath()
    inner.addRoundedRect(QRectF(0, 0, width - gap, height - gap), radius, radius)
    outer.addRect(QRectF(0, 0, width, height))
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    with painting(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(outer.subtracted(inner), QColor(color))
    return pixmap


def qrect(rect: Rect) -> QRectF:
    """The same rectangle for Qt."""
    return QRectF(*rect)
