"""Paints the barriers around the accesses of a race, in the indentation of the source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gpuviz.scene.sizes import SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.ui.style import ui_font

if TYPE_CHECKING:
    from gpuviz.scene.source.bracket import Bracket

LEFT_PX, TICK_PX = 3.0, 8.0  # of its line, and how far its ends reach
WIDTH_PX, DOT_PX = 2.0, 3.0
ROUND_PX = 4.0


class SeenRow(NamedTuple):
    """A line in view: its number, its place, and of the last row of its words, if they are broken,
    where these end, their height and the room for them.
    """

    number: int
    rect: QRectF
    end: float
    high: float
    room: float

    @property
    def free(self) -> float:
        """Pixels behind its words."""
        return self.room - self.end


def draw_bracket(
    painter: QPainter, bracket: Bracket, rows: Sequence[SeenRow], theme: Theme
) -> None:
    """From barrier to barrier, dots at the accesses, and its words where there is room."""
    inside = [row for row in rows if bracket.first <= row.number <= bracket.last]
    if not inside:
        return
    color = QColor(theme.hazard)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, WIDTH_PX))
    middles = {row.number: row.rect.top() + row.rect.height() / 2 for row in inside}
    top, bottom = min(middles.values()), max(middles.values())
    painter.drawLine(QPointF(LEFT_PX, top), QPointF(LEFT_PX, bottom))
    for number in bracket.barriers & middles.keys():
        y = middles[number]
        painter.drawLine(QPointF(LEFT_PX, y), QPointF(LEFT_PX + TICK_PX, y))
    painter.setBrush(color)
    for number in bracket.accesses & middles.keys():
        painter.drawEllipse(QPointF(LEFT_PX + 1, middles[number]), DOT_PX, DOT_PX)
    _draw_words(painter, bracket, inside, theme)


def _draw_words(
    painter: QPainter, bracket: Bracket, inside: Sequence[SeenRow], theme: Theme
) -> None:
    """In the row with the most room behind its words, those of barriers left out."""
    rows = [row for row in inside if row.number not in bracket.barriers]
    painter.setFont(ui_font(SMALL_PX))
    width = painter.fontMetrics().horizontalAdvance(bracket.words) + 4 * SPACE_PX
    fitting = [row for row in rows if row.free >= width + 2 * SPACE_PX]
    if not fitting:
        return
    row = max(fitting, key=lambda row: row.free)
    high = min(row.high, painter.fontMetrics().height() + 2.0)
    top = row.rect.bottom() - (row.high + high) / 2
    chip = QRectF(row.room - width - SPACE_PX, top, width, high)
    painter.setPen(QPen(QColor(theme.hazard), 1))
    painter.setBrush(QColor(theme.panel))
    painter.drawRoundedRect(chip, ROUND_PX, ROUND_PX)
    painter.setPen(QColor(theme.words.hazard))
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, bracket.words)
