"""The kernel of the launch that is shown, compiled for its device after the picture is there."""

from __future__ import annotations

import functools
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, Signal

from gpuviz.engines.compiled_kernel import CompiledKernel, CompiledLaunch
from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.messages import Message
from gpuviz.model.part import modelled_part
from gpuviz.session.newest import NewestJob
from gpuviz.trace import Trace


class CompilingWorkers(Protocol):
    """What is needed of `gpuviz.worker.Workers`."""

    def compile_launch(
        self, request: LaunchRequest, part: Trace, on_progress: Progress
    ) -> Future[CompiledLaunch | Message]:
        """Compiles a launch's kernel and models it anew, or says why not."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What compiling has told of the launch `of`."""

    of: LaunchResult
    launch: CompiledLaunch


class Compilation(QObject):
    """Compiles once for each kernel and compute capability; later launches bring it with them.

    Where nothing can be compiled, registers go on to be assumed, and are said to be.
    """

    compiled = Signal(object)  # Compiled
    busyChanged = Signal(bool)

    def __init__(self, workers: CompilingWorkers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._job = NewestJob(self)
        self._known: dict[_Subject, CompiledKernel | None] = {}  # None: it cannot be compiled
        self._job.settled.connect(self._tell)
        self._job.busyChanged.connect(self.busyChanged)

    @property
    def busy(self) -> bool:
        """Whether a kernel is compiled."""
        return self._job.busy

    def with_known(self, request: LaunchRequest) -> LaunchRequest:
        """The request with its kernel compiled, where it has been before."""
        return replace(request, compiled=self._known.get(_subject(request)))

    def ask(self, request: LaunchRequest, result: LaunchResult) -> None:
        """Compile what has been launched, if it is emulated and nothing is known of it yet."""
        if request.engine != "emulator" or _subject(request) in self._known:
            return
        part = modelled_part(result.trace)
        start = functools.partial(self._workers.compile_launch, request, part)
        self._job.ask(start, (request, result))

    def close(self) -> None:
        """Say nothing any more."""
        self.blockSignals(True)
        self._job.close()

    def _tell(
        self, of: tuple[LaunchRequest, LaunchResult], future: Future[CompiledLaunch | Message]
    ) -> None:
        request, result = of
        answer = None if future.exception() else future.result()
        kernel = answer.kernel if isinstance(answer, CompiledLaunch) else None
        self._known[_subject(request)] = kernel
        if isinstance(answer, CompiledLaunch):
            self.compiled.emit(Compiled(result, answer))


class _Subject(NamedTuple):
    """What compiled code depends on; the moment of its last change stands for what is in a file."""

    operation: str
    changed_ns: int
    cc: str


def _subject(request: LaunchRequest) -> _Subject:
    path = request.operation
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    return _Subject(str(path), changed, request.device.cc)
