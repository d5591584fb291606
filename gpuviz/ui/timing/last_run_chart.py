"""The bars of the last run, on one scale."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gpuviz.ui.numbers import power_of_ten
from gpuviz.ui.style import BASE_PX, SMALL_PX, SPACE_PX, ui_font
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme
from gpuviz.ui.timing.bars import Bar, RunTimes, Scale, bars_of, scale_of
from gpuviz.ui.timing.chart_paint import paint_bar, paint_title

SMALLEST = QSize(260, 118)
TOP_PX = 26.0
TICKS_PX = 16.0
TICK_WORDS_PX = 52.0  # between two names of ticks
LABELS_PX = 30 * SPACE_PX
NO_TIMES = "This recording holds no times."
WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
SHORTEST_PX = 10.0  # of a bar: less does not show whether it is solid or hatched


class LastRunChart(QWidget):
    """Horizontal bars on one scale, linear or, where they differ very much, logarithmic."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._run: RunTimes | None = None
        self._bars: tuple[Bar, ...] = ()
        self._scale: Scale | None = None
        self.setMinimumSize(SMALLEST)

    @property
    def title(self) -> str:
        """What the chart says above its bars."""
        if self._run is None:
            return tr("Last run")
        logarithmic = self._scale is not None and self._scale.is_logarithmic
        return f"{_title(self._run)}{tr(' · logarithmic scale') if logarithmic else ''}"

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def show_run(self, run: RunTimes) -> None:
        """Show the bars of a run."""
        self._run, self._bars = run, bars_of(run)
        self._scale = scale_of(self._bars)
        words = ", ".join(f"{bar.label}: {bar.words}" for bar in self._bars)
        self.setAccessibleName(f"{_title(run)}: {words or tr(NO_TIMES)}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A title, the scale where it has to be explained, then a row for each bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_title(painter, self._theme, self.title)
        painter.setFont(ui_font(BASE_PX - 1))
        rows = self._rows(painter)
        if self._scale is not None and self._scale.is_logarithmic:
            self._paint_ticks(painter, rows, self._scale)
        for row, bar in enumerate(self._bars):
            self._paint_row(painter, rows, row, bar)
        if self._run is not None and not self._bars:
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(self.rect().adjusted(0, int(TOP_PX), 0, 0), WRAPPED, tr(NO_TIMES))

    def _rows(self, painter: QPainter) -> _Rows:
        logarithmic = self._scale is not None and self._scale.is_logarithmic
        free = self.height() - TOP_PX - (TICKS_PX if logarithmic else 0)
        height = min(34.0, free / max(len(self._bars), 5))
        left = LABELS_PX + 2.0 * SPACE_PX
        return _Rows(height, left, max(40.0, self._longest(painter, self.width() - left)))

    def _longest(self, painter: QPainter, room: float) -> float:
        """How long the axis may be, so that every bar has its words behind it."""
        scale = self._scale
        if scale is None:
            return room
        lengths = [room - TICK_WORDS_PX / 2 if scale.is_logarithmic else room]
        for bar in self._bars:
            words = painter.fontMetrics().horizontalAdvance(bar.words) + 3 * SPACE_PX
            if bar.seconds:
                lengths.append((room - words) / max(scale.share(bar.seconds), 0.01))
        return min(lengths)

    def _paint_ticks(self, painter: QPainter, rows: _Rows, scale: Scale) -> None:
        """A line for each power of ten, named at the bottom as far as there is room."""
        painter.save()
        painter.setFont(ui_font(SMALL_PX))
        bottom = TOP_PX + rows.height * len(self._bars)
        every = math.ceil((scale.high - scale.low) * TICK_WORDS_PX / rows.room)
        for power in range(scale.low, scale.high + 1):
            x = round(rows.left + rows.room * scale.share(10.0**power)) + 0.5
            painter.setPen(QPen(QColor(self._theme.line), 1))
            painter.drawLine(QPointF(x, TOP_PX), QPointF(x, bottom))
            if (power - scale.low) % every == 0:
                painter.setPen(QColor(self._theme.muted))
                box = QRectF(x - TICK_WORDS_PX / 2, bottom, TICK_WORDS_PX, TICKS_PX)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, power_of_ten(power))
        painter.restore()

    def _paint_row(self, painter: QPainter, rows: _Rows, row: int, bar: Bar) -> None:
        box = QRectF(0, TOP_PX + row * rows.height, LABELS_PX, rows.height)
        painter.setPen(QColor(self._theme.muted))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, right, bar.label)
        left = rows.left
        if bar.seconds and self._scale is not None:
            width = max(SHORTEST_PX, rows.room * self._scale.share(bar.seconds))
            thick = min(22.0, rows.height - 6)
            rect = QRectF(left, box.center().y() - thick / 2, width, thick)
            paint_bar(painter, rect, bar, self._theme, shaded=False)
            left += width + 2 * SPACE_PX
        painter.setPen(QColor(self._theme.text if bar.seconds else self._theme.muted))
        words_box = QRectF(left, box.top(), self.width() - left, rows.height)
        painter.drawText(words_box, Qt.AlignmentFlag.AlignVCenter, bar.words)


class _Rows(NamedTuple):
    """Where rows are, in pixels: their height, where bars begin, how long one may be."""

    height: float
    left: float
    room: float


def _title(run: RunTimes) -> str:
    if not run.size:
        return tr("Recording: {title}").format(title=run.title)
    return tr("Last run: {title}, size {size}").format(title=run.title, size=run.size_text)
