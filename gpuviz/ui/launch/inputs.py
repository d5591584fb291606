"""The section Inputs of the launch panel: type, values and layout of each array, folded first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from gpuviz.operation.inputs import SUFFIXES, DtypeName, InputChoice, LayoutName, ValuesName
from gpuviz.scene.launch.inputs import InputRow, choice_label, choice_tip
from gpuviz.scene.sizes import SMALL_PX, SPACE_PX
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.docks import ElidedLabel
from gpuviz.ui.drops import FileTarget, files_in
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.pull_down import ArrowBox
from gpuviz.ui.style import ui_font

Entry = tuple[str, str, str]
"""Words, data and tooltip of an entry in a pull-down."""

FILE, OWN = "@file", ""
"""What a pull-down holds for a file that is still to be picked, and for what the file makes."""

STRETCHES = (5, 5, 7)
"""The pull-downs share the room so: "transposed" is the longest of the words in them."""


class InputsSection(QWidget):
    """Shows rows and a summary; says what was chosen in them. Rows are made when it is opened."""

    chosen: TypedSignal[[InputChoice]] = signal(object)
    fileWanted: TypedSignal[[InputChoice]] = signal(object)  # of that array, to be filled with it
    fileDropped: TypedSignal[[InputChoice, Path]] = signal(object, object)
    resetWanted = Signal()
    controlsChanged = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inputs")
        self.toggle = _toggle()
        self.reset = _reset_button()
        self.summary = ElidedLabel()
        self.why = PlainLabel()
        self.rows: list[InputChooser] = []
        self._shown: tuple[InputRow, ...] = ()
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2 * SPACE_PX)
        self._lay_out()
        self.toggle.toggled.connect(self._fold)
        self.reset.clicked.connect(self.resetWanted)
        self._fold(False)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        fields = (box for row in self.rows for box in row.boxes)
        return self.toggle, self.reset, *fields

    def open(self) -> None:
        """Unfold it."""
        self.toggle.setChecked(True)

    def show_rows(self, rows: Sequence[InputRow], why: str = "") -> None:
        """Other arrays or choices; `why` there is nothing to choose."""
        self._shown = tuple(rows)
        self.why.setText(why)
        self.why.setVisible(bool(why))
        if self.toggle.isChecked():
            self._fill()

    def show_summary(self, words: str) -> None:
        """What is chosen, beside the title; and whether there is something to take back."""
        self.summary.show_words(words)
        self.summary.setVisible(bool(words))
        self.reset.setVisible(bool(words))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(2 * SPACE_PX)
        head.addWidget(self.toggle)
        head.addWidget(self.summary, 1)
        head.addWidget(self.reset)
        head.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_PX)
        column.addLayout(head)
        self.why.setWordWrap(True)
        set_tone(self.why, "muted")
        set_tone(self.summary, "muted")
        self._column.addWidget(self.why)
        column.addWidget(self._body)

    def _fold(self, is_open: bool) -> None:
        arrow = Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow
        self.toggle.setArrowType(arrow)
        self._body.setVisible(is_open)
        if is_open:
            self._fill()

    def _fill(self) -> None:
        names = [row.name for row in self._shown]
        if [chooser.name for chooser in self.rows] != names:
            self._make_rows()
        for chooser, row in zip(self.rows, self._shown, strict=True):
            chooser.show_row(row)

    def _make_rows(self) -> None:
        for old in self.rows:
            self._column.removeWidget(old)
            old.deleteLater()
        self.rows = [InputChooser(row.name) for row in self._shown]
        for chooser in self.rows:
            self._column.addWidget(chooser)
            chooser.chosen.connect(self.chosen)
            chooser.fileWanted.connect(self.fileWanted)
            chooser.fileDropped.connect(self.fileDropped)
        self.controlsChanged.emit()


class InputChooser(FileTarget, QWidget):
    """One array: its name, and a pull-down each for type, values and layout. Takes a drop."""

    chosen: TypedSignal[[InputChoice]] = signal(object)
    fileWanted: TypedSignal[[InputChoice]] = signal(object)
    fileDropped: TypedSignal[[InputChoice, Path]] = signal(object, object)

    def __init__(self, name: str | None) -> None:
        super().__init__()
        self.name = name
        self._choice = InputChoice(name)
        self.caption = ElidedLabel()
        self.caption.setFont(ui_font(SMALL_PX))
        set_tone(self.caption, "muted")
        said = name or tr("all arrays")
        self.dtype = PullDownBox(tr("Type of {name}").format(name=said))
        self.values = PullDownBox(tr("Values of {name}").format(name=said))
        self.layout_box = PullDownBox(tr("Layout of {name}").format(name=said))
        self._lay_out()
        self.dtype.activated.connect(self._tell_dtype)
        self.values.activated.connect(self._tell_values)
        self.layout_box.activated.connect(self._tell_layout)
        self.setAcceptDrops(name is not None)

    @property
    def boxes(self) -> tuple[QComboBox, ...]:
        """The pull-downs."""
        return self.dtype, self.values, self.layout_box

    def show_row(self, row: InputRow) -> None:
        """Another choice, or other offers."""
        self._choice = row.choice
        shape = f"{self.name}  {row.shape}" if self.name else tr("all arrays")
        self.caption.show_words(shape)
        self.dtype.offer(_types(row))
        self.dtype.choose(row.choice.dtype or OWN)
        self.values.offer(_values(row))
        self.values.setVisible(bool(row.values))
        self._show_values()
        self.layout_box.offer([_entry(name) for name in row.layouts])
        self.layout_box.choose(row.layout)

    def _show_values(self) -> None:
        """What is chosen, also once somebody has left the dialog for a file."""
        file = self._choice.file
        self.values.choose(str(file) if file is not None else self._choice.values or OWN)

    def _tell_dtype(self, index: int) -> None:
        self.chosen.emit(replace(self._choice, dtype=self.dtype.itemData(index) or None))

    def _tell_values(self, index: int) -> None:
        picked = self.values.itemData(index)
        if picked == FILE:
            self._show_values()
            self.fileWanted.emit(self._choice)
        elif self._choice.file is None or picked != str(self._choice.file):
            self.chosen.emit(replace(self._choice, values=picked or None, file=None))

    def _tell_layout(self, index: int) -> None:
        self.chosen.emit(replace(self._choice, layout=self.layout_box.itemData(index)))

    def _lay_out(self) -> None:
        boxes = QHBoxLayout()
        boxes.setContentsMargins(0, 0, 0, 0)
        boxes.setSpacing(SPACE_PX)
        for box, stretch in zip(self.boxes, STRETCHES, strict=True):
            boxes.addWidget(box, stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_PX // 2)
        column.addWidget(self.caption)
        column.addLayout(boxes)

    def file_to_take(self, data: QMimeData) -> Path | None:
        """The first file of numbers of a drop."""
        return next((path for path in files_in(data) if path.suffix.lower() in SUFFIXES), None)

    def drop_words(self, path: Path) -> str:
        """Which array gets its numbers."""
        return tr("Use {file} as input {name}").format(file=path.name, name=self.name)

    def take_file(self, path: Path) -> None:
        """The array gets the numbers of the file."""
        self.fileDropped.emit(self._choice, path)


class PullDownBox(ArrowBox):
    """A narrow pull-down; the wheel scrolls the panel unless it has the focus."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._entries: tuple[Entry, ...] = ()
        self.setAccessibleName(name)
        self.setToolTip(plain_tip(name))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(3)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(20)

    def offer(self, entries: Sequence[Entry]) -> None:
        """These entries; one that is open while they are the same stays open."""
        if self._entries == tuple(entries):
            return
        self._entries = tuple(entries)
        self.clear()
        for row, (words, data, tip) in enumerate(entries):
            self.addItem(words, data)
            self.setItemData(row, plain_tip(tip), Qt.ItemDataRole.ToolTipRole)
        wide = (self.fontMetrics().horizontalAdvance(words) for words, _, _ in entries)
        self.view().setMinimumWidth(max(wide, default=0) + 8 * SPACE_PX)

    def choose(self, data: str) -> None:
        """Show the entry with that data, without telling anybody."""
        self.setCurrentIndex(max(self.findData(data), 0))

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the panel unless a choice is being made here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def _types(row: InputRow) -> list[Entry]:
    own = row.unchosen_type or tr("own")
    given = own, OWN, tr("The type that the kernel's file gives it.")
    return [given, *(_entry(name) for name in row.dtypes)]


def _values(row: InputRow) -> list[Entry]:
    given = tr("own"), OWN, tr("The values that the kernel's file gives it.")
    tip = tr("Numbers of your own: a CSV file, or an array that np.save wrote.")
    file, picked = row.choice.file, list[Entry]()
    if file is not None:
        picked.append((file.name, str(file), str(file)))
    return [given, *(_entry(name) for name in row.values), (tr("File.."), FILE, tip), *picked]


def _entry(name: DtypeName | ValuesName | LayoutName) -> Entry:
    return choice_label(name), name, choice_tip(name)


def _toggle() -> QToolButton:
    toggle = QToolButton()
    toggle.setObjectName("inputsToggle")
    toggle.setText(tr("Inputs"))
    toggle.setCheckable(True)
    toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    toggle.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    toggle.setAccessibleName(tr("Inputs"))
    toggle.setToolTip(
        plain_tip(tr("Types, values and layouts of the arrays: press to choose others."))
    )
    return toggle


def _reset_button() -> QToolButton:
    reset = QToolButton()
    reset.setObjectName("inputsReset")
    reset.setText(tr("Reset"))
    reset.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    reset.setAccessibleName(tr("Reset the inputs"))
    reset.setToolTip(plain_tip(tr("Take all arrays as the kernel's file makes them.")))
    return reset
