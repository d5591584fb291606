"""Points of sweeps made by hand: seconds in, points out."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.bench.points import SweepPoint
from gpuviz.device import find_device, occupancy
from gpuviz.engines.request import CpuTimes
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.trace import Times


def sized(
    index: int,
    size: tuple[int, ...],
    kernel_s: float | None,
    copy_s: float | None = 0.0,
    numpy_s: float | None = None,
    one_thread_s: float | None = None,
) -> SweepPoint:
    """A point of a sweep over sizes; both copies take the same time."""
    times = Times("modelled", h2d_s=copy_s, kernel_s=kernel_s, d2h_s=copy_s)
    config = LaunchConfig(Dim3(1), Dim3(32))
    return SweepPoint(index, size, config, times, cpu=CpuTimes(1, one_thread_s, None, numpy_s))


def against_cpu(
    sizes: Sequence[int], kernel_s: Sequence[float], numpy_s: Sequence[float], copy_s: float = 0.0
) -> list[SweepPoint]:
    """A sweep over one size."""
    rows = enumerate(zip(sizes, kernel_s, numpy_s, strict=True))
    return [sized(index, (n,), gpu, copy_s, cpu) for index, (n, gpu, cpu) in rows]


def with_blocks(seconds: Sequence[tuple[Dim3, float | None]]) -> list[SweepPoint]:
    """A sweep over blocks on a T4, whose SMs hold 32 warps and 16 blocks."""
    device = find_device("t4")
    return [
        SweepPoint(
            index,
            (1000,),
            LaunchConfig(Dim3(4), block),
            Times("modelled", kernel_s=kernel_s),
            occupancy=occupancy(device, block.size, 32, 0, 0),
        )
        for index, (block, kernel_s) in enumerate(seconds)
    ]
