"""Asks how a kernel is launched that stands alone, and writes it into its file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gpuviz.messages import GpuvizError
from gpuviz.operation import describe_text
from gpuviz.operation.c_head import VALUES, Head, HeadRow, suggested_head
from gpuviz.operation.module import read_source
from gpuviz.operation.python_head import VALUES as PYTHON_VALUES
from gpuviz.operation.python_head import PythonHead, suggested_python_head
from gpuviz.operation.reader import NOT_LAUNCHED
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.session.edited_file import EditedFile
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import escaped, say, tr
from gpuviz.ui.drops import LineField
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.pull_down import ArrowBox
from gpuviz.ui.style import mono_font

WIDTH_PX = 560


class HeadDialog(QDialog):
    """A row for each parameter; below them the lines as they will stand in the file: comments at
    the top of CUDA C, code at the end of Python.

    Raises GpuvizError for a file of which nothing can be suggested.
    """

    written: TypedSignal[[Path]] = signal(object)

    def __init__(self, parent: QWidget, path: Path, why: GpuvizError) -> None:
        source = read_source(path)
        self._is_c = ending(path) == CUDA_C_SUFFIX
        suggested: Head | PythonHead
        if self._is_c:
            suggested = suggested_head(source, str(path))
        else:
            suggested = suggested_python_head(path, source)
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("How is this kernel launched?"))
        self.setMinimumWidth(WIDTH_PX)
        self._path, self._source, self._suggested = path, source, suggested
        self.fields: dict[str, tuple[QLineEdit | None, QComboBox | QLineEdit]] = {}
        self.threads, self.block = LineField(suggested.threads), LineField(suggested.block)
        self.preview, self.wrong = PlainLabel(), wrapped_label()
        self.write = QPushButton(tr("Write and launch"))
        self.leave = QPushButton(tr("Cancel"))
        self._lay_out(why)
        self._connect()
        self._show()

    @property
    def head(self) -> Head | PythonHead:
        """What is written in the fields."""
        rows = tuple(self._row(row) for row in self._suggested.rows)
        threads, block = self.threads.text().strip(), self.block.text().strip()
        return replace(self._suggested, rows=rows, threads=threads, block=block)

    def _row(self, row: HeadRow) -> HeadRow:
        length, values = self.fields[row.name]
        text = values.currentText() if isinstance(values, QComboBox) else values.text().strip()
        return replace(row, length="" if length is None else length.text().strip(), values=text)

    def _lay_out(self, why: GpuvizError) -> None:
        about, note = wrapped_label(), wrapped_label()
        words = tr(
            "{file} has a kernel, and nothing says how it is launched. Say it here: these comments"
            " go to the top of the file."
        )
        if not self._is_c:
            words = tr(
                "{file} has a kernel, and nothing in it launches it. Say here how that is done:"
                " these lines go to the end of the file."
            )
        about.setText(escaped(words.format(file=self._path.name)))
        note.setText(escaped(say(why.message)))
        set_tone(note, "muted")
        set_tone(self.wrong, "hazard")
        self.preview.setFont(mono_font())
        self.preview.setAccessibleName(tr("Lines for the file"))
        self.write.setDefault(True)
        self.leave.setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.write)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(about)
        if why.message.code not in ("cuda-c.no-launch", NOT_LAUNCHED):
            column.addWidget(note)
        column.addLayout(self._grid())
        column.addWidget(self.preview)
        column.addWidget(self.wrong)
        column.addLayout(buttons)

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(3 * SPACE_PX)
        for column, words in enumerate((tr("parameter"), tr("type"), tr("length"), tr("values"))):
            grid.addWidget(_muted(words), 0, column)
        for row, one in enumerate(self._suggested.rows, 1):
            self._add_row(grid, row, one)
        for label, field, tip in (
            (tr("threads"), self.threads, tr("How many threads are needed along x, y and z.")),
            (tr("block"), self.block, tr("Threads of a block: 256, or 16, 16.")),
        ):
            row = grid.rowCount()
            grid.addWidget(PlainLabel(label), row, 0)
            field.setAccessibleName(label)
            field.setToolTip(plain_tip(tip))
            grid.addWidget(field, row, 3)
        return grid

    def _add_row(self, grid: QGridLayout, row: int, one: HeadRow) -> None:
        grid.addWidget(PlainLabel(one.name), row, 0)
        grid.addWidget(_muted(one.kind), row, 1)
        length: QLineEdit | None = None
        values: QComboBox | QLineEdit
        if one.is_array:
            length, values = LineField(one.length), ArrowBox()
            values.addItems(VALUES if self._is_c else PYTHON_VALUES)
            values.setCurrentText(one.values)
            length.setAccessibleName(tr("length of {name}").format(name=one.name))
            length.setToolTip(plain_tip(tr("Of sizes and numbers: n, rows * cols, n + 2.")))
            grid.addWidget(length, row, 2)
        else:
            values = LineField(one.values)
        values.setAccessibleName(tr("values of {name}").format(name=one.name))
        values.setToolTip(plain_tip(tr("What it holds when the kernel is launched.")))
        grid.addWidget(values, row, 3)
        self.fields[one.name] = length, values

    def _connect(self) -> None:
        for length, values in self.fields.values():
            if length is not None:
                length.textChanged.connect(self._show)
            told = (
                values.currentTextChanged if isinstance(values, QComboBox) else values.textChanged
            )
            told.connect(self._show)
        for field in (self.threads, self.block):
            field.textChanged.connect(self._show)
        self.write.clicked.connect(self._write)
        self.leave.clicked.connect(self.reject)

    def _show(self) -> None:
        """The comments as they are now, and what is wrong with them."""
        head = self.head
        self.preview.setText(head.text.rstrip("\n"))
        self.preview.setMinimumHeight(self.preview.sizeHint().height())  # else wrapped words win
        self.wrong.setText(escaped(self._problem(head.placed(self._source))))
        self.write.setEnabled(not self.wrong.text())

    def _problem(self, text: str) -> str:
        try:
            describe_text(self._path, text)
        except GpuvizError as error:
            return say(error.message)
        return ""

    def _write(self) -> None:
        try:
            file = EditedFile(self._path)
            file.save(self.head.placed(file.text or ""))
            file.close()
        except GpuvizError as error:
            self.wrong.setText(escaped(say(error.message)))
            return
        self.accept()
        self.written.emit(self._path)


def _muted(words: str) -> PlainLabel:
    label = PlainLabel(words)
    set_tone(label, "muted")
    return label
