"""What `sweep` says under its table of times that may be off."""

from __future__ import annotations

from gpuviz.bench.points import SweepKind, SweepPoint, SweepRequest
from gpuviz.cli.sweep_lines import closing_text
from gpuviz.cli.sweep_report import SweepReport
from gpuviz.device import find_device, occupancy
from gpuviz.engines.request import CpuTimes
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.operation import find_operation
from gpuviz.trace import Times

BLOCKS = (Dim3(32), Dim3(8, 8), Dim3(128))
SIZES = ((1024,), (2048,), (4096,))
HOT = Message("cuda.slow-clock", "The GPU ran at {clock} MHz.", {"clock": 1100})
BUSY = Message("disturbance.load", "This computer is busy.")


def report(kind: SweepKind, points: tuple[SweepPoint, ...]) -> SweepReport:
    info, device = find_operation("vector_add"), find_device("t4")
    request = SweepRequest(1, kind, info.path, "cuda", device, SIZES, BLOCKS)
    return SweepReport(info, request, points)


def test_what_disturbed_the_gpu_is_said_with_the_blocks_that_it_is_of() -> None:
    times = Times("measured", kernel_s=1e-6, disturbances=(HOT,))
    points = tuple(
        SweepPoint(
            index,
            (1024,),
            LaunchConfig(Dim3(4), block),
            times if index else None,
            occupancy=occupancy(find_device("t4"), block.size, 32, 0, 0),
        )
        for index, block in enumerate(BLOCKS)
    )

    assert closing_text(report("blocks", points)).splitlines()[-1] == (
        "At 8 × 8 and 1 other block: The GPU ran at 1\u202f100 MHz."
    )


def test_what_disturbed_the_cpu_at_one_size_is_said_with_that_size() -> None:
    points = tuple(
        SweepPoint(
            index,
            size,
            LaunchConfig(Dim3(4), Dim3(256)),
            cpu=CpuTimes(1, None, None, None, disturbances=(BUSY,) if index == 1 else ()),
        )
        for index, size in enumerate(SIZES)
    )

    assert closing_text(report("sizes", points)).splitlines()[-1] == (
        "At 2\u202f048: This computer is busy."
    )
