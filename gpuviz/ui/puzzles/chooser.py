"""The list of puzzles: what each is about, and which ones are solved."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gpuviz.lesson.puzzle import KIND_WORDS, Puzzle
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.lessons.chooser import ROW, ROW_PX, LessonDelegate, LessonRow

SIZE = (780, 640)


class PuzzleChooser(QDialog):
    """Enter or a double click opens the chosen puzzle."""

    chosen = Signal(str)  # its name

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Puzzles"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self._names: tuple[str, ...] = ()
        self.about, self.list = PlainLabel(), QListWidget()
        self.list.setObjectName("lessons")  # looks as those
        self.list.setAccessibleName(tr("Puzzles"))
        self.list.setItemDelegate(LessonDelegate(self.list, theme))
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.open_button = QPushButton(tr("Open"))
        self.open_button.setDefault(True)
        set_tone(self.about, "muted")
        self.about.setWordWrap(True)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(self.about)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        self.open_button.clicked.connect(self._open)
        self.list.itemActivated.connect(self._open)

    def show_puzzles(self, puzzles: Sequence[Puzzle], solved: Collection[str]) -> None:
        """Show these, the first that is not solved chosen."""
        self.list.clear()
        self._names = tuple(puzzle.name for puzzle in puzzles)
        for puzzle in puzzles:
            self._add(puzzle, puzzle.key in solved)
        is_open = [row for row, puzzle in enumerate(puzzles) if puzzle.key not in solved]
        self.list.setCurrentRow(next(iter(is_open), 0))
        done = len(puzzles) - len(is_open)
        words = tr(
            "Each puzzle is a kernel to be written, repaired or made faster. It is graded by"
            " running it. {done} of {count} solved."
        )
        self.about.setText(words.format(done=done, count=len(puzzles)))

    def _add(self, puzzle: Puzzle, is_solved: bool) -> None:
        mark = tr("✓ solved") if is_solved else tr(KIND_WORDS[puzzle.kind])
        texts = puzzle.texts
        row = LessonRow(puzzle.folder, puzzle.number, texts.title, texts.about, mark, is_solved)
        spoken = tr("Puzzle {number}, {title}. {about} {mark}")
        words = {"title": texts.title, "about": texts.about, "mark": mark}
        item = QListWidgetItem()
        item.setData(ROW, row)
        item.setData(
            Qt.ItemDataRole.AccessibleTextRole, spoken.format(number=puzzle.number, **words)
        )
        item.setToolTip(plain_tip(texts.about))
        item.setSizeHint(QSize(0, ROW_PX))
        self.list.addItem(item)

    def _open(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._names):
            self.chosen.emit(self._names[row])
            self.close()
