"""Paints what charts have: lines through points, markers, bars."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPen, QPolygonF

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
from gpuviz.ui.style import with_alpha

STROKES = {
    "solid": Qt.PenStyle.SolidLine,
    "dashed": Qt.PenStyle.CustomDashLine,
    "dotted": Qt.PenStyle.CustomDashLine,
}


def paint_trail(painter: QPainter, trail: Trail) -> None:
    """One line through all points."""
    pen = QPen(with_alpha(trail.color, trail.alpha), trail.width, STROKES[trail.stroke])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if trail.stroke in DASHES:
        pen.setDashPattern(DASHES[trail.stroke])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in trail.points.tolist()]))


def paint_markers(painter: QPainter, markers: Markers) -> None:
    """A figure on each point."""
    color = with_alpha(markers.color, markers.alpha)
    painter.setPen(QPen(color, 1.6))
    painter.setBrush(QColor(markers.hollow) if markers.hollow else color)
    for x, y in markers.points.tolist():
        _figure(painter, x, y, markers.shape, markers.radius)


def paint_bars(painter: QPainter, bars: Bars) -> None:
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
