"""One launch: its grid and block, its arguments, the emulator, and who is told of it."""

from __future__ import annotations

import logging
import operator
import threading
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from gpuviz.cuda.arguments import bind_arguments
from gpuviz.cuda.recording import Recording, current_recording, watching
from gpuviz.cuda.signature import Signature
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.launch import Dim3, LaunchConfig, check_launch
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.simt.execute import Execution, ExecutionOptions, execute
from gpuviz.trace.source import FunctionSource
from gpuviz.trace.trace import Trace

UNRECORDED = ExecutionOptions(record=False, snapshot_bytes=0)
logger = logging.getLogger(__name__)
_one_at_a_time = threading.Lock()


class HazardWarning(UserWarning):
    """A launch that nobody records has a hazard."""


class Launchable(Protocol):
    """What a launch needs of a kernel."""

    __name__: str
    signature: Signature | None

    @property
    def sources(self) -> tuple[FunctionSource, ...]:
        """The kernel's source and that of its device functions."""
        ...

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters."""
        ...


def launch(kernel: Launchable, config: LaunchConfig, arguments: Sequence[Any]) -> None:
    """Runs a kernel to its end, and tells the recording that is open.

    Raises RequestRefused, NotSupportedError or KernelFailed, and GpuvizError where gpuviz itself
    fails. Where nobody records, a hazard is a HazardWarning.
    """
    with _one_at_a_time, watching():
        trace = _run(kernel, config, arguments)
        recording = current_recording()
        if recording is not None:
            recording.add(trace)
            return
    for hazard in trace.hazards:
        warnings.warn(HazardWarning(hazard.message.text), stacklevel=3)


def launch_configuration(given: Any) -> LaunchConfig:
    """What stands between the brackets: (grid, block[, stream[, dynamic shared bytes]])."""
    parts = given if isinstance(given, tuple) else (given,)
    if not 2 <= len(parts) <= 4:
        template = (
            "a launch needs blocks and threads in its brackets: kernel[blocks, threads](...)."
        )
        raise RequestRefused(Message("launch.configuration", template))
    shared = _bytes(parts[3]) if len(parts) == 4 else 0
    return LaunchConfig(_shape("grid", parts[0]), _shape("block", parts[1]), shared)


def _run(kernel: Launchable, config: LaunchConfig, arguments: Sequence[Any]) -> Trace:
    options = _options(current_recording())
    check_launch(config, find_device(options.device_id))
    bound = bind_arguments(kernel.__name__, kernel.parameters, kernel.signature, arguments)
    options = replace(options, fresh=bound.fresh)
    execution = _emulated(kernel, config, bound.by_name, options)
    bound.copy_back(execution.trace.outputs)
    return execution.trace


def _options(recording: Recording | None) -> ExecutionOptions:
    if recording is None:
        return replace(UNRECORDED, device_id=DEFAULT_DEVICE)
    return replace(recording.options, device_id=recording.device.id)


def _emulated(
    kernel: Launchable, config: LaunchConfig, by_name: dict[str, Any], options: ExecutionOptions
) -> Execution:
    """The launch itself; what is not the fault of kernel or request is said to be ours."""
    try:
        return execute(kernel.sources, config, by_name, options)
    except GpuvizError:
        raise
    except MemoryError:
        template = "The launch of {kernel} needs more memory than is left: use smaller arrays."
        values = {"kernel": kernel.__name__}
        raise RequestRefused(Message("launch.no-memory", template, values)) from None
    except Exception as error:
        logger.exception("the launch of %s failed", kernel.__name__)
        template = (
            "gpuviz itself failed in the launch of {kernel} ({kind}: {words}): please report it."
        )
        values = {"kernel": kernel.__name__, "kind": type(error).__name__, "words": str(error)}
        raise GpuvizError(Message("launch.failed", template, values)) from error


def _shape(what: str, given: Any) -> Dim3:
    parts = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    try:
        whole = [operator.index(part) for part in parts if not isinstance(part, (bool, np.bool_))]
    except TypeError:
        whole = []
    if 1 <= len(parts) <= 3 and len(whole) == len(parts):
        return Dim3(*whole)
    template = "{what} is {given}: give one to three whole numbers, for example {example}."
    example = "-(-n // threads), which rounds up" if _has_fraction(parts) else "4 or (16, 16)"
    values = {"what": what, "given": str(given), "example": example}
    raise RequestRefused(Message("launch.not-a-shape", template, values))


def _bytes(given: Any) -> int:
    """Dynamic shared memory of a block."""
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool) and given >= 0:
        return int(given)
    template = "{given} is no number of bytes of shared memory: give a whole number, 0 or above."
    raise RequestRefused(Message("launch.dynamic-shared", template, {"given": str(given)}))


def _has_fraction(parts: tuple[Any, ...]) -> bool:
    return any(isinstance(part, (float, np.floating)) for part in parts)
