"""The source with what its bars show, and a sentence on where the kernel diverges."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.source.heat import HEATS, Heat, cost_words, note_words
from gpuviz.scene.source.level_names import UNITS_TIP
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.letters import enlarge_words
from gpuviz.ui.override import qt_override
from gpuviz.ui.pull_down import PullDown
from gpuviz.ui.source.level_bar import LevelBar
from gpuviz.ui.source.view import CODE_PX, SourceView
from gpuviz.ui.style import mono_font

if TYPE_CHECKING:
    from gpuviz.ui.find_line import FindLine
    from gpuviz.ui.source.level_view import LevelView

WIDE_PX = 720  # from which on two levels stand side by side
SHARES = 2, 3  # of the source and of another level beside it: machine code has long lines


class SourcePanel(QWidget):
    """A SourceView, the pull-down that chooses its heat, and a note under it; or an editor."""

    heatPicked: TypedSignal[[Heat]] = signal(object)
    roomChanged = Signal()  # `needs_room` may be another

    def __init__(self, view: SourceView) -> None:
        super().__init__()
        self.view = view
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chooser = self._heat_chooser()
        self.edit_button = QToolButton()
        self.edit_button.setObjectName("heat")
        self.edit_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._editor: QWidget | None = None
        self._letter_px = 0
        self._watching = True
        self.note = _note()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.bar = LevelBar()
        self.level_view: LevelView | None = None
        self._find_line: FindLine | None = None
        self._shows_level = self._is_beside = False
        self._level_row = QWidget()
        self._levels = QHBoxLayout(self._level_row)
        self._levels.setContentsMargins(0, 0, 0, 0)
        self._levels.setSpacing(0)
        self._levels.addWidget(view, SHARES[0])
        self.level_notice, self.level_facts, self.line_facts = _note(), _note(), _note()
        self.level_notice.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line_facts.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.level_facts.setContentsMargins(3 * SPACE_PX, SPACE_PX, 3 * SPACE_PX, 0)
        self.line_facts.setContentsMargins(3 * SPACE_PX, 0, 3 * SPACE_PX, SPACE_PX)
        self.level_facts.setToolTip(plain_tip(tr(UNITS_TIP)))
        self._levels.addWidget(self.level_notice, SHARES[1])
        column.addWidget(self.bar)
        column.addWidget(self._level_row, 1)
        column.addWidget(self.note)
        column.addWidget(self.level_facts)
        column.addWidget(self.line_facts)
        self._show_levels()
        view.costsChanged.connect(self._show_note)
        view.currentLineChanged.connect(self._show_note)
        self.show_heat(view.heat)

    @property
    def is_editing(self) -> bool:
        """Whether an editor stands in the place of the source."""
        return self._editor is not None and not self._editor.isHidden()

    def show_editor(self, editor: QWidget) -> None:
        """Have an editor in the place of the source."""
        column = self.layout()
        if editor is not self._editor and isinstance(column, QVBoxLayout):
            column.addWidget(editor, 1)
            self._editor = editor
        _enlarge_editor(editor, self._letter_px)
        self._show_parts(editor)

    def show_view(self) -> None:
        """Have the source again."""
        self._show_parts(self.view)

    def put_level_view(self, view: LevelView) -> None:
        """Have a place for other levels than that of the source."""
        self.level_view = view
        self._levels.insertWidget(1, view, SHARES[1])
        view.set_usual_type(self.view.usual_px)
        view.enlarge(self._letter_px)
        self._show_levels()

    def put_find_line(self, line: FindLine) -> None:
        """Have the line to search with under the levels."""
        self._find_line = line
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.insertWidget(column.indexOf(self.note), line)
        self.roomChanged.emit()

    def show_level(self, shown: bool, beside: bool) -> None:
        """Whether another level is shown, alone or beside the source."""
        if (shown, beside) == (self._shows_level, self._is_beside):
            return
        self._shows_level, self._is_beside = shown, beside
        self._show_levels()
        self._show_note()
        self.roomChanged.emit()

    def show_level_notice(self, words: str) -> None:
        """Why the level is not shown; "": it is."""
        self.level_notice.setText(words)
        self._show_levels()

    def show_level_facts(self, words: str) -> None:
        """What is said of the kernel under its level."""
        if words != self.level_facts.text():
            self.line_facts.setMinimumHeight(0)
        self.level_facts.setText(words)
        self._show_levels()

    def show_line_facts(self, words: str) -> None:
        """What is said of a line; the room for it stays, so that nothing jumps while it plays."""
        self.line_facts.setText(words)
        self._show_levels()
        needed = self.line_facts.heightForWidth(max(self.width(), 1))
        if needed > self.line_facts.minimumHeight():
            self.line_facts.setMinimumHeight(needed)
            self.roomChanged.emit()

    @property
    def level_controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches of another level."""
        found = () if self._find_line is None else self._find_line.controls
        return found if self.level_view is None else (self.level_view, *found)

    @property
    def needs_room(self) -> bool:
        """Whether it has to be wide and high: it is an editor, or shows another level."""
        return self.is_editing or self._shows_level

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two levels stand side by side where there is room."""
        super().resizeEvent(event)
        self._show_levels()

    def _show_levels(self) -> None:
        level, words = self.level_view, self.level_notice.text()
        self._level_row.setVisible(self._watching)
        shows = self._watching and self._shows_level
        beside = self._is_beside and self.width() >= WIDE_PX
        self.bar.show_beside(self._is_beside, self._shows_level and self.width() >= WIDE_PX)
        self.view.setVisible(self._watching and (not shows or beside))
        self.level_notice.setVisible(shows and bool(words))
        if level is not None:
            level.setVisible(shows and not words)
        if self._find_line is not None and not (shows and not words):
            self._find_line.hide()
        for facts in (self.level_facts, self.line_facts):
            facts.setVisible(shows and bool(self.level_facts.text()) and not self._letter_px)

    @property
    def natural_height(self) -> int:
        """The height at which every line and the note are seen, at the present width."""
        note = 0 if self.note.isHidden() else self.note.heightForWidth(self.width())
        return self.view.natural_height + note + self.bar.sizeHint().height()

    def height_of_lines(self, count: int) -> int:
        """The height at which so many lines of the level that is shown can be seen, with all that
        is said over and under them.
        """
        shown = self.level_view if self._shows_level and self.level_view is not None else self.view
        said = (self.note, self.level_facts, self.line_facts)
        under = sum(one.heightForWidth(self.width()) for one in said if not one.isHidden())
        lines = count * shown.fontMetrics().lineSpacing()
        return lines + under + self.bar.sizeHint().height() + SPACE_PX

    def set_usual_type(self, pixels: int) -> None:
        """Letters of so many pixels on every level, but in Present mode."""
        self.view.set_usual_type(pixels)
        if self.level_view is not None:
            self.level_view.set_usual_type(pixels)

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels, in the source alone; 0: as it comes."""
        self._letter_px = letter_px
        self.view.enlarge(letter_px)
        enlarge_words(self.bar, letter_px)
        self.bar.beside.setVisible(not letter_px)  # a sign that does not grow
        if self.level_view is not None:
            self.level_view.enlarge(letter_px)
        if self._editor is not None:
            _enlarge_editor(self._editor, letter_px)
        self._show_note()

    def show_heat(self, heat: Heat) -> None:
        """Have the bars show something else."""
        self.view.show_heat(heat)
        self.chooser.show_choice(tr(heat.label))
        self.chooser.setToolTip(tr(heat.tip))
        for entry, choice in zip(self.chooser.menu().actions(), HEATS, strict=True):
            entry.setChecked(choice is heat)
        self._show_note()

    def _show_parts(self, shown: QWidget) -> None:
        watching = shown is self.view
        self._watching = watching
        self.bar.setVisible(watching)
        self.chooser.setVisible(watching)
        self._show_levels()
        self._show_note()
        if self._editor is not None:
            self._editor.setVisible(not watching)

    def _heat_chooser(self) -> PullDown:
        chooser = PullDown("heat", tr("What the bars beside the lines show"))
        for heat in HEATS:
            chooser.offer(tr(heat.label), partial(self.heatPicked.emit, heat), tr(heat.tip))
        return chooser

    def _show_note(self) -> None:
        words = self._line_words() or note_words(self.view.heat, self.view.costs)
        self.note.setText(words)
        shown = bool(words) and not self.view.isHidden() and not self._letter_px
        self.note.setVisible(shown)

    def _line_words(self) -> str:
        """What the cursor's line costs, while the source has the keyboard."""
        line = self.view.current_line if self.view.hasFocus() else None
        cost = None if line is None else self.view.costs.get(line)
        return "" if line is None or cost is None else cost_words(line, cost)


def _note() -> PlainLabel:
    note = PlainLabel()
    note.setWordWrap(True)
    note.setContentsMargins(3 * SPACE_PX, SPACE_PX, 3 * SPACE_PX, 2 * SPACE_PX)
    set_tone(note, "muted")
    return note


def _enlarge_editor(editor: QWidget, letter_px: int) -> None:
    """Its words, and its code in the size of the source."""
    enlarge_words(editor, letter_px)
    for code in editor.findChildren(QPlainTextEdit):
        code.setFont(mono_font(letter_px or CODE_PX))
