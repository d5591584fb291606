"""A group of bars for each run of this session."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from gpuviz.ui.numbers import power_of_ten
from gpuviz.ui.style import SMALL_PX, SPACE_PX, ui_font
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme
from gpuviz.ui.timing.bars import RunTimes, bars_of, decades
from gpuviz.ui.timing.chart_paint import paint_bar, paint_title, title_font

SMALLEST = QSize(260, 118)
SHORTEST_PX = 5.0  # of a bar


class HistoryChart(QWidget):
    """A group of upright bars for each run, on a logarithmic scale; the newest at the right."""

    AXIS_PX = 56
    TOP_PX = 32
    BOTTOM_PX = 38
    BAR_PX = 10
    GAP_PX = 34

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._runs: tuple[RunTimes, ...] = ()
        self.setMinimumSize(SMALLEST)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def show_runs(self, runs: tuple[RunTimes, ...]) -> None:
        """Show the times of some runs, oldest first."""
        self._runs = runs
        self.setAccessibleName(tr("Times of {n} runs").format(n=len(runs)))
        self.update()

    def run_at(self, x: float) -> RunTimes | None:
        """The run whose group is drawn at this x."""
        for run, left in self._groups():
            if left <= x < left + self._group_width():
                return run
        return None

    def event(self, event: QEvent) -> bool:
        """The tooltip names operation, size and times of the group under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            run = self.run_at(event.pos().x())
            QToolTip.showText(event.globalPos(), _run_words(run) if run else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A title with its legend, the scale, the groups."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        legend_left = self._paint_legend(painter)
        self._paint_title(painter, legend_left)
        low, high = decades(self._runs)
        self._paint_scale(painter, low, high)
        for run, left in self._groups():
            self._paint_group(painter, run, left, low, high)

    def _group_width(self) -> float:
        return 5.0 * self.BAR_PX

    def _groups(self) -> list[tuple[RunTimes, float]]:
        step = self._group_width() + self.GAP_PX
        fits = max(1, int((self.width() - self.AXIS_PX - self.GAP_PX / 2) // step))
        first = self.AXIS_PX + self.GAP_PX / 2
        return [(run, first + n * step) for n, run in enumerate(self._runs[-fits:])]

    def _y(self, power: float, low: int, high: int) -> float:
        room = self.height() - self.TOP_PX - self.BOTTOM_PX
        return self.TOP_PX + room * (high - power) / (high - low)

    def _paint_scale(self, painter: QPainter, low: int, high: int) -> None:
        painter.setFont(ui_font(SMALL_PX))
        room = self.height() - self.TOP_PX - self.BOTTOM_PX
        every = max(1, math.ceil((high - low) * 22 / max(room, 1)))
        for power in range(low, high + 1):
            y = round(self._y(power, low, high)) + 0.5
            if (power - low) % every == 0:
                painter.setPen(QPen(QColor(self._theme.line), 1))
                painter.drawLine(QPointF(self.AXIS_PX, y), QPointF(self.width(), y))
                painter.setPen(QColor(self._theme.muted))
                box = QRectF(0, y - 9, self.AXIS_PX - 2 * SPACE_PX, 18)
                right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(box, right, power_of_ten(power))

    def _paint_group(
        self, painter: QPainter, run: RunTimes, left: float, low: int, high: int
    ) -> None:
        floor = self._y(low, low, high)
        for place, bar in enumerate(bars_of(run)):
            if bar.seconds:
                top = self._y(math.log10(bar.seconds), low, high)
                x = left + place * self.BAR_PX
                height = max(SHORTEST_PX, floor - top)
                rect = QRectF(x, floor - height, self.BAR_PX - 2, height)
                paint_bar(painter, rect, bar, self._theme, shaded=True)
        if run.cpu is None and run.expects_cpu:
            self._paint_measuring(painter, left, floor)
        self._paint_group_words(painter, run, left, floor)

    def _paint_measuring(self, painter: QPainter, left: float, floor: float) -> None:
        """Dots where the bars of the CPU will be."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.faint))
        for place in range(3):
            x = left + place * self.BAR_PX + self.BAR_PX / 2 - 1
            painter.drawEllipse(QPointF(x, floor - 4), 1.5, 1.5)

    def _paint_group_words(
        self, painter: QPainter, run: RunTimes, left: float, floor: float
    ) -> None:
        painter.setFont(ui_font(SMALL_PX))
        width = self._group_width() + self.GAP_PX - 4
        latest = run is self._runs[-1]
        for line, words in enumerate((run.title, run.size_text)):
            box = QRectF(left - self.GAP_PX / 2 + 1, floor + 3 + 16 * line, width, 16)
            painter.setPen(QColor(self._theme.text if latest else self._theme.muted))
            short = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(width))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, short)

    def _paint_title(self, painter: QPainter, room: float) -> None:
        """As many words as the legend leaves room for."""
        painter.setFont(title_font())
        words = (tr("Runs of this session"), tr("Runs"), "")
        advance = painter.fontMetrics().horizontalAdvance
        fits = (text for text in words if advance(text) + 4 * SPACE_PX <= room)
        paint_title(painter, self._theme, next(fits, ""))

    def _paint_legend(self, painter: QPainter) -> float:
        """Right-aligned, as wide as it is; says where it begins."""
        right = float(self.width())
        if not self._runs:
            return right
        painter.setFont(ui_font(SMALL_PX))
        for bar in reversed(max((bars_of(run) for run in self._runs), key=len)):
            width = painter.fontMetrics().horizontalAdvance(bar.short)
            right -= width
            painter.setPen(QColor(self._theme.muted))
            box = QRectF(right, 0, width + 1, 20)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, bar.short)
            right -= 4 * SPACE_PX
            paint_bar(painter, QRectF(right, 5, 10, 10), bar, self._theme, shaded=True)
            right -= 3 * SPACE_PX
        return right


def _run_words(run: RunTimes) -> str:
    lines = [f"{run.title}, {run.size_text}, {run.device}"]
    return "\n".join((*lines, *(f"{bar.label}: {bar.words}" for bar in bars_of(run))))
