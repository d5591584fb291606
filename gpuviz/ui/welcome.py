"""The first screen: doors into the program over the window, which starts behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gpuviz.launch import Dim3
from gpuviz.lesson import list_lessons
from gpuviz.operation import find_operation
from gpuviz.scene.sizes import LARGE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.session import Session
from gpuviz.session.settings import FIRST_BLOCK, FIRST_OPERATION, FIRST_SIZE, LanguageName
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.languages import spoken_language
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.style import ui_font, with_alpha
from gpuviz.ui.welcome_button import WelcomeButton, WelcomeChoice

WIDTH_PX, EDGE_PX = 920, 20  # of the panel at most, and to the edges of a small window
OWN_KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Left, Qt.Key.Key_Right)
VEIL = 0.72  # how much of the window's colour lies over it
OWN_NAMES: Mapping[LanguageName, str] = {"en": "English", "zh_CN": "简体中文"}
"""Each language in itself, so that one finds one's own; not to be translated."""


class Welcome(QWidget):
    """Doors side by side. Left and Right move, Enter opens one; Esc or a click beside closes."""

    languagePicked = Signal(str)  # a LanguageName
    closed = Signal()

    def __init__(self, window: QWidget, doors: Sequence[WelcomeChoice], theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self.doors = tuple(WelcomeButton(door, theme) for door in doors)
        self.languages = {name: _language_button(words) for name, words in OWN_NAMES.items()}
        self.panel = QFrame(self)
        self.panel.setObjectName("welcome")
        self._lay_out()
        for button in self.doors:
            button.clicked.connect(lambda checked=False, door=button.door: self._enter(door))
        for name, choice in self.languages.items():
            choice.clicked.connect(partial(self.languagePicked.emit, name))
        window.installEventFilter(self)
        self._fit()
        self.show()
        self.raise_()
        self.doors[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        for button in self.doors:
            button.set_theme(theme)
        self.update()

    def leave(self) -> None:
        """Away for good."""
        self._window.removeEventFilter(self)
        self.hide()
        self.deleteLater()
        self.closed.emit()

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The panel stays in the middle of the window."""
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Takes the keys of the doors before the shortcuts of the window behind do."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if is_key and cast(QKeyEvent, event).key() in OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the buttons leave over: from door to door, and away."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Right)

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the panel closes."""
        if not self.panel.geometry().contains(event.position().toPoint()):
            self.leave()

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """A veil over the window."""
        with painting(self) as painter:
            painter.fillRect(self.rect(), with_alpha(self._theme.background, VEIL))

    @qt_override
    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays on the first screen while it is open."""
        stops: list[QWidget] = [*self.doors, *self.languages.values(), self.close_button]
        place = next((n for n, one in enumerate(stops) if one.hasFocus()), -1)
        stops[(place + (1 if forward else -1)) % len(stops)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _enter(self, door: WelcomeChoice) -> None:
        self.leave()
        door.open()

    def _fit(self) -> None:
        self.setGeometry(self._window.rect())
        width = min(WIDTH_PX, self.width() - 2 * EDGE_PX)
        self.panel.setFixedWidth(width)
        self.panel.adjustSize()
        self.panel.move((self.width() - width) // 2, (self.height() - self.panel.height()) // 2)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(*[6 * SPACE_PX] * 4)
        column.setSpacing(4 * SPACE_PX)
        title = PlainLabel(tr("See what a GPU does with a kernel"))
        title.setFont(ui_font(LARGE_PX + 6, ui_font().Weight.Bold))
        words = wrapped_label()
        words.setText(
            tr(
                "gpuviz runs real kernels, with or without a GPU, and shows every block, warp and"
                " memory access. Where do you want to begin?"
            )
        )
        set_tone(words, "muted")
        row = QHBoxLayout()
        row.setSpacing(4 * SPACE_PX)
        for button in self.doors:
            row.addWidget(button, 1)
        column.addWidget(title)
        column.addWidget(words)
        column.addLayout(row)
        column.addLayout(self._foot())

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_PX)
        for button in self.languages.values():
            row.addWidget(button)
        again = PlainLabel(tr("Help > Welcome brings this back."))
        set_tone(again, "muted")
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setToolTip(tr("To the window behind. So does Esc."))
        self.close_button.clicked.connect(self.leave)
        row.addStretch(1)
        row.addWidget(again)
        row.addSpacing(2 * SPACE_PX)
        row.addWidget(self.close_button)
        return row


def open_welcome(window: QWidget) -> Welcome | None:
    """The first screen where it is open."""
    return next((one for one in window.findChildren(Welcome) if not one.isHidden()), None)


def doors_of(
    session: Session, open_file: Callable[[Path], object], ask_file: Callable[[], object]
) -> tuple[WelcomeChoice, ...]:
    """What one may begin with; a lesson only where there are lessons."""
    lessons = list_lessons(spoken_language())
    watch = WelcomeChoice(
        "watch",
        tr("Watch vector add"),
        tr("A thread for each element: blocks, warps and lanes at work, step by step."),
        lambda: _watch(session, open_file),
    )
    lesson = WelcomeChoice(
        "lesson",
        tr("Take the first lesson"),
        tr("A few minutes: why a GPU is fast, with questions that you answer by trying."),
        lambda: open_file(lessons[0].path),
    )
    own = WelcomeChoice(
        "open",
        tr("Open my kernel"),
        tr("A kernel of your own, in Python (.py) or CUDA C (.cu), or a recording."),
        ask_file,
    )
    return (watch, lesson, own) if lessons else (watch, own)


def _watch(session: Session, open_file: Callable[[Path], object]) -> None:
    """One warp of vector add, launched and played from its first moment."""
    if session.launch.choice.operation.name != FIRST_OPERATION:
        open_file(find_operation(FIRST_OPERATION).path)
    session.launch.set_numbers(FIRST_SIZE, Dim3(*FIRST_BLOCK), None)
    session.run(plays=True)


def _language_button(words: str) -> QToolButton:
    button = QToolButton()
    button.setText(words)
    button.setAccessibleName(words)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button
