"""Keeps the section Inputs as the launch is, and tells the session what is chosen in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from gpuviz.messages import GpuvizError
from gpuviz.operation.inputs import InputChoice, checked_file, with_choice
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.scene.launch.inputs import (
    InputRow,
    input_arrays,
    input_rows,
    own_types_of,
    summary_words,
)
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.texts import tr
from gpuviz.trace import ArrayInfo
from gpuviz.ui import dialogs
from gpuviz.ui.launch.inputs import InputsSection


class InputsController(QObject):
    """What arrays there are is known from a launch; until then there is nothing to choose."""

    def __init__(self, section: InputsSection, session: Session) -> None:
        super().__init__(section)
        self._section, self._launch = section, session.launch
        self._path: Path | None = None  # whose arrays these are
        self._arrays: tuple[ArrayInfo, ...] = ()
        self._own_types: dict[str, str] = {}
        self._menu: QMenu | None = None
        launch = session.launch
        CoalescedCall(self, self._show, launch.stateChanged, launch.resultReady)
        section.chosen.connect(self._choose)
        section.fileWanted.connect(self._ask_file)
        section.fileDropped.connect(self._take_file)
        section.resetWanted.connect(self._reset)
        self._show()

    @property
    def menu(self) -> QMenu | None:
        """What asks for which array a file is."""
        return self._menu

    def offer_file(self, path: Path) -> None:
        """Somebody has a file of numbers: ask for which array, unless there is but one."""
        arrays = [row for row in self._rows if row.name is not None]
        if not arrays:
            dialogs.tell(self._section, path.name, self._why or tr("There is no array for it."))
        elif len(arrays) == 1:
            self._take_file(arrays[0].choice, path)
        else:
            self._ask_which(arrays, path)

    def _ask_which(self, rows: list[InputRow], path: Path) -> None:
        menu = QMenu(self._section)
        title = menu.addAction(tr("{file} is for").format(file=path.name))
        title.setEnabled(False)
        for row in rows:
            entry = menu.addAction(f"{row.name}  {row.shape}")
            entry.triggered.connect(lambda checked, one=row: self._take_file(one.choice, path))
        self._menu = menu
        menu.popup(QCursor.pos())

    def _choose(self, choice: InputChoice) -> None:
        inputs = self._launch.choice.inputs
        if choice.name is None:  # what is chosen for all goes before what was chosen for one
            inputs = _without(inputs, choice)
        if choice.layout == "contiguous" and not _common_layout(inputs, choice):
            choice = replace(choice, layout=None)
        self._launch.choose_inputs(with_choice(inputs, choice))

    def _ask_file(self, choice: InputChoice) -> None:
        dialogs.ask_numbers(self._section, lambda path: self._take_file(choice, path))

    def _take_file(self, choice: InputChoice, path: Path) -> None:
        try:
            file = checked_file(path)
        except GpuvizError as error:
            dialogs.tell_error(self._section, error)
            return
        self._section.open()
        self._choose(replace(choice, values=None, file=file))

    def _reset(self) -> None:
        self._launch.choose_inputs(())

    @property
    def _rows(self) -> tuple[InputRow, ...]:
        return input_rows(self._arrays, self._own_types, self._launch.choice.inputs)

    @property
    def _why(self) -> str:
        """Why there is nothing to choose; "" where there is."""
        if self._launch.why_not_again is not None:
            return tr("A recording was launched before: its arrays are what they were.")
        if self._launch.choice.operation.is_script:
            return tr("The script makes its arrays itself: change them there, and run it again.")
        if self._launch.choice.operation.is_pipeline:
            return tr(
                "A pipeline's host code makes the arrays of its launches: they cannot be chosen"
                " here. Change inputs in a copy of its file."
            )
        return "" if self._arrays else tr("Run it once: then its arrays are known.")

    def _show(self) -> None:
        launch = self._launch
        path = launch.choice.operation.path
        if path != self._path:
            self._path, self._arrays, self._own_types = path, (), {}
        if launch.shown is not None and launch.shown.choice.operation.path == path:
            self._learn(launch.shown)
        elif launch.recording is not None and launch.why_not_again is None:
            trace, _ = launch.recording
            self._arrays = input_arrays(trace, launch.choice.operation.parameters)
            self._own_types = own_types_of(self._arrays, (), self._own_types)
        why = self._why
        self._section.show_rows(() if why else self._rows, why)
        self._section.show_summary("" if why else summary_words(launch.choice.inputs))

    def _learn(self, shown: ShownLaunch) -> None:
        """What the arrays are; those of a pipeline are not its own parameters."""
        if shown.of_pipeline:
            return
        self._arrays = input_arrays(shown.trace, shown.choice.operation.parameters)
        self._own_types = own_types_of(self._arrays, shown.choice.inputs, self._own_types)


def _without(inputs: tuple[InputChoice, ...], common: InputChoice) -> tuple[InputChoice, ...]:
    """The choices of single arrays without what is now chosen for all."""
    dtype, layout = common.dtype is not None, common.layout is not None
    kept = (
        one
        if one.name is None
        else replace(one, dtype=None if dtype else one.dtype, layout=None if layout else one.layout)
        for one in inputs
    )
    return tuple(one for one in kept if not one.is_none)


def _common_layout(inputs: tuple[InputChoice, ...], choice: InputChoice) -> bool:
    """Whether another layout is chosen for all, from which an array can differ."""
    if choice.name is None:
        return False
    return any(one.name is None and one.layout is not None for one in inputs)
