"""The list of puzzles: what each is about, and which ones are solved."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

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
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.trace.source import Language
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.lessons.chooser import PART_PX, ROW, ROW_PX, LessonDelegate, LessonRow

SIZE = (780, 640)
NAME = ROW + 1  # what the puzzle of a row is called


class PuzzleChooser(QDialog):
    """Enter or a double click opens the chosen puzzle."""

    chosen = Signal(str)  # its name
    languageChosen: TypedSignal[[Language]] = signal(object)  # in which puzzles are answered

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Puzzles"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self.about, self.list = PlainLabel(), QListWidget()
        self.list.setObjectName("lessons")  # looks as those
        self.list.setAccessibleName(tr("Puzzles"))
        self.list.setItemDelegate(LessonDelegate(self.list, theme))
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.open_button = QPushButton(tr("Open"))
        self.open_button.setDefault(True)
        set_tone(self.about, "muted")
        self.about.setWordWrap(True)
        self.languages: dict[Language, QPushButton] = {
            "python": QPushButton("Python"),
            "cuda-c": QPushButton("CUDA C"),
        }
        top = QHBoxLayout()
        top.addWidget(self.about, 1)
        for language, button in self.languages.items():
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setToolTip(plain_tip(tr("Answer the puzzles in this language.")))
            button.clicked.connect(partial(self.languageChosen.emit, language))
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        self.open_button.clicked.connect(self._open)
        self.list.itemActivated.connect(self._open)

    def show_puzzles(
        self, puzzles: Sequence[Puzzle], solved: Collection[str], written_in: Language = "python"
    ) -> None:
        """Show these, the first that is not solved chosen."""
        self.list.clear()
        for language, button in self.languages.items():
            button.setChecked(language == written_in)
        plugin = ""
        for puzzle in puzzles:
            if puzzle.plugin != plugin:
                plugin = puzzle.plugin
                self._add_part(tr("Plugin {name}").format(name=plugin))
            self._add(puzzle, puzzle.key in solved)
            if self.list.currentRow() < 0 and puzzle.key not in solved:
                self.list.setCurrentRow(self.list.count() - 1)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        is_open = [puzzle for puzzle in puzzles if puzzle.key not in solved]
        done = len(puzzles) - len(is_open)
        words = tr(
            "Each puzzle is a kernel to be written, repaired or made faster. It is graded by"
            " running it. {done} of {count} solved."
        )
        self.about.setText(words.format(done=done, count=len(puzzles)))

    def _add_part(self, title: str) -> None:
        item = QListWidgetItem(title)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setSizeHint(QSize(0, PART_PX))
        self.list.addItem(item)

    def _add(self, puzzle: Puzzle, is_solved: bool) -> None:
        mark = tr("✓ solved") if is_solved else tr(KIND_WORDS[puzzle.kind])
        texts = puzzle.texts
        row = LessonRow(puzzle.folder, puzzle.number, texts.title, texts.about, mark, is_solved)
        spoken = tr("Puzzle {number}, {title}. {about} {mark}")
        words = {"title": texts.title, "about": texts.about, "mark": mark}
        item = QListWidgetItem()
        item.setData(ROW, row)
        item.setData(NAME, puzzle.called)
        item.setData(
            Qt.ItemDataRole.AccessibleTextRole, spoken.format(number=puzzle.number, **words)
        )
        item.setToolTip(plain_tip(texts.about))
        item.setSizeHint(QSize(0, ROW_PX))
        self.list.addItem(item)

    def _open(self) -> None:
        item = self.list.currentItem()
        name = None if item is None else item.data(NAME)
        if isinstance(name, str):
            self.chosen.emit(name)
            self.close()
