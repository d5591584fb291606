"""The engine that lets Numba's own simulator run a kernel: each thread is a thread of Python.

It is slow and counts nothing, but nobody here wrote it: what it computes is a second opinion. The
process must have been started with NUMBA_ENABLE_CUDASIM=1, which Numba reads when it is imported.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import re
import time
from typing import Any

import numba
import numba.cuda.simulator.kernel as simulator
import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.bare_trace import bare_trace, kernel_source
from gpuviz.engines.host import LoadedOperation, check_outputs, load_operation, wrong_outputs
from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.engines.thread_records import (
    MAPPING_FIELDS,
    ThreadRecords,
    mapping_difference,
    new_records,
    wrapper_source,
)
from gpuviz.launch import LaunchConfig
from gpuviz.messages import (
    GpuvizError,
    KernelFailed,
    Message,
    NotSupportedError,
    RequestRefused,
    word,
)
from gpuviz.operation import OperationInfo, check_kernel, describe

LARGEST_LAUNCH = 1 << 16  # threads; more take minutes
LARGEST_LAUNCH_WITH_BARRIERS = 1 << 12  # all threads of a block are alive and polled at a barrier
THREAD_SECONDS = 120e-6  # to start a thread of Python, run a short kernel in it and record it
BARRIER_THREAD_SECONDS = 1.5e-3  # the same with a few barriers, blocks of 256
OPERATION_SECONDS = 2e-6  # of one floating-point operation and what is around it
# (measured with numba 0.68.1, Python 3.11, one core of a 2-core x86 machine)

BODY = "gpuviz_body"
MISSING = re.compile(r"'FakeCUDAModule' object has no attribute '(\w+)'")
RECORDING_KERNEL = "gpuviz_recording_kernel"


class NumbaSimulatorEngine:
    """Runs requests in Numba's simulator and records every thread's own indices."""

    def run(self, request: LaunchRequest, progress: Progress) -> LaunchResult:
        """Outputs and a checked record per thread; no counters, no steps; times modelled.

        Raises RequestRefused outside a simulator's process or for a launch that is too large, and
        KernelFailed for what the kernel raises.
        """
        info = describe(request.operation)
        check_kernel(info, request.size, request.config, request.device)
        check_simulating()
        loaded = load_operation(request.operation)
        _check_size(loaded.info, request)
        inputs = loaded.arguments(request.size, request.seed)
        arguments: dict[str, Any] = copy.deepcopy(inputs)
        progress(0.1)
        began = time.perf_counter()
        records = _launch(loaded, arguments, request.config)
        seconds = time.perf_counter() - began
        progress(0.9)
        outputs = {name: arguments[name] for name in loaded.info.outputs}
        return _result(loaded, request, inputs, outputs, records, seconds)


def _result(
    loaded: LoadedOperation,
    request: LaunchRequest,
    inputs: dict[str, object],
    outputs: dict[str, NDArray[Any]],
    records: ThreadRecords,
    seconds: float,
) -> LaunchResult:
    expected = loaded.reference(inputs)
    correct, error = check_outputs(loaded, outputs, expected)
    difference = mapping_difference(records)
    trace = bare_trace(loaded.info, request, inputs, outputs)
    notes = () if difference else (_record_note(request.config),)
    return LaunchResult(
        number=request.number,
        trace=dataclasses.replace(trace, notes=notes),
        correct=correct,
        max_abs_error=error,
        emulation_seconds=seconds,
        messages=(difference,) if difference else (),
        wrong=wrong_outputs(loaded, outputs, expected),
    )


def _launch(
    loaded: LoadedOperation, arguments: dict[str, Any], config: LaunchConfig
) -> ThreadRecords:
    values = new_records(config, MAPPING_FIELDS, 1)
    kernel = _recording_kernel(loaded)
    dimensions = (tuple(config.grid), tuple(config.block), 0, config.dynamic_shared_bytes)
    try:
        with np.errstate(all="ignore"):  # overflow is no error on a GPU
            kernel[dimensions](*arguments.values(), values)
    except Exception as error:  # the simulator raises what the kernel raises, with thread and block
        raise simulator_failure(loaded.info.kernel, error) from error
    return ThreadRecords(values, tuple(MAPPING_FIELDS), config, threads_per_record=1)


def simulator_failure(kernel: str, error: Exception) -> GpuvizError:
    """What is said of what the simulator raised in a launch."""
    missing = MISSING.search(str(error))
    if missing:
        template = (
            "Numba's simulator has no cuda.{name}: it knows no warps. Use the engine emulator."
        )
        return NotSupportedError(
            Message("numba-simulator.unknown", template, {"name": missing.group(1)})
        )
    template = "Numba's simulator stopped {kernel} with {kind}: {words}"
    words = {"kernel": kernel, "kind": type(error).__name__, "words": str(error)}
    return KernelFailed(Message("numba-simulator.raised", template, words))


def _recording_kernel(loaded: LoadedOperation) -> Any:
    """A kernel that calls the operation's and records the thread.

    It is defined among the names of the kernel's own file: the simulator lends its `cuda` to one
    module at a time.
    """
    function = loaded.kernel.py_func
    parameters = len(inspect.signature(function).parameters)
    source = wrapper_source(RECORDING_KERNEL, BODY, parameters, MAPPING_FIELDS, 1)
    names = function.__globals__
    names[BODY] = function
    exec(compile(source, f"<{RECORDING_KERNEL}>", "exec"), names)
    return simulator.FakeCUDAKernel(names[RECORDING_KERNEL], device=False)


def check_simulating() -> None:
    """Raises RequestRefused outside a process of the simulator."""
    if not numba.config.ENABLE_CUDASIM:
        template = (
            "Numba's simulator is not switched on in this process: set NUMBA_ENABLE_CUDASIM=1"
            " before Python starts."
        )
        raise RequestRefused(Message("numba-simulator.off", template))


def _check_size(info: OperationInfo, request: LaunchRequest) -> None:
    """Raises RequestRefused, with the time that it would take, for a launch that is too large."""
    barriers = _has_barriers(info)
    limit = LARGEST_LAUNCH_WITH_BARRIERS if barriers else LARGEST_LAUNCH
    threads = request.config.threads
    if threads <= limit:
        return
    each = BARRIER_THREAD_SECONDS if barriers else THREAD_SECONDS
    seconds = threads * each + (info.flop_count(request.size) or 0) * OPERATION_SECONDS
    template = (
        "{threads} threads are too many for Numba's simulator, which starts a thread of Python"
        " for each: about {duration} here. Use at most {limit}{why}, or the engine emulator."
    )
    values = {
        "threads": threads,
        "duration": _duration(seconds),
        "limit": limit,
        "why": word(" (the kernel has barriers)") if barriers else "",
    }
    raise RequestRefused(Message("numba-simulator.too-large", template, values))


def _has_barriers(info: OperationInfo) -> bool:
    tree = ast.parse(kernel_source(info).text)
    return any(
        isinstance(node, ast.Attribute) and node.attr.startswith("syncthreads")
        for node in ast.walk(tree)
    )


def _duration(seconds: float) -> str:
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def _record_note(config: LaunchConfig) -> Message:
    template = (
        "Numba's simulator ran {threads} threads; each wrote down its own indices, and they are"
        " those of the computed mapping."
    )
    return Message("numba-simulator.recorded", template, {"threads": config.threads})
