"""One thread at an instant: what it holds, reads and writes."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.order import Instant, play_order
from gpuviz.insight.states import ThreadState
from gpuviz.insight.thread_facts import ThreadFacts
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.trace import Trace
from tests.helpers import traces


def facts_after(trace: Trace, block: int, thread: int, line: int | None) -> ThreadFacts:
    """The thread right after its warp executed `line` for the first time; None: before all."""
    order = play_order(trace, find_device("t4"))
    assert order is not None
    assert trace.steps is not None
    steps = trace.steps
    if line is None:
        return TraceIndex(trace, order).threads.at(block, thread, Instant(0, 0))
    lines = np.array([statement.line for statement in trace.statements])[steps.statement]
    mine = (steps.block == block) & (steps.warp == thread // 32) & (lines == line)
    moment = int(order.position[np.flatnonzero(mine)[0]]) + 1
    return TraceIndex(trace, order).threads.at(
        block, thread, Instant(moment, order.rounds_at(moment))
    )


VECTOR_ADD = traces.vector_add(1000, 256)


def test_before_its_first_step_a_thread_has_its_place_and_index_already() -> None:
    facts = facts_after(VECTOR_ADD, 3, 231, None)

    assert facts.state is ThreadState.NOT_STARTED
    assert (facts.block_idx, facts.thread_idx) == ((3, 0, 0), (231, 0, 0))
    assert [formula.value for formula in facts.indices] == [999]
    assert facts.variables == ()


def test_a_variable_appears_with_the_step_that_assigns_it() -> None:
    facts = facts_after(VECTOR_ADD, 3, 231, 3)

    assert [(item.name, item.value) for item in facts.variables] == [("i", 999)]


@pytest.mark.parametrize(("thread", "holds"), [(231, True), (232, False)])
def test_the_guard_is_told_with_the_numbers_of_the_thread(thread: int, holds: bool) -> None:
    facts = facts_after(VECTOR_ADD, 3, thread, 4)

    assert facts.condition is not None
    assert facts.condition.numeric == f"{768 + thread} < 1000"
    assert facts.condition.value is holds


def test_the_elements_of_a_step_are_those_of_numpy() -> None:
    facts = facts_after(VECTOR_ADD, 3, 231, 5)

    a, b = VECTOR_ADD.inputs["a"][999], VECTOR_ADD.inputs["b"][999]
    told = [(item.kind, item.text, item.value) for item in facts.touched]
    assert told == [("read", "a[999]", a), ("read", "b[999]", b), ("write", "c[999]", a + b)]
    (formula,) = facts.this_step
    assert (formula.target, formula.symbolic, formula.value) == ("c[i]", "a[i] + b[i]", a + b)


def test_a_lane_that_failed_the_guard_is_masked_off_and_touches_nothing() -> None:
    facts = facts_after(VECTOR_ADD, 3, 232, 5)

    assert facts.state is ThreadState.MASKED_OFF
    assert facts.touched == ()
    assert facts.this_step == ()


def test_a_block_that_is_not_followed_still_tells_the_index() -> None:
    trace = traces.vector_add(1000, 256, followed=(0,))
    order = play_order(trace, find_device("t4"))
    assert order is not None

    facts = TraceIndex(trace, order).threads.at(2, 5, Instant(0, 0))

    assert facts.now is None
    assert [formula.value for formula in facts.indices] == [2 * 256 + 5]


def test_a_two_dimensional_thread_holds_its_row_and_column() -> None:
    facts = facts_after(traces.matmul_tiled(16, 8), 3, 20, 6)

    assert {item.name: item.value for item in facts.variables} == {"row": 10, "col": 12}


def test_a_tile_element_is_named_by_its_two_indices() -> None:
    facts = facts_after(traces.matmul_tiled(16, 8), 0, 20, 9)

    assert [item.text for item in facts.touched] == ["A[2, 4]", "tile_a[2, 4]"]
