"""What a sweep is going to launch, and what it keeps of a launch."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.bench.sweep_plan import (
    check_launchable,
    cpu_timing_of,
    launch_of,
    launched_point,
    planned_points,
)
from gpuviz.device import find_device
from gpuviz.engines.request import LaunchResult
from gpuviz.launch import Dim3
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation
from tests.helpers import traces

SMALL = dataclasses.replace(find_device("t4"), mem_bytes=1 << 20)


def a_request(
    sizes: tuple[tuple[int, ...], ...], blocks: tuple[Dim3, ...], operation: str = "matmul_tiled"
) -> SweepRequest:
    path = find_operation(operation).path
    return SweepRequest(3, "sizes", path, "emulator", SMALL, sizes, blocks, seed=5)


def test_the_grid_of_each_point_follows_from_its_size_and_block() -> None:
    size, block = (32, 48, 16), Dim3(16, 16)

    (point,) = planned_points(a_request((size,), (block,)))

    assert point.config is not None
    assert point.config.grid == find_operation("matmul_tiled").grid(size, block)
    assert point.config.block == block


@pytest.mark.parametrize(
    ("size", "block", "code"),
    [
        ((16, 16, 16), Dim3(64, 32), "launch.too-many-threads"),
        ((16, 16, 16), Dim3(32, 32), "operation.block-too-large"),
        ((512, 512, 512), Dim3(16, 16), "sweep.beyond-device-memory"),
        ((10**7, 10**7, 10**7), Dim3(16, 16), "size.beyond-memory"),
    ],
)
def test_a_point_that_cannot_be_launched_has_the_reason_and_no_config(
    size: tuple[int, ...], block: Dim3, code: str
) -> None:
    (point,) = planned_points(a_request((size,), (block,)))

    assert point.config is None
    assert point.message is not None
    assert point.message.code == code


def test_a_sweep_is_refused_only_where_no_point_can_be_launched() -> None:
    good, bad = Dim3(16, 16), Dim3(64, 32)
    sizes = ((16, 16, 16),) * 2

    check_launchable(planned_points(a_request(sizes, (bad, good))))
    with pytest.raises(RequestRefused, match="2048 threads"):
        check_launchable(planned_points(a_request(sizes, (bad, bad))))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    request = dataclasses.replace(a_request(((1,),), (Dim3(1),)), operation=tmp_path / "gone.py")

    with pytest.raises(RequestRefused, match=r"gone\.py"):
        planned_points(request)


def test_gpu_and_cpu_get_the_same_inputs() -> None:
    request = a_request(((16, 16, 16),), (Dim3(8, 8),))
    (point,) = planned_points(request)

    launch, timing = launch_of(request, point), cpu_timing_of(request, point.size)

    assert (launch.operation, launch.size, launch.seed) == (timing.operation, timing.size, 5)
    assert launch.config == point.config
    assert timing.budget_seconds == request.cpu_budget_seconds


def test_a_point_keeps_figures_and_occupancy_of_a_launch() -> None:
    request = a_request(((1000,),), (Dim3(256),), "vector_add")
    (planned,) = planned_points(request)
    launch = launch_of(request, planned)
    result = LaunchResult(3, (traces.vector_add(1000, 256),), True, 0.0, 0.1)

    point = launched_point(launch, result, planned.index)

    assert point == dataclasses.replace(
        SweepPoint(0, (1000,), planned.config, correct=True),
        occupancy=point.occupancy,
        times=result.trace.times,
    )
    assert point.occupancy is not None
    assert point.occupancy.blocks_per_sm == 4  # 1024 threads of an SM of a T4
