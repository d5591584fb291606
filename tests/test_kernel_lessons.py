"""What the gallery's texts promise: the figures they state, and the mistakes to be found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchResult, ScheduleName
from gpuviz.operation import find_operation, list_operations
from gpuviz.trace import Counters
from tests.gpu.launch_checks import request_for, run

Shape = tuple[int, ...]
Found = tuple[str, str | None, str, str | None]  # kind, array, the line's text, the other line's

MISTAKES: dict[str, list[Found]] = {
    "broken_vector_add": [
        ("out-of-bounds", "a", "c[i] = a[i] + b[i]", None),
        ("out-of-bounds", "b", "c[i] = a[i] + b[i]", None),
        ("out-of-bounds", "c", "c[i] = a[i] + b[i]", None),
    ],
    "broken_histogram": [("race", "bins", "bins[values[i]] += 1", "bins[values[i]] += 1")],
    "broken_stencil": [
        ("uninitialized", "tile", "y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) * THIRD", None)
    ],
    "broken_barrier": [("barrier-divergence", None, "cuda.syncthreads()", None)],
    "broken_sum_shared": [
        ("race", "part", "part[t] += part[t + half]", "part[t] += part[t + half]")
    ],
    "broken_matmul_tiled": [
        (
            "race",
            "tile_a",
            "tile_a[ty, i] = a[row, first + i] if inside else ZERO",
            "total += tile_a[ty, i] * tile_b[i, tx]",
        ),
        (
            "race",
            "tile_b",
            "tile_b[i, tx] = b[first + i, col] if inside else ZERO",
            "total += tile_a[ty, i] * tile_b[i, tx]",
        ),
    ],
}
SILENT: list[tuple[str, Shape, Shape]] = [  # where the texts say that the mistake does not show
    ("broken_vector_add", (1024,), (256,)),
    ("broken_barrier", (1024,), (256,)),
    ("broken_barrier", (768,), (256,)),
    ("broken_sum_shared", (1000,), (2,)),
    ("broken_matmul_tiled", (16,), (16, 16)),
]


def launched(
    name: str,
    size: Shape | None = None,
    block: Shape | None = None,
    schedule: ScheduleName = "lockstep",
) -> LaunchResult:
    info = find_operation(name)
    case = (name, size or info.default_size, block or tuple(info.default_block))
    return run(EmulatorEngine(), replace(request_for(case, "emulator"), schedule=schedule))


def counters(name: str, size: Shape | None = None, block: Shape | None = None) -> Counters:
    result = launched(name, size, block)
    assert result.correct is True
    assert result.trace.counters is not None
    return result.trace.counters


def found_in(result: LaunchResult, source: str) -> list[Found]:
    lines = ["", *(line.strip() for line in source.splitlines())]
    return [
        (hazard.kind, hazard.array, lines[hazard.line], lines[hazard.other_line or 0] or None)
        for hazard in result.trace.hazards
    ]


def test_every_kernel_that_is_wrong_on_purpose_is_in_the_table() -> None:
    assert set(MISTAKES) == {info.name for info in list_operations() if info.is_broken}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_of_a_broken_kernel_is_found_and_nothing_else(name: str) -> None:
    result = launched(name)

    assert sorted(found_in(result, find_operation(name).source), key=str) == MISTAKES[name]


@pytest.mark.parametrize("name", ["broken_sum_shared", "broken_matmul_tiled"])
def test_a_missing_barrier_makes_the_result_wrong_in_an_adversarial_order(name: str) -> None:
    assert launched(name).correct is True
    assert launched(name, schedule="adversarial").correct is False


@pytest.mark.parametrize(("name", "size", "block"), SILENT)
def test_a_mistake_does_not_show_where_the_text_says_so(
    name: str, size: Shape, block: Shape
) -> None:
    result = launched(name, size, block)

    assert (result.correct, result.trace.hazards) == (True, ())


@pytest.mark.parametrize(("size", "correct"), [(256, True), (257, False), (1000, False)])
def test_the_broken_stencil_is_right_by_luck_where_its_text_says_so(
    size: int, correct: bool
) -> None:
    result = launched("broken_stencil", (size,))

    assert result.correct is correct
    assert [hazard.kind for hazard in result.trace.hazards] == ["uninitialized"]


@pytest.mark.parametrize("name", ["broken_vector_add", "broken_barrier"])
def test_some_mistakes_leave_the_result_right(name: str) -> None:
    assert launched(name).correct is True


@pytest.mark.parametrize(
    ("name", "loads", "stores", "conflicts"),
    [
        ("transpose_naive", 512, 4096, 0),
        ("transpose_tiled", 512, 512, 3968),
        ("transpose_padded", 512, 512, 0),
    ],
)
def test_a_transpose_moves_the_sectors_that_its_text_states(
    name: str, loads: int, stores: int, conflicts: int
) -> None:
    counted = counters(name)

    assert (counted.global_load_sectors, counted.global_store_sectors) == (loads, stores)
    assert counted.bank_conflicts == conflicts


def test_a_naive_transpose_in_blocks_of_8_x_32_saves_three_of_four_sectors_it_stores() -> None:
    counted = counters("transpose_naive", block=(8, 32))

    assert (counted.global_load_sectors, counted.global_store_sectors) == (512, 1024)


@pytest.mark.parametrize(
    ("stride", "sectors", "lines"),
    [(1, 4, 1), (2, 8, 2), (4, 16, 4), (8, 32, 8), (16, 32, 16), (32, 32, 32), (1024, 1, 1)],
)
def test_a_stride_costs_the_sectors_and_lines_that_the_text_states(
    stride: int, sectors: int, lines: int
) -> None:
    counted = counters("copy_strided", (1024, stride))

    warps = 32
    assert counted.global_load_sectors == warps * sectors
    assert counted.global_load_lines == warps * lines
    assert counted.global_store_sectors == warps * 4


def test_sums_in_registers_save_seven_of_eight_requests_of_shared_and_global_memory() -> None:
    tiled = counters("matmul_tiled", (128, 256, 16))
    in_registers = counters("matmul_register_tiled")

    assert in_registers.shared_load_requests * 8 == tiled.shared_load_requests
    assert in_registers.global_load_sectors * 8 == tiled.global_load_sectors
    assert in_registers.bank_conflicts == 0


def test_a_sum_in_shared_memory_adds_once_per_block_to_the_total() -> None:
    assert counters("sum_shared").atomic_operations == 4
    assert counters("sum_atomic").atomic_operations == 1000


@pytest.mark.parametrize("block", [1, 7, 33, 48, 256, 1024])
def test_a_sum_by_shuffles_is_right_in_warps_of_any_length_and_adds_once_for_each(
    block: int,
) -> None:
    warps = -(-1000 // block) * -(-block // 32)

    assert counters("sum_shuffle", (1000,), (block,)).atomic_operations == warps
