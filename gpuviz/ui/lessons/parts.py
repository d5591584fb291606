"""Parts of the strip: the predictions as buttons, and what a step reveals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import gap_behind, rich, tr
from gpuviz.ui.facts import BELOW, BESIDE, set_tone, wrapped_label
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override

MOST_GUESSES = 4


@dataclass(frozen=True, slots=True)
class GuessWords:
    """One prediction; `is_chosen`: it was made; `is_open`: it can be made; `explains`: it is an
    explanation, and the right one has to be chosen.
    """

    text: str
    is_chosen: bool
    is_open: bool
    explains: bool = False


class GuessRow(QWidget):
    """The predictions side by side."""

    guessed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        row = self._row = QBoxLayout(BESIDE, self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACE_PX)
        self._caption = PlainLabel(tr("Predict"))
        set_tone(self._caption, "muted")
        row.addWidget(self._caption)
        self.buttons = [QPushButton() for _ in range(MOST_GUESSES)]
        for number, button in enumerate(self.buttons):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self._tell, number))
            row.addWidget(button)
        row.addStretch(1)

    def show_guesses(self, guesses: Sequence[GuessWords]) -> None:
        """Show others; without any the row takes no room."""
        explains = any(one.explains for one in guesses)
        self._caption.setText(tr("Choose") if explains else tr("Predict"))
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(guesses))
            if number < len(guesses):
                self._show(button, number, guesses[number])
        self.setVisible(bool(guesses))
        self._turn()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Below each other where there is no room for all beside each other."""
        super().resizeEvent(event)
        self._turn()

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Other words or letters take other room."""
        is_known = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._turn()
        return is_known

    def fits(self, width_px: int) -> bool:
        """Whether all have room beside each other."""
        shown = [self._caption, *(one for one in self.buttons if not one.isHidden())]
        return sum(one.sizeHint().width() + 2 * SPACE_PX for one in shown) <= width_px

    def _turn(self) -> None:
        self._row.setDirection(BESIDE if self.fits(self.width()) else BELOW)

    def _show(self, button: QPushButton, number: int, guess: GuessWords) -> None:
        button.setText(guess.text.replace("&", "&&"))
        chosen = tr("{text}, your choice") if guess.explains else tr("{text}, your prediction")
        spoken = chosen if guess.is_chosen else "{text}"
        button.setAccessibleName(spoken.format(text=guess.text))
        tip = tr("Predict this (Ctrl+{number}). Any prediction goes on.")
        if guess.explains:
            tip = tr("Choose this explanation (Ctrl+{number}). A wrong one is told why.")
        button.setToolTip(plain_tip(tip.format(number=number + 1)))
        button.setEnabled(guess.is_open)
        set_mark(button, "chosen" if guess.is_chosen else "")

    def _tell(self, number: int, _checked: bool = False) -> None:
        self.guessed.emit(number)


class Reveal(QFrame):
    """What was to be seen, with a calm mark, and what became of the prediction: a wrong one has its
    answer first, with a mark in another colour.
    """

    def __init__(self) -> None:
        super().__init__()
        self.missed, self.words = wrapped_label(), wrapped_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_PX)
        for name, label in (("missed", self.missed), ("reveal", self.words)):
            label.setObjectName(name)
            column.addWidget(label)
        self.hide()

    def show_reveal(self, html: str, verdict: str, missed: str = "") -> None:
        """Say it; nothing: not yet. `missed` is rich text, as `html` is; of a wrong explanation it
        comes alone.
        """
        said = f"<b>{rich(verdict)}</b>{gap_behind(verdict)}" if verdict else ""
        self.missed.setText(missed)
        self.missed.setVisible(bool(missed))
        for label in (self.missed, self.words):
            label.setMargin(0 if missed else SPACE_PX)  # two have just room in a low window
        self.words.setText(said + html)
        self.words.setVisible(bool(html))
        self.setVisible(bool(html or missed))


def flat_button(words: str, tip: str) -> QToolButton:
    """A button of the strip's title."""
    button = QToolButton()
    button.setObjectName("" if words else "close")
    button.setText(words)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(words or tip)
    if not words:
        button.setIconSize(QSize(14, 14))
        button.setFixedSize(22, 22)
    return button


def set_mark(button: QPushButton, mark: str) -> None:
    """Paint a button by what it means now; the colours are the theme's."""
    if button.property("mark") != mark:
        button.setProperty("mark", mark)
        button.style().unpolish(button)
        button.style().polish(button)


def strip_button(words: str, tip: str) -> QPushButton:
    """One of the buttons in the head of a strip."""
    button = QPushButton(words)
    button.setToolTip(plain_tip(tip))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def hold_words(buttons: Iterable[QPushButton]) -> None:
    """None is narrower than what it says, also while a mark has it in bold.

    The style sheet does that, and Qt's size hint knows nothing of it.
    """
    for button in buttons:
        regular, bold = button.fontMetrics(), QFont(button.font())
        bold.setBold(True)
        wider = QFontMetrics(bold, button).horizontalAdvance(button.text())
        more = max(wider - regular.horizontalAdvance(button.text()), 0)
        button.setMinimumWidth(0)
        button.setMinimumWidth(button.sizeHint().width() + more)


def scrolled_part(name: str) -> QScrollArea:
    """A column of a strip: `name` is for a screen reader."""
    area = QScrollArea()
    area.setAccessibleName(name)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setMinimumSize(QSize(160, 40))
    return area


def fill_part(area: QScrollArea, *parts: QWidget) -> QVBoxLayout:
    """One above the other, from the top."""
    inside = QWidget()
    column = QVBoxLayout(inside)
    column.setContentsMargins(0, 0, 2 * SPACE_PX, 0)
    column.setSpacing(2 * SPACE_PX)
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    area.setWidget(inside)
    return column


def connect_presses(*presses: tuple[QAbstractButton, Callable[[], object]]) -> None:
    """Each button, and what its press tells."""
    for button, tell in presses:
        button.clicked.connect(partial(_tell, tell))


def _tell(tell: Callable[[], object], _checked: bool = False) -> None:
    tell()
