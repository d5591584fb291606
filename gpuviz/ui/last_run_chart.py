"""The bars of the last run, on one linear scale."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpuviz.ui.chart_paint import paint_bar, paint_title
from gpuviz.ui.style import BASE_PX, SPACE_PX, ui_font
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme
from gpuviz.ui.timing_bars import Bar, RunTimes, bars_of

SMALLEST = QSize(260, 118)


class LastRunChart(QWidget):
    """Horizontal bars on one linear scale."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._run: RunTimes | None = None
        self.setMinimumSize(SMALLEST)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def show_run(self, run: RunTimes) -> None:
        """Show the bars of a run."""
        self._run = run
        words = ", ".join(f"{bar.label}: {bar.words}" for bar in bars_of(run))
        self.setAccessibleName(f"{_title(run)}: {words}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A title, then a row for each bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._run is None:
            paint_title(painter, self._theme, tr("Last run"))
            return
        paint_title(painter, self._theme, _title(self._run))
        bars = bars_of(self._run)
        longest = max((bar.seconds or 0.0 for bar in bars), default=0.0)
        for row, bar in enumerate(bars):
            self._paint_row(painter, row, len(bars), bar, longest)

    def _paint_row(self, painter: QPainter, row: int, rows: int, bar: Bar, longest: float) -> None:
        top = 28.0
        height = min(34.0, (self.height() - top) / max(rows, 5))
        label_width = 30 * SPACE_PX
        box = QRectF(0, top + row * height, label_width, height)
        painter.setFont(ui_font(BASE_PX - 1))
        painter.setPen(QColor(self._theme.muted))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, right, bar.label)
        words_width = painter.fontMetrics().horizontalAdvance(bar.words)
        room = max(20.0, self.width() - label_width - words_width - 5 * SPACE_PX)
        left = label_width + 2.0 * SPACE_PX
        if bar.seconds is not None and longest > 0:
            width = max(2.0, room * bar.seconds / longest)
            thick = min(22.0, height - 6)
            rect = QRectF(left, box.center().y() - thick / 2, width, thick)
            paint_bar(painter, rect, bar, self._theme, shaded=False)
            left += width + 2 * SPACE_PX
        painter.setPen(QColor(self._theme.text if bar.seconds else self._theme.muted))
        words_box = QRectF(left, box.top(), self.width() - left, height)
        painter.drawText(words_box, Qt.AlignmentFlag.AlignVCenter, bar.words)


def _title(run: RunTimes) -> str:
    if not run.size:
        return tr("Recording: {title}").format(title=run.title)
    return tr("Last run: {title}, size {size}").format(title=run.title, size=run.size_text)
