"""Opens kernel files, recordings, lessons and device files, from wherever they are named."""

from __future__ import annotations

import os
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gpuviz.device import device_problems
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.operation import (
    OperationInfo,
    describe_runnable,
    list_operations,
    plugin_operations,
    read_gallery,
    read_plugins,
)
from gpuviz.operation.c_launch import NO_LAUNCH
from gpuviz.operation.gallery import is_brought
from gpuviz.operation.inputs import SUFFIXES as NUMBERS
from gpuviz.operation.module import NOT_UTF8
from gpuviz.operation.reader import NOT_LAUNCHED
from gpuviz.ordinary_file import ending
from gpuviz.plugins import CLASH, installed
from gpuviz.session.session import Session
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui import dialogs
from gpuviz.ui.drops import files_in
from gpuviz.ui.toolbar import Toolbar

if TYPE_CHECKING:
    from gpuviz.trace import Trace

KERNEL, CUDA_C, RECORDING, LESSON, DEVICES = ".py", ".cu", ".gpuviz", ".md", ".toml"
ASKED = (*NO_LAUNCH, NOT_LAUNCHED)  # codes of what a dialog asks for
OF_ONE = (KERNEL, CUDA_C, RECORDING, LESSON)  # what is opened by itself, and not beside others
SUFFIXES = (KERNEL, CUDA_C, RECORDING, LESSON, DEVICES, *NUMBERS)


class FileController(QObject):
    """Picks operations; a file of the user's own is launched only once they have agreed.

    A recording is read beside the window: `recordingOpened` comes once it is there, and not at all
    where something else is opened meanwhile.
    """

    lessonOpened: TypedSignal[[Path]] = signal(object)
    recordingOpened: TypedSignal[[Trace, str]] = signal(object, str)  # name of its file
    mistakeFound: TypedSignal[[Path]] = signal(object)  # in a kernel file: its text is to be seen
    openAlready: TypedSignal[[Path]] = signal(object)  # a kernel file or script that is chosen
    numbersOpened: TypedSignal[[Path]] = signal(object)  # for one of the arrays
    said = Signal(str)

    def __init__(self, window: QWidget, toolbar: Toolbar, session: Session) -> None:
        super().__init__(window)
        controller, openings = session.launch, session.launcher.openings
        self._window, self._toolbar, self._controller = window, toolbar, controller
        self._session, self._openings = session, openings
        openings.opened.connect(self.recordingOpened)
        openings.failed.connect(self._tell)
        self._reading = chain(read_gallery(), read_plugins())
        self._left_out = 0  # of those files
        self._listing = QTimer(self, interval=0)
        self._listing.timeout.connect(self._read_on)
        toolbar.operationPicked.connect(lambda path: self.open(Path(path)))
        controller.consentWanted.connect(self._ask_consent)
        controller.choiceChanged.connect(self._show_operation)
        self._show_operation()

    def open(self, path: Path) -> None:
        """Open a file of the kind that its name says; what is wrong with it is said."""
        path = Path(os.path.abspath(path))
        if ending(path) in OF_ONE and path.is_file() and not is_brought(path):
            self._session.recent.add(path)
        if self._is_open(path):
            self._openings.cancel()
            self._show_operation()
            self.openAlready.emit(path)
            return
        if ending(path) == RECORDING:
            self._openings.open(path)
            return
        if ending(path) in NUMBERS:
            self.numbersOpened.emit(path)
            return
        if ending(path) != DEVICES:
            self._openings.cancel()
        try:
            if path.is_dir():
                raise _is_folder(path)
            if ending(path) == DEVICES:
                self._open_devices(path)
            elif ending(path) == LESSON:
                self.lessonOpened.emit(path)
            else:
                self._pick(describe_runnable(path))
        except GpuvizError as error:
            if error.message.code in ASKED:
                self._ask_launch(path, error)
            elif can_be_mended(error, path):
                self._show_operation()
                self.mistakeFound.emit(path)
            else:
                self._tell(error)

    def _is_open(self, path: Path) -> bool:
        """Whether somebody's own file is what is chosen, and no recording is shown of it."""
        chosen = self._controller.choice.operation.path
        return chosen == path and not is_brought(path) and self._controller.recording is None

    def _ask_launch(self, path: Path, error: GpuvizError) -> None:
        """A kernel by itself: its inputs are asked for, and written into its file."""
        from gpuviz.ui.head_dialog import HeadDialog

        self._show_operation()
        try:
            dialog = HeadDialog(self._window, path, error)
        except GpuvizError:  # nothing can be suggested: the sentence says what to write
            self._tell(error)
            return
        dialog.written.connect(self.open)
        dialog.open()

    def _open_devices(self, path: Path) -> None:
        own = self._session.open_device_file(path)
        words = tr("Devices of {file} in the list of devices: {n}.")
        if not own:
            words = tr("gpuviz has all devices of {file} in its own list.")
        self.said.emit(words.format(file=path.name, n=len(own)))

    def _tell(self, error: GpuvizError) -> None:
        self._show_operation()
        dialogs.tell_error(self._window, error)

    def list_gallery(self) -> None:
        """Offer all operations, soon: their files have to be read."""
        self._listing.start()

    def _read_on(self) -> None:
        """One file a turn of the event loop, the window must not stand still for all of them."""
        one = next(self._reading, None)
        self._left_out += isinstance(one, GpuvizError)
        if one is None:
            self._listing.stop()
            self._toolbar.operation.show_operations((*list_operations(), *plugin_operations()))
            self._session.device_files.take_plugins()
            self._tell_plugins()

    def _tell_plugins(self) -> None:
        """That something is wrong with plugins; a name that is taken is nothing wrong."""
        others = (*installed().problems, *device_problems())
        left_out = self._left_out + sum(problem.code != CLASH for problem in others)
        if left_out:
            words = tr("Left out of plugins: {n}. `gpuviz doctor` says what and why.")
            self.said.emit(words.format(n=left_out))

    def _pick(self, operation: OperationInfo) -> None:
        self._controller.pick_operation(operation)

    def _show_operation(self) -> None:
        if self._controller.recording is not None and self._controller.why_not_again is not None:
            self._toolbar.operation.show_other(self._controller.recording[0].kernel)
            return
        operation = self._controller.choice.operation
        self._toolbar.operation.add_operation(operation)
        self._toolbar.operation.choose(str(operation.path))

    def _ask_consent(self, operation: OperationInfo) -> None:
        dialogs.ask_consent(self._window, operation, lambda: self._agree(operation))

    def _agree(self, operation: OperationInfo) -> None:
        self._controller.trust(operation)
        self._controller.run()


def dropped_file(data: QMimeData) -> Path | None:
    """The first file of a drop that can be opened, or a folder, of which is said why not."""
    found = (path for path in files_in(data) if ending(path) in SUFFIXES or path.is_dir())
    return next(found, None)


def drop_words(path: Path) -> str:
    """What opening a file of that name does."""
    words = {
        RECORDING: tr("Play the recording {file}"),
        LESSON: tr("Play the lesson {file}"),
        DEVICES: tr("List the devices of {file}"),
        **dict.fromkeys(NUMBERS, tr("Use {file} as an input")),
    }
    return words.get(ending(path), tr("Open {file}")).format(file=path.name)


def can_be_mended(error: GpuvizError, path: Path) -> bool:
    """Whether a kernel file that cannot be launched can be opened all the same: the window asks
    what is missing, or shows the line that is wrong in its editor.
    """
    code, place = error.message.code, error.place
    is_in_text = place is not None and Path(place.file) == path and code != NOT_UTF8
    return code in ASKED or (ending(path) in (KERNEL, CUDA_C) and is_in_text)


def _is_folder(path: Path) -> RequestRefused:
    template = (
        "{file} is a folder, and the window shows one file: open a file in it, or check all its"
        " scripts in a terminal with `gpuviz check {file}`."
    )
    return RequestRefused(Message("app.folder", template, {"file": path.name}))
