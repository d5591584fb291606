"""The panel of a pipeline: its timeline, its launches, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpuviz.messages import Message
from gpuviz.scene.facts import Note
from gpuviz.scene.pipeline.train import LaunchTrain
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.docks import scrolling
from gpuviz.ui.facts import Line, NoteList
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.pipeline.table import LaunchTable
from gpuviz.ui.pipeline.timeline import TrainTimeline

SMALLEST = QSize(300, 130)
TABLE_SHARE, TABLE_PX = 0.36, (300, 520)  # of the width, and at least and at most
TABLE_FROM = 760  # pixels of width: narrower panels have only the timeline
WORDS_PX = 38  # two lines at most


class PipelineView(LazyPanel):
    """Filled by its controller."""

    launchPicked = Signal(int)  # row in LaunchResult.launches: it is to be opened
    cancelWanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("pipeline")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.timeline, self.table = TrainTimeline(theme), LaunchTable(theme)
        self.notes = NoteList(Line, SPACE_PX)
        self.words = scrolling(_padded(self.notes), 0, tr("What the pipeline shows"))
        self.cancel = QPushButton(tr("Cancel"))
        self._set_up()
        self._lay_out()
        self.show_words(None)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return self.timeline, self.table, self.cancel

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the timing."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.timeline.set_theme(theme)
        self.table.set_theme(theme)

    def show_train(self, train: LaunchTrain, opened: int | None) -> None:
        """Show a result; `opened` is the launch on the stage."""
        if train is not self.timeline.train:
            self.timeline.show_train(train)
            self.table.show_train(train)
        self.timeline.light(opened)
        self.table.light(opened)
        self._place_parts()

    def show_words(self, words: Message | None) -> None:
        """Say why there is nothing to see."""
        if words is not None:
            self.timeline.show_words(words)
        self.table.show_train(None)
        self.show_notes(())
        self._place_parts()

    def show_notes(self, notes: Sequence[Note]) -> None:
        """What is said of the whole."""
        self.notes.show_notes(notes)
        self.words.setVisible(bool(notes))
        self._place_parts()

    def show_fetching(self, fetching: bool) -> None:
        """Whether the pipeline runs once more for a launch that is to be opened."""
        self.cancel.setVisible(fetching)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._place_parts()

    def _set_up(self) -> None:
        self.words.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cancel.setToolTip(tr("Leave the launch on the stage as it is."))
        self.cancel.hide()
        self.cancel.clicked.connect(self.cancelWanted)
        for part in (self.timeline, self.table):
            part.launchPicked.connect(self.launchPicked)
        self.timeline.launchChosen.connect(self.table.choose)
        self.table.launchChosen.connect(self.timeline.choose)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_PX, 3 * SPACE_PX, SPACE_PX)
        column.setSpacing(SPACE_PX)
        parts = QHBoxLayout()
        parts.setSpacing(2 * SPACE_PX)
        parts.addWidget(self.timeline, 1)
        parts.addWidget(self.table)
        below = QHBoxLayout()
        below.addWidget(self.words, 1)
        below.addWidget(self.cancel)
        column.addLayout(parts, 1)
        column.addLayout(below)

    def _place_parts(self) -> None:
        """The table stands beside the timeline where there is room; words take what they need."""
        needed = self.notes.heightForWidth(self.width() - 7 * SPACE_PX) + SPACE_PX
        self.words.setFixedHeight(min(needed, WORDS_PX) if self.notes.text else WORDS_PX)
        shown = self.timeline.train is not None and self.width() >= TABLE_FROM
        self.table.setVisible(shown)
        wide = round(TABLE_SHARE * self.width())
        self.table.setFixedWidth(min(max(wide, TABLE_PX[0]), TABLE_PX[1]))


def _padded(widget: QWidget) -> QWidget:
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(4 * SPACE_PX, 0, 0, 0)
    column.addWidget(widget)
    column.addStretch(1)
    return whole
