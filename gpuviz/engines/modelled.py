"""What a launch on the chosen device would take, for engines that run on the CPU: modelled."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gpuviz.device import Device, occupancy
from gpuviz.engines.request import LaunchRequest
from gpuviz.model.lower_bound import copied_bytes, lower_bound_times
from gpuviz.model.schedule import schedule_rounds
from gpuviz.operation import OperationInfo
from gpuviz.trace import Placement, Times, Trace


def modelled_times(
    info: OperationInfo, request: LaunchRequest, arguments: Mapping[str, object]
) -> Times | None:
    """The lower bound on the chosen device, None where the file does not say what it computes.

    `arguments` are those of before the launch.
    """
    flops, moved = info.flop_count(request.size), info.byte_count(request.size)
    if flops is None or moved is None:
        return None
    bytes_in, bytes_out = copied_bytes(arguments, info.outputs)
    return lower_bound_times(request.device, flops, moved, bytes_in, bytes_out)


def modelled_placement(trace: Trace, device: Device) -> Placement | None:
    """Which SM takes which block and when, as the model schedules them.

    None without counters by warp. A round (one statement of every resident warp) takes the same
    share of the modelled kernel time.
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
    start, end = (
        np.asarray(rounds * second, np.float64)
        for rounds in (schedule.start_round, schedule.end_round)
    )
    return Placement(schedule.sm, start, end, "modelled")
