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
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPixmap,
    QTransform,
)

from gpuviz.scene.stage.colours import argb
from gpuviz.scene.stage.scene import Cells, Rect
from gpuviz.ui.painter import painting

GAP_FROM = 3.0  # pixels of a cell from which a line separates it from the next
GAP_WIDE_FROM = 10.0  # from which that line is two pixels wide
ROUND_FROM = 7.0  # from which its corners are round
MOST_PIXELS = 4_000_000  # larger pictures (deep zoom) are scaled by Qt and have no lines


def paint_cells(painter: QPainter, cells: Cells) -> None:
    """Paint every cell in its colour, with lines and round corners where there is room."""
    rows, columns = cells.pixels.shape
    if rows == 0 or columns == 0:
        return
    across, down = cells.rect.w / columns, cells.rect.h / rows
    parted = bool(cells.gap) and min(across, down) >= GAP_FROM
    rounded = min(across, down) >= ROUND_FROM and across % 1 == down % 1 == 0
    if parted and rounded and not is_drawing(painter):
        _draw_pixels(painter, cells.rect, cells.pixels)
        brush = QBrush(_frame(int(across), int(down), cells.gap))
        brush.setTransform(QTransform.fromTranslate(cells.rect.x, cells.rect.y))
        painter.fillRect(qrect(cells.rect), brush)
    elif across == down == 1 or cells.rect.w * cells.rect.h > MOST_PIXELS:
        _draw_pixels(painter, cells.rect, cells.pixels)
    else:
        spread = _spread(cells, across, down, parted)
        x, y = round(cells.rect.x), round(cells.rect.y)
        _draw_pixels(painter, Rect(x, y, spread.shape[1], spread.shape[0]), spread)


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


def _spread(cells: Cells, across: float, down: float, parted: bool) -> NDArray[np.uint32]:
    """Every cell on its pixels of the screen, with the lines between them."""
    columns, right = _places(cells.pixels.shape[1], across)
    rows, below = _places(cells.pixels.shape[0], down)
    wide = cells.pixels.take(columns, axis=1)
    gap = argb(cells.gap) if parted else 0
    if parted:
        wide[:, right] = np.where(wide[:, right] > 0, np.uint32(gap), 0)
    high = wide.take(rows, axis=0)
    if parted:
        high[below] = np.where(high[below] > 0, np.uint32(gap), 0)
    return high


@functools.lru_cache(256)
def _places(count: int, size: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each pixel along an axis its cell, and the pixels that part the cells."""
    edges = np.round(np.arange(count + 1) * size).astype(np.intp)
    cell = np.repeat(np.arange(count), np.diff(edges))
    gap = 1 if size < GAP_WIDE_FROM else 2
    parting = np.concatenate([edges[1:] - k for k in range(1, gap + 1)])
    return cell, parting[(parting >= 0) & (parting < len(cell))]


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


def is_drawing(painter: QPainter) -> bool:
    """Whether it is an SVG that is painted on: brushes made of pictures are out of place there."""
    return painter.paintEngine().type() is QPaintEngine.Type.SVG


def qrect(rect: Rect) -> QRectF:
    """The same rectangle for Qt."""
    return QRectF(*rect)
