"""Lessons, Export handout: asks for a file and has a process make it, while the window goes on."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QProgressBar, QProgressDialog, QWidget

from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.session.session import Session
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import say, tr
from gpuviz.ui import dialogs
from gpuviz.ui.handout.job import HandoutChoice, HandoutProcess
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.languages import spoken_language

PDF = ".pdf"
PROGRESS_PX = 360
Ended = Path | GpuvizError | None
"""The file, what was wrong, or nothing where it was cancelled."""


class HandoutController(QObject):
    """`said` carries a line for the status bar. At most one handout is made at a time."""

    said = Signal(str)
    _progressed = Signal(int)  # from the thread that hears the process
    _ended: TypedSignal[[Ended]] = signal(object)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._process: HandoutProcess | None = None
        self._thread: threading.Thread | None = None
        self._cancelled = False
        self.progress: QProgressDialog | None = None
        self._progressed.connect(self._show_share)
        self._ended.connect(self._finish)

    @property
    def busy(self) -> bool:
        """Whether a handout is being made."""
        return self._process is not None

    def ask(self) -> None:
        """Ask where the handout of the lesson that is played goes."""
        playing = self._session.lesson.playing
        if playing is None or self.busy:
            return
        kinds = f"{tr('Handout')} (*{PDF})"
        name = playing.lesson.path.stem
        dialogs.ask_new_file(self._window, tr("Export the handout"), kinds, name, self.export)

    def export(self, path: Path) -> None:
        """Have it made; the texts are in the language of this window."""
        playing = self._session.lesson.playing
        if playing is None or self.busy:
            return
        lesson = playing.lesson
        choice = HandoutChoice(str(lesson.path.absolute()), spoken_language(), str(path.absolute()))
        self._cancelled = False
        self._process = HandoutProcess(choice)
        self._show_progress(lesson.step_count)
        self._thread = threading.Thread(
            target=self._follow, args=(self._process, path), name="handout"
        )
        self._thread.start()

    def cancel(self) -> None:
        """End it; no file is written."""
        self._cancelled = True
        if self._process is not None:
            self._process.end()

    def close(self) -> None:
        """Leave no process and no thread behind."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()

    def _follow(self, process: HandoutProcess, path: Path) -> None:
        """In a thread."""
        ended: Ended = path
        try:
            process.follow(lambda done, _: self._progressed.emit(done))
        except GpuvizError as error:
            ended = error
        except (OSError, ValueError) as error:  # its streams were closed with it
            ended = RequestRefused(_broken(error))
        finally:
            process.end()
        self._ended.emit(None if self._cancelled else ended)

    def _show_progress(self, count: int) -> None:
        progress = QProgressDialog("", tr("Cancel"), 0, count, self._window)
        progress.setLabel(PlainLabel(tr("Playing the lesson for its pictures…")))
        bar = QProgressBar(progress)
        bar.setTextVisible(False)
        progress.setBar(bar)
        progress.setMinimumWidth(PROGRESS_PX)
        progress.setWindowTitle("gpuviz")
        progress.setMinimumDuration(0)
        progress.setAutoReset(False)
        progress.setValue(0)
        progress.canceled.connect(self.cancel)
        self.progress = progress

    def _show_share(self, done: int) -> None:
        if self.progress is not None:
            self.progress.setValue(done)

    def _finish(self, ended: Ended) -> None:
        self._process = None
        if self.progress is not None:
            self.progress.deleteLater()
            self.progress = None
        if ended is None:
            self.said.emit(tr("The handout was cancelled; no file was written."))
        elif isinstance(ended, GpuvizError):
            dialogs.tell(self._window, tr("This could not be saved"), say(ended.message))
        else:
            self.said.emit(tr("Saved as {file}.").format(file=ended))


def _broken(error: Exception) -> Message:
    template = "The handout could not be made: {reason}"
    return Message("handout.failed", template, {"reason": str(error)})
