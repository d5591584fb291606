"""What one begins with while there are few panels: a large button that plays, and questions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from gpuviz.messages import EnglishText
from gpuviz.scene.sizes import LARGE_PX, SPACE_PX
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.playback import Playback
from gpuviz.texts import tr
from gpuviz.ui.labels import plain_tip, rich_tip
from gpuviz.ui.style import ui_font

PLAY_PX, COLUMNS = 40, 2
QUESTIONS: Mapping[str, EnglishText] = {
    "timing": "How fast is it?",
    "timeline": "What runs when?",
    "memory": "What is moved?",
    "checks": "Is it right?",
}
"""The panel that answers each."""


class Beginning(QWidget):
    """The button says what a press does; a question tells which panel answers it."""

    asked = Signal(str)  # the name of a panel

    def __init__(self) -> None:
        super().__init__()
        self.play = QPushButton()
        self.play.setProperty("mark", "go")
        self.play.setMinimumHeight(PLAY_PX)
        self.play.setFont(ui_font(LARGE_PX, ui_font().Weight.Bold))
        self.questions = {panel: _question(tr(words)) for panel, words in QUESTIONS.items()}
        grid = QGridLayout()
        grid.setSpacing(SPACE_PX)
        for number, (panel, button) in enumerate(self.questions.items()):
            button.clicked.connect(partial(self.asked.emit, panel))
            grid.addWidget(button, *divmod(number, COLUMNS))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(self.play)
        column.addLayout(grid)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (self.play, *self.questions.values())


class PlayController(QObject):
    """Has the large button run what has not been run, and play what has."""

    def __init__(
        self, button: QPushButton, launch: LaunchController, playback: Playback, actions: Actions
    ) -> None:
        super().__init__(button)
        self._button, self._launch, self._playback = button, launch, playback
        self._actions = actions
        for signal in (launch.staleChanged, launch.stateChanged, playback.traceChanged):
            signal.connect(self._show)
        playback.playingChanged.connect(self._show)
        button.clicked.connect(self._press)
        self._show()

    @property
    def _runs(self) -> bool:
        """Whether what is chosen has still to be launched."""
        return self._playback.trace is None or self._launch.stale_note is not None

    def _show(self) -> None:
        words = tr("Pause") if self._playback.playing else tr("Play")
        self._button.setText(tr("Run") if self._runs else words)
        tip = self._actions["run" if self._runs else "play"].toolTip()
        self._button.setToolTip(rich_tip(tip))

    def _press(self) -> None:
        self._actions["run" if self._runs else "play"].trigger()


Actions = Mapping[str, QAction]


def _question(words: str) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName("question")
    button.setToolTip(plain_tip(tr("Opens the panel that answers this.")))
    return button
