"""A repair that was tried, under the hazard: what it does, what came of it, its lines, the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gpuviz.atomic_file import write_whole
from gpuviz.messages import reason_of
from gpuviz.ordinary_file import BYTE_ORDER_MARK, CUDA_C_SUFFIX
from gpuviz.scene.checks.repairs import DiffLine, LineKind, RepairWords
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.source_lines import source_lines
from gpuviz.texts import escaped, rich, told, tr
from gpuviz.ui import dialogs
from gpuviz.ui.clipboard import copy_text
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.labels import plain_tip, said
from gpuviz.ui.style import mono_font


class RepairPane(QWidget):
    """Sentence, outcome, buttons and diff; hidden as long as there is nothing to say."""

    applied = Signal(str)  # the repaired file, for the editor

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._shown = theme, RepairWords("")
        self.sentence, self.tried, self.diff = (wrapped_label() for _ in range(3))
        self.diff.setFont(mono_font())
        self.apply = self._button("apply_repair", tr("Into the editor"), self._apply)
        self.copy = self._button("copy_repair", tr("Copy"), self._copy)
        self.save = self._button("save_repair", tr("Save as .."), self._ask_file)
        self.apply.setToolTip(
            plain_tip(tr("The editor opens with the repair; Ctrl+Z takes it back."))
        )
        self.copy.setToolTip(plain_tip(tr("The whole file with the repair goes to the clipboard.")))
        self.save.setToolTip(
            plain_tip(tr("The whole file with the repair is saved; your file stays as it is."))
        )
        self._lay_out()
        self.show_repair(None)

    def show_repair(self, words: RepairWords | None) -> None:
        """Show a repair, or nothing."""
        self._shown = words or RepairWords("")
        self.setVisible(bool(self._shown.sentence))
        self.sentence.setText(rich(self._shown.sentence))
        self.tried.setText(rich(self._shown.tried))
        self.tried.setVisible(bool(self._shown.tried))
        set_tone(self.tried, "good" if self._shown.is_good else "")
        self._show_diff()
        for button in (self.apply, self.copy, self.save):
            button.setVisible(self._shown.source is not None)

    def set_theme(self, theme: Theme) -> None:
        """Write in other colours."""
        self._theme = theme
        self._show_diff()

    @property
    def text(self) -> str:
        """All that is shown, as plain text."""
        parts = [said(self.sentence), said(self.tried), said(self.diff)]
        return "\n".join(part for part in parts if part)

    def save_source(self, path: Path) -> None:
        """Write the repaired file; what goes wrong is said."""
        try:
            write_whole(path, self._shown.source or "")
        except OSError as error:
            words = tr("{file} cannot be written: {reason}.")
            reason = words.format(file=path, reason=told(reason_of(error)))
            dialogs.tell(self, tr("This could not be saved"), reason)

    def _show_diff(self) -> None:
        self.diff.setVisible(bool(self._shown.lines))
        self.diff.setText("<br>".join(self._html(line) for line in self._shown.lines))

    def _html(self, line: DiffLine) -> str:
        words = self._theme.words
        colors: dict[LineKind, str] = {
            "added": words.good,
            "removed": words.hazard,
            "place": self._theme.muted,
            "same": self._theme.text,
        }
        indented = escaped(line.text).replace(" ", "\N{NO-BREAK SPACE}")
        return f'<span style="color: {colors[line.kind]}">{indented}</span>'

    def _apply(self) -> None:
        self.applied.emit(self._plain_source)

    def _copy(self) -> None:
        copy_text(self._plain_source)

    @property
    def _plain_source(self) -> str:
        """As texts are outside of files: without a mark in front, and "\\n" ends a line."""
        return "".join(source_lines((self._shown.source or "").removeprefix(BYTE_ORDER_MARK)))

    def _ask_file(self) -> None:
        file = Path(self._shown.file)
        language = "CUDA C" if file.suffix == CUDA_C_SUFFIX else tr("Python")
        kinds, title = f"{language} (*{file.suffix})", tr("Save the repaired source")
        dialogs.ask_new_file(self, title, kinds, file.stem, self.save_source)

    def _button(self, name: str, words: str, pressed: object) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.clicked.connect(pressed)
        button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)  # never cut
        return button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * SPACE_PX)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * SPACE_PX)
        for button in (self.apply, self.copy, self.save):
            buttons.addWidget(button)
        buttons.addStretch(1)
        for label in (self.sentence, self.tried):
            column.addWidget(label)
        column.addLayout(buttons)
        column.addWidget(self.diff)
