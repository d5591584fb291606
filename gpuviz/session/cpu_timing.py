"""CPU times of the launch that is shown: asked for when nothing else runs, and remembered."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gpuviz.engines.pipeline_request import PipelineRequest
from gpuviz.engines.request import CpuTimes, CpuTimingRequest, LaunchRequest
from gpuviz.messages import GpuvizError

REST_MS = 300  # without a new launch, before a timing begins

Timed = LaunchRequest | PipelineRequest
TimeCpu = Callable[[CpuTimingRequest], Future[CpuTimes]]


class CpuTiming(QObject):
    """Times the CPU twins of what was run last; `drop` makes room for the next launch or pipeline.

    Times are remembered: they depend on neither grid nor block, and a launch with another block
    need not wait for them again.
    """

    timed = Signal(object)  # CpuTimes

    _settled = Signal(object)  # comes from another thread

    def __init__(self, time_cpu: TimeCpu, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._time_cpu = time_cpu
        self._request: Timed | None = None
        self._future: Future[CpuTimes] | None = None
        self._known: dict[_Subject, CpuTimes] = {}
        self._held = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._start)
        self._settled.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    def ask(self, request: Timed) -> None:
        """Give the times of this launch's size, at once if they are known, else after a rest."""
        self.drop()
        known = self._known.get(_subject(request))
        if known is not None:
            self.timed.emit(replace(known, number=request.number))
            return
        self._request = request
        self._rest.start()

    def hold(self, held: bool) -> None:
        """Let something else run: a timing that runs is ended, and begins anew afterwards."""
        if held == self._held:
            return
        self._held = held
        if not held and self._request is not None:
            self._rest.start()
        elif held and self._future is not None:
            future, self._future = self._future, None
            future.cancel()

    def drop(self) -> None:
        """Forget what was asked; a timing that runs is ended."""
        self._rest.stop()
        future, self._future, self._request = self._future, None, None
        if future is not None:
            future.cancel()

    def _start(self) -> None:
        request = self._request
        if request is None or self._held:
            return
        asked = CpuTimingRequest(request.number, request.operation, request.size, request.seed)
        self._future = self._time_cpu(asked)
        self._future.add_done_callback(self._settled.emit)

    def _answer(self, future: Future[CpuTimes]) -> None:
        request = self._request
        if future is not self._future or request is None:
            return  # dropped meanwhile
        self._future = self._request = None
        error = future.exception()
        if isinstance(error, GpuvizError):
            self.timed.emit(CpuTimes(request.number, None, None, None, (error.message,)))
            return
        self._known[_subject(request)] = future.result()
        self.timed.emit(future.result())


class _Subject(NamedTuple):
    """What CPU times depend on; the moment of its last change stands for what is in the file."""

    operation: Path
    changed_ns: int
    size: tuple[int, ...]
    seed: int


def _subject(request: Timed) -> _Subject:
    path = request.operation
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    return _Subject(path, changed, request.size, request.seed)
