"""The strip under the toolbar while a puzzle is open: the task at the left, the goals beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
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
from gpuviz.ui.lessons.parts import (
    Reveal,
    connect_presses,
    fill_part,
    flat_button,
    hold_words,
    scrolled_part,
    set_mark,
    strip_button,
)
from gpuviz.ui.puzzles.words import PuzzleWords, goals_html, spoken_goals
from gpuviz.ui.style import ui_font

HEIGHT_SHARE, HEIGHT_PX = 0.165, (126, 240)  # of the window; least and most
TITLE_PX = 150  # at least, of a longer title
TEXT_PX = BASE_PX + 1


class PuzzleStrip(QToolBar):
    """Says what it is given; the controller decides what a press means."""

    checkWanted = Signal()
    hintWanted = Signal()
    solutionWanted = Signal()
    againWanted = Signal()
    nextWanted = Signal()
    listWanted = Signal()
    languageWanted = Signal()
    leaveWanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(tr("Puzzle"))
        self.setObjectName("lesson")  # looks as one
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggleViewAction().setVisible(False)
        self._theme, self._window_px, self._factor = theme, 800, 1.0
        self._words: PuzzleWords | None = None
        self.title, self.kind = ElidedLabel(""), ElidedLabel("")
        self.task, self.goals, self.verdict = wrapped_label(), wrapped_label(), Reveal()
        self.check = strip_button(tr("Check"), tr("Run your kernel and grade it (Ctrl+Enter)"))
        self.hint = strip_button(tr("Hint"), tr("One hint more (Shift+F7)"))
        self.solution = strip_button(
            tr("Solution…"), tr("Show a kernel that is right, beside yours (Ctrl+F7)")
        )
        self.again = strip_button(
            tr("Start over"), tr("The kernel as it was; Ctrl+Z takes it back")
        )
        self.next = strip_button(tr("Next puzzle"), tr("To the next puzzle (Ctrl+Shift+F7)"))
        self.language = flat_button(
            tr("In CUDA C"), tr("Answer it in the other language; what you wrote in this one stays")
        )
        self.list = flat_button(tr("All puzzles"), tr("Choose another puzzle (Shift+F2)"))
        self.close_button = flat_button("", tr("Leave the puzzle; what you wrote stays"))
        self._said = scrolled_part(tr("Task of the puzzle"))
        self._asked = scrolled_part(tr("Goals of the puzzle"))
        self._told = scrolled_part(tr("What came of the answer"))
        self._latest = CoalescedCall(self, self._show_latest)
        self._lay_out()
        self._connect()
        self.set_theme(theme)
        self.enlarge(1.0)
        self.hide()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        flat = (self.language, self.list, self.close_button)
        return (*self.buttons, *flat, *self._areas)

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons with words."""
        return self.check, self.hint, self.solution, self.again, self.next

    @property
    def _areas(self) -> tuple[QScrollArea, ...]:
        return self._said, self._asked, self._told

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.close_button.setIcon(icon("close", theme))
        if self._words is not None:
            self.goals.setText(goals_html(self._words.goals, theme))

    def enlarge(self, factor: float) -> None:
        """Type so many times as large."""
        self._factor = factor
        self.title.setFont(ui_font(round(LARGE_PX * factor), ui_font().Weight.Bold))
        for label in (self.task, self.goals, self.verdict.words):
            label.setFont(ui_font(round(TEXT_PX * factor)))
        for button in self.buttons:
            button.setFont(ui_font(round(BASE_PX * factor)))
        hold_words(self.buttons)
        self.fit(self._window_px)

    def fit(self, window_px: int) -> None:
        """As high as a window of that height has room for."""
        self._window_px = window_px
        least, most = (round(limit * self._factor) for limit in HEIGHT_PX)
        share = HEIGHT_SHARE * self._factor * window_px
        self._body.setFixedHeight(round(min(max(share, least), most, 0.45 * window_px)))

    def show_words(self, words: PuzzleWords) -> None:
        """Another puzzle, or more of it."""
        is_other = self._words is None or self._words.task != words.task
        is_more = is_other and self._words is not None and words.title == self._words.title
        self._words = words
        self.title.show_words(words.title)
        self.title.setMinimumWidth(min(self.title.sizeHint().width(), TITLE_PX))
        self.kind.show_words(words.kind)
        if is_other:
            self.task.setText(words.task)
        self.goals.setText(goals_html(words.goals, self._theme))
        self.goals.setAccessibleName(spoken_goals(words.goals))
        self.verdict.show_reveal(words.verdict, "")
        set_tone(self.verdict.words, "" if words.is_solved else "wrong")
        self.hint.setEnabled(words.can_hint)
        self.language.setText(words.other_language)
        self.language.setAccessibleName(words.other_language)
        self.language.setVisible(bool(words.other_language))
        self.next.setText(tr("Back to the lesson") if words.back_to_lesson else tr("Next puzzle"))
        set_mark(self.next, "go" if words.is_solved else "")
        set_mark(self.check, "" if words.is_solved else "go")
        hold_words(self.buttons)
        bar = self._said.verticalScrollBar()
        if is_other and not is_more:
            bar.setValue(0)
        self._is_more = is_more
        self._latest.ask()

    def _show_latest(self) -> None:
        """A new hint is in view, and the beginning of what came of the answer."""
        if self._is_more:
            bar = self._said.verticalScrollBar()
            bar.setValue(bar.maximum())
        self._told.verticalScrollBar().setValue(0)

    def _lay_out(self) -> None:
        self._is_more = False
        self._body = QWidget()
        self._body.setObjectName("puzzleBody")
        self._body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self._body)
        column.setContentsMargins(SPACE_PX, 0, 0, SPACE_PX)
        column.setSpacing(SPACE_PX)
        column.addLayout(self._head())
        columns = QHBoxLayout()
        columns.setSpacing(4 * SPACE_PX)
        for area, part, share in (
            (self._said, self.task, 10),
            (self._asked, self.goals, 6),
            (self._told, self.verdict, 11),
        ):
            fill_part(area, part)
            columns.addWidget(area, share)
        column.addLayout(columns, 1)
        self.addWidget(self._body)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * SPACE_PX)
        set_tone(self.kind, "muted")
        for part in (self.title, self.kind):
            row.addWidget(part)
            row.addSpacing(SPACE_PX)
        row.addStretch(1)
        for button in (*self.buttons, self.language, self.list, self.close_button):
            row.addWidget(button)
        return row

    def _connect(self) -> None:
        connect_presses(
            (self.check, self.checkWanted.emit),
            (self.hint, self.hintWanted.emit),
            (self.solution, self.solutionWanted.emit),
            (self.again, self.againWanted.emit),
            (self.next, self.nextWanted.emit),
            (self.list, self.listWanted.emit),
            (self.language, self.languageWanted.emit),
            (self.close_button, self.leaveWanted.emit),
        )
