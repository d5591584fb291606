"""Who takes part in a hazard and when: hand-made traces, and races of the gallery."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.names import ScheduleName
from gpuviz.engines.request import LaunchRequest
from gpuviz.insight.hazard_moments import (
    hazard_element,
    hazard_moments,
    hazard_parties,
    hazards_by_thread,
)
from gpuviz.insight.order import PlayOrder, barrier_phases, play_order
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.operation import find_operation
from gpuviz.trace import Hazard, Trace
from tests.helpers import traces

T4 = find_device("t4")


def launched(name: str, schedule: ScheduleName) -> tuple[Trace, PlayOrder]:
    info = find_operation(name)
    config = LaunchConfig(info.grid(info.default_size, info.default_block), info.default_block)
    request = LaunchRequest(1, info.path, info.default_size, config, "emulator", T4, schedule)
    trace = EmulatorEngine().run(request, lambda share: None).trace
    order = play_order(trace, T4)
    assert order is not None
    return trace, order


def race(trace: Trace) -> Hazard:
    return next(hazard for hazard in trace.hazards if hazard.kind == "race")


def test_the_parties_of_a_race_are_named_with_what_they_do() -> None:
    trace, _ = launched("broken_sum_shared", "lockstep")

    parties = hazard_parties(trace, race(trace))

    line = parties[0].line
    assert [(p.role, p.block, p.thread) for p in parties] == [("write", 0, 1), ("read", 0, 0)]
    assert {p.line for p in parties} == {line}
    assert hazard_element(trace, race(trace)) is not None


@pytest.mark.parametrize(("schedule", "write_first"), [("lockstep", True), ("adversarial", False)])
def test_in_the_failing_order_the_read_comes_before_the_write(
    schedule: ScheduleName, write_first: bool
) -> None:
    trace, order = launched("broken_sum_shared", schedule)

    write, read = hazard_moments(trace, order, race(trace))

    assert write is not None
    assert read is not None
    assert (write < read) is write_first


@pytest.mark.slow
def test_the_moments_are_those_at_which_the_threads_touch_the_element() -> None:
    trace, order = launched("broken_matmul_tiled", "adversarial")
    found = race(trace)
    element = hazard_element(trace, found)

    for party, moment in zip(
        hazard_parties(trace, found), hazard_moments(trace, order, found), strict=True
    ):
        assert moment is not None
        assert element is not None
        assert trace.accesses is not None
        rows = trace.accesses.step == order.step[moment - 1]
        touched = trace.accesses.element[rows, party.thread % 32]
        assert element[1] in touched[trace.accesses.array[rows] == element[0]]


@pytest.mark.slow
@pytest.mark.parametrize("schedule", ["lockstep", "warps"])
def test_of_an_older_recording_two_accesses_without_a_barrier_between_them_are_found(
    schedule: ScheduleName,
) -> None:
    trace, order = launched("broken_matmul_tiled", schedule)
    told = race(trace)
    older = replace(told, step=None, other_step=None)

    write, read = hazard_moments(trace, order, older)

    assert write is not None
    assert read is not None
    steps = [int(order.step[moment - 1]) for moment in (write, read)]
    assert trace.steps is not None
    passed, _ = barrier_phases(trace, trace.steps)
    assert len(set(passed[steps].tolist())) == 1
    assert steps == [told.step, told.other_step]


def test_a_barrier_names_who_waits_and_who_never_comes() -> None:
    trace, order = launched("broken_barrier", "lockstep")

    parties = hazard_parties(trace, trace.hazards[0])
    moments = hazard_moments(trace, order, trace.hazards[0])

    assert [(p.role, p.line is None) for p in parties] == [("waits", False), ("misses", True)]
    assert None not in moments
    assert hazard_element(trace, trace.hazards[0]) is None


def test_an_access_outside_its_array_has_no_element_but_a_moment() -> None:
    trace, order = launched("broken_vector_add", "lockstep")

    assert hazard_element(trace, trace.hazards[0]) is None
    assert hazard_moments(trace, order, trace.hazards[0]) == (64,)


def test_where_no_steps_are_kept_a_hazard_shows_at_the_end() -> None:
    trace = traces.vector_add(1000, 256)
    order = play_order(trace, T4)
    assert order is not None
    assert trace.steps is not None
    place = (Dim3(0, 0, 0), Dim3(0, 0, 0))
    told = Message("test", "a race")
    hazard = Hazard("race", "global", "c", (0,), 99, 99, *place, *place, 1, told)

    named = hazards_by_thread(replace(trace, hazards=(hazard,)), order)

    assert [item.since for item in named] == [len(order), len(order)]
    assert np.all(order.position < len(order))
