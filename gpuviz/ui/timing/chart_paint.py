"""What both timing charts paint alike: titles, and bars that are solid or hatched."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from gpuviz.ui.stage.paint_plot import hatch
from gpuviz.ui.style import BASE_PX, ui_font, with_alpha
from gpuviz.ui.theme import Theme
from gpuviz.ui.timing.bars import Bar


def title_font() -> QFont:
    """The font of a chart's title."""
    return ui_font(BASE_PX - 1, QFont.Weight.DemiBold)


def paint_title(painter: QPainter, theme: Theme, words: str) -> None:
    """The title of a chart."""
    painter.setFont(title_font())
    painter.setPen(QColor(theme.text))
    painter.drawText(QRectF(0, 0, 2000, 20), Qt.AlignmentFlag.AlignVCenter, words)


def paint_bar(painter: QPainter, rect: QRectF, bar: Bar, theme: Theme, *, shaded: bool) -> None:
    """A measured bar is solid, a modelled one hatched with an outline."""
    color: str = getattr(theme, bar.token)
    if bar.modelled:
        painter.setPen(QPen(QColor(color), 1))
        painter.setBrush(hatch(color))
        rect = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(with_alpha(color, bar.shade if shaded else 1.0))
    painter.drawRoundedRect(rect, 2, 2)
