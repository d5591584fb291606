"""The kernels that are wrong on purpose: what has to be found, where it hides, what repairs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.engines.names import ScheduleName
from gpuviz.engines.request import LaunchResult
from gpuviz.operation import find_operation, list_kernels
from tests.helpers.gallery_launches import launched

Shape = tuple[int, ...]
Found = tuple[str, str | None, str, str | None]  # kind, array, the line's text, the other line's

MISTAKES: dict[str, list[Found]] = {
    "broken_vector_add": [
        ("out-of-bounds", "a", "c[i] = a[i] + b[i]", None),
        ("out-of-bounds", "b", "c[i] = a[i] + b[i]", None),
        ("out-of-bounds", "c", "c[i] = a[i] + b[i]", None),
    ],
    "broken_transpose": [
        ("out-of-bounds", "a", "b[col, row] = a[row, col]", None),
        ("out-of-bounds", "b", "b[col, row] = a[row, col]", None),
    ],
    "broken_slope": [("out-of-bounds", "tile", "y[i] = tile[t + 1] - tile[t]", None)],
    "broken_difference": [("uninitialized", "part", "y[i] = x[i] - part[t - 1]", None)],
    "broken_votes": [
        ("uninitialized", "votes", "if votes[label] > votes[best]:", None),
        ("uninitialized", "votes", "votes[labels[i, j]] += 1", None),
    ],
    "broken_softmax": [
        (
            "race",
            "largest",
            "cuda.atomic.max(largest, 0, x[row, i])",
            "y[row, i] = math.exp(x[row, i] - largest[0])",
        )
    ],
    "broken_warp_sum": [("race", "part", "part[t] += part[t + half]", "part[t] += part[t + half]")],
    "broken_dot": [("race", "total", "total[0] += part[0]", "total[0] += part[0]")],
    "broken_game_of_life": [
        (
            "race",
            "cells",
            "cells[row, col] = 1 if alive == 3 or (alive == 2 and cells[row, col] == 1) else 0",
            "alive += cells[(row + i) % rows, (col + j) % columns]",
        )
    ],
    "broken_histogram": [("race", "bins", "bins[values[i]] += 1", "bins[values[i]] += 1")],
    "broken_compact": [("race", "x", "x[places[i]] = value", "value = x[i]")],
    "broken_look_back": [("race", "sums", "sums[tile] = own", "before += sums[k]")],
    "broken_stencil": [
        ("uninitialized", "tile", "y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) * THIRD", None)
    ],
    "broken_merge": [
        (
            "race",
            "c",
            "c[i + count_smaller(b, a[i])] = a[i]",
            "c[i + count_smaller(a, b[i])] = b[i]",
        )
    ],
    "broken_spmv": [
        (
            "race",
            "y",
            "y[row_of[k]] += values[k] * x[columns[k]]",
            "y[row_of[k]] += values[k] * x[columns[k]]",
        )
    ],
    "broken_bfs": [
        ("race", "following", "following[place] = neighbour", "following[place] = neighbour"),
        ("race", "found", "found[0] = place + 1", "found[0] = place + 1"),
        ("race", "found", "found[0] = place + 1", "place = found[0]"),
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
    ("broken_transpose", (32, 32), (16, 16)),
    ("broken_softmax", (8, 1), (128,)),
    ("broken_warp_sum", (1000,), (2,)),
    ("broken_dot", (256,), (256,)),
    ("broken_look_back", (128,), (128,)),
    ("broken_merge", (40, 25), (128,)),
    ("broken_spmv", (64, 1), (128,)),
    ("broken_bfs", (8, 4), (32,)),
]
REPAIRS = {  # the line, and what has to stand there
    "broken_transpose": (
        "if row < a.shape[1] and col < a.shape[0]:",
        "if row < a.shape[0] and col < a.shape[1]:",
    ),
    "broken_difference": (
        "y[i] = x[i] - part[t - 1]",
        "y[i] = x[i] - (part[t - 1] if t > 0 else x[i - 1] if i > 0 else np.float32(0))",
    ),
    "broken_votes": (
        "    i = cuda.grid(1)\n",
        "    i = cuda.grid(1)\n    for label in range(LABELS):\n        votes[label] = 0\n",
    ),
    "broken_softmax": (
        "            cuda.atomic.max(largest, 0, x[row, i])\n",
        "            cuda.atomic.max(largest, 0, x[row, i])\n        cuda.syncthreads()\n",
    ),
    "broken_warp_sum": (
        "            cuda.syncthreads()\n        active = half",
        "            cuda.syncthreads()\n        cuda.syncwarp()\n        active = half",
    ),
    "broken_merge": ("count_smaller(a, b[i])", "count_smaller(a, b[i] + 1)"),
    "broken_spmv": (
        "y[row_of[k]] += values[k] * x[columns[k]]",
        "cuda.atomic.add(y, row_of[k], values[k] * x[columns[k]])",
    ),
    "broken_bfs": (
        "place = found[0]\n                found[0] = place + 1",
        "place = cuda.atomic.add(found, 0, 1)",
    ),
    "broken_dot": ("total[0] += part[0]", "cuda.atomic.add(total, 0, part[0])"),
    "broken_look_back": (
        "            cuda.atomic.exch(flags, tile, SUM)\n",
        "            cuda.threadfence()\n            cuda.atomic.exch(flags, tile, SUM)\n",
    ),
    "broken_stencil": ("if t == cuda.blockDim.x:", "if t == cuda.blockDim.x - 1:"),
}
SCHEDULES: tuple[ScheduleName, ...] = ("lockstep", "warps", "adversarial")


def found_in(result: LaunchResult, source: str) -> list[Found]:
    lines = ["", *(line.strip() for line in source.splitlines())]
    return [
        (hazard.kind, hazard.array, lines[hazard.line], lines[hazard.other_line or 0] or None)
        for hazard in result.trace.hazards
    ]


def test_every_kernel_that_is_wrong_on_purpose_is_in_the_table() -> None:
    assert set(MISTAKES) == {info.name for info in list_kernels() if info.is_broken}


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_of_a_broken_kernel_is_found_and_nothing_else(name: str) -> None:
    result = launched(name)

    assert sorted(found_in(result, find_operation(name).source), key=str) == MISTAKES[name]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        *("broken_sum_shared", "broken_matmul_tiled", "broken_softmax", "broken_warp_sum"),
        *("broken_game_of_life", "broken_compact"),
    ],
)
def test_a_race_that_hides_makes_the_result_wrong_in_an_adversarial_order(name: str) -> None:
    assert launched(name).correct is True
    assert launched(name, schedule="adversarial").correct is False


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "block"), SILENT)
def test_a_mistake_does_not_show_where_the_text_says_so(
    name: str, size: Shape, block: Shape
) -> None:
    result = launched(name, size, block)

    assert (result.correct, result.trace.hazards) == (True, ())


@pytest.mark.slow
@pytest.mark.parametrize(("size", "correct"), [(256, True), (257, False), (1000, False)])
def test_the_broken_stencil_is_right_by_luck_where_its_text_says_so(
    size: int, correct: bool
) -> None:
    result = launched("broken_stencil", (size,))

    assert result.correct is correct
    assert [hazard.kind for hazard in result.trace.hazards] == ["uninitialized"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["broken_vector_add", "broken_barrier", "broken_votes"])
def test_some_mistakes_leave_the_result_right(name: str) -> None:
    assert launched(name).correct is True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "block"),
    [
        ("broken_transpose", (40, 24), (16, 16)),
        ("broken_slope", (1000,), (256,)),
        ("broken_dot", (257,), (256,)),
        ("broken_merge", (300, 200), (128,)),
        ("broken_spmv", (64, 1000), (128,)),
        ("broken_bfs", (500, 4), (32,)),
    ],
)
def test_some_mistakes_make_the_result_wrong_in_every_order(
    name: str, size: Shape, block: Shape
) -> None:
    result = launched(name, size, block)

    assert result.correct is False
    assert result.trace.hazards


@pytest.mark.parametrize(("block", "kind"), [(256, "out-of-bounds"), (128, "uninitialized")])
def test_a_tile_too_small_by_one_is_another_hazard_in_a_smaller_block(
    block: int, kind: str
) -> None:
    result = launched("broken_slope", block=(block,))

    assert [hazard.kind for hazard in result.trace.hazards] == [kind]


def test_an_index_that_wraps_in_a_full_array_is_no_hazard_and_still_wrong() -> None:
    result = launched("broken_difference", (4096,), (1024,))

    assert (result.correct, result.trace.hazards) == (False, ())


def with_line(name: str, old: str, new: str, folder: Path) -> Path:
    """A copy of a kernel's file in which one line is replaced."""
    source = find_operation(name).source
    assert source.count(old) == 1
    path = folder / f"{name}_repaired.py"
    path.write_text(source.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", REPAIRS)
def test_a_repair_as_its_text_hints_at_leaves_nothing_to_be_found(
    name: str, tmp_path: Path
) -> None:
    path = with_line(name, *REPAIRS[name], tmp_path)

    for schedule in SCHEDULES:
        result = launched(str(path), schedule=schedule)
        assert (result.correct, result.trace.hazards) == (True, ()), schedule


def test_the_mistake_is_all_in_which_a_broken_kernel_differs_from_the_right_one() -> None:
    def lines_of(name: str, right: str) -> list[str]:
        info = find_operation(name)
        lines = info.source.splitlines()[info.kernel_line : info.kernel_end_line]
        return [line.replace(name, right).partition("  #")[0] for line in lines]

    stencil, heat = lines_of("broken_stencil", "heat_1d"), lines_of("heat_1d", "heat_1d")
    broken, right = (
        lines_of("broken_look_back", "scan_lookback"),
        lines_of("scan_lookback", "scan_lookback"),
    )

    assert [pair for pair in zip(stencil, heat, strict=True) if pair[0] != pair[1]] == [
        ("    if t == cuda.blockDim.x:", "    if t == cuda.blockDim.x - 1:")
    ]
    fence = right.index("            cuda.threadfence()")
    assert broken == right[:fence] + right[fence + 1 :]


def test_a_barrier_repairs_the_game_of_life_in_a_world_of_one_block_alone(tmp_path: Path) -> None:
    line = "        cells[row, col] = 1 if"
    parts = (
        "    if row < rows and col < columns:\n        alive = 0\n",
        "    alive = 0\n    if row < rows and col < columns:\n",
    )
    path = with_line("broken_game_of_life", *parts, tmp_path)
    source = path.read_text(encoding="utf-8")
    guarded = f"    cuda.syncthreads()\n    if row < rows and col < columns:\n{line}"
    path.write_text(source.replace(line, guarded), encoding="utf-8")

    small, large = (launched(str(path), size) for size in ((16, 16), (32, 48)))

    assert (small.correct, small.trace.hazards) == (True, ())
    assert [hazard.kind for hazard in large.trace.hazards] == ["race"]
