"""The emulator as an engine: an operation's kernel on the CPU, in lockstep, with every access checked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpuviz.device import Device, occupancy
from gpuviz.engines.host import NOTHING_CHECKED, LoadedOperation, check_outputs, load_operation
from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.launch import check_launch
from gpuviz.messages import Message
from gpuviz.model.lower_bound import copied_bytes, lower_bound_times
from gpuviz.model.schedule import schedule_rounds
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import Execution, ExecutionOptions, execute
from gpuviz.trace import Placement, Times, Trace

SCHEDULES = ("lockstep",)
"""The schedules that this emulator can run, the default first."""


class EmulatorEngine:
    """Runs a request in this process; needs neither a GPU nor Numba itself (the kernel file imports it)."""

    def run(self, request: LaunchRequest, progress: Progress) -> LaunchResult:
        """Launches the operation once and checks its result against the reference."""
        check_launch(request.config, request.device)
        loaded = load_operation(request.operation)
        arguments = loaded.arguments(request.size, request.seed)
        expected = loaded.reference(arguments)
        times = _modelled_times(loaded, request, arguments)
        execution = execute(
            capture_kernel(loaded.kernel), request.config, arguments, _options(request, progress)
        )
        correct, error = None, None
        if expected:
            outputs = {name: execution.arrays[name] for name in loaded.info.outputs}
            correct, error = check_outputs(loaded, outputs, expected)
        messages: tuple[Message, ...] = () if expected else (NOTHING_CHECKED,)
        trace = replace(execution.trace, times=times)
        trace = replace(trace, placement=modelled_placement(trace, request.device))
        return LaunchResult(
            request.number, trace, correct, error, execution.seconds, messages
        )


def modelled_placement(trace: Trace, device: Device) -> Placement | None:
    """Which SM takes which block and when, as the model schedules them; None without counters by warp.

    A round (one statement of every resident warp) takes the same share of the modelled kernel time.
    """
    if trace.warp_counters is None:
        return None
    per_warp = trace.warp_counters.steps.sum(axis=0, dtype=np.int64)
    rounds = per_warp.reshape(trace.config.blocks, trace.config.warps_per_block).max(axis=1)
    held = occupancy(
        device, trace.config.block.size, trace.registers_per_thread, trace.shared_bytes
    )
    schedule = schedule_rounds(rounds, device.sm_count, held.blocks_per_sm)
    kernel_s = trace.times.kernel_s if trace.times and trace.times.kernel_s else 0.0
    second = kernel_s / max(schedule.rounds, 1)
    start, end = schedule.start_round * second, schedule.end_round * second
    return Placement(schedule.sm, start, end, "modelled")


def _options(request: LaunchRequest, progress: Progress) -> ExecutionOptions:
    return ExecutionOptions(
        schedule=request.schedule,
        seed=request.seed,
        follow=request.follow,
        device_id=request.device.id,
        progress=progress,
    )


def _modelled_times(
    loaded: LoadedOperation, request: LaunchRequest, arguments: dict[str, object]
) -> Times | None:
    """The lower bound of the chosen device, None where the file does not say what it computes."""
    info = loaded.info
    flops, moved = info.flop_count(request.size), info.byte_count(request.size)
    if flops is None or moved is None:
        return None
    bytes_in, bytes_out = copied_bytes(arguments, info.outputs)
    return lower_bound_times(request.device, flops, moved, bytes_in, bytes_out)


