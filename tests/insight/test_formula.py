"""A thread's numbers put into the statements of its kernel."""

from __future__ import annotations

import ast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.insight.formula import (
    ThreadPlace,
    assignment_formulas,
    condition_formula,
    index_formulas,
    statements_of,
)
from gpuviz.launch import Dim3

KERNEL = """@cuda.jit
def vector_add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
"""


def place(
    block_idx: tuple[int, int, int] = (3, 0, 0),
    thread_idx: tuple[int, int, int] = (231, 0, 0),
    block: tuple[int, int, int] = (256, 1, 1),
    name: str = "cuda",
) -> ThreadPlace:
    return ThreadPlace(Dim3(4), Dim3(*block), Dim3(*block_idx), Dim3(*thread_idx), {name: "cuda"})


def test_the_index_of_a_thread_is_told_in_names_in_numbers_and_as_a_result() -> None:
    (formula,) = index_formulas(KERNEL, place(), {})

    assert formula.target == "i"
    assert formula.symbolic == "blockIdx.x · blockDim.x + threadIdx.x"
    assert formula.numeric == "3 · 256 + 231"
    assert formula.value == 999


def test_cuda_under_another_name_is_still_cuda() -> None:
    text = "def k(a):\n    i = gpu.blockIdx.x * gpu.blockDim.x + gpu.threadIdx.x\n    a[i] = i\n"

    (formula,) = index_formulas(text, place(name="gpu"), {})

    assert formula.numeric == "3 · 256 + 231"


def test_a_two_dimensional_grid_gives_x_first_then_y() -> None:
    text = "def k(a):\n    col, row = cuda.grid(2)\n"
    where = place((1, 2, 0), (3, 4, 0), (16, 8, 1))

    col, row = index_formulas(text, where, {})

    assert (col.numeric, col.value) == ("1 · 16 + 3", 19)
    assert (row.target, row.numeric, row.value) == ("row", "2 · 8 + 4", 20)


def test_a_bare_thread_index_is_used_but_not_told_by_itself() -> None:
    text = "def k(a):\n    tx = cuda.threadIdx.x\n    i = cuda.blockIdx.x * 16 + tx\n"

    (formula,) = index_formulas(text, place((2, 0, 0), (5, 0, 0)), {})

    assert (formula.symbolic, formula.numeric) == ("blockIdx.x · 16 + tx", "2 · 16 + 5")
    assert formula.value == 37


@pytest.mark.parametrize(
    ("source", "known", "numeric", "value"),
    [
        ("c[i] = a[i] + b[i]", {"a[i]": 0.5, "b[i]": 0.25}, "0.5000 + 0.2500", 0.75),
        ("acc += x * y", {"acc": 1, "x": 2, "y": 3}, "1 + 2 · 3", 7),
        ("k = (n + 15) // 16", {"n": 64}, "(64 + 15) // 16", 4),
        ("d = i - j", {"i": 1, "j": -2}, "1 - (-2)", 3),
        ("outside = ~(i < n)", {"i": 9, "n": 99}, "~(9 < 99)", False),
    ],
)
def test_plain_arithmetic_of_known_parts_is_written_with_their_values(
    source: str, known: dict[str, object], numeric: str, value: object
) -> None:
    node = statements_of(f"def k():\n    {source}\n")[0]

    (formula,) = assignment_formulas(node, place(), known)

    assert (formula.numeric, formula.value) == (numeric, value)


@pytest.mark.parametrize("source", ["c = a[i] + 1", "c = f(2)", "c = 1 // 0", "c = unknown * 2"])
def test_an_assignment_with_an_unknown_part_has_no_formula(source: str) -> None:
    node = statements_of(f"def k():\n    {source}\n")[0]

    assert assignment_formulas(node, place(), {}) == ()


@pytest.mark.parametrize(("i", "holds"), [(999, True), (1000, False)])
def test_the_guard_is_told_with_its_result(i: int, holds: bool) -> None:
    guard = statements_of(KERNEL)[1]

    formula = condition_formula(guard, place(), {"i": i, "c.size": 1000})

    assert formula is not None
    assert (formula.target, formula.numeric) == ("i < c.size", f"{i} < 1000")
    assert formula.value is holds


@pytest.mark.parametrize(
    ("i", "numeric"), [(999, "3 · 256 + 231"), (999 + 2 * 1024, "3 · 256 + 231 + 2 · (4 · 256)")]
)
def test_the_index_of_a_grid_stride_loop_is_told_with_its_turn(i: int, numeric: str) -> None:
    text = (
        "def k(x):\n    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):\n        x[i] = 0\n"
    )

    (formula,) = index_formulas(text, place(), {"i": i})

    assert (formula.target, formula.numeric, formula.value) == ("i", numeric, i)


@given(st.integers(0, 4), st.integers(0, 1023))
def test_the_result_is_what_the_numbers_in_the_formula_give(block: int, thread: int) -> None:
    where = place((block, 0, 0), (thread, 0, 0), (1024, 1, 1))

    (formula,) = index_formulas(KERNEL, where, {})

    left, right = formula.numeric.split(" + ")
    first, second = left.split(" · ")
    assert formula.value == int(first) * int(second) + int(right)


def test_numbers_that_become_too_large_are_told_without_a_warning() -> None:
    (node,) = ast.parse("s = x * x").body

    (formula,) = assignment_formulas(node, place(), {"x": np.float32(3e38)})

    assert formula.value == np.inf


def test_an_index_that_several_loops_share_is_told_once() -> None:
    loop = "    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):\n        x[i] += 1\n"

    found = index_formulas(f"def k(x):\n{loop}{loop}", place(), {"i": 999})

    assert [formula.target for formula in found] == ["i"]
