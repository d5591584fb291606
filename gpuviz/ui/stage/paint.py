"""Paints scenes with QPainter; one small function for each kind of item."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QStaticText,
    QTransform,
)

from gpuviz.scene.stage.plot_items import Bars, Markers, Trail
from gpuviz.scene.stage.scene import (
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
    Scene,
)
from gpuviz.ui.painter import kept_state
from gpuviz.ui.stage.paint_cells import paint_cells, qrect
from gpuviz.ui.stage.paint_plot import paint_bars, paint_markers, paint_trail
from gpuviz.ui.style import mono_font, ui_font


def paint(painter: QPainter, scene: Scene) -> None:
    """Paint all items of a scene, from back to front."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _items(painter, scene.items)


@functools.lru_cache(4096)
def measure(text: str, size: int) -> float:
    """How wide a text is in the font for words."""
    return _metrics(size, False, False).horizontalAdvance(text)


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
    painter.drawRoundedRect(qrect(rect), panel.radius, panel.radius)


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
        painter.setClipRect(qrect(group.clip.inset(-3)))
        _items(painter, group.items)


PAINTERS: dict[type, Callable[[QPainter, Any], None]] = {
    Panel: _panel,
    Label: _label,
    Captions: _captions,
    Cells: paint_cells,
    Outlines: _outlines,
    Edges: _edges,
    Curves: _curves,
    Group: _group,
    Trail: paint_trail,
    Markers: paint_markers,
    Bars: paint_bars,
}
