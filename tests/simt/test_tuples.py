"""Tuples in kernels: items, parts, comparisons and sums, as Numba has them."""

from __future__ import annotations

import operator
import warnings
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit

from gpuviz.messages import KernelFailed
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import execute
from tests.simt.kernels import config, kernel_from, run
from tests.simt.njit import both

LITERALS = [
    "2 ** -1",
    "2 ** 63 - 1",
    "7 // 2 + 7 / 2 + 7 % 3",
    "-7 // 2 + (-7) % 3",
    "1 << 62",
    "(1 << 63) >> 60",
    "3 * 10 ** 18",
    "~5 + (not 3) - (-2)",
    "2 ** 0.5 * 2",
    "(1 + 2j).imag + 0.5",
    "5 & 6 | 8 ^ 1",
    "i + 2 ** -2 * 4",
]


@pytest.mark.slow
@pytest.mark.parametrize("expression", LITERALS)
def test_literals_are_computed_ahead_as_python_does(expression: str) -> None:
    text = f"def kernel(out):\n    i = cuda.grid(1)\n    out[i] = {expression}\n"

    mine, theirs = both(text, 4, {"out": np.zeros(4)})

    assert np.array_equal(mine["out"], theirs["out"])


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # Python's own
def test_an_inverted_literal_is_what_numba_has_of_it_and_nobody_is_warned() -> None:
    kernel = kernel_from("def kernel(out):\n    out[0] = ~True\n    out[1] = ~(not True)\n")
    sources, expected = capture_kernel(kernel), np.zeros(2)
    njit(kernel)(expected)

    with warnings.catch_warnings(action="error"):
        done = execute(sources, config(1, 1), {"out": np.zeros(2)})

    assert np.array_equal(done.arrays["out"], expected)


@pytest.mark.slow
@pytest.mark.parametrize("call", ["operator.pow(2, -1)", "operator.invert(True)"])
def test_a_function_of_literals_is_left_to_numba(call: str) -> None:
    kernel = kernel_from(f"def kernel(out):\n    out[0] = {call}\n", operator=operator)
    expected = np.ones(1)
    njit(kernel)(expected)

    done = run(kernel, config(1, 1), {"out": np.ones(1)})

    assert np.array_equal(done.arrays["out"], expected)


EXPRESSIONS = [
    "(1, 2, 3)[i % 3]",
    "(1, 2, 3)[i % 3 - 3]",
    "(i, i * i, 7)[i % 3] + (4, 5)[k % 2]",
    "(1.5, 2.5)[i % 2]",
    "(1, i, 3, k)[1:3][1]",
    "(1, i, 3, k)[::-1][0]",
    "((1, i) + (k, 2.5))[3]",
    "len((1, i) + (k,))",
    "1 if i in (1, 2, 5) else 0",
    "1 if i not in (1, 2, 5) else 0",
    "1 if i / 2 in (0.5, 1.0) else 0",
    "1 if (i, k) == (2, 1) else 0",
    "1 if (i, k) != (2, 1) else 0",
    "1 if (i, k) == (2, 1, 0) else 0",
    "1 if (i, k) < (2, 1) else 0",
    "1 if (k, i) <= (1, 3.5) else 0",
    "1 if (k, i) > (1, 3) else 0",
    "1 if (k, 2) >= (1, 2, 0) else 0",
    "1 if ((i, k), 2) == ((3, k), 2) else 0",
    "1 if (0, 1) < (i, k) < (5, 0) else 0",
    "sum((1, 2.5, i))",
    "sum((i, k), 100)",
    "min((3, i))",
    "max((i, k, 4.5))",
    "max(*(i, 3), k)",
    "divmod(i + 7, 3)[k % 2]",
    "round(i * 1.23456, 2)",
    "round(i * 123.456, -1)",
    "round(i * 0.5)",
    "1 if i is None else 2",
    "1 if None is None else 2",
    "1 if i == None else 2",
]


@pytest.mark.slow
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_tuples_give_what_numba_gives(expression: str) -> None:
    text = f"def kernel(out):\n    i = cuda.grid(1)\n    k = i % 4\n    out[i] = {expression}\n"

    mine, theirs = both(text, 16, {"out": np.zeros(16)})

    assert np.array_equal(mine["out"], theirs["out"])


def test_tuples_are_unpacked_passed_and_given_back() -> None:
    text = """
@cuda.jit(device=True)
def swapped(pair, scale):
    a, b = pair
    return b * scale, (a, len(pair))

def kernel(out):
    i = cuda.grid(1)
    b, (a, n) = swapped((i, i + 1), 2)
    t = 0
    for x, y in ((a, b), (n, i)):
        t += x * y
    c = d = (a, b)
    out[i] = t + c[0] + d[1]
"""

    mine, theirs = both(text, 16, {"out": np.zeros(16)})

    assert np.array_equal(mine["out"], theirs["out"])


def test_an_array_of_a_tuple_is_chosen_by_a_loop() -> None:
    kernel = """
        def kernel(rows):
            i = cuda.grid(1)
            for k in range(len(rows)):
                rows[k][i] = 10 * k + i
        """
    rows = (np.zeros(4), np.zeros(4))

    run(kernel, config(1, 4), {"rows": rows})

    assert np.array_equal(np.stack(rows), np.add.outer([0, 10], np.arange(4)))


def test_an_index_is_evaluated_once_though_it_is_a_tuple() -> None:
    kernel = """
        @cuda.jit(device=True)
        def place(counts, i):
            counts[i] += 1
            return i, 0

        def kernel(a, counts):
            i = cuda.grid(1)
            a[place(counts, i)] = 5
        """

    done = run(kernel, config(1, 4), {"a": np.zeros((4, 2)), "counts": np.zeros(4)})

    assert np.array_equal(done.arrays["counts"], np.ones(4))
    assert np.array_equal(done.arrays["a"], [[5, 0]] * 4)


def test_the_fields_of_a_named_tuple_are_read_by_name() -> None:
    class Step(NamedTuple):
        width: float
        data: Any

    kernel = """
        def kernel(step, out):
            i = cuda.grid(1)
            out[i] = step.data[i] * step.width + step[0] + len(step)
        """
    step = Step(0.5, np.arange(8.0))

    done = run(kernel, config(1, 8), {"step": step, "out": np.zeros(8)})

    assert np.array_equal(done.arrays["out"], np.arange(8) * 0.5 + 2.5)


def test_an_index_outside_a_tuple_is_told_with_its_thread() -> None:
    kernel = "def kernel(out):\n    i = cuda.grid(1)\n    out[i] = (1, 2, 3)[i]\n"

    with pytest.raises(KernelFailed) as failed:
        run(kernel, config(1, 8), {"out": np.zeros(8)})

    assert failed.value.message.code == "kernel.tuple-index"
    assert failed.value.message.values["thread"] == "(3, 0, 0)"
    assert failed.value.message.values["index"] == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["min", "max", "sum"])
def test_arrays_are_searched_and_added_element_by_element(name: str) -> None:
    text = f"def kernel(a, out):\n    i = cuda.grid(1)\n    out[i] = {name}(a[i]) + {name}(a[0])\n"
    values = np.random.default_rng(3).integers(-50, 50, (4, 9)).astype(np.int32)

    mine, theirs = both(text, 4, {"a": values, "out": np.zeros(4)})

    assert np.array_equal(mine["out"], theirs["out"])
