"""How a thread made an element: a sum of products is told only where it is one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.recording import open_recording
from gpuviz.insight.element_making import making_of, read_by
from gpuviz.trace import Trace


@cuda.jit
def summed(x: Any, w: Any, y: Any) -> None:
    i = cuda.grid(1)
    if i < y.size:
        total = np.float32(0)
        for j in range(w.size):
            total += w[j] * x[i + j]
        y[i] = total


@cuda.jit
def doubled(x: Any, w: Any, y: Any) -> None:
    i = cuda.grid(1)
    if i < y.size:
        total = np.float32(0)
        for j in range(w.size):
            total += w[j] * x[i + j]
        y[i] = 2 * total


@cuda.jit
def summed_twice(x: Any, w: Any, y: Any) -> None:
    i = cuda.grid(1)
    if i < y.size:
        total = np.float32(0)
        for j in range(w.size):
            total += w[j] * x[i + j]
        for j in range(w.size):
            total += w[j] * x[j]
        y[i] = total


@cuda.jit
def largest(x: Any, w: Any, y: Any) -> None:
    i = cuda.grid(1)
    if i < y.size:
        y[i] = max(x[i], x[i + 1])


def trace_of(kernel: Any) -> Trace:
    """One block of 32 threads, all of whose steps are kept."""
    rng = np.random.default_rng(1)
    x, w = rng.standard_normal((2, 40)).astype(np.float32)
    with open_recording() as recording:
        kernel[1, 32](x, w[:3].copy(), np.zeros(20, np.float32))
    return recording.launches[0]


def test_a_sum_of_products_is_told_with_all_of_them() -> None:
    trace = trace_of(summed)

    making = making_of(trace, "y", 4, 4)

    assert making is not None
    assert making.sum is not None
    np.testing.assert_array_equal(making.sum.left.values, trace.inputs["w"])
    np.testing.assert_array_equal(making.sum.right.values, trace.inputs["x"][4:7])
    assert making.sum.total == trace.outputs["y"][4]
    assert (making.sum.variable, making.sum.start) == ("total", 0)


@pytest.mark.parametrize("kernel", [doubled, summed_twice, largest])
def test_what_is_no_such_sum_is_told_by_what_was_read(kernel: Any) -> None:
    making = making_of(trace_of(kernel), "y", 4, 4)

    assert making is not None
    assert making.sum is None
    assert making.source.startswith("y[i] = ")
    assert {looked.array for looked in making.looked} <= {"x", "w"}


def test_a_thread_that_did_not_write_the_element_made_nothing() -> None:
    trace = trace_of(summed)

    assert making_of(trace, "y", 4, 5) is None
    assert making_of(trace, "y", 4, 31) is None
    assert making_of(trace, "no such array", 4, 4) is None


def test_what_threads_read_together_is_told_once() -> None:
    read = read_by(trace_of(summed), np.array([3, 4]))

    assert read["x"].tolist() == [3, 4, 5, 6]
    assert read["w"].tolist() == [0, 1, 2]
