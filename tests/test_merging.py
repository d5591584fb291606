"""Merging two sorted arrays: right for arrays of every kind, and what texts and lesson state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.operation import find_operation
from gpuviz.trace import Trace
from tests.helpers.gallery_launches import counters, inputs_of, launched, made_of

Shape = tuple[int, ...]

MERGES = ("merge_path", "merge_tiled")
RANDOM = np.random.default_rng(7)


def numbers(count: int, low: int, high: int) -> NDArray[np.int32]:
    return np.sort(RANDOM.integers(low, high, count)).astype(np.int32)


PAIRS = {
    "one of each": (numbers(1, 0, 9), numbers(1, 0, 9)),
    "many and one": (numbers(1000, 0, 99), numbers(1, 0, 99)),
    "one and many": (numbers(1, 0, 99), numbers(1000, 0, 99)),
    "odd lengths": (numbers(333, 0, 99), numbers(517, 0, 99)),
    "all of a first": (numbers(700, 0, 50), numbers(600, 50, 99)),
    "all of b first": (numbers(700, 50, 99), numbers(600, 0, 50)),
    "all equal": (numbers(700, 5, 6), numbers(900, 5, 6)),
    "hardly an equal one": (numbers(700, -(10**9), 10**9), numbers(700, -(10**9), 10**9)),
}


def merged(
    name: str, a: NDArray[Any], b: NDArray[Any], block: int, blocks: int | None = None
) -> NDArray[Any]:
    """What a kernel of the gallery, or of a file, makes of two arrays, without a hazard."""
    arguments = {"a": a, "b": b, "c": np.zeros(a.size + b.size, a.dtype)}
    result: NDArray[Any] = made_of(name, (a.size, b.size), arguments, (block,), blocks)["c"]
    return result


def rows_of(trace: Trace, source: str, code: str) -> list[int]:
    """The statements of a launch on a line, named by its code."""
    lines = [line.partition("  #")[0].strip() for line in source.splitlines()]
    return [row for row, one in enumerate(trace.statements) if lines[one.line - 1] == code]


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, 33, 128])
@pytest.mark.parametrize("name", MERGES)
@pytest.mark.parametrize("pair", PAIRS)
def test_arrays_of_every_kind_are_merged(pair: str, name: str, block: int) -> None:
    a, b = PAIRS[pair]

    assert np.array_equal(merged(name, a, b, block), np.sort(np.concatenate([a, b])))


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [1, 2, 7, 40])
def test_tiles_go_with_any_number_of_blocks(blocks: int) -> None:
    a, b = PAIRS["odd lengths"]

    found = merged("merge_tiled", a, b, 32, blocks)

    assert np.array_equal(found, np.sort(np.concatenate([a, b])))


@pytest.mark.slow
@pytest.mark.parametrize("name", MERGES)
def test_a_merge_is_stable(name: str, tmp_path: Path) -> None:
    """-0.0 and 0.0 are equal, and can be told apart."""
    file = tmp_path / f"{name}.py"
    source = find_operation(name).source
    file.write_text(source.replace("(TILE, np.int32)", "(TILE, np.float32)"), "utf-8")
    ties = np.sort(RANDOM.integers(0, 5, 1300)).astype(np.float32)
    a, b = ties[:900] * np.float32(-0.0), ties[:700] * np.float32(0.0)

    found = merged(str(file), a, b, 32)

    assert np.signbit(found[:900]).all()
    assert not np.signbit(found[900:]).any()


@pytest.mark.slow
def test_tiles_take_a_twelfth_of_the_sectors() -> None:
    path, tiled = (counters(name) for name in MERGES)

    assert (path.global_load_sectors, path.global_store_sectors) == (10934, 4000)
    assert (tiled.global_load_sectors, tiled.global_store_sectors) == (759, 500)
    assert 11.5 < (10934 + 4000) / (759 + 500) < 12.5


@pytest.mark.slow
def test_tiles_load_4896_elements_for_4000() -> None:
    launch, source = launched("merge_tiled"), find_operation("merge_tiled").source

    loads = [f"{x}_tile[k] = {x}[{x}_next + k]" for x in "ab"]
    rows = [row for code in loads for row in rows_of(launch.trace, source, code)]

    assert launch.trace.warp_counters is not None
    assert launch.trace.warp_counters.lanes[rows].sum() == 4896


@pytest.mark.slow
def test_an_odd_number_of_elements_for_a_thread_leaves_438_of_2067_bank_conflicts(
    tmp_path: Path,
) -> None:
    file = tmp_path / "merge_odd.py"
    source = find_operation("merge_tiled").source.replace("merge_tiled", "merge_odd")
    file.write_text(source.replace("TILE = 512", "TILE = 448"), "utf-8")

    assert counters("merge_tiled").bank_conflicts == 2067
    assert counters(str(file)).bank_conflicts == 438


def test_a_search_takes_at_most_ten_rounds() -> None:
    launch, source = launched("merge_path"), find_operation("merge_path").source

    rounds = [
        launch.trace.warp_counters.steps[row].max()
        for row in rows_of(launch.trace, source, "i = (low + high) // 2")
        if launch.trace.warp_counters is not None
    ]

    assert rounds == [10]


def test_the_lesson_names_the_elements_that_are_there() -> None:
    given = inputs_of("merge_path", (3000, 1000), seed=0)
    a, b = given["a"], given["b"]
    before = np.argsort(np.concatenate([a, b]), kind="stable") < a.size  # of c: is it of a?

    assert int(before[:1600].sum()) == 1316
    assert a[1100] <= b[499]
    assert [n == 400 for n in a[1159:1163]] == [False, True, True, False]
    assert [n == 400 for n in b[:8]] == [True] * 7 + [False]
    assert int(before[:1160].sum()) == 1160
    assert [*before[1160:1169]] == [True, True, *[False] * 7]
    assert (int(before[:2000].sum()), int(before[1000:1512].sum())) == (1448, 282)


def test_a_merge_by_rank_loses_one_of_two_equal_elements() -> None:
    result = launched("broken_merge")
    given = inputs_of("broken_merge", (300, 200), seed=0)

    assert given["a"][2] == given["b"][1] == 23
    assert np.intersect1d(given["a"], given["b"]).size == 22
    (wrong,) = result.wrong
    assert (wrong.count, wrong.index, wrong.got, wrong.want) == (22, (4,), 0, 23)
