"""Two runs side by side: figures worked out by hand, and launches of the gallery."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.insight.compare import Compared, biggest_difference, compare_runs, run_names
from gpuviz.insight.compare_words import EQUAL
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.operation import find_operation
from gpuviz.operation.inputs import read_inputs
from gpuviz.trace import Counters, Hazard, Times, Trace
from tests.helpers import traces

WHAT = Message("compare.test", "things")


def counted(counters: Counters, kernel: str = "vector_add") -> Trace:
    return replace(traces.vector_add(1024, 256), counters=counters, kernel=kernel)


def launched(name: str, size: tuple[int, ...], block: Dim3) -> Trace:
    info = find_operation(name)
    config = LaunchConfig(info.grid(size, block), block)
    request = LaunchRequest(1, info.path, size, config, "emulator", find_device("t4"))
    return EmulatorEngine().run(request, lambda share: None).trace


def with_inputs(*texts: str) -> Trace:
    """matrix_add with chosen inputs."""
    info = find_operation("matrix_add")
    config = LaunchConfig(info.grid((36, 96), info.default_block), info.default_block)
    inputs = read_inputs(info, texts)
    request = LaunchRequest(
        1, info.path, (36, 96), config, "emulator", find_device("t4"), inputs=inputs
    )
    return EmulatorEngine().run(request, lambda share: None).trace


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["float64"], ("float32", "float64")),
        (["a=transposed"], ("a: float32", "a: float32, transposed")),
        (["b=float64,sliced"], ("b: float32", "b: float64, sliced")),
        (["a=ramp"], ("matrix_add", "matrix_add")),
    ],
)
def test_launches_are_told_apart_by_types_and_layouts(
    texts: list[str], names: tuple[str, str]
) -> None:
    found = run_names(with_inputs(), with_inputs(*texts))

    assert tuple(map(str, found)) == names


def by_name(rows: tuple[Compared, ...]) -> dict[str, Compared]:
    return {row.what.template: row for row in rows}


@pytest.mark.parametrize(
    ("left", "right", "difference", "change", "factor"),
    [
        (100, 150, 50, 0.5, 1.5),
        (80, 10, -70, -0.875, 8),
        (0, 7, 7, None, 1),
        (5, 5, 0, 0, 1),
        (None, 5, None, None, 1),
    ],
)
def test_differences_by_hand(
    left: float | None,
    right: float | None,
    difference: float | None,
    change: float | None,
    factor: float,
) -> None:
    row = Compared(WHAT, "count", left, right)

    assert (row.difference, row.change, row.factor) == (difference, change, factor)


@pytest.mark.parametrize(
    ("fewer", "left", "right", "better"),
    [
        (True, 8, 1, True),
        (True, 1, 8, False),
        (False, 0.5, 1.0, True),
        (None, 1, 2, None),
        (True, 3, 3, None),
    ],
)
def test_better_is_fewer_of_what_costs_and_more_of_what_uses_the_gpu(
    fewer: bool | None, left: float, right: float, better: bool | None
) -> None:
    assert Compared(WHAT, "count", left, right, fewer).right_is_better is better


def test_the_sentence_tells_the_largest_factor_and_who_has_more() -> None:
    left = counted(Counters(warp_steps=100, global_load_sectors=1000), "naive")
    right = counted(Counters(warp_steps=150, global_load_sectors=125), "tiled")

    assert biggest_difference(left, right).text == (
        "naive moves 8 times as many sectors for loads as tiled: 1000 against 125."
    )
    assert biggest_difference(right, left).text == biggest_difference(left, right).text


def test_what_only_one_run_does_is_told_when_nothing_else_differs() -> None:
    left = counted(Counters(warp_steps=100, bank_conflicts=480), "tiled")
    right = counted(Counters(warp_steps=100), "padded")

    words = "tiled has 480 bank conflicts, padded has none."
    assert biggest_difference(left, right).text == words
    assert biggest_difference(right, left).text == words


def test_equal_runs_are_said_to_be_equal() -> None:
    trace = counted(Counters(warp_steps=100))

    assert biggest_difference(trace, trace) is EQUAL


def test_a_hazard_in_one_of_two_runs_is_told_before_all_else() -> None:
    place = (Dim3(0, 0, 0), Dim3(0, 0, 0))
    told = Message("test", "a race")
    race = Hazard("race", "shared", "s", (0,), 9, 9, *place, *place, 1, told)
    right = replace(counted(Counters(warp_steps=9), "without"), hazards=(race,))

    said = biggest_difference(counted(Counters(warp_steps=100), "with"), right)

    assert said.text == "without has a hazard, with has none."


def test_rows_that_neither_run_has_are_left_out() -> None:
    rows = by_name(compare_runs(counted(Counters(warp_steps=1)), counted(Counters(warp_steps=2))))

    assert "bank conflicts" not in rows
    assert rows["steps of warps"].right == 2


def test_a_run_without_counters_is_compared_in_what_is_known() -> None:
    left = replace(traces.vector_add(64, 32), counters=None, times=Times("modelled", kernel_s=2e-6))
    right = replace(counted(Counters(warp_steps=2)), times=Times("modelled", kernel_s=1e-6))

    rows = by_name(compare_runs(left, right))

    assert rows["steps of warps"].left is None
    assert rows["kernel time, modelled"].factor == 2


@pytest.mark.parametrize(
    ("left", "right", "name"),
    [
        ("measured", "measured", "kernel time, measured"),
        ("modelled", "modelled", "kernel time, modelled"),
        ("modelled", "measured", "kernel time, measured and modelled"),
    ],
)
def test_a_kernel_time_says_whether_it_is_measured(
    left: Literal["measured", "modelled"], right: Literal["measured", "modelled"], name: str
) -> None:
    runs = (replace(traces.vector_add(), times=Times(of, kernel_s=1e-6)) for of in (left, right))

    assert name in by_name(compare_runs(*runs))


def test_a_block_turned_round_is_named_by_its_shape_and_told_by_its_lines() -> None:
    wide = launched("matrix_add", (64, 64), Dim3(32, 8))
    high = launched("matrix_add", (64, 64), Dim3(8, 32))

    assert names_of(wide, high) == ("block 32 × 8", "block 8 × 32")
    rows = by_name(compare_runs(wide, high))
    # two loads and one store of 64 * 64 floats: 512 sectors an array, in either shape
    assert (rows["sectors loaded"].left, rows["sectors stored"].left) == (1024, 512)
    assert (rows["sectors loaded"].right, rows["sectors stored"].right) == (1024, 512)
    # a warp of 32 x 1 threads loads from one line, one of 8 x 4 from four rows
    assert biggest_difference(wide, high).text == (
        "block 8 × 32 touches 4 times as many 128-byte lines with its loads as block 32 × 8: 1024"
        " against 256."
    )


@pytest.mark.slow
def test_the_naive_product_moves_more_sectors_than_the_tiled_one() -> None:
    naive = launched("matmul_naive", (32, 32, 32), Dim3(16, 16))
    tiled = launched("matmul_tiled", (32, 32, 32), Dim3(16, 16))

    said = biggest_difference(naive, tiled).text

    assert said.startswith("matmul_naive moves ")
    assert "times as many sectors for loads as matmul_tiled" in said


@pytest.mark.parametrize(
    ("left", "right", "names"),
    [
        ((256,), (128,), ("block 256", "block 128")),
        ((32, 8), (8, 32), ("block 32 × 8", "block 8 × 32")),
        ((8, 8, 4), (256,), ("block 8 × 8 × 4", "block 256")),
    ],
)
def test_blocks_name_two_runs_of_one_kernel(
    left: tuple[int, ...], right: tuple[int, ...], names: tuple[str, str]
) -> None:
    first, second = (
        replace(traces.vector_add(1024, 256), config=LaunchConfig(Dim3(4), Dim3(*block)))
        for block in (left, right)
    )

    assert names_of(first, second) == names


def test_the_same_launch_twice_is_named_by_its_kernel() -> None:
    trace = traces.vector_add(64, 32)

    assert names_of(trace, trace) == ("vector_add", "vector_add")


def test_the_same_launch_of_an_edited_file_is_named_by_its_file() -> None:
    trace = traces.vector_add(64, 32)
    edited = replace(trace.functions[0], file="/scratch/vector_add_mine.py")
    original = replace(trace.functions[0], file="/kernels/vector_add.py")

    left, right = (replace(trace, functions=(one,)) for one in (original, edited))

    assert names_of(left, right) == ("vector_add", "vector_add_mine")


@pytest.mark.slow
def test_runs_of_two_kernels_are_named_by_their_kernels_alone() -> None:
    dense = launched("dense", (16, 32, 64), Dim3(32, 8))
    back = launched("matmul_backward", (16, 32, 64), Dim3(32, 8))

    assert names_of(dense, back) == ("dense", "matmul_backward")  # their grids differ, too


def names_of(left: Trace, right: Trace) -> tuple[str, str]:
    first, second = run_names(left, right)
    return str(first), str(second)


def test_the_time_stands_before_the_figures_that_are_reasons_for_it() -> None:
    left, right = (launched("vector_add", (1000,), Dim3(x)) for x in (64, 256))

    names = [row.what.template for row in compare_runs(left, right)]

    assert names[:2] == ["kernel time, modelled", "occupancy"]
