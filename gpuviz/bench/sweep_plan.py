"""What a sweep is going to launch: a point for each size and block, before anything runs."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.bench.sweep_ranges import Size, check_device_memory
from gpuviz.device import Device
from gpuviz.engines.request import CpuTimingRequest, LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import RequestRefused
from gpuviz.operation import OperationInfo, check_launch, describe
from gpuviz.trace.blocks_on_sm import occupancy_of


def planned_points(request: SweepRequest) -> tuple[SweepPoint, ...]:
    """A point without figures for each pair of the request.

    One that cannot be launched has no `config` but the reason. Raises RequestRefused for an
    operation's file that cannot be read.
    """
    info = describe(request.operation)
    pairs = zip(request.sizes, request.blocks, strict=True)
    return tuple(
        _planned(info, index, size, block, request.device)
        for index, (size, block) in enumerate(pairs)
    )


def check_launchable(points: Sequence[SweepPoint]) -> None:
    """Raises RequestRefused when none of the planned points can be launched."""
    reasons = [point.message for point in points if point.message is not None]
    if reasons and len(reasons) == len(points):
        raise RequestRefused(reasons[0])


def launch_of(request: SweepRequest, point: SweepPoint) -> LaunchRequest:
    """The launch of a point that has a `config`."""
    assert point.config is not None
    return LaunchRequest(
        request.number,
        request.operation,
        point.size,
        point.config,
        request.engine,
        request.device,
        seed=request.seed,
        gpu=request.gpu,
        compiled=request.compiled,
        inputs=request.inputs,
        text=request.text,
    )


def cpu_timing_of(request: SweepRequest, size: Size) -> CpuTimingRequest:
    """The CPU's turn at the same inputs."""
    budget = request.cpu_budget_seconds
    return CpuTimingRequest(
        *(request.number, request.operation, size, request.seed, budget, request.inputs),
        text=request.text,
    )


def launched_point(request: LaunchRequest, result: LaunchResult, index: int) -> SweepPoint:
    """What a sweep keeps of a launch: figures, without the trace."""
    trace = result.trace
    return SweepPoint(
        index,
        request.size,
        request.config,
        times=trace.times,
        prediction=trace.prediction,
        occupancy=occupancy_of(trace, request.device),
        correct=result.correct,
        hazards=len(trace.hazards),
    )


def _planned(
    info: OperationInfo, index: int, size: Size, block: Dim3, device: Device
) -> SweepPoint:
    try:
        config = LaunchConfig(info.grid(size, block), block, info.shared_bytes(size))
        check_launch(info, size, config, device)
        check_device_memory(info, size, device)
    except RequestRefused as error:
        return SweepPoint(index, size, None, message=error.message)
    return SweepPoint(index, size, config)
