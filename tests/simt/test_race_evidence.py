"""The two accesses of a race: nothing orders them, and their turns, steps and repair are true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.simt.execute import ExecutionOptions
from gpuviz.simt.replay import follow
from gpuviz.trace import Hazard, Trace, without_record
from tests.helpers.race_evidence import (
    accesses_nothing_else,
    barriers_between,
    named_steps,
    races_of,
    who_may_be_first,
)
from tests.simt.kernels import config, run
from tests.simt.race_kernels import CASES

SCHEDULES = ("lockstep", "warps", "adversarial")


def launched(kernel: str, schedule: str = "lockstep", **options: Any) -> Trace:
    given = ExecutionOptions(schedule=schedule, follow_all_bytes=1 << 30, **options)
    return run(kernel, config(2, 64), {"x": np.zeros(128, np.int64)}, given).trace


def the_race(trace: Trace) -> Hazard:
    (race,) = races_of(trace)
    return race


@pytest.mark.parametrize("name", CASES)
def test_a_race_is_told_with_its_turns_and_with_where_a_barrier_is_missing(name: str) -> None:
    case = CASES[name]

    race = the_race(launched(case.kernel))

    assert (race.line, race.other_line) == (case.line, case.other_line)
    assert race.turns is not None
    assert race.other_turns is not None
    assert [(turn.line, turn.turn) for turn in race.turns] == case.turns
    assert [(turn.line, turn.turn) for turn in race.other_turns] == case.other_turns
    found = race.barrier
    assert (found and (found.after, found.before, found.loop)) == case.barrier
    assert case.advice in race.message.text


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("name", CASES)
def test_no_barrier_passes_between_the_two_accesses_of_a_race(name: str, schedule: str) -> None:
    trace = launched(CASES[name].kernel, schedule)

    race = the_race(trace)

    if schedule == "adversarial" and race.step is None:
        assert race.other_step is None  # the order that was kept met other threads
        return
    one, other = named_steps(trace, race)
    assert accesses_nothing_else(trace, race)
    assert barriers_between(trace, one, other) == []
    assert race.first in who_may_be_first(trace, race)


def test_the_sentence_says_in_which_turns_the_two_accesses_are() -> None:
    race = the_race(launched(CASES["a loop without its second barrier"].kernel))

    assert race.message.text.startswith(
        "Line 5: thread (0, 0, 0) of block (0, 0, 0) writes s[0] in shared memory in turn 2 of the"
        " loop of line 4, and thread (63, 0, 0) of block (0, 0, 0) reads it in line 7 in turn 1."
        " Nothing orders the two: either may come first."
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].barrier is not None])
def test_a_barrier_at_the_place_that_is_named_ends_the_race(name: str) -> None:
    case = CASES[name]
    lines = case.kernel.strip("\n").splitlines()
    race = the_race(launched(case.kernel))
    assert race.barrier is not None
    behind = lines[race.barrier.after - 1]
    indent = len(behind) - len(behind.lstrip())
    if race.barrier.loop is not None:  # in the body of that loop, behind what is inside it
        header = lines[race.barrier.loop - 1]
        indent = len(header) - len(header.lstrip()) + 4
    elif race.barrier.before > race.barrier.after:
        before = lines[race.barrier.before - 1]
        indent = min(indent, len(before) - len(before.lstrip()))
    lines.insert(race.barrier.after, " " * indent + "cuda.syncthreads()")

    assert [
        hazard.message.text
        for hazard in races_of(launched("\n".join(lines)))
        if (hazard.barrier, hazard.turns) == (race.barrier, race.turns)
    ] == []


def test_without_a_record_turns_are_known_and_steps_are_not() -> None:
    race = the_race(launched(CASES["nested loops"].kernel, record=False))

    assert race.turns is not None
    assert (race.step, race.other_step, race.first) == (None, None, "other_thread")


def test_a_trace_without_its_record_names_no_steps() -> None:
    trace = launched(CASES["nested loops"].kernel)
    assert the_race(trace).step is not None

    race = the_race(without_record(trace))

    assert (race.step, race.other_step) == (None, None)


def test_in_another_recording_of_the_launch_the_steps_are_found_again() -> None:
    kernel = CASES["a loop without its second barrier"].kernel
    options = ExecutionOptions(follow_all_bytes=100)
    arguments = {"x": np.zeros(64 * 6, np.int64)}
    trace = run(kernel, config(6, 64), arguments, options).trace

    again = follow(trace, [3])

    assert set(again.followed) > set(trace.followed)
    for one in (trace, again):
        assert accesses_nothing_else(one, the_race(one))


def test_of_touches_that_are_too_many_the_oldest_are_not_known_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gpuviz.simt.races.touch_log.MOST_KEPT", 3000)
    kernel = """
def kernel(x):
    t = cuda.threadIdx.x
    s = cuda.shared.array((2, 64), np.int64)
    s[0, t] = t
    for k in range(20):
        s[1, t] = k
    x[cuda.grid(1)] = s[0, 63 - t]
"""

    race = the_race(launched(kernel))

    assert (race.turns, race.other_turns, race.barrier) == (None, (), None)
    assert race.first == "thread"
    assert "cuda.syncthreads() between them" in race.message.text
