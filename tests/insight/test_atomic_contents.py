"""What elements hold while atomics change them: only what is known is shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.device import find_device
from gpuviz.insight.content_history import ContentHistory
from gpuviz.insight.order import PlayOrder, play_order
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Trace
from tests.simt.kernels import config, run

KERNEL = """
def kernel(x, y):
    i = cuda.grid(1)
    y[i] = i
    cuda.atomic.add(x, i % 2, 1)
"""
DIFFERENT_SUMS = """
def kernel(x):
    i = cuda.grid(1)
    cuda.atomic.add(x, i % 3, i % 5)
"""
ORDERS_MATTER = """
def kernel(x):
    i = cuda.grid(1)
    cuda.atomic.{operation}(x, i % 2, {operand})
"""
READ_AFTERWARDS = """
def kernel(x, y):
    i = cuda.threadIdx.x
    cuda.atomic.add(x, 0, 0.1)
    cuda.syncthreads()
    y[i] = x[0]
"""


def history(
    text: str, arguments: dict[str, NDArray[Any]], schedule: str = "lockstep"
) -> tuple[Trace, PlayOrder, ContentHistory]:
    """The contents of the first array while a kernel runs in two blocks of two warps."""
    options = ExecutionOptions(schedule=schedule)
    trace = run(text, config(2, 64), arguments, options).trace
    order = play_order(trace, find_device("t4"))
    assert order is not None
    return trace, order, ContentHistory(trace, order, 0, np.arange(len(arguments["x"])))


def atomics_played(trace: Trace, order: PlayOrder) -> list[tuple[int, list[int]]]:
    """(position, elements) of each warp's atomic on the first array, as it is played."""
    assert trace.accesses is not None
    kept = [
        (int(order.accessed[row]), row)
        for row in np.flatnonzero(trace.accesses.array == 0)
        if trace.sites[trace.accesses.site[row]].kind == "atomic"
    ]
    return [(at, trace.accesses.element[row].tolist()) for at, row in sorted(kept)]


def test_counts_are_known_at_every_step_in_a_modelled_order() -> None:
    arguments = {"x": np.full(3, 5), "y": np.zeros(128, np.int64)}
    trace, order, sums = history(KERNEL, arguments)
    counted = np.full(3, 5)

    assert order.label == "modelled"
    for position, elements in atomics_played(trace, order):
        assert sums.at(position)[0].tolist() == counted.tolist()
        np.add.at(counted, np.array(elements), 1)
        assert sums.at(position + 1)[0].tolist() == counted.tolist()
    assert not sums.unknown(len(order)).any()
    assert counted.tolist() == [69, 69, 5]


@pytest.mark.parametrize("schedule", ["lockstep", "warps"])
def test_sums_end_with_what_the_launch_left(schedule: str) -> None:
    arguments = {"x": np.zeros(3, np.int32)}
    trace, order, sums = history(DIFFERENT_SUMS, arguments, schedule=schedule)

    known = [~sums.unknown(moment) for moment in range(len(order) + 1)]
    held = np.array([sums.at(moment)[0] for moment in range(len(order) + 1)])

    assert np.all(known)
    assert (np.diff(held, axis=0) >= 0).all()
    assert held[-1].tolist() == trace.outputs["x"].tolist()


@pytest.mark.parametrize(("operation", "operand"), [("add", "-i"), ("max", "i"), ("sub", "i")])
def test_what_cannot_be_put_in_the_order_that_is_played_is_unknown(
    operation: str, operand: str
) -> None:
    text = ORDERS_MATTER.format(operation=operation, operand=operand)

    _, order, sums = history(text, {"x": np.zeros(3, np.int64)})

    assert sums.unknown(0).tolist() == [False, False, False]
    assert sums.unknown(len(order)).tolist() == [True, True, False]


@pytest.mark.parametrize("operation", ["add", "max", "sub"])
def test_in_the_order_that_was_executed_the_next_one_tells(operation: str) -> None:
    text = ORDERS_MATTER.format(operation=operation, operand="i")
    trace, order, held = history(text, {"x": np.zeros(3)}, schedule="warps")
    fold = {"add": np.add, "max": np.maximum, "sub": np.subtract}[operation]
    expected = np.zeros(3)

    assert order.label == "executed"
    assert trace.accesses is not None
    assert trace.steps is not None
    for row in np.flatnonzero(trace.accesses.array == 0):
        step = trace.accesses.step[row]
        first = trace.steps.block[step] * 64 + trace.steps.warp[step] * 32
        fold.at(expected, trace.accesses.element[row], first + np.arange(32.0))
        now = int(order.accessed[row]) + 1
        assert held.at(now)[0].tolist() == expected.tolist()
    assert not held.unknown(len(order)).any()


def test_a_sum_of_floats_is_known_once_it_was_read() -> None:
    arguments = {"x": np.zeros(1), "y": np.zeros(128)}
    trace = run(READ_AFTERWARDS, config(1, 64), arguments).trace
    order = play_order(trace, find_device("t4"))
    assert order is not None
    sums = ContentHistory(trace, order, 0, np.arange(1))

    first = min(at for at, _ in atomics_played(trace, order))

    assert sums.unknown(first + 1).tolist() == [True]
    assert sums.unknown(len(order)).tolist() == [False]
    assert sums.at(len(order))[0].tolist() == trace.outputs["x"].tolist()


def test_plain_writes_stay_known_beside_atomics() -> None:
    arguments = {"x": np.full(3, 5), "y": np.zeros(64, np.int64)}
    trace = run(KERNEL, config(2, 32), arguments).trace
    order = play_order(trace, find_device("t4"))
    assert order is not None

    plain = ContentHistory(trace, order, 1, np.arange(64))

    assert not plain.unknown(len(order)).any()
    assert plain.at(len(order))[0].tolist() == list(range(64))
