"""The kernel of the launch that is shown, compiled for its device after the picture is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError, Message
from gpuviz.session.newest import NewestJob
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.engines.compiled_kernel import CompiledKernel, CompiledLaunch
    from gpuviz.engines.request import LaunchRequest, LaunchResult
    from gpuviz.worker.jobs import JobRunner


@dataclass(frozen=True, slots=True)
class Compiled:
    """What compiling has told of the launch `of`."""

    of: LaunchResult
    launch: CompiledLaunch


@dataclass(frozen=True, slots=True)
class Refused:
    """Why Numba does not compile the kernel of the launch `of`."""

    of: LaunchResult
    why: Message


class Compilation(QObject):
    """Compiles once for each kernel and compute capability; later launches bring it with them.

    Where nothing can be compiled, registers go on to be assumed, and are said to be. A kernel that
    Numba refuses is told for each of its launches.
    """

    compiled: TypedSignal[[Compiled]] = signal(object)
    refused: TypedSignal[[Refused]] = signal(object)
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: NewestJob[_Launched, CompiledLaunch | Message] = NewestJob(runner, self)
        self._known: dict[_Subject, CompiledKernel | None] = {}  # None: it cannot be compiled
        self._refusals: dict[_Subject, Message] = {}
        self._job.answered.connect(self._keep)
        self._job.failed.connect(self._give_up)
        self._job.busyChanged.connect(self.busyChanged)

    @property
    def busy(self) -> bool:
        """Whether a kernel is compiled."""
        return self._job.busy

    def with_known(self, request: LaunchRequest) -> LaunchRequest:
        """The request with its kernel compiled, where it has been before."""
        return replace(request, compiled=self._known.get(_subject(request)))

    def ask(self, request: LaunchRequest, result: LaunchResult) -> None:
        """Compile a kernel that was emulated without all that is known of it."""
        if request.engine != "emulator" or request.config is None:
            return
        from gpuviz.model.part import modelled_part
        from gpuviz.worker.jobs import CompileLaunch

        subject = _subject(request)
        is_known = subject in self._known and self._known[subject] == request.compiled
        if not is_known:
            part = modelled_part(result.trace)
            self._job.ask(CompileLaunch(request, part), _Launched(request, result))
        elif subject in self._refusals:
            self.refused.emit(Refused(result, self._refusals[subject]))

    def close(self) -> None:
        """Say nothing any more."""
        self.blockSignals(True)
        self._job.close()

    def _keep(self, of: _Launched, answer: CompiledLaunch | Message) -> None:
        if isinstance(answer, Message):
            self._give_up(of, answer)
        else:
            self._known[_subject(of.request)] = answer.kernel
            self.compiled.emit(Compiled(of.result, answer))

    def _give_up(self, of: _Launched, why: Message | GpuvizError) -> None:
        from gpuviz.engines.compiled_kernel import NOT_COMPILED

        subject = _subject(of.request)
        self._known[subject] = None
        if isinstance(why, Message) and why.code == NOT_COMPILED:
            self._refusals[subject] = why
            self.refused.emit(Refused(of.result, why))


class _Launched(NamedTuple):
    request: LaunchRequest
    result: LaunchResult


class _Subject(NamedTuple):
    """What compiled code depends on; the moment of its last change stands for what is in a file."""

    operation: str
    changed_ns: int
    text: str | None
    cc: str
    types: tuple[object, ...]  # types and layouts that were chosen for its arguments


def _subject(request: LaunchRequest) -> _Subject:
    path = request.operation
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    types = tuple((one.name, one.dtype, one.layout) for one in request.inputs)
    return _Subject(str(path), changed, request.text, request.device.cc, types)
