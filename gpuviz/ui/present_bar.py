"""What a lecturer sets in Present mode: the kernel's name, size, block, Live and Run in one row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolBar, QToolButton, QWidget

from gpuviz.launch import Dim3
from gpuviz.scene.launch.notes import blamed
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.session.launch_controller import LaunchController
from gpuviz.texts import title_of, tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.fields import NumberField
from gpuviz.ui.labels import PlainLabel, rich_tip


class PresentBar(QToolBar):
    """Shows the session's choice, and tells it what is typed; `entered` after Enter in a field."""

    entered = Signal()

    def __init__(self, launch: LaunchController, actions: Mapping[str, QAction]) -> None:
        super().__init__(tr("Launch"))
        self.setObjectName("present")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggleViewAction().setVisible(False)
        self._launch = launch
        self.name = PlainLabel()
        self.size_fields: tuple[NumberField, ...] = ()
        self.block_fields: tuple[NumberField, ...] = ()
        self.buttons = (_button(actions["live"], tr("Live")), _button(actions["run"], tr("Run")))
        self.buttons[1].setObjectName("run")
        self._numbers = QWidget()
        self._row = QHBoxLayout(self._numbers)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2 * SPACE_PX)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for part in (self.name, space, self._numbers, *self.buttons):
            self.addWidget(part)
        launch.operationChanged.connect(self.show_operation)
        launch.stateChanged.connect(self.show_choice)
        self.show_operation()

    @property
    def fields(self) -> tuple[NumberField, ...]:
        """From left to right."""
        return (*self.size_fields, *self.block_fields)

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels."""
        self.setStyleSheet(f"QWidget {{ font-size: {letter_px}px; }}" if letter_px else "")
        self.show_choice()

    def show_operation(self) -> None:
        """The fields of another kernel."""
        while (taken := self._row.takeAt(0)) is not None:
            if (widget := taken.widget()) is not None:
                widget.deleteLater()
        operation = self._launch.choice.operation
        self.name.setText(title_of(operation))
        self.size_fields = tuple(map(_size_field, operation.size_names))
        axes = 0 if operation.is_pipeline else _axes(self._launch.choice.block)
        self.block_fields = tuple(map(_block_field, "xyz"[:axes]))
        several = len(self.size_fields) > 1
        names = operation.size_names if several else ("",) * len(self.size_fields)
        self._place(tr("Size"), self.size_fields, names)
        self._place(tr("Block"), self.block_fields, ("",) * axes)
        self.show_choice()

    def show_choice(self) -> None:
        """The numbers that are chosen; they rest while a recording is shown."""
        choice, rests = self._launch.choice, self._launch.why_not_again is not None
        recording = self._launch.recording
        self.name.setText(
            recording[0].kernel if recording and rests else title_of(choice.operation)
        )
        for field in (*self.size_fields, *self.block_fields):
            field.setVisible(not rests)
        wrong = {blamed(message) for message in choice.problems()}
        shown = (
            *zip(self.size_fields, choice.size, strict=True),
            *zip(self.block_fields, choice.block, strict=False),
        )
        for field, number in shown:
            field.ensurePolished()  # its letters say how wide it is
            field.show_number(number)
            field.setEnabled(not rests)
        for field in self.size_fields:
            field.show_refused("size" in wrong)
        for field in self.block_fields:
            field.show_refused("block" in wrong)

    def _place(self, words: str, fields: Sequence[NumberField], names: Sequence[str]) -> None:
        if fields:
            self._say(words)
        for name, field in zip(names, fields, strict=True):
            if name:
                self._say(name)
            self._row.addWidget(field)
            field.valueChanged.connect(self._take)
            field.entered.connect(self.entered)

    def _say(self, words: str) -> None:
        label = PlainLabel(words)
        set_tone(label, "muted")
        label.setContentsMargins(2 * SPACE_PX, 0, 0, 0)
        self._row.addWidget(label)

    def _take(self) -> None:
        """What was typed counts; axes that have no field stay as they are."""
        choice = self._launch.choice
        size = tuple(field.value() for field in self.size_fields)
        typed = [field.value() for field in self.block_fields]
        block = Dim3(*typed, *tuple(choice.block)[len(typed) :])
        self._launch.type_numbers(size, block, choice.pinned_grid)


def _axes(block: Dim3) -> int:
    """How many axes a block has more than one thread along, at least one."""
    return 3 if block.z > 1 else 2 if block.y > 1 else 1


def _size_field(name: str) -> NumberField:
    words = tr("Size {name}").format(name=name)
    return NumberField(words, tr("The size {name} of the data.").format(name=name))


def _block_field(axis: str) -> NumberField:
    words = tr("Threads of one block along {axis}.").format(axis=axis)
    return NumberField(f"{tr('Block')} {axis}", words)


def _button(action: QAction, words: str) -> QToolButton:
    """One of the window's actions."""
    button = QToolButton()
    button.setText(words)
    button.setAccessibleName(words)
    button.setToolTip(rich_tip(action.toolTip()))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setCheckable(action.isCheckable())
    button.setChecked(action.isChecked())
    button.clicked.connect(action.trigger)
    action.toggled.connect(button.setChecked)
    return button
