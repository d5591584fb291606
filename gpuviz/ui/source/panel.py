"""The source with what its bars show, and a sentence on where the kernel diverges."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.source.heat import HEATS, Heat, cost_words, note_words
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.letters import enlarge_words
from gpuviz.ui.pull_down import PullDown
from gpuviz.ui.source.view import CODE_PX, SourceView
from gpuviz.ui.style import mono_font


class SourcePanel(QWidget):
    """A SourceView, the pull-down that chooses its heat, and a note under it; or an editor."""

    heatPicked: TypedSignal[[Heat]] = signal(object)

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
        self.note = PlainLabel()
        self.note.setWordWrap(True)
        self.note.setContentsMargins(3 * SPACE_PX, SPACE_PX, 3 * SPACE_PX, 2 * SPACE_PX)
        set_tone(self.note, "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(view, 1)
        column.addWidget(self.note)
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

    @property
    def natural_height(self) -> int:
        """The height at which every line and the note are seen, at the present width."""
        note = 0 if self.note.isHidden() else self.note.heightForWidth(self.width())
        return self.view.natural_height + note

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels, in the source alone; 0: as it comes."""
        self._letter_px = letter_px
        self.view.enlarge(letter_px)
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
        self.view.setVisible(watching)
        self.chooser.setVisible(watching)
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


def _enlarge_editor(editor: QWidget, letter_px: int) -> None:
    """Its words, and its code in the size of the source."""
    enlarge_words(editor, letter_px)
    for code in editor.findChildren(QPlainTextEdit):
        code.setFont(mono_font(letter_px or CODE_PX))
