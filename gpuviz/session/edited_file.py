"""A kernel file that is edited: what it says on the disk, its recovery copy, who else writes it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, QTimer, Signal

from gpuviz.atomic_file import write_whole
from gpuviz.messages import Message, RequestRefused, reason_of
from gpuviz.operation.module import MAX_FILE_BYTES, read_source
from gpuviz.ordinary_file import read_ordinary, text_style
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.session.watched_file import WatchedFile

KEEP_MS = 1_000  # from the first letter that is in no file to the copy that has it
SUFFIX = ".unsaved"


@dataclass(slots=True)
class _Keeping:
    """One write of the recovery copy, in a thread of its own: a disk may be slow."""

    path: Path
    text: str
    problem: OSError | None = None

    def run(self) -> None:
        try:
            write_whole(self.path, self.text)
        except OSError as error:
            self.problem = error


class EditedFile(QObject):
    """Knows the text in the file, and keeps what is typed beside it until it is saved.

    Line ends are "\\n" here; in the file they stay what they were, and so does its mark of UTF-8.
    Raises RequestRefused where there is nothing to be read.
    """

    diskChanged = Signal()  # by another program: `text` is what it says now
    keepingFailed: TypedSignal[[Message]] = signal(object)  # said once

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path, self.copy = path, path.with_name(path.name + SUFFIX)
        read_source(path)
        self._watched = WatchedFile(path, read_source, self)
        self._watched.changed.connect(self._take_change)
        self._mark, self._line_end = text_style(path, MAX_FILE_BYTES)
        self._wanted: str | None = None  # to be kept
        self._keeping: tuple[_Keeping, Thread] | None = None
        self._told = False
        self._timer = QTimer(self, singleShot=True, interval=KEEP_MS)
        self._timer.timeout.connect(self._keep_now)

    @property
    def text(self) -> str | None:
        """What the file says; None: it is gone, or cannot be read any more."""
        return self._watched.text

    def recovered(self) -> str | None:
        """What was typed and never saved when a program ended; None where nothing was."""
        try:
            found = read_ordinary(self.copy, MAX_FILE_BYTES).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return None
        return None if found == self.text else found

    def save(self, text: str) -> None:
        """Writes the file; nothing is left to be recovered. Raises RequestRefused."""
        try:
            write_whole(self.path, self._mark + text.replace("\n", self._line_end))
        except OSError as error:
            template = (
                "{file} cannot be saved: {reason}. The text is still here: save it elsewhere."
            )
            values = {"file": self.path.name, "reason": reason_of(error)}
            raise RequestRefused(Message("editor.unsaved", template, values)) from None
        self._watched.take(text)
        self.forget_copy()

    def keep(self, text: str) -> None:
        """Have a text that is not saved in the recovery copy within a second."""
        self._wanted = text
        if not self._timer.isActive():
            self._timer.start()

    def forget_copy(self) -> None:
        """Nothing is left to be recovered."""
        self._wanted = None
        self._timer.stop()
        self._join()
        with suppress(OSError):
            self.copy.unlink(missing_ok=True)

    def close(self) -> None:
        """What was typed is in the recovery copy when this returns; nothing is watched any more."""
        self._join()
        self._timer.stop()
        if self._wanted is not None:
            keeping = _Keeping(self.copy, self._wanted)
            keeping.run()
            self._wanted = None
            self._tell(keeping.problem)
        self._watched.close()

    def look(self) -> None:
        """Read what is on the disk, and tell if it is another text."""
        self._watched.look()

    def _take_change(self) -> None:
        if self.text is not None:
            self._mark, self._line_end = text_style(self.path, MAX_FILE_BYTES)
        self.diskChanged.emit()

    def _keep_now(self) -> None:
        if self._keeping is not None and self._keeping[1].is_alive():
            self._timer.start()
            return
        self._join()
        if self._wanted is None:
            return
        keeping, self._wanted = _Keeping(self.copy, self._wanted), None
        thread = Thread(target=keeping.run, name="recovery copy")
        self._keeping = keeping, thread
        thread.start()

    def _join(self) -> None:
        if self._keeping is not None:
            keeping, thread = self._keeping
            self._keeping = None
            thread.join()
            self._tell(keeping.problem)

    def _tell(self, problem: OSError | None) -> None:
        if problem is None or self._told:
            return
        self._told = True
        template = (
            "What you type cannot be kept beside {file}: {reason}. Save it to a file elsewhere."
        )
        values = {"file": self.path.name, "reason": reason_of(problem)}
        self.keepingFailed.emit(Message("editor.not-kept", template, values))
