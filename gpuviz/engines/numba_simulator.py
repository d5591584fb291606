"""The engine that lets Numba's own simulator run a kernel: each thread is a thread of Python.

It is slow and counts nothing, but nobody here wrote it: what it computes is a second opinion. The
process must have been started with NUMBA_ENABLE_CUDASIM=1, which Numba reads when it is imported.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import time
from typing import Any

import numba
import numba.cuda.simulator.kernel as simulator
import numpy as np

from gpuviz.engines.bare_trace import bare_trace, kernel_source
from gpuviz.engines.host import (
    LoadedOperation,
    check_outputs,
    check_python,
    load_operation,
    wrong_outputs,
)
from gpuviz.engines.numba_simulator_pipeline import simulate_pipeline
from gpuviz.engines.numba_simulator_threads import (
    BARRIER_THREAD_SECONDS,
    OPERATION_SECONDS,
    THREAD_SECONDS,
    launch_failure,
)
from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.engines.thread_records import (
    MAPPING_FIELDS,
    ThreadRecords,
    mapping_difference,
    new_records,
    wrapper_source,
)
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, RequestRefused, word
from gpuviz.operation import OperationInfo, check_launch, describe_runnable
from gpuviz.operation.inputs import check_inputs

LARGEST_LAUNCH = 1 << 16  # threads; more take minutes
LARGEST_LAUNCH_WITH_BARRIERS = 1 << 12  # all threads of a block are alive and polled at a barrier

BODY = "gpuviz_body"
RECORDING_KERNEL = "gpuviz_recording_kernel"


class NumbaSimulatorEngine:
    """Runs requests in Numba's simulator and records every thread's own indices."""

    def run(self, request: LaunchRequest, progress: Progress) -> LaunchResult:
        """Outputs and, of a kernel, a checked record per thread; no counters, steps and times.

        Raises RequestRefused outside a simulator's process or for a launch that is too large, and
        KernelFailed for what the kernel raises.
        """
        info = describe_runnable(request.operation)
        check_python(info)
        info.check_no_script()
        check_launch(info, request.size, request.config, request.device)
        check_inputs(info, request.inputs)
        _check_simulating()
        if request.config is None:
            return simulate_pipeline(request, progress)
        return _launched(request, request.config, progress)


def _launched(request: LaunchRequest, config: LaunchConfig, progress: Progress) -> LaunchResult:
    """A kernel, launched once."""
    loaded = load_operation(request.operation).with_inputs(request.inputs)
    _check_threads(loaded.info, request.size, config.threads)
    made = loaded.made(request.size, request.seed)
    inputs = made.arguments
    arguments: dict[str, Any] = copy.deepcopy(inputs)
    progress(0.1)
    began = time.perf_counter()
    records = _launch(loaded, arguments, config)
    seconds = time.perf_counter() - began
    progress(0.9)
    outputs = {name: arguments[name] for name in loaded.info.outputs}
    expected, unchecked = loaded.expectation(inputs)
    correct, error = check_outputs(loaded, outputs, expected)
    difference = mapping_difference(records)
    trace = bare_trace(loaded.info, request, config, inputs, outputs)
    notes = () if difference else (_record_note(config),)
    return LaunchResult(
        number=request.number,
        launches=(dataclasses.replace(trace, notes=(*trace.notes, *notes), size=request.own_size),),
        correct=correct,
        max_abs_error=error,
        emulation_seconds=seconds,
        messages=(*made.notes, *unchecked, *((difference,) if difference else ())),
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
        raise launch_failure(loaded.info.kernel, error) from error
    return ThreadRecords(values, tuple(MAPPING_FIELDS), config, threads_per_record=1)


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


def _check_simulating() -> None:
    """Raises RequestRefused outside a process of the simulator."""
    if not numba.config.ENABLE_CUDASIM:
        template = (
            "Numba's simulator is not switched on in this process: set NUMBA_ENABLE_CUDASIM=1"
            " before Python starts."
        )
        raise RequestRefused(Message("numba-simulator.off", template))


def _check_threads(info: OperationInfo, size: tuple[int, ...], threads: int) -> None:
    """Raises RequestRefused, with the time that it would take, for a launch that is too large."""
    barriers = _has_barriers(info)
    limit = LARGEST_LAUNCH_WITH_BARRIERS if barriers else LARGEST_LAUNCH
    if threads <= limit:
        return
    each = BARRIER_THREAD_SECONDS if barriers else THREAD_SECONDS
    seconds = threads * each + (info.flop_count(size) or 0) * OPERATION_SECONDS
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
    if config.threads == 1:
        template = (
            "Numba's simulator ran 1 thread; it wrote down its own indices, and they are those of"
            " the computed mapping."
        )
    return Message("numba-simulator.recorded", template, {"threads": config.threads})
