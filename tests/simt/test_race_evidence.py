"""The two accesses of a race: nothing orders them, and their turns, steps and repair are true."""

from __future__ import annotations

from typing import Any, NamedTuple

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

SCHEDULES = ("lockstep", "warps", "adversarial")
Loops = list[tuple[int, int]]  # line of the loop and turn


class Case(NamedTuple):
    """A kernel, and what is true of its race in lockstep."""

    kernel: str
    line: int
    other_line: int
    turns: Loops
    other_turns: Loops
    barrier: tuple[int, int, int | None] | None  # after, before, loop
    advice: str


CASES = {
    "a loop without its second barrier": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(3):
        s[t] = k
        cuda.syncthreads()
        x[cuda.grid(1)] += s[63 - t]
""",
        5,
        7,
        [(4, 2)],
        [(4, 1)],
        (7, 5, 4),
        "behind line 7, before the next turn of the loop of line 4 writes in line 5",
    ),
    "a barrier at the head of a loop": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(3):
        cuda.syncthreads()
        s[t] = k
        x[cuda.grid(1)] += s[63 - t]
""",
        6,
        7,
        [(4, 1)],
        [(4, 1)],
        (6, 7, None),
        "Put cuda.syncthreads() between them, where",
    ),
    "nested loops": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for row in range(2):
        for k in range(3):
            s[(t + k) % 64] = k
            cuda.syncthreads()
        for k in range(3):
            if k > 0:
                x[cuda.grid(1)] += s[63 - t]
""",
        6,
        10,
        [(4, 2), (5, 1)],
        [(4, 1), (8, 3)],
        (10, 6, 4),
        "behind the loop of lines 8 to 10, before the next turn of the loop of line 4 writes in"
        " line 6",
    ),
    "a while loop with the barrier at its tail": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    d = 1
    while d < 64:
        v = s[(t + d) % 64]
        s[t] += v
        d *= 2
        cuda.syncthreads()
    x[cuda.grid(1)] = s[t]
""",
        9,
        8,
        [(7, 6)],
        [(7, 6)],
        (8, 9, None),
        "Put cuda.syncthreads() between them, where",
    ),
    "the barrier stands in a device function": Case(
        """
@cuda.jit(device=True)
def meet():
    cuda.syncthreads()

def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    k = 0
    while k < 3:
        s[t] = k
        meet()
        x[cuda.grid(1)] += s[63 - t]
        k += 1
""",
        10,
        12,
        [(9, 2)],
        [(9, 1)],
        (12, 10, 9),
        "behind line 12, before the next turn of the loop of line 9 writes in line 10",
    ),
    "the accesses stand in device functions": Case(
        """
@cuda.jit(device=True)
def fill(s, t, k):
    for i in range(t, 64, 64):
        s[i] = k

@cuda.jit(device=True)
def use(s, t):
    total = 0
    for i in range(64):
        total += s[i]
    return total

def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(3):
        fill(s, t, k)
        cuda.syncthreads()
        x[cuda.grid(1)] += use(s, t)
""",
        4,
        10,
        [(16, 2), (3, 1)],
        [(16, 1), (9, 1)],
        (19, 4, 16),
        "behind the call in line 19, before the next turn of the loop of line 16 writes in line 4",
    ),
    "two turns apart": Case(
        """
def kernel(x):
    s = cuda.shared.array(2, np.int64)
    t = cuda.threadIdx.x
    for k in range(4):
        if t == k // 2 * 32:
            s[k % 2] = k
    x[cuda.grid(1)] = t
""",
        6,
        6,
        [(4, 1)],
        [(4, 3)],
        (6, 6, 4),
        "behind the if of lines 5 to 6, before a later turn of the loop of line 4 writes in line 6",
    ),
    "two buffers and a wrong modulus": Case(
        """
def kernel(x):
    s = cuda.shared.array((2, 64), np.int64)
    t = cuda.threadIdx.x
    s[0, t] = t
    for k in range(4):
        cuda.syncthreads()
        s[(k + 2) % 2, t] = s[k % 2, (t + 1) % 64]
    x[cuda.grid(1)] = t
""",
        7,
        7,
        [(5, 1)],
        [(5, 1)],
        None,
        "read into a variable, put cuda.syncthreads() behind that",
    ),
    "two loops, one after the other": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(2):
        s[t] = k
    for k in range(2):
        x[cuda.grid(1)] += s[63 - t]
""",
        5,
        7,
        [(4, 2)],
        [(6, 1)],
        (5, 6, None),
        "between the loop of lines 4 to 5 and the loop of lines 6 to 7",
    ),
    "turns that end early": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(9):
        if k % 2 == 0:
            continue
        if k > 5:
            break
        s[t] = k
        cuda.syncthreads()
        x[cuda.grid(1)] += s[63 - t]
""",
        9,
        11,
        [(4, 4)],
        [(4, 2)],
        (11, 9, 4),
        "behind line 11, before a later turn of the loop of line 4 writes in line 9",
    ),
    "straight on": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    x[cuda.grid(1)] = s[63 - t]
""",
        4,
        5,
        [],
        [],
        (4, 5, None),
        "Put cuda.syncthreads() between them, where",
    ),
    "the two sides of an if": Case(
        """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    t = cuda.threadIdx.x
    if t == 0:
        s[0] = 5
    else:
        x[cuda.grid(1)] = s[0]
""",
        5,
        7,
        [],
        [],
        None,
        "No barrier fits between the two sides of an if",
    ),
    "a condition and what it decides": Case(
        """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    t = cuda.threadIdx.x
    if t == 0:
        s[0] = 0
    cuda.syncthreads()
    if s[0] == 0:
        if t == 63:
            s[0] = 1
""",
        9,
        7,
        [],
        [],
        None,
        "No barrier fits between a condition and what it decides",
    ),
    "an element that all count in": Case(
        """
def kernel(x):
    x[0] += 1
""",
        2,
        2,
        [],
        [],
        None,
        "No barrier reaches across blocks: use an atomic operation",
    ),
    "lanes of one warp": Case(
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(2):
        s[t] = k
        cuda.syncwarp()
        x[cuda.grid(1)] += s[t ^ 1]
""",
        5,
        7,
        [(4, 2)],
        [(4, 1)],
        (7, 5, 4),
        "or cuda.syncwarp() if only threads of one warp share an element",
    ),
    "lanes that write in one statement": Case(
        """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    s[0] = cuda.threadIdx.x
    cuda.syncthreads()
    x[cuda.grid(1)] = s[0]
""",
        3,
        3,
        [],
        [],
        None,
        "Several threads change one element in one statement",
    ),
    "an atomic and a plain read": Case(
        """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    t = cuda.threadIdx.x
    if t == 0:
        s[0] = 0
    cuda.syncthreads()
    for k in range(2):
        cuda.atomic.add(s, 0, 1)
        cuda.syncthreads()
        x[cuda.grid(1)] += s[0]
""",
        8,
        10,
        [(7, 2)],
        [(7, 1)],
        (10, 8, 7),
        "behind line 10, before the next turn of the loop of line 7 changes the element in line 8",
    ),
    "blocks, which no barrier orders": Case(
        """
def kernel(x):
    for k in range(2):
        if cuda.threadIdx.x == 0:
            x[0] = k
""",
        4,
        4,
        [(2, 1)],
        [(2, 1)],
        None,
        "Several threads change one element in one statement",
    ),
    "neighbours, also those in other blocks": Case(
        """
def kernel(x):
    i = cuda.grid(1)
    for k in range(2):
        v = x[(i + 127) % 128]
        x[i] = v
""",
        5,
        4,
        [(3, 1)],
        [(3, 1)],
        None,
        "Threads of other blocks race in these lines too, and no barrier reaches across blocks",
    ),
}


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
    monkeypatch.setattr("gpuviz.simt.races.occasions.MOST_KEPT", 3000)
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
