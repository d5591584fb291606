"""The editor with what stands around it: an offer above, find, what is wrong, and its buttons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.docks import ElidedLabel
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.find_line import FindLine
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.source.editor import CodeEditor


class OfferLine(QFrame):
    """A sentence with one or two answers; not there while nothing is offered."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("callout")
        self.words = PlainLabel()
        self.words.setWordWrap(True)
        self.first, self.second = QPushButton(), QPushButton()
        self._answers: list[Callable[[], object]] = []
        row = QHBoxLayout()
        row.addWidget(self.first)
        row.addWidget(self.second)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE_PX, SPACE_PX, 2 * SPACE_PX, SPACE_PX)
        column.addWidget(self.words)
        column.addLayout(row)
        self.first.clicked.connect(lambda: self._answer(0))
        self.second.clicked.connect(lambda: self._answer(1))
        self.hide()

    def offer(self, words: str, *answers: tuple[str, Callable[[], object]]) -> None:
        """Ask; the answer that is pressed is called."""
        self.words.setText(words)
        self._answers = [called for _, called in answers]
        for button, (text, _) in zip((self.first, self.second), answers, strict=False):
            button.setText(text)
            button.setToolTip(plain_tip(words))
        self.second.setVisible(len(answers) > 1)
        self.show()

    def _answer(self, number: int) -> None:
        self.hide()
        self._answers[number]()


class EditorPanel(QWidget):
    """What stands in the place of the source while it is edited."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.editor = CodeEditor(theme)
        self.offer, self.find_line = OfferLine(), FindLine(self.editor, tr("Find in the file"))
        self.wrong = wrapped_label()
        self.wrong.setContentsMargins(3 * SPACE_PX, SPACE_PX, 3 * SPACE_PX, SPACE_PX)
        self.wrong.setAccessibleName(tr("What is wrong in the file"))
        set_tone(self.wrong, "hazard")
        self.wrong.hide()
        self.state = ElidedLabel()
        set_tone(self.state, "muted")
        self.run = _button(tr("Run"), tr("Save and launch what is typed (Ctrl+Enter)."))
        self.save = _button(tr("Save"), tr("Save the file (Ctrl+S)."))
        self.compare = _button(
            tr("Beside the original"),
            tr("Run the kernel of the gallery too, and show both side by side."),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.offer)
        column.addWidget(self.editor, 1)
        for part in (self.find_line, self.wrong, self._buttons()):
            column.addWidget(part)
        self.editor.findWanted.connect(self.find_line.open)
        self.editor.edited.connect(self.find_line.search_again)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        find = self.find_line
        asked = (self.offer.first, self.offer.second)
        buttons = (self.run, self.save, self.compare)
        return (*asked, self.editor, *find.controls, *buttons)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.editor.set_theme(theme)

    def show_wrong(self, html: str) -> None:
        """Say what is wrong; nothing takes no room."""
        self.wrong.setText(html)
        self.wrong.setVisible(bool(html))

    def _buttons(self) -> QWidget:
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(2 * SPACE_PX, SPACE_PX, 2 * SPACE_PX, SPACE_PX)
        row.setSpacing(SPACE_PX)
        for button in (self.run, self.save, self.compare):
            row.addWidget(button)
        row.addWidget(self.state, 1)
        return bar


def _button(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName("editor")
    button.setText(text)
    button.setAccessibleName(text)
    button.setToolTip(plain_tip(tip))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
