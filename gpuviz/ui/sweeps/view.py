"""Sweeps: the controls at the left, the chart, and what it says in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from gpuviz.scene.facts import Note
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.view import ChartView
from gpuviz.ui.docks import scrolling
from gpuviz.ui.facts import Line, NoteList
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.sweeps.empty import NO_SWEEP
from gpuviz.ui.sweeps.form import SweepForm
from gpuviz.ui.terms import explained

SMALLEST = QSize(300, 130)
FORM_PX = 240
WORDS_PX = ((1500, 320), (1120, 240), (0, 190))  # from so many pixels of width on
NARROW_PX, HIGH_PX = 1120, 300  # less wide, and so high: the words stand under the chart
SMALL_PX = 900  # less wide, and low: the marks in the chart have to do
LOW_WORDS_PX = 84  # their height there
QWIDGETSIZE_MAX = (1 << 24) - 1  # Qt's own name for no limit


class SweepsView(LazyPanel):
    """One chart at a time: sizes or blocks."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("sweeps")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.form, self.chart = SweepForm(), ChartView(NO_SWEEP, theme)
        self.chart.setToolTip(explained("measured modelled occupancy"))
        self.notes = NoteList(Line, SPACE_PX)
        self._words = scrolling(_on_top(self.notes), 0, tr("What the sweep shows"))
        self._controls = scrolling(self.form, FORM_PX, tr("Sweep"))
        self._controls.setFixedWidth(FORM_PX)
        self._urgent = False  # something has gone wrong
        self._shown = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self.form.set_theme(theme)

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the timing: the place under the stage does not grow for this."""
        return SMALLEST

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (self._controls, *self.form.controls, *self.chart.controls, self._words)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.chart.set_theme(theme)
        self.form.set_theme(theme)

    def show_notes(self, notes: Sequence[Note]) -> None:
        """What the chart says in words."""
        self.notes.show_notes(notes)
        self._urgent = any(note.tone == "hazard" for note in notes)
        self._place_words()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._place_words()

    def _place_words(self) -> None:
        """Beside the chart, or below it; where both are narrow only what has gone wrong."""
        below = self.width() < NARROW_PX and self.height() >= HIGH_PX
        has_room = below or self._urgent or self.width() >= SMALL_PX
        self._words.setVisible(has_room and bool(self.notes.text))
        wide = next(wide for least, wide in WORDS_PX if self.width() >= least)
        ways = QBoxLayout.Direction
        self._shown.setDirection(ways.TopToBottom if below else ways.LeftToRight)
        self._words.setMaximumHeight(LOW_WORDS_PX if below else QWIDGETSIZE_MAX)
        self._words.setMinimumWidth(0 if below else wide)
        self._words.setMaximumWidth(QWIDGETSIZE_MAX if below else wide)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(4 * SPACE_PX, 2 * SPACE_PX, 3 * SPACE_PX, 2 * SPACE_PX)
        row.setSpacing(5 * SPACE_PX)
        row.addWidget(self._controls)
        row.addLayout(self._shown, 1)
        self._shown.setSpacing(3 * SPACE_PX)
        self._shown.addWidget(self.chart, 1)
        self._shown.addWidget(self._words)
        self._words.hide()


def _on_top(widget: QWidget) -> QWidget:
    """At the upper end of whatever room there is."""
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(2 * SPACE_PX, 0, 0, 0)
    column.addWidget(widget)
    column.addStretch(1)
    return whole
