"""The strip under the toolbar that plays a lesson: the text at the left, the question beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from gpuviz.scene.sizes import BASE_PX, LARGE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.texts import tr
from gpuviz.ui.docks import ElidedLabel
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.icons import icon
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.lessons.dots import StepDots
from gpuviz.ui.lessons.parts import (
    GuessRow,
    Reveal,
    connect_presses,
    fill_part,
    flat_button,
    hold_words,
    scrolled_part,
    set_mark,
    strip_button,
)
from gpuviz.ui.lessons.words import StripWords
from gpuviz.ui.letters import enlarge_words
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import ui_font

HEIGHT_SHARE, HEIGHT_PX = 0.175, (124, 240)  # of the window; least and most
PRESENT_SHARE = 0.24  # of the window, in large letters: the rest is scrolled to
SHARES, LARGE_SHARES = (9, 10), (4, 6)  # of text and question: large predictions stay in one row
WIDER = ((5, 13), (4, 15))  # where the question and its answer have no room
BESIDE_PX = 2 * SPACE_PX  # of a column, left free at its right
TITLE_PX = 150  # at least, of a longer title
TEXT_PX = BASE_PX + 1


class LessonStrip(QToolBar):
    """Says what it is given; the controller decides what a press means."""

    guessed = Signal(int)
    hintWanted = Signal()
    solutionWanted = Signal()
    puzzleWanted = Signal()
    nextWanted = Signal()
    backWanted = Signal()
    leaveWanted = Signal()
    listWanted = Signal()
    stepPicked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(tr("Lesson"))
        self.setObjectName("lesson")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggleViewAction().setVisible(False)
        self._letter_px, self._window_px, self._is_missed = 0, 800, False
        self.dots = StepDots(theme)
        self.lesson, self.title = ElidedLabel(""), ElidedLabel("")
        self.text, self.question = wrapped_label(), wrapped_label()
        self.hint, self.reveal, self.guesses = wrapped_label(), Reveal(), GuessRow()
        set_tone(self.hint, "muted")
        self.list = flat_button(tr("All lessons"), tr("Choose another lesson (F2)"))
        self.close_button = flat_button("", tr("Leave the lesson; the window stays as it is"))
        self.hint_button = strip_button(tr("Hint"), tr("Say where to look (F3)"))
        self.show_button = strip_button(tr("Show me"), tr("Have it done, and read on (Shift+F3)"))
        self.puzzle = strip_button(tr("Open the puzzle"), tr("Write the kernel that answers this"))
        self.back = strip_button(tr("Back"), tr("To the step before (Shift+F4)"))
        self.next = strip_button(tr("Next"), tr("To the next step (F4)"))
        self._said = scrolled_part(tr("Text of the lesson"))
        self._asked = scrolled_part(tr("Question of the lesson"))
        self._columns = QHBoxLayout()
        self._latest = CoalescedCall(self, self._show_latest)
        self._lay_out()
        self._connect()
        self.set_theme(theme)
        self.enlarge(0)
        self.hide()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        beside = (self.list, self.close_button)
        return (self.dots, *self.buttons, *beside, self._said, self._asked, *self.guesses.buttons)

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons with words, from the left."""
        return self.puzzle, self.hint_button, self.show_button, self.back, self.next

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.dots.set_theme(theme)
        self.close_button.setIcon(icon("close", theme))

    def enlarge(self, letter_px: int) -> None:
        """No letter smaller than so many pixels; 0: as it comes."""
        self._letter_px, factor = letter_px, max(letter_px / BASE_PX, 1.0)
        enlarge_words(self, letter_px)
        self.title.setFont(ui_font(round(LARGE_PX * factor), ui_font().Weight.Bold))
        for label in (self.text, self.hint, self.reveal.missed, self.reveal.words):
            label.setFont(ui_font(round(TEXT_PX * factor)))
        self.question.setFont(ui_font(round(TEXT_PX * factor), ui_font().Weight.Bold))
        for button in (*self.buttons, *self.guesses.buttons):
            button.setFont(ui_font(round(BASE_PX * factor)))
        hold_words(self.buttons)
        self.fit(self._window_px)

    def fit(self, window_px: int) -> None:
        """As high as a window of that height has room for; the same for all steps."""
        self._window_px = window_px
        least, most = HEIGHT_PX
        high = min(max(HEIGHT_SHARE * window_px, least), most, 0.45 * window_px)
        if self._letter_px:
            high = PRESENT_SHARE * window_px
        self._body.setFixedHeight(round(high))
        self._share_width()

    def show_words(self, words: StripWords) -> None:
        """Another step, or more of it."""
        self.lesson.show_words(words.lesson)
        self.title.show_words(words.title)
        self.title.setMinimumWidth(min(self.title.sizeHint().width(), TITLE_PX))
        self.dots.show_dots(words.dots)
        self._show_text(self.text, words.text, self._said)
        self._show_text(self.question, words.question, self._asked)
        self.guesses.show_guesses(words.guesses)
        self.hint.setText(words.hint)
        self.hint.setVisible(bool(words.hint))
        self.reveal.show_reveal(words.reveal, words.verdict, words.missed)
        self._is_missed = bool(words.missed)
        self._below.setSpacing(0 if words.missed and words.reveal else 2 * SPACE_PX)
        self.hint_button.setVisible(words.can_hint)
        self.show_button.setVisible(words.can_show)
        self.puzzle.setVisible(words.has_puzzle)
        set_mark(self.puzzle, "go")
        self.back.setEnabled(words.can_back)
        self.next.setText(words.next)
        self.next.setToolTip(plain_tip(words.next_tip))
        set_mark(self.next, "go" if words.is_done else "")
        hold_words(self.buttons)
        self._share_width()
        self._latest.ask()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Room for more, or for less."""
        super().resizeEvent(event)
        self._share_width()

    def _show_latest(self) -> None:
        """The reveal, or the hint, is in view: from its beginning, where it is long."""
        latest = next((one for one in (self.reveal, self.hint) if not one.isHidden()), None)
        if latest is not None:
            self._asked.verticalScrollBar().setValue(latest.y())

    def _show_text(self, label: QLabel, html: str, area: QScrollArea) -> None:
        """Other words begin at their beginning."""
        if label.text() != html:
            label.setText(html)
            area.verticalScrollBar().setValue(0)

    def _share_width(self) -> None:
        """The question has more of the width where it and what is below it need that; of what the
        text needs only after a wrong prediction, whose answer stands there too.
        """
        usual = LARGE_SHARES if self._letter_px else SHARES
        wider = [one for one in WIDER if self._is_missed or self._text_fits(one)]
        last = wider[-1] if self._is_missed else usual
        shares = next((one for one in (usual, *wider) if self._is_enough(one)), last)
        for column, share in enumerate(shares):
            self._columns.setStretch(column, share)

    def _is_enough(self, shares: tuple[int, int]) -> bool:
        """Whether the question and all below it can be seen at once with these widths."""
        width = self._widths(shares)[1]
        asks = not self.guesses.isHidden()
        if asks and not self.guesses.fits(width - BESIDE_PX):
            return False
        if asks and self.reveal.isHidden():
            return True  # how high they were one below the other says nothing
        self.reveal.updateGeometry()  # the column keeps how high it was with the words before
        width -= self._asked.verticalScrollBar().sizeHint().width()  # it may still be there
        return self._below.totalHeightForWidth(width) <= self._asked.viewport().height()

    def _text_fits(self, shares: tuple[int, int]) -> bool:
        """Whether all of the text can be seen at once with these widths."""
        high = self._read.totalHeightForWidth(self._widths(shares)[0])
        return high <= self._said.viewport().height()

    def _widths(self, shares: tuple[int, int]) -> tuple[int, int]:
        """Of text and question, in pixels."""
        both = self._said.width() + self._asked.width()
        said = both * shares[0] // sum(shares)
        return said, both - said

    def _lay_out(self) -> None:
        self._body = QWidget()
        self._body.setObjectName("lessonBody")
        self._body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self._body)
        column.setContentsMargins(SPACE_PX, 0, 0, SPACE_PX)
        column.setSpacing(SPACE_PX)
        column.addLayout(self._head())
        columns = self._columns
        columns.setSpacing(6 * SPACE_PX)
        self._read = fill_part(self._said, self.text)
        columns.addWidget(self._said)
        self._below = fill_part(self._asked, self.question, self.guesses, self.hint, self.reveal)
        columns.addWidget(self._asked)
        column.addLayout(columns, 1)
        self.addWidget(self._body)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * SPACE_PX)
        set_tone(self.lesson, "muted")
        for part in (self.title, self.lesson):
            row.addWidget(part)
            row.addSpacing(SPACE_PX)
        row.addWidget(self.dots)
        row.addStretch(1)
        for button in (*self.buttons, self.list, self.close_button):
            row.addWidget(button)
        return row

    def _connect(self) -> None:
        self.guesses.guessed.connect(self.guessed)
        self._asked.verticalScrollBar().rangeChanged.connect(self._latest.ask)
        self.dots.picked.connect(self.stepPicked)
        connect_presses(
            (self.hint_button, self.hintWanted.emit),
            (self.show_button, self.solutionWanted.emit),
            (self.puzzle, self.puzzleWanted.emit),
            (self.back, self.backWanted.emit),
            (self.next, self.nextWanted.emit),
            (self.list, self.listWanted.emit),
            (self.close_button, self.leaveWanted.emit),
        )
