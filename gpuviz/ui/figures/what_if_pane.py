"""Registers, shared memory and block of a launch, to be tried: what they make of its occupancy and
of its modelled time.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from gpuviz.device import Device
from gpuviz.launch import WARP_SIZE, Dim3
from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.what_if import Tried, as_it_is, occupancy_facts
from gpuviz.texts import tr
from gpuviz.trace import Trace
from gpuviz.ui.facts import FactList, Heading, Line, NoteList
from gpuviz.ui.figures.steppers import Stepper

SHARED_STEP = 1024  # bytes


class WhatIfPane(QWidget):
    """Says what is tried; the occupancy is told at once, the time by whoever asks the model."""

    tried = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._launch: tuple[Trace, Device] | None = None
        self.registers = Stepper(
            tr("registers of a thread"), tr("Fewer leave room for more threads on an SM.")
        )
        self.shared = Stepper(
            tr("shared bytes of a block"), tr("Fewer leave room for more blocks on an SM.")
        )
        self.block = tuple(
            Stepper(tr("block, along {axis}").format(axis=axis), tr("Threads of a block."))
            for axis in "xyz"
        )
        self.facts, self.notes = FactList(), NoteList(Line)
        self.back = QPushButton(tr("As it is"))
        self.back.setAutoDefault(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_PX)
        steppers = (self.registers, self.shared, *self.block)
        for part in (Heading(tr("What if")), *steppers, self.facts, self.notes, self.back):
            column.addWidget(part)
        for stepper in steppers:
            stepper.changed.connect(self._try)
        self.back.clicked.connect(self.reset)

    @property
    def values(self) -> Tried:
        """What is tried."""
        x, y, z = (stepper.value for stepper in self.block)
        return Tried(self.registers.value, self.shared.value, Dim3(x, y, z))

    @property
    def text(self) -> str:
        """What came of it as plain text."""
        return "\n".join(filter(None, (self.facts.text, self.notes.text)))

    def show_launch(self, trace: Trace, device: Device) -> None:
        """Another launch, as it is."""
        self._launch = trace, device
        now = as_it_is(trace)
        self.registers.set_up(now.registers, 1, device.max_registers_per_thread, 1)
        self.shared.set_up(now.shared, 0, device.shared_per_block_optin, SHARED_STEP)
        for axis, (stepper, side) in enumerate(zip(self.block, now.block, strict=True)):
            step = WARP_SIZE if side % WARP_SIZE == 0 else 1
            stepper.set_up(side, 1, device.max_block_dim[axis], step)
            stepper.setVisible(axis == 0 or side > 1)
        self._try()

    def reset(self) -> None:
        """Try nothing."""
        if self._launch is not None:
            self.show_launch(*self._launch)

    def show_answer(self, times: Sequence[Fact], notes: Sequence[Note]) -> None:
        """What the model says of what is tried, below what it makes of the occupancy."""
        if self._launch is not None:
            held = occupancy_facts(*self._launch, self.values)
            self.facts.show_facts([*held, *times])
            self.notes.show_notes(notes)

    def _try(self) -> None:
        self.show_answer((), ())
        self.tried.emit()
