"""Each schedule gets kernels to their end, and finds the same hazards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from gpuviz.messages import KernelFailed
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.simt.schedule import turns
from tests.helpers.examples import examples
from tests.simt.kernels import config, kernel_from, run
from tests.simt.programs import programs
from tests.simt.schedule.launches import RIGHT, SUMS, launch, reduction

SCHEDULES = ("lockstep", "warps", "adversarial")


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_correct_reduction_is_correct_and_clean(schedule: str) -> None:
    done = reduction(RIGHT, schedule)

    assert done.arrays["out"].tolist() == SUMS
    assert done.trace.hazards == ()
    assert done.trace.schedule == schedule
    assert done.trace.counters == reduction(RIGHT, "lockstep").trace.counters


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_an_array_that_cannot_be_written_stays_as_it_is(schedule: str) -> None:
    a = np.arange(64)
    a.flags.writeable = False
    text = """
@cuda.jit(device=True)
def put(x, i, value):
    x[i] = value

def kernel(a, out):
    i = cuda.grid(1)
    put(out, i, a[i])
"""
    done = launch(text, 2, 32, schedule, a=a, out=np.zeros(64, int))

    assert done.arrays["out"].tolist() == a.tolist()


LOCK = """
def kernel(lock, total):
    if cuda.threadIdx.x % 32 == 0:
        while cuda.atomic.cas(lock, 0, 0, 1) != 0:
            pass
        total[0] = total[0] + 1
        cuda.atomic.exch(lock, 0, 0)
"""


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_lock_between_warps_and_blocks_makes_progress(schedule: str) -> None:
    done = launch(LOCK, 5, 64, schedule, lock=np.zeros(1, np.int32), total=np.zeros(1, np.int64))

    assert done.arrays["total"][0] == 10
    assert done.arrays["lock"][0] == 0


def test_a_launch_that_stands_still_in_lockstep_says_that_it_changed_over() -> None:
    arrays = {"lock": np.zeros(1, np.int32), "total": np.zeros(1, np.int64)}

    done = launch(LOCK, 2, 64, "lockstep", **arrays)

    assert done.trace.schedule == "warps"
    assert [note.code for note in done.trace.notes] == ["launch.changed-over"]
    assert "line 3" in done.trace.notes[0].text


FLAG = """
def kernel(flag, out):
    waited = 0
    if cuda.grid(1) == {waits}:
        while cuda.atomic.add(flag, 0, 0) == 0:
            waited += 1
        out[0] = 3
    if cuda.grid(1) == {sets}:
        cuda.atomic.add(flag, 0, 1)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("waits", "sets"), [(0, 40), (40, 0), (0, 64 * 39), (64 * 39, 0)])
def test_a_flag_is_seen_whoever_comes_first(waits: int, sets: int) -> None:
    text = FLAG.format(waits=waits, sets=sets)

    done = launch(text, 40, 64, "lockstep", flag=np.zeros(1, np.int32), out=np.zeros(1, np.int64))

    assert done.arrays["out"][0] == 3


def test_a_block_begins_where_all_that_have_begun_wait_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "RESIDENT_WARPS", 2)  # of the five blocks two begin
    text = """
def kernel(flag, out):
    waited = 0
    if cuda.blockIdx.x < 4:
        while cuda.atomic.add(flag, 0, 0) == 0:
            waited += 1
    else:
        cuda.atomic.add(flag, 0, 1)
    out[cuda.blockIdx.x] = 3
"""

    done = launch(text, 5, 1, "warps", flag=np.zeros(1, np.int32), out=np.zeros(5, np.int64))

    assert done.arrays["out"].tolist() == [3] * 5


def test_a_flag_that_nobody_sets_is_no_progress_and_both_lines_are_named() -> None:
    text = """
def kernel(flag, out):
    if cuda.threadIdx.x == 0:
        while cuda.atomic.add(flag, 0, 0) == 0:
            pass
    cuda.syncthreads()
    out[cuda.grid(1)] = 1
"""
    with pytest.raises(KernelFailed) as failed:
        launch(text, 1, 64, "lockstep", flag=np.zeros(1, np.int32), out=np.zeros(64))

    assert failed.value.message.code == "kernel.no-progress"
    assert "loop of line 3" in failed.value.message.text
    assert "line 5" in failed.value.message.text


DIVERGENT = """
def kernel(out):
    t = cuda.threadIdx.x
    for _ in range(t // 32 + 1):
        cuda.syncthreads()
    if t < 40:
        cuda.syncthreads()
    else:
        cuda.syncthreads()
    if t == 63:
        return
    cuda.syncthreads()
    out[t] = 1
"""


def test_divergent_barriers_are_the_same_in_turns() -> None:
    calm, turns = (
        launch(DIVERGENT, 1, 64, schedule, out=np.zeros(64)) for schedule in ("lockstep", "warps")
    )

    assert turns.trace.hazards == calm.trace.hazards
    assert {h.line for h in calm.trace.hazards} == {4, 6, 8, 11}
    assert turns.trace.counters == calm.trace.counters
    assert np.array_equal(turns.arrays["out"], calm.arrays["out"])


def test_warps_take_turns_step_by_step() -> None:
    done = launch(
        "def kernel(out):\n    i = cuda.grid(1)\n    out[i] = i",
        2,
        64,
        "warps",
        out=np.zeros(128, np.int64),
    )
    steps = done.trace.steps
    assert steps is not None

    ran = list(
        zip(steps.block.tolist(), steps.warp.tolist(), steps.statement.tolist(), strict=True)
    )

    assert ran == [(b, w, s) for s in (0, 1) for b in (0, 1) for w in (0, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_where_not_all_blocks_can_be_followed_some_are(schedule: str) -> None:
    text = """
def kernel(out):
    for k in range(20):
        out[cuda.grid(1)] += k
    out[0] = 1
"""
    options = ExecutionOptions(schedule, follow=(5,), follow_all_bytes=100_000)

    trace = run(text, config(16, 64), {"out": np.zeros(1024)}, options).trace

    assert trace.steps is not None
    assert trace.accesses is not None
    assert {0, 5, 15} <= set(trace.followed) < set(range(16))
    assert set(trace.steps.block.tolist()) == set(trace.followed)
    assert len(trace.accesses.site) == len(trace.followed) * 2 * 41


@pytest.mark.slow
def test_many_blocks_take_turns_a_part_at_a_time() -> None:
    text = "def kernel(out):\n    out[cuda.grid(1)] = cuda.blockIdx.x"

    done = launch(text, 5000, 1, "warps", out=np.zeros(5000, np.int64))

    assert np.array_equal(done.arrays["out"], np.arange(5000))


VOTES = """
def kernel(out):
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    count = cuda.syncthreads_count(t % 3)
    every = cuda.syncthreads_and(int(t < 63))
    value = cuda.shfl_down_sync(0xffffffff, i, 1)
    ballot = cuda.ballot_sync(0xffffffff, value % 5 == 0)
    out[i] = count * 1000 + every * 500 + value + ballot % 7
"""


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_votes_and_shuffles_reach_all_threads_that_they_concern(schedule: str) -> None:
    done = launch(VOTES, 2, 64, schedule, out=np.zeros(128, np.int64))

    calm = launch(VOTES, 2, 64, "lockstep", out=np.zeros(128, np.int64))
    assert done.arrays["out"].tolist() == calm.arrays["out"].tolist()
    assert done.arrays["out"][0] // 1000 == 42
    assert done.trace.hazards == ()
    assert done.trace.counters == calm.trace.counters


GRID_SYNC = """
def kernel(a, out):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    a[i] = i
    {sync}
    out[i] = a[a.size - 1 - i]
"""


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_the_grid_meets(schedule: str) -> None:
    text = GRID_SYNC.format(sync="g.sync()")

    done = launch(text, 5, 64, schedule, a=np.zeros(320, int), out=np.zeros(320, int))

    assert done.arrays["out"].tolist() == list(range(319, -1, -1))


def test_a_block_that_does_not_come_to_the_sync_of_the_grid_is_named_in_every_schedule() -> None:
    text = GRID_SYNC.format(sync="if cuda.blockIdx.x != 2:\n        g.sync()")

    found = [
        launch(text, 5, 64, schedule, a=np.zeros(320, int), out=np.zeros(320, int)).trace.hazards
        for schedule in SCHEDULES
    ]

    divergent = [[h for h in hazards if h.kind == "barrier-divergence"] for hazards in found]
    assert len(divergent[0]) == 1
    assert divergent[0] == divergent[1] == divergent[2]


@pytest.mark.slow
@settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=examples(25),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(programs())
def test_random_kernels_give_the_same_in_all_schedules(text: str) -> None:
    kernel = kernel_from(text)
    calm, *others = (
        run(
            kernel,
            config(2, 40),
            {"a": np.arange(16) * 7 % 23 - 4, "out": np.zeros(80, np.int64)},
            ExecutionOptions(schedule),
        )
        for schedule in SCHEDULES
    )

    for other in others:
        assert np.array_equal(other.arrays["out"], calm.arrays["out"])
        assert other.trace.counters == calm.trace.counters
