"""The thread and the step that are shown first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpuviz.insight.first_look import moment_to_show, telling_access, thread_to_show
from tests.helpers import traces
from tests.helpers.launches import order_of
from tests.simt.kernels import config, run

LASTING = """
@cuda.jit(device=True)
def turns_of(limit):
    turns = 0
    while turns < limit:
        turns += 1
    return turns

def kernel(out):
    i = cuda.grid(1)
    out[i] = turns_of({turns})
"""
SHORT = """
@cuda.jit(device=True)
def doubled(x):
    return 2 * x

def kernel(out):
    i = cuda.grid(1)
    out[i] = doubled(i)
"""


def test_the_last_thread_with_an_element_and_the_step_in_which_it_writes_are_found() -> None:
    trace = traces.vector_add(1000, 256)

    chosen = thread_to_show(trace)

    assert chosen == (3, 231)
    row = telling_access(trace, 3, 231)
    assert row is not None
    assert trace.accesses is not None
    assert trace.sites[trace.accesses.site[row]].line == 5


def test_without_writes_the_last_thread_that_touched_memory_is_the_telling_one() -> None:
    trace = traces.vector_add(1000, 256)

    assert thread_to_show(replace(trace, sites=(trace.sites[0],) * 3)) == (3, 231)
    assert thread_to_show(replace(trace, accesses=None, thread_active=None)) is None


def test_a_thread_without_an_element_writes_in_no_step() -> None:
    assert telling_access(traces.vector_add(1000, 256), 3, 255) is None


def test_a_kernel_whose_threads_compute_for_long_is_shown_when_the_last_one_writes() -> None:
    """The statement begins early; its result is there when the function that it calls is over."""
    text = LASTING.format(turns="20 if i < 32 else 2")
    trace = run(text, config(1, 64), {"out": np.zeros(64)}).trace
    order = order_of(trace)

    chosen = thread_to_show(trace, order)

    assert chosen == (0, 31)  # the first warp takes ten times as many turns
    assert moment_to_show(trace, order, *chosen) == len(order)


def test_a_short_call_is_shown_when_what_it_gives_is_stored() -> None:
    trace = run(SHORT, config(1, 64), {"out": np.zeros(64)}).trace
    order = order_of(trace)

    chosen = thread_to_show(trace, order)

    assert chosen == (0, 63)
    row = telling_access(trace, *chosen)
    assert row is not None
    assert moment_to_show(trace, order, *chosen) == order.accessed[row] + 1
