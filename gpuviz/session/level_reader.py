"""PTX and SASS of kernels, made in a worker when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from gpuviz.messages import GpuvizError, Message
from gpuviz.session.newest import NewestJob

if TYPE_CHECKING:
    from gpuviz.engines.source_levels import CompiledLevels, LaunchedKernel
    from gpuviz.worker.jobs import JobRunner, ReadCompiledLevels

PATIENCE_MS = 300  # what is there sooner is not said to be compiled
MOST_KEPT = 16  # kernels: each some hundred KB


class LevelReader(QObject):
    """Asks for the levels of one kernel at a time, the newest; keeps those of the last kernels.

    `changed` tells that an answer has come, or that the wait for it has become long.
    """

    changed = Signal()
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: NewestJob[_Subject, CompiledLevels | Message] = NewestJob(runner, self)
        self._known: dict[_Subject, CompiledLevels | Message] = {}
        self._asked: _Subject | None = None  # last
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self.changed)
        self._job.answered.connect(self._keep)
        self._job.failed.connect(self._keep_failure)
        self._job.busyChanged.connect(self.busyChanged)

    @property
    def busy(self) -> bool:
        """Whether a kernel is compiled."""
        return self._job.busy

    @property
    def lingers(self) -> bool:
        """Whether it takes so long that it has to be said."""
        return self._job.busy and not self._patience.isActive()

    def known(self, job: ReadCompiledLevels) -> CompiledLevels | Message | None:
        """What came of this job, or of an equal one; None: nobody has asked yet, or it runs."""
        return self._known.get(_subject(job))

    def ask(self, job: ReadCompiledLevels) -> None:
        """Have this done, unless it is known or under way; what was asked before is outdated."""
        subject = _subject(job)
        is_under_way = self._job.busy and self._asked == subject
        if subject in self._known or is_under_way:
            return
        self._asked = subject
        self._patience.start()
        self._job.ask(job, subject)

    def close(self) -> None:
        """Say nothing any more."""
        self.blockSignals(True)
        self._patience.stop()
        self._job.close()

    def _keep(self, subject: _Subject, answer: CompiledLevels | Message) -> None:
        self._known[subject] = answer
        while len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]
        self._patience.stop()
        self.changed.emit()

    def _keep_failure(self, subject: _Subject, error: GpuvizError) -> None:
        self._keep(subject, error.message)


class _Subject(NamedTuple):
    """What levels depend on; the moment of its last change stands for what is in a file."""

    kernel: str
    changed_ns: tuple[int, ...]
    text: str | None
    cc: str
    arguments: tuple[object, ...]
    languages: tuple[str, ...]
    launched: LaunchedKernel | None


def _subject(job: ReadCompiledLevels) -> _Subject:
    request = job.request
    path = request.operation
    kernel = path if job.launched is None else job.launched.file
    beside = (path, kernel, *(make(kernel) for make in PLACES))
    types = tuple((one.name, one.dtype, one.layout) for one in request.inputs)
    changed = tuple(map(_changed, beside))
    what = str(path), changed, request.text
    return _Subject(*what, request.device.cc, types, job.languages, job.launched)


PLACES: tuple[Callable[[Path], Path], ...] = (
    lambda path: path.with_suffix(".cu"),
    lambda path: path.parent / "cuda" / f"{path.stem}.cu",
    lambda path: path.parent.parent / f"{path.stem}.py",
)
"""Where the twin of a kernel file may be."""


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0
