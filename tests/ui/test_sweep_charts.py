"""Sweeps as charts: which points there are, what is marked, refused, wrong, and said."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from gpuviz.bench.points import SweepKind, SweepPoint, SweepRequest
from gpuviz.device import Occupancy, find_device, occupancy
from gpuviz.engines.names import EngineName
from gpuviz.engines.request import CpuTimes
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.operation import find_operation
from gpuviz.scene.charts.chart import Chart
from gpuviz.scene.charts.table import table_of
from gpuviz.scene.sweeps.block_chart import block_chart
from gpuviz.scene.sweeps.findings import findings
from gpuviz.scene.sweeps.outcome import SweepOutcome
from gpuviz.scene.sweeps.plan import SizeRange, blocks_text, range_text, usual_blocks, usual_range
from gpuviz.scene.sweeps.size_chart import size_chart
from gpuviz.trace import Times
from gpuviz.ui.labels import plain

T4 = find_device("t4")
SIZES = tuple(2**power for power in range(10, 18))
REFUSED = Message("launch.too-many-threads", "A block of {n} threads is too large.", {"n": 2048})


def modelled(kernel_s: float) -> Times:
    return Times("modelled", h2d_s=2e-5, kernel_s=kernel_s, d2h_s=1e-5)


def measured(kernel_s: float) -> Times:
    """As a real GPU would give them: made up here, for the look of the chart."""
    return replace(modelled(kernel_s), source="measured", kernel_spread_s=kernel_s / 5)


def request(kind: SweepKind, engine: EngineName = "emulator") -> SweepRequest:
    info = find_operation("vector_add")
    if kind == "sizes":
        sizes = tuple((size,) for size in SIZES)
        return SweepRequest(1, kind, info.path, engine, T4, sizes, (Dim3(256),) * len(sizes))
    blocks = tuple(map(Dim3, (32, 64, 128, 256, 2048)))
    return SweepRequest(1, kind, info.path, engine, T4, ((1000,),) * 5, blocks, times_cpu=False)


def held(block: int) -> Occupancy:
    return occupancy(T4, block, 32, 0)


def size_point(index: int, kernel: Times | None = None) -> SweepPoint:
    """CPU and kernel take the same time between 4096 and 8192 elements."""
    size = SIZES[index]
    config = LaunchConfig(Dim3(-(-size // 256)), Dim3(256))
    cpu = CpuTimes(1, size * 1e-9, 5e-5, None, one_thread_spread_s=size * 1e-10)
    return SweepPoint(
        index, (size,), config, kernel or modelled(5e-6), None, held(256), True, cpu=cpu
    )


def block_point(index: int, kernel_s: float, **changes: object) -> SweepPoint:
    block = request("blocks").blocks[index]
    config = LaunchConfig(Dim3(-(-1000 // block.x)), block)
    point = SweepPoint(index, (1000,), config, modelled(kernel_s), None, held(block.x), True)
    return replace(point, **changes)  # type: ignore[arg-type]


def sizes_outcome(points: int = len(SIZES), engine: EngineName = "emulator") -> SweepOutcome:
    info, asked = find_operation("vector_add"), request("sizes", engine)
    return SweepOutcome(info, asked, tuple(map(size_point, range(points))))


def blocks_outcome(*points: SweepPoint) -> SweepOutcome:
    return SweepOutcome(find_operation("vector_add"), request("blocks"), points)


def said(outcome: SweepOutcome) -> str:
    return "\n".join(plain(note.text) for note in findings(outcome))


def names(chart: Chart) -> list[str]:
    return [series.label for series in chart.series]


def test_a_size_sweep_has_a_line_for_each_way_that_was_timed() -> None:
    chart = size_chart(sizes_outcome())

    assert names(chart) == [
        "CPU, 1 thread (measured)",
        "CPU, all threads (measured)",
        "GPU kernel (modelled)",
        "GPU with copies (modelled)",
    ]
    with_copies = chart.series[-1]
    assert [point.y for point in with_copies.points] == pytest.approx([3.5e-5] * len(SIZES))
    assert (chart.x.scale, chart.y.scale) == ("log10", "log10")


def test_the_axis_of_a_size_sweep_does_not_move_while_points_come() -> None:
    first, last = size_chart(sizes_outcome(1)), size_chart(sizes_outcome())

    assert (first.x.low, first.x.high) == (last.x.low, last.x.high) == (SIZES[0], SIZES[-1])


def test_the_crossings_are_marked_where_both_take_the_same_time() -> None:
    chart = size_chart(sizes_outcome())

    kernel, copies = chart.marks
    assert kernel.x == pytest.approx(5000, rel=0.01)
    assert kernel.words == "kernel alone wins from n ≈ 5\u202f000"
    share = math.log(35 / 32.768) / math.log(50 / 32.768)  # of the way from 32768 to 65536
    assert copies.x == pytest.approx(32_768 * 2**share, rel=0.01)
    assert copies.words == "with copies from n ≈ 37\u202f000"


def test_a_spread_stands_about_its_median() -> None:
    point = size_chart(sizes_outcome()).series[0].points[0]

    assert point.low == pytest.approx(0.95 * point.y)
    assert point.high == pytest.approx(1.05 * point.y)


def test_measured_times_of_a_gpu_make_solid_lines_with_their_spread() -> None:
    points = tuple(size_point(index, measured(4e-6)) for index in range(3))
    outcome = replace(sizes_outcome(engine="cuda"), points=points)

    chart = size_chart(outcome)

    kernel = next(series for series in chart.series if series.name == "GPU kernel")
    assert not kernel.modelled
    assert kernel.points[0].high == pytest.approx(4.4e-6)


def test_a_validated_model_shows_its_band() -> None:
    times = replace(modelled(4e-6), band=(0.75, 1.5))
    outcome = replace(sizes_outcome(), points=(size_point(0, times),))

    kernel = size_chart(outcome).series[2].points[0]

    assert kernel.low == pytest.approx(3e-6)
    assert kernel.high == pytest.approx(6e-6)


def test_a_size_that_cannot_be_launched_is_a_gap_with_its_reason() -> None:
    refused = SweepPoint(7, (SIZES[7],), None, message=REFUSED)
    outcome = sizes_outcome(7).with_point(refused)

    chart = size_chart(outcome)

    assert [(gap.x, gap.words) for gap in chart.gaps] == [
        (SIZES[7], "A block of 2\u202f048 threads is too large.")
    ]
    assert "131 072: A block of 2 048 threads is too large." in said(outcome)
    assert table_of(chart)[-1][-1] == "A block of 2\u202f048 threads is too large."


def test_a_wrong_point_is_marked_and_its_time_counts_for_nothing() -> None:
    wrong = replace(block_point(0, 1e-9), correct=False, hazards=2)
    outcome = blocks_outcome(wrong, block_point(1, 4e-6), block_point(2, 2e-6))

    chart = block_chart(outcome)

    assert chart.series[0].points[0].flaw == "wrong result, 2 hazards"
    assert [mark.x for mark in chart.marks] == [2]
    assert "Wrong results or hazards at 32" in said(outcome)
    assert "Blocks of 128 threads are the fastest" in said(outcome)


def test_a_block_sweep_stands_over_its_occupancy() -> None:
    times = [6e-6, 4e-6, 2e-6, 3e-6]
    points = [block_point(index, seconds) for index, seconds in enumerate(times)]
    refused = SweepPoint(4, (1000,), None, message=REFUSED)

    chart = block_chart(blocks_outcome(*points, refused))

    assert [chart.x.unit.text(n) for n in range(5)] == ["32", "64", "128", "256", "2\u202f048"]
    assert [point.y for point in chart.series[0].points] == times
    assert chart.strip is not None
    assert chart.strip.bars == ((0, 0.5), (1, 1.0), (2, 1.0), (3, 1.0))  # 16 blocks of 1024 threads
    assert [gap.x for gap in chart.gaps] == [4]
    assert chart.y.scale == "linear"


def test_without_times_of_the_cpu_nothing_is_said_about_it() -> None:
    points = tuple(replace(size_point(index), cpu=None) for index in range(4))
    outcome = replace(sizes_outcome(), points=points)

    assert names(size_chart(outcome)) == ["GPU kernel (modelled)", "GPU with copies (modelled)"]
    assert "CPU" not in said(outcome)


def test_an_engine_without_times_is_said_at_each_point() -> None:
    outcome = replace(sizes_outcome(), points=(replace(size_point(0), times=None),))

    assert [gap.words for gap in size_chart(outcome).gaps] == [
        "This engine gives no times of a GPU."
    ]


def test_a_point_comes_twice_and_counts_once() -> None:
    outcome = sizes_outcome(0)

    first = outcome.with_point(replace(size_point(0), cpu=None))
    both = first.with_point(size_point(0))

    assert (first.done, both.done, len(both.points)) == (0, 1, 1)


@pytest.mark.parametrize(
    ("operation", "engine", "expected"),
    [
        ("vector_add", "emulator", SizeRange(1024, 2**22, 0)),
        ("vector_add", "cuda", SizeRange(1024, 2**26, 0)),
        ("vector_add", "numba-simulator", SizeRange(1024, 4096, 0)),
        ("matmul_tiled", "emulator", SizeRange(16, 256, None)),
        ("copy_strided", "emulator", SizeRange(2048, 2**23, 0)),
    ],
)
def test_the_usual_range_ends_where_the_engine_needs_seconds(
    operation: str, engine: EngineName, expected: SizeRange
) -> None:
    assert usual_range(find_operation(operation), engine) == expected


@pytest.mark.parametrize(
    ("size", "grows", "text"),
    [((1000,), 0, "16:64"), ((64, 64, 64), None, "16x16x16:64x64x64"), ((9, 2), 0, "16x2:64x2")],
)
def test_what_does_not_grow_stays_as_in_the_launch(
    size: tuple[int, ...], grows: int | None, text: str
) -> None:
    assert range_text(size, SizeRange(16, 64, grows)) == text


@pytest.mark.parametrize(
    ("operation", "text"),
    [("vector_add", "32, 64, 128, 256, 512, 1024"), ("matmul_tiled", "8x8, 16x8, 16x16")],
)
def test_the_usual_blocks_have_the_axes_of_the_operation(operation: str, text: str) -> None:
    assert blocks_text(usual_blocks(find_operation(operation))) == text
