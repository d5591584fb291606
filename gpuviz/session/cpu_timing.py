"""CPU times of the launch that is shown: asked for when nothing else runs, and remembered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.engines.request import CpuTimes, LaunchRequest
    from gpuviz.operation.inputs import Inputs
    from gpuviz.worker.jobs import JobRunner

REST_MS = 300  # without a new launch, before a timing begins


class CpuTiming(QObject):
    """Times the CPU twins of what was run last; `drop` makes room for the next launch or pipeline.

    Times are remembered: they depend on neither grid nor block, and a launch with another block
    need not wait for them again.
    """

    timed: TypedSignal[[CpuTimes]] = signal(object)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: NewestJob[LaunchRequest, CpuTimes] = NewestJob(runner, self)
        self._request: LaunchRequest | None = None
        self._known: dict[_Subject, CpuTimes] = {}
        self._held = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._start)
        self._job.answered.connect(self._tell)
        self._job.failed.connect(self._tell_failure)

    def ask(self, request: LaunchRequest) -> None:
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
        elif held:
            self._job.cancel()

    def drop(self) -> None:
        """Forget what was asked; a timing that runs is ended."""
        self._rest.stop()
        self._request = None
        self._job.cancel()

    def close(self) -> None:
        """Forget what was asked, and say nothing any more."""
        self.blockSignals(True)
        self.drop()
        self._job.close()

    def _start(self) -> None:
        from gpuviz.engines.request import CpuTimingRequest
        from gpuviz.worker.jobs import TimeCpu

        request = self._request
        if request is None or self._held:
            return
        asked = CpuTimingRequest(
            *(request.number, request.operation, request.size, request.seed),
            inputs=request.inputs,
            text=request.text,
        )
        self._job.ask(TimeCpu(asked), request)

    def _tell(self, request: LaunchRequest, times: CpuTimes) -> None:
        self._known[_subject(request)] = times
        self._answer(request, times)

    def _tell_failure(self, request: LaunchRequest, error: GpuvizError) -> None:
        from gpuviz.engines.request import CpuTimes

        self._answer(request, CpuTimes(request.number, None, None, None, (error.message,)))

    def _answer(self, request: LaunchRequest, times: CpuTimes) -> None:
        if request is self._request:  # not dropped meanwhile
            self._request = None
            self.timed.emit(times)


class _Subject(NamedTuple):
    """What CPU times depend on; the moment of its last change stands for what is in the file."""

    operation: Path
    changed_ns: int
    text: str | None
    size: tuple[int, ...]
    seed: int
    inputs: Inputs
    files_ns: tuple[int, ...]  # of files of numbers


def _subject(request: LaunchRequest) -> _Subject:
    path, inputs = request.operation, request.inputs
    files = tuple(_changed_ns(one.file) for one in inputs if one.file is not None)
    what = path, _changed_ns(path), request.text
    return _Subject(*what, request.size, request.seed, inputs, files)


def _changed_ns(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0
