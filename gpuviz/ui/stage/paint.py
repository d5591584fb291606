"""Paints scenes with QPainter; one small function for each kind of item."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QStaticText,
    QTransform,
)

from gpuviz.scene.cell_pixels import GAP_WIDE_FROM, is_parted, placed_pixels
from gpuviz.scene.scene import (
    BACK_OPACITY,
    Captions,
    Cells,
    Curves,
    Edges,
    Group,
    Item,
    Label,
    Outlines,
    Panel,
    Rect,
    Scene,
)
from gpuviz.scene.stage.plot_items import (
    CORNERS,
    CROSS_ARM,
    DASHES,
    STRIPE_PX,
    Bars,
    Markers,
    Shape,
    Trail,
)
from gpuviz.ui.painter import kept_state, painting
from gpuviz.ui.style import mono_font, ui_font, with_alpha

STROKES = {
    "solid": Qt.PenStyle.SolidLine,
    "dashed": Qt.PenStyle.CustomDashLine,
    "dotted": Qt.PenStyle.CustomDashLine,
}
ROUND_FROM = 7.0  # pixels of a cell, from which its corners are round


def paint(painter: QPainter, scene: Scene) -> None:
    """Paint all items of a scene, from back to front."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _items(painter, scene.items)


@functools.lru_cache(4096)
def measure(text: str, size: int) -> float:
    """How wide a text is in the font for words."""
    return _metrics(size, False, False).horizontalAdvance(text)


def width_of(text: str, size: int, bold: bool, mono: bool) -> float:
    """How wide a text is in the font of such a label."""
    return _metrics(size, bold, mono).horizontalAdvance(text)


@functools.cache
def _font(size: int, bold: bool, mono: bool) -> QFont:
    weight = QFont.Weight.Bold if bold else QFont.Weight.Normal
    return mono_font(size, weight) if mono else ui_font(size, weight)


@functools.cache
def _metrics(size: int, bold: bool, mono: bool) -> QFontMetricsF:
    return QFontMetricsF(_font(size, bold, mono))


@functools.lru_cache(8192)
def text_width(text: str, size: int, bold: bool, mono: bool) -> float:
    """How wide a text is at a size in pixels."""
    return _metrics(size, bold, mono).horizontalAdvance(text)


@functools.lru_cache(4096)
def _fitted(text: str, size: int, bold: bool, mono: bool, room: int) -> tuple[str, float]:
    """As much of a text as fits, and how wide that is."""
    metrics = _metrics(size, bold, mono)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room + 1)
    return shown, metrics.horizontalAdvance(shown)


def _items(painter: QPainter, items: tuple[Item, ...]) -> None:
    for item in items:
        PAINTERS[type(item)](painter, item)


def _panel(painter: QPainter, panel: Panel) -> None:
    painter.setBrush(QColor(panel.fill) if panel.fill else Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(panel.stroke), panel.width) if panel.stroke else Qt.PenStyle.NoPen)
    rect = panel.rect.sharp() if panel.stroke else panel.rect
    painter.drawRoundedRect(_qrect(rect), panel.radius, panel.radius)


def _label(painter: QPainter, label: Label) -> None:
    look = (label.size, label.bold, label.mono)
    text, width = label.text, text_width(label.text, *look)
    if width > label.rect.w + 1:
        text, width = _fitted(text, *look, int(label.rect.w))
    if label.back:
        _backed(painter, label, width)
    painter.setFont(_font(*look))
    painter.setPen(QColor(label.color))
    painter.drawStaticText(_corner(label, width), _static(text, *look))


def _captions(painter: QPainter, captions: Captions) -> None:
    look = (captions.size, captions.bold, captions.mono)
    painter.setFont(_font(*look))
    color = ""
    places = captions.points.tolist()
    for (x, y), text, wanted in zip(places, captions.texts, captions.colors, strict=True):
        if wanted != color:
            color = wanted
            painter.setPen(QColor(color))
        static, across, down = _static_middle(text, *look)
        painter.drawStaticText(QPointF(x - across, y - down), static)


@functools.lru_cache(8192)
def _static_middle(
    text: str, size: int, bold: bool, mono: bool
) -> tuple[QStaticText, float, float]:
    """A text and where its middle is."""
    look = (size, bold, mono)
    return _static(text, *look), text_width(text, *look) / 2, _metrics(*look).height() / 2


def _corner(label: Label, width: float) -> QPointF:
    """Where a text of that width begins."""
    rect, spare = label.rect, label.rect.w - width
    left = {"left": 0.0, "center": spare / 2, "right": spare}[label.align]
    high = _metrics(label.size, label.bold, label.mono).height()
    return QPointF(rect.x + left, rect.y + (rect.h - high) / 2)


@functools.lru_cache(4096)
def _static(text: str, size: int, bold: bool, mono: bool) -> QStaticText:
    """A text that is laid out once."""
    static = QStaticText(text)
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.prepare(QTransform(), _font(size, bold, mono))
    return static


def _backed(painter: QPainter, label: Label, width: float) -> None:
    back = QColor(label.back)
    back.setAlphaF(BACK_OPACITY)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(back)
    painter.drawRoundedRect(QRectF(label.rect.x - 2, label.rect.y, width + 4, label.rect.h), 3, 3)


def _outlines(painter: QPainter, outlines: Outlines) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(outlines.color), outlines.width))
    painter.drawRects([QRectF(*rect) for rect in outlines.rects.tolist()])


def _edges(painter: QPainter, edges: Edges) -> None:
    pen = QPen(QColor(edges.color), edges.width)
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    painter.setPen(pen)
    painter.drawLines([QLineF(*line) for line in edges.points.tolist()])


def _curves(painter: QPainter, curves: Curves) -> None:
    if not len(curves.points):
        return
    path = QPainterPath()
    for x0, y0, x1, y1, x2, y2, x3, y3 in curves.points.tolist():
        path.moveTo(x0, y0)
        path.cubicTo(QPointF(x1, y1), QPointF(x2, y2), QPointF(x3, y3))
    color = QColor(curves.color)
    color.setAlphaF(curves.alpha)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(color, curves.width)
    pen.setCosmetic(True)  # thin ones are drawn several times faster so
    painter.setPen(pen)
    painter.drawPath(path)


def _group(painter: QPainter, group: Group) -> None:
    with kept_state(painter):
        painter.setClipRect(_qrect(group.clip.inset(-3)))
        _items(painter, group.items)


def _cells(painter: QPainter, cells: Cells) -> None:
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
        painter.fillRect(_qrect(cells.rect), brush)
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
        painter.drawImage(_qrect(rect), image)


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


def _qrect(rect: Rect) -> QRectF:
    """The same rectangle for Qt."""
    return QRectF(*rect)


def _trail(painter: QPainter, trail: Trail) -> None:
    """One line through all points."""
    pen = QPen(with_alpha(trail.color, trail.alpha), trail.width, STROKES[trail.stroke])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if trail.stroke in DASHES:
        pen.setDashPattern(DASHES[trail.stroke])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in trail.points.tolist()]))


def _markers(painter: QPainter, markers: Markers) -> None:
    """A figure on each point."""
    color = with_alpha(markers.color, markers.alpha)
    painter.setPen(QPen(color, 1.6))
    painter.setBrush(QColor(markers.hollow) if markers.hollow else color)
    for x, y in markers.points.tolist():
        _figure(painter, x, y, markers.shape, markers.radius)


def _bars(painter: QPainter, bars: Bars) -> None:
    """Solid or hatched rectangles, the latter with an outline."""
    color, inset = with_alpha(bars.color, bars.alpha), 0.5 if bars.hatched else 0.0
    painter.setPen(QPen(color, 1) if bars.hatched else Qt.PenStyle.NoPen)
    painter.setBrush(hatch(bars.color) if bars.hatched else color)
    for rect in bars.rects.tolist():
        place = QRectF(*rect).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(place, bars.radius, bars.radius)


def hatch(color: str) -> QBrush:
    """Diagonal stripes of `color`, the sign of everything modelled."""
    stripes = QLinearGradient(0, 0, STRIPE_PX, STRIPE_PX)
    stripes.setSpread(QLinearGradient.Spread.RepeatSpread)
    for place, alpha in ((0.0, 0.95), (0.45, 0.95), (0.5, 0.25), (0.95, 0.25), (1.0, 0.95)):
        stripes.setColorAt(place, with_alpha(color, alpha))
    return QBrush(stripes)


def _figure(painter: QPainter, x: float, y: float, shape: Shape, radius: float) -> None:
    if shape == "circle":
        painter.drawEllipse(QPointF(x, y), radius, radius)
    elif shape == "cross":
        arm = CROSS_ARM * radius
        painter.drawLine(QPointF(x - arm, y - arm), QPointF(x + arm, y + arm))
        painter.drawLine(QPointF(x - arm, y + arm), QPointF(x + arm, y - arm))
    else:
        corners = [QPointF(x + radius * a, y + radius * b) for a, b in CORNERS[shape]]
        painter.drawPolygon(QPolygonF(corners))


PAINTERS: dict[type, Callable[[QPainter, Any], None]] = {
    Panel: _panel,
    Label: _label,
    Captions: _captions,
    Cells: _cells,
    Outlines: _outlines,
    Edges: _edges,
    Curves: _curves,
    Group: _group,
    Trail: _trail,
    Markers: _markers,
    Bars: _bars,
}
