"""A kernel that is right, beside the student's own: their difference, line by line."""

from __future__ import annotations

import difflib

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gpuviz.scene.checks.repairs import LineKind
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import escaped, tr
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.style import mono_font

SIZE = (720, 520)
SIGNS: dict[str, LineKind] = {"+ ": "added", "- ": "removed", "  ": "same"}


class SolutionDialog(QDialog):
    """Lines of the solution have a plus, those of one's own that it lacks a minus."""

    taken = Signal()

    def __init__(self, parent: QWidget, theme: Theme, mine: str, solution: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("A solution"))
        self.resize(*SIZE)
        about = wrapped_label()
        about.setText(
            tr("Lines of the solution begin with +, lines of yours that it lacks with −.")
        )
        set_tone(about, "muted")
        self.diff = wrapped_label()
        self.diff.setFont(mono_font())
        self.diff.setWordWrap(False)
        self.diff.setText(diff_html(mine, solution, theme))
        area = QScrollArea()
        area.setWidget(self.diff)
        area.setAccessibleName(tr("A solution"))
        self.take = QPushButton(tr("Put it into the editor"))
        self.take.setToolTip(plain_tip(tr("In the place of yours; Ctrl+Z takes it back.")))
        self.leave = QPushButton(tr("Close"))
        self.leave.setDefault(True)
        self.take.setAutoDefault(False)
        row = QHBoxLayout()
        row.addWidget(self.take)
        row.addStretch(1)
        row.addWidget(self.leave)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(about)
        column.addWidget(area, 1)
        column.addLayout(row)
        self.take.clicked.connect(self._take)
        self.leave.clicked.connect(self.close)

    def _take(self) -> None:
        self.close()
        self.taken.emit()


def diff_html(mine: str, solution: str, theme: Theme) -> str:
    """Both kernels, line by line; what they share stands once."""
    colors: dict[LineKind, str] = {
        "added": theme.words.good,
        "removed": theme.words.hazard,
        "same": theme.text,
        "place": theme.muted,
    }
    rows = []
    for line in difflib.ndiff(mine.splitlines(), solution.splitlines()):
        kind = SIGNS.get(line[:2])
        if kind is not None:
            shown = escaped(line.replace("- ", "− ", 1) if kind == "removed" else line)
            shown = shown.replace(" ", "\N{NO-BREAK SPACE}")
            rows.append(f'<span style="color: {colors[kind]}">{shown}</span>')
    return "<br>".join(rows)
