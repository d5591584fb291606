"""The thread and the step that are shown first."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.insight.first_look import telling_step, thread_to_show
from tests.helpers import traces


def test_the_last_thread_with_an_element_and_the_step_in_which_it_writes_are_found() -> None:
    trace = traces.vector_add(1000, 256)

    chosen = thread_to_show(trace)

    assert chosen == (3, 231)
    step = telling_step(trace, 3, 231)
    assert step is not None
    assert trace.steps is not None
    assert trace.statements[trace.steps.statement[step]].line == 5


def test_without_writes_the_last_thread_that_touched_memory_is_the_telling_one() -> None:
    trace = traces.vector_add(1000, 256)

    assert thread_to_show(replace(trace, sites=(trace.sites[0],) * 3)) == (3, 231)
    assert thread_to_show(replace(trace, accesses=None, thread_active=None)) is None


def test_a_thread_without_an_element_writes_in_no_step() -> None:
    assert telling_step(traces.vector_add(1000, 256), 3, 255) is None
