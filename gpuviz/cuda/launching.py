"""One launch: its grid and block, its arguments, the emulator, and who is told of it."""

from __future__ import annotations

import logging
import sys
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol

from gpuviz.cuda.arguments import Extension, KernelArguments, bind_arguments
from gpuviz.cuda.device_work import HazardWarning as HazardWarning
from gpuviz.cuda.device_work import waits_for_copy, with_races
from gpuviz.cuda.errors import ILLEGAL_ADDRESS, CudaAPIError
from gpuviz.cuda.failures import own_exception
from gpuviz.cuda.host_watch import HostMemory
from gpuviz.cuda.launch_races import KEPT_BYTES
from gpuviz.cuda.performance_warnings import warn_of_host_array
from gpuviz.cuda.recording import (
    Recording,
    current_gpu,
    current_recording,
    current_train,
    emulated_device,
    host_watch,
    launch_races,
    listeners,
    watching,
)
from gpuviz.cuda.signature import Signature
from gpuviz.cuda.stream_order import StreamKey, Work
from gpuviz.device import own_description
from gpuviz.launch import LaunchConfig, refusals
from gpuviz.messages import GpuvizError, Message, RequestRefused, SourcePlace
from gpuviz.simt.capture import Capture
from gpuviz.simt.execute import Execution, ExecutionOptions, LaunchFailed, execute
from gpuviz.trace.source import FunctionSource
from gpuviz.trace.trace import Trace

UNRECORDED = ExecutionOptions(record=False, snapshot_bytes=0)
logger = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()
_warned: dict[str | tuple[str, type[Warning], int], int] = {}  # hazards of which Python has warned


class Launchable(Protocol):
    """What a launch needs of a kernel."""

    __name__: str
    declared_signatures: tuple[Signature, ...]
    extensions: list[Extension]

    def captured(self, arguments: Sequence[Any]) -> Capture:
        """The kernel and its device functions as they were compiled for the arguments' types."""
        ...

    def with_defaults(self, arguments: Sequence[Any]) -> Sequence[Any]:
        """The arguments, and behind them the defaults of parameters that were left out."""
        ...

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters."""
        ...


def launch(
    kernel: Launchable, config: LaunchConfig, arguments: Sequence[Any], stream: int = 0
) -> Trace:
    """Runs a kernel to its end, and tells the recording that is open; gives what it did.

    `stream`: its number. Raises what the kernel raises, RequestRefused, NotSupportedError or
    KernelFailed, and GpuvizError where gpuviz itself fails. Where nobody records, a hazard is a
    HazardWarning at its line.
    """
    train = current_train()
    if train is None:
        return _launch(kernel, config, arguments, stream)
    train.begins(kernel.__name__, current_gpu(), stream)
    try:
        return _launch(kernel, config, arguments, stream)
    except BaseException as error:
        train.broke = error
        raise


def _launch(
    kernel: Launchable, config: LaunchConfig, arguments: Sequence[Any], stream: int
) -> Trace:
    races, key = launch_races(), StreamKey(current_gpu(), stream)
    captured: Capture | None = None
    try:
        with _one_at_a_time, watching():
            captured = kernel.captured(arguments)
            bound = _bound(kernel, captured, config, kernel.with_defaults(arguments))
            if any(hint.copies_in for hint in bound.hinted):
                warn_of_host_array()
            _tell_copies(bound, "h2d", stream)
            work = races.order.begins(key)
            execution = _run(kernel, captured, config, bound, work)
    except LaunchFailed as failure:
        _tell(failure.trace)
        raise own_exception(failure, captured.exceptions if captured else {}) from failure
    told: list[tuple[Recording, int]] = []
    trace = with_races(work, bound, execution, told, _name_of(current_recording()))
    told += _tell(trace)
    _tell_reel(bound, trace)
    _tell_copies(bound, "d2h", stream)
    if any(hint.copies_out and waits_for_copy(hint.value, stream) for hint in bound.hinted):
        races.order.host_waits(key)
    return trace


def launch_of_another(
    functions: tuple[FunctionSource, ...],
    config: LaunchConfig,
    by_name: Mapping[str, Any],
    options: ExecutionOptions,
) -> Execution:
    """Runs a launch whose host code is in another process, and tells the recordings of it.

    Of `options` count `fresh`, `touched_bytes`, `thread_memory` and `compiled`. Raises
    RequestRefused for what the device cannot run, and what the launch raises.
    """
    try:
        with _one_at_a_time, watching():
            reasons = refusals(config, emulated_device())
            if reasons:
                raise CudaAPIError(reasons[0])
            chosen = replace(
                _options(current_recording(), KernelArguments(fresh=dict(options.fresh))),
                touched_bytes=options.touched_bytes,
                thread_memory=options.thread_memory,
                compiled=options.compiled,
            )
            for recording in listeners():
                recording.began(functions[0])
            execution = _emulated(functions, config, by_name, chosen)
    except LaunchFailed as failure:
        _tell(failure.trace)
        raise
    _tell(execution.trace)
    return execution


def _tell(trace: Trace) -> list[tuple[Recording, int]]:
    """Tells who listens of a launch, and warns of its hazards where nobody does.

    Gives the row that it has in each recording.
    """
    launch_races().launches += 1
    told = [(recording, recording.add(trace)) for recording in listeners()]
    for recording, row in told:
        if recording.train is not None:
            recording.train.ran(row)
    for hazard in () if told else trace.hazards:
        assert hazard.file is not None
        words = HazardWarning(hazard.message.text)
        warnings.warn_explicit(words, HazardWarning, hazard.file, hazard.line, registry=_warned)
    return told


def _tell_reel(bound: KernelArguments, trace: Trace) -> None:
    """Where its arrays lie, if somebody wants to know what becomes of them."""
    train = current_train()
    if train is None or train.reel is None or train.begun is None:
        return
    if train.begun.launch is not None:
        train.reel.launched(train.begun.launch, trace, bound)


def _tell_copies(bound: KernelArguments, kind: Literal["h2d", "d2h"], stream: int) -> None:
    """Writes down the copies of host arrays that Numba makes around the launch."""
    train = current_train()
    for hint in bound.hinted if train is not None else ():
        if train is not None and (hint.copies_in if kind == "h2d" else hint.copies_out):
            train.copied(kind, hint.value.nbytes, current_gpu(), (hint.value,), stream)


def _bound(
    kernel: Launchable, captured: Capture, config: LaunchConfig, arguments: Sequence[Any]
) -> KernelArguments:
    """The kernel's arguments, where the device can run the launch."""
    reasons = refusals(config, emulated_device())
    if reasons:
        raise CudaAPIError(reasons[0])
    bound = bind_arguments(
        kernel.__name__,
        kernel.parameters,
        kernel.declared_signatures,
        kernel.extensions,
        arguments,
        captured.device_arrays,
    )
    for name, memory in bound.memories.items():
        if memory.gpu != current_gpu():
            raise CudaAPIError(_elsewhere(kernel.__name__, name, memory.gpu), ILLEGAL_ADDRESS)
    return bound


def _elsewhere(kernel: str, name: str, gpu: int) -> Message:
    """A GPU cannot follow an address in the memory of another one: CUDA ends all work then."""
    template = (
        "{kernel} is launched on GPU {here}, but its argument {name} lies on GPU {there}, where it"
        " cannot reach it (CUDA_ERROR_ILLEGAL_ADDRESS): launch it inside with cuda.gpus[{there}],"
        " or copy the array to GPU {here} first."
    )
    values = {"kernel": kernel, "name": name, "here": current_gpu(), "there": gpu}
    return Message("launch.other-gpu", template, values)


def _run(
    kernel: Launchable,
    captured: Capture,
    config: LaunchConfig,
    bound: KernelArguments,
    work: Work,
) -> Execution:
    options = replace(_options(current_recording(), bound), compiled=captured.compiled)
    if bound.memories and not launch_races().order.is_alone(work.stream):
        options = replace(options, touched_bytes=KEPT_BYTES)
    for recording in listeners():
        recording.began(captured.functions[0])
    execution = _emulated(captured.functions, config, bound.by_name, options)
    for recording in listeners():
        recording.seconds += execution.seconds
    bound.copy_back(execution.trace.outputs)
    _tell_host(bound, execution.trace)
    return execution


def _tell_host(bound: KernelArguments, trace: Trace) -> None:
    """What the launch means for what the host does afterwards."""
    watch, source = host_watch(), trace.functions[0]
    wrong = any(hazard.kind == "out-of-bounds" for hazard in trace.hazards)
    watch.launched(trace.kernel, waited=bool(bound.host_arrays), wrong=wrong)
    place = SourcePlace(source.file, source.first_line)
    read = {site.array for site in trace.sites if site.kind == "read"}
    results = tuple(bound.memories.get(name, HostMemory()) for name in trace.outputs)
    for name, memory in bound.memories.items():
        memory.written = None
        if name in trace.outputs:
            watch.wrote(memory, trace.kernel, name, place)
            memory.results = results if name in read else ()


def _threads_have_memory() -> bool:
    """Whether a script has switched on that kernels make arrays (CUDA_ENABLE_NRT of Numba)."""
    known = (sys.modules.get(name) for name in ("numba.cuda.core.config", "numba.core.config"))
    return any(bool(getattr(config, "CUDA_ENABLE_NRT", False)) for config in known)


def _name_of(recording: Recording | None) -> Callable[[str], str]:
    return str if recording is None else recording.name_of


def _options(recording: Recording | None, bound: KernelArguments) -> ExecutionOptions:
    device = emulated_device()
    return replace(
        UNRECORDED if recording is None else recording.options,
        device_id=device.id,
        device=own_description(device),
        fresh=bound.fresh,
        thread_memory=_threads_have_memory(),
        name_of=_name_of(recording),
    )


def _emulated(
    functions: tuple[FunctionSource, ...],
    config: LaunchConfig,
    by_name: Mapping[str, Any],
    options: ExecutionOptions,
) -> Execution:
    """The launch itself; what is not the fault of kernel or request is said to be ours."""
    recording, kernel = current_recording(), functions[0].name
    run = (recording.execute if recording else None) or execute
    try:
        return run(functions, config, by_name, options)
    except GpuvizError:
        raise
    except MemoryError:
        template = "The launch of {kernel} needs more memory than is left: use smaller arrays."
        values = {"kernel": kernel}
        raise RequestRefused(Message("launch.no-memory", template, values)) from None
    except Exception as error:
        logger.exception("the launch of %s failed", kernel)
        template = (
            "gpuviz itself failed in the launch of {kernel} ({kind}: {words}): please report it."
        )
        values = {"kernel": kernel, "kind": type(error).__name__, "words": str(error)}
        raise GpuvizError(Message("launch.failed", template, values)) from error
