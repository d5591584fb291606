"""Two stages side by side: a pinned run, and the one that is played."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from gpuviz.scene.theme import Theme
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.override import qt_override
from gpuviz.ui.stage.view import StageView

SMALLEST = (180, 150)  # pixels of a stage beside another
WIDE = 1.1  # width to height from which two stages stand beside, not below each other


class StagePair(QSplitter):
    """The stage alone, or with a pinned run beside it; each then has a title."""

    def __init__(self, stage: StageView, selection: Selection, theme: Theme) -> None:
        super().__init__()
        self.playback = Playback(self)
        self.pinned = StageView(self.playback, selection, theme)
        self.pinned.setAccessibleName(tr("Stage of the pinned run"))
        self.stage = stage
        self._titles = (_title(), _title())
        self._panes = (_pane(self._titles[0], self.pinned), _pane(self._titles[1], stage))
        for pane in self._panes:
            self.addWidget(pane)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(3)
        self.show_alone()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours; the stage itself is the window's."""
        self.pinned.set_theme(theme)

    def enlarge(self, letter_px: int) -> None:
        """Titles and the pinned run in letters of so many pixels; 0: as it comes."""
        for title in self._titles:
            title.setStyleSheet(f"font-size: {letter_px}px;" if letter_px else "")
        self.pinned.enlarge(letter_px)

    @property
    def titles(self) -> tuple[str, str]:
        """What is said above the pinned run, and above the other."""
        return self._titles[0].text(), self._titles[1].text()

    def show_alone(self) -> None:
        """Only the run that is played."""
        self._panes[0].hide()
        self._titles[1].hide()
        self.stage.setMinimumSize(300, 240)

    def show_both(self, pinned: str, other: str, swapped: bool) -> None:
        """Both runs under their titles; the pinned one is on the left unless they are swapped."""
        for label, words in zip(self._titles, (pinned, other), strict=True):
            label.setText(words)
            label.show()
        if self.widget(1 if swapped else 0) is not self._panes[0]:
            self.insertWidget(1 if swapped else 0, self._panes[0])
        if self._panes[0].isHidden():
            self.stage.setMinimumSize(*SMALLEST)
            self.pinned.setMinimumSize(*SMALLEST)
            self._turn()
            self.setSizes([self.width(), self.width()])  # equal shares, before there are two
            self._panes[0].show()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside each other, or below, as there is room."""
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        wide = self.width() > WIDE * self.height()
        self.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)


def _title() -> QLabel:
    label = PlainLabel()
    label.setObjectName("paneTitle")
    set_tone(label, "heading")
    return label


def _pane(title: QLabel, stage: StageView) -> QWidget:
    pane = QWidget()
    column = QVBoxLayout(pane)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(title)
    column.addWidget(stage, 1)
    return pane
