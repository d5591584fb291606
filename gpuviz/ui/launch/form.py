"""The fields of a launch: sizes, grid, block. The grid follows the others unless it is unlinked."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QToolButton, QWidget

from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.operation import OperationInfo
from gpuviz.scene.sizes import SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.docks import ElidedLabel
from gpuviz.ui.facts import set_tone
from gpuviz.ui.fields import NumberField, ProblemLine
from gpuviz.ui.icons import icon
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.style import ui_font
from gpuviz.ui.term_marks import TermLabel

COLUMNS = 3  # of fields; more sizes than that have more rows
AXES_ROW = 40  # after the rows of all sizes; rows with nothing in them take no room


class LaunchForm(QWidget):
    """Emits `edited` when a number was committed or the grid was linked or unlinked."""

    edited = Signal()
    problemChanged = Signal()
    entered = Signal()  # with Enter in a field

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._operation: OperationInfo | None = None
        self._grid = _axis_fields(tr("Grid"), tr("Blocks along {axis}. Unlink to set it yourself."))
        self._block = _axis_fields(tr("Block"), tr("Threads of one block along {axis}."))
        self._sizes: list[NumberField] = []
        self._captions: list[ElidedLabel] = []
        self._size_label = _row_label(tr("Size"))
        self._link = self._make_link()
        self._rows: list[QWidget] = [self._link, *self._grid, *self._block]  # of one launch
        self._of_grid: tuple[QWidget, ...] = ()
        self._tells_grid = True
        self._why = _why_nothing()
        self._told = ProblemLine()
        self._told.changed.connect(self.problemChanged)
        self._layout = QGridLayout(self)
        self._lay_out()
        self.set_theme(theme)
        for field in (*self._grid, *self._block):
            field.valueChanged.connect(lambda value: self.edited.emit())
            field.entered.connect(self.entered)

    def set_theme(self, theme: Theme) -> None:
        """Draw the link in other colours."""
        self._link.setIcon(icon("link", theme))

    def show_operation(self, operation: OperationInfo) -> None:
        """Show a field for each of its sizes."""
        self._operation = operation
        self._show_sizes(operation.size_names)

    def show_recorded(self, config: LaunchConfig) -> None:
        """Show a launch whose size is not known, without telling anybody."""
        self._operation = None
        self._show_sizes(())
        self.show_numbers((), config.block, config.grid)
        self.show_link(False)

    @property
    def operation(self) -> OperationInfo | None:
        """Whose sizes have fields; None: there are none."""
        return self._operation

    def _show_sizes(self, names: Sequence[str]) -> None:
        for widget in (*self._sizes, *self._captions):
            self._layout.removeWidget(widget)
            widget.deleteLater()
        self._sizes = [self._size_field(name) for name in names]
        self._captions = [_caption(name) for name in names] if len(names) > 1 else []
        self._size_label.setVisible(bool(names))
        self._place_sizes()
        self._told.watch(self._fields)
        self.forget_texts()
        self._show_rows()

    def show_grid(self, shown: bool) -> None:
        """Whether the grid is told where it only follows from size and block."""
        self._tells_grid = shown
        self._show_rows()

    def _show_rows(self) -> None:
        operation = self._operation
        is_pipeline = operation is not None and operation.is_pipeline
        is_script = operation is not None and operation.is_script
        tells_grid = self._tells_grid or not self._link.isChecked()
        for part in self._rows:
            part.setVisible(not is_pipeline and (tells_grid or part not in self._of_grid))
        self._why.setVisible(is_pipeline)
        self._why.setText(
            tr(
                "A script sets sizes, grids and blocks itself: change them there, and run it again."
                " Its launches stand in the panel Pipeline."
            )
            if is_script
            else tr(
                "A pipeline is a train of launches: each has a grid and a block of its own. They"
                " stand in the panel Pipeline."
            )
        )

    def show_numbers(self, size: Sequence[int], block: Dim3, grid: Dim3) -> None:
        """Show a launch without telling anybody."""
        for field, number in zip(self._fields, (*size, *grid, *block), strict=True):
            field.show_number(number)

    def take_typed(self) -> None:
        """What is still being typed counts as if Enter had been pressed."""
        for field in self._fields:
            field.interpretText()

    def forget_texts(self) -> None:
        """Show the numbers again, whatever wrong text stands in a field."""
        for field in self._fields:
            if field.problem is not None:
                field.forget_text()

    @property
    def problem(self) -> Message | None:
        """What is wrong with a text that stands where a number should."""
        return self._told.problem

    def show_link(self, linked: bool) -> None:
        """Whether the grid follows size and block."""
        blocked = self._link.blockSignals(True)
        self._link.setChecked(linked)
        self._link.blockSignals(blocked)
        self._enable_grid()
        self._show_rows()

    def show_refused(self, *, size: bool, block: bool, grid: bool) -> None:
        """Mark what cannot be launched."""
        groups = ((self._sizes, size), (self._block, block), (self._grid, grid))
        for fields, refused in groups:
            for field in fields:
                field.show_refused(refused)

    @property
    def _fields(self) -> tuple[NumberField, ...]:
        return (*self._sizes, *self._grid, *self._block)

    @property
    def problem_size(self) -> tuple[int, ...]:
        """The sizes, in the order of the operation."""
        return tuple(field.value() for field in self._sizes)

    @property
    def block(self) -> Dim3:
        """Threads of a block."""
        return Dim3(*(field.value() for field in self._block))

    @property
    def pinned_grid(self) -> Dim3 | None:
        """The grid that the user set; None while it follows."""
        if self._link.isChecked():
            return None
        return Dim3(*(field.value() for field in self._grid))

    @property
    def size_fields(self) -> tuple[NumberField, ...]:
        """The fields of the sizes."""
        return tuple(self._sizes)

    @property
    def block_fields(self) -> tuple[NumberField, ...]:
        """The fields of the block: x, y, z."""
        return self._block

    @property
    def grid_fields(self) -> tuple[NumberField, ...]:
        """The fields of the grid: x, y, z."""
        return self._grid

    @property
    def link(self) -> QToolButton:
        """The button that links the grid to size and block."""
        return self._link

    def _make_link(self) -> QToolButton:
        link = QToolButton()
        link.setObjectName("link")
        link.setCheckable(True)
        link.setChecked(True)
        link.setFixedSize(22, 22)
        link.setToolTip(tr("The grid follows size and block. Press to set it yourself."))
        link.setAccessibleName(tr("Grid follows size and block"))
        link.toggled.connect(self._link_toggled)
        return link

    def _link_toggled(self, linked: bool) -> None:
        self._enable_grid()
        self.edited.emit()

    def _enable_grid(self) -> None:
        for field in self._grid:
            field.setEnabled(not self._link.isChecked())

    def _lay_out(self) -> None:
        grid = self._layout
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * SPACE_PX)
        grid.setVerticalSpacing(2 * SPACE_PX)
        for column, axis in enumerate("xyz"):
            caption = _caption(axis)
            self._rows.append(caption)
            grid.addWidget(caption, AXES_ROW, 1 + column)
            grid.addWidget(self._grid[column], AXES_ROW + 1, 1 + column)
            grid.addWidget(self._block[column], AXES_ROW + 2, 1 + column)
            grid.setColumnStretch(1 + column, 1)
        grid.addWidget(self._size_label, 1, 0)
        names = _row_label(tr("Grid")), _row_label(tr("Block"))
        self._rows += names
        self._of_grid = (names[0], self._link, *self._grid)
        grid.addLayout(_beside(names[0], self._link), AXES_ROW + 1, 0)
        grid.addWidget(names[1], AXES_ROW + 2, 0)
        grid.addWidget(self._why, AXES_ROW + 3, 0, 1, 1 + COLUMNS)
        grid.addWidget(self._told, AXES_ROW + 4, 0, 1, 1 + COLUMNS)
        self._enable_grid()

    def _place_sizes(self) -> None:
        span = 1 if self._captions else COLUMNS
        for index, field in enumerate(self._sizes):
            row, column = divmod(index, COLUMNS)
            self._layout.addWidget(field, 2 * row + 1, 1 + column, 1, span)
        for index, caption in enumerate(self._captions):
            row, column = divmod(index, COLUMNS)
            self._layout.addWidget(caption, 2 * row, 1 + column)
        for before, after in itertools.pairwise((*self._sizes, *self._grid, *self._block)):
            QWidget.setTabOrder(before, after)

    def _size_field(self, name: str) -> NumberField:
        field = NumberField(
            tr("Size {name}").format(name=name),
            tr("The size {name} of the data.").format(name=name),
        )
        field.valueChanged.connect(lambda value: self.edited.emit())
        field.entered.connect(self.entered)
        return field


def _beside(label: QLabel, button: QToolButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(SPACE_PX)
    row.addWidget(label)
    row.addWidget(button)
    return row


def _axis_fields(name: str, tip: str) -> tuple[NumberField, ...]:
    return tuple(NumberField(f"{name} {axis}", tip.format(axis=axis)) for axis in "xyz")


def _caption(words: str) -> ElidedLabel:
    """A name over a field: cut short where a long one has too little room."""
    label = ElidedLabel()
    label.show_words(words)
    label.setFont(ui_font(SMALL_PX))
    set_tone(label, "muted")
    return label


def _why_nothing() -> QLabel:
    label = PlainLabel("")
    label.setWordWrap(True)
    set_tone(label, "muted")
    label.hide()
    return label


def _row_label(words: str) -> QLabel:
    label = TermLabel(words)
    label.setMinimumWidth(label.sizeHint().width())
    set_tone(label, "muted")
    return label
