"""When a statement that calls device functions writes: after the last of their steps."""

from __future__ import annotations

import numpy as np

from gpuviz.device import find_device
from gpuviz.insight.calls import last_steps
from gpuviz.insight.content_history import ContentHistory
from gpuviz.insight.order import PlayOrder, play_order
from gpuviz.trace import Trace
from tests.simt.kernels import config, run

KERNEL = """
@cuda.jit(device=True)
def halved(x):
    y = x / 2
    return y

@cuda.jit(device=True)
def quartered(x):
    y = halved(x)
    return halved(y)

def kernel(a, out):
    i = cuda.grid(1)
    out[i] = quartered(a[i])
    out[i] += halved(a[i])
"""
# lines of one warp, in order
LINES = [12, 13, 8, 3, 4, 9, 3, 4, 14, 3, 4]
# for each step the place of the last step that its statement caused
LAST = [0, 7, 4, 3, 4, 7, 6, 7, 10, 9, 10]


def launched(threads: int) -> Trace:
    arguments = {"a": np.full(64, 8.0), "out": np.zeros(64)}
    return run(KERNEL, config(1, threads), arguments).trace


def order_of(trace: Trace) -> PlayOrder:
    order = play_order(trace, find_device("t4"))
    assert order is not None
    return order


def test_the_steps_of_a_call_end_where_the_caller_goes_on() -> None:
    trace = launched(32)
    assert trace.steps is not None

    last = last_steps(trace, trace.steps)

    assert [trace.statements[row].line for row in trace.steps.statement.tolist()] == LINES
    assert last.tolist() == LAST


def test_each_warp_has_calls_of_its_own() -> None:
    trace = launched(64)
    assert trace.steps is not None

    last = last_steps(trace, trace.steps)

    for warp in (0, 1):
        mine = np.flatnonzero(trace.steps.warp == warp)
        assert last[mine].tolist() == mine[LAST].tolist()


def test_what_a_call_gives_is_stored_after_its_last_step() -> None:
    trace = launched(32)
    array = next(row for row, info in enumerate(trace.arrays) if info.name == "out")
    contents = ContentHistory(trace, order_of(trace), array, np.array([5]))

    held = [float(contents.at(moment)[0][0]) for moment in range(len(LINES) + 1)]

    # 8 / 4 with the eighth step, 4 more with the last
    assert held == [0.0] * 8 + [2.0] * 3 + [6.0]


def test_without_device_functions_every_step_stands_for_itself() -> None:
    order = order_of(run("def k(a):\n    a[0] = 1", config(1, 32), {"a": np.zeros(1)}).trace)

    assert order.written.tolist() == order.position.tolist()
