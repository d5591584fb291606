"""Atomics in the counters, the record and the hazards; loops that wait by them; refusals."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import KernelFailed, NotSupportedError
from gpuviz.simt.execute import Execution, ExecutionOptions
from tests.simt.kernels import config, run

# What is counted and kept


def count_three(options: ExecutionOptions | None = None) -> Execution:
    text = """
def kernel(a, unused):
    i = cuda.grid(1)
    if i < 40:
        cuda.atomic.add(a, i % 3, 1)
"""
    arrays = {"a": np.zeros(3, np.int32), "unused": np.zeros(1)}
    return run(text, config(2, 64), arrays, options)


def test_atomics_are_counted_by_warps_and_by_threads_and_touch_global_memory() -> None:
    counters = count_three().trace.counters

    assert counters is not None
    assert (counters.atomic_requests, counters.atomic_operations) == (2, 40)
    assert (counters.global_load_requests, counters.global_store_requests) == (0, 0)
    assert counters.active_threads == 40


def test_the_record_of_an_atomic_holds_the_old_values() -> None:
    trace = count_three().trace

    assert trace.accesses is not None
    assert [site.kind for site in trace.sites] == ["atomic"]
    assert trace.accesses.element[0, :6].tolist() == [0, 1, 2, 0, 1, 2]
    assert trace.accesses.bits[0, :6].tolist() == [0, 0, 0, 1, 1, 1]


def test_the_array_is_an_output_with_its_last_writers() -> None:
    trace = count_three().trace

    assert trace.outputs["a"].tolist() == [14, 13, 13]
    assert trace.last_writer["a"].tolist() == [39, 37, 38]


def test_a_swap_that_does_not_happen_leaves_the_last_writer() -> None:
    text = """
def kernel(a):
    cuda.atomic.cas(a, 0, 0, 1)
"""

    trace = run(text, config(1, 8), {"a": np.zeros(1, np.int32)}).trace

    assert trace.last_writer["a"].tolist() == [0]


# Hazards


def test_threads_out_of_bounds_find_0_and_change_nothing() -> None:
    text = """
def kernel(a, old):
    i = cuda.grid(1)
    old[i] = cuda.atomic.add(a, i, 5)
"""
    arrays = {"a": np.full(4, 7), "old": np.full(6, -1)}

    hazards = run(text, config(1, 6), arrays).trace.hazards

    assert arrays["a"].tolist() == [12] * 4
    assert arrays["old"].tolist() == [7, 7, 7, 7, 0, 0]
    assert [(h.kind, h.thread, h.count) for h in hazards] == [("out-of-bounds", (4, 0, 0), 2)]


@pytest.mark.parametrize("shared", [True, False], ids=["shared memory", "a device array"])
def test_an_atomic_on_an_element_that_nobody_wrote_reads_it_uninitialised(shared: bool) -> None:
    place = "cuda.shared.array(3, np.int64)" if shared else "a"
    text = f"""
def kernel(a, old):
    s = {place}
    i = cuda.grid(1)
    old[i] = cuda.atomic.add(s, i % 2, 1)
"""
    fresh = {} if shared else {"a": np.ones(3, np.bool_)}
    arrays = {"a": np.full(3, 99), "old": np.zeros(4, np.int64)}

    hazards = run(text, config(1, 4), arrays, ExecutionOptions(fresh=fresh)).trace.hazards

    assert arrays["old"].tolist() == [0, 0, 1, 1]
    assert [(h.kind, h.line, h.count) for h in hazards] == [("uninitialized", 4, 2)]
    assert shared or fresh["a"].tolist() == [False, False, True]


@pytest.mark.parametrize("place", ["a", "cuda.shared.array(2, np.int64)"])
def test_atomics_on_one_element_do_not_race(place: str) -> None:
    text = f"""
def kernel(a):
    s = {place}
    if cuda.threadIdx.x == 0:
        cuda.atomic.exch(s, 0, 0)
    cuda.atomic.add(s, 0, 1)
    cuda.atomic.max(s, 0, 3)
"""

    hazards = run(text, config(3, 64), {"a": np.zeros(2, np.int64)}).trace.hazards

    assert [hazard.kind for hazard in hazards if hazard.kind == "race"] == []


@pytest.mark.parametrize("place", ["a", "cuda.shared.array(64, np.int64)"])
@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ("v = s[0]", "reads it in line 6"),
        ("s[0] = 5", "changes it atomically in line 7"),
    ],
)
def test_an_atomic_and_a_plain_access_race(place: str, plain: str, said: str) -> None:
    text = f"""
def kernel(a):
    s = {place}
    t = cuda.threadIdx.x
    s[t] = 0
    cuda.syncthreads()
    if t == 40: {plain}
    cuda.atomic.add(s, 0, 1)
"""

    hazards = run(text, config(1, 64), {"a": np.zeros(64, np.int64)}).trace.hazards

    race = next(hazard for hazard in hazards if hazard.kind == "race")
    assert {race.line, race.other_line} == {6, 7}
    assert said in race.message.text
    assert "make both accesses atomic" in race.message.text


def test_a_barrier_orders_an_atomic_and_a_plain_access_of_one_block() -> None:
    text = """
def kernel(a):
    s = cuda.shared.array(1, np.int64)
    if cuda.threadIdx.x == 0:
        s[0] = 0
    cuda.syncthreads()
    cuda.atomic.add(s, 0, 1)
    cuda.syncthreads()
    a[cuda.grid(1)] = s[0]
"""
    arrays = {"a": np.zeros(128, np.int64)}

    hazards = run(text, config(2, 64), arrays).trace.hazards

    assert hazards == ()
    assert arrays["a"].tolist() == [64] * 128


@pytest.mark.parametrize(
    "lines",
    [
        "cuda.atomic.add(a, 0, 1)",
        "b = a\n    cuda.atomic.add(b, 0, 1)",
        "bump(a)",
        "add = cuda.atomic.add\n    add(a, 0, 1)",
    ],
)
def test_an_array_that_only_atomics_change_can_race_with_a_read(lines: str) -> None:
    text = f"""
@cuda.jit(device=True)
def bump(x):
    cuda.atomic.add(x, 0, 1)


def kernel(a, out):
    {lines}
    out[cuda.grid(1)] = a[0]
"""
    arrays = {"a": np.zeros(1, np.int64), "out": np.zeros(32, np.int64)}

    hazards = run(text, config(1, 32), arrays).trace.hazards

    assert [(h.kind, h.array, h.other_line) for h in hazards] == [
        ("race", "a", text.count("\n") - 1)
    ]


# Loops that wait


WAITING = {
    "a lock": "while cuda.atomic.cas(a, 0, 0, 1) != 0:\n        pass\n    a[0] = 0",
    "a lock by a variable": "x = 1\n    while x != 0:\n        x = cuda.atomic.exch(a, 0, 1)",
    "a flag": "while cuda.atomic.add(a, 0, 0) == 0:\n        pass\n    cuda.atomic.add(a, 0, 1)",
    "a counted wait": "n = 0\n    while cuda.atomic.cas(a, 0, 0, 1) != 0:\n        n += 1",
}


@pytest.mark.slow
@pytest.mark.parametrize("schedule", ["lockstep", "warps"])
@pytest.mark.parametrize("lines", WAITING.values(), ids=WAITING)
def test_lanes_of_one_warp_that_wait_for_each_other_make_no_progress(
    lines: str, schedule: str
) -> None:
    text = f"def kernel(a):\n    {lines}\n"

    with pytest.raises(KernelFailed) as failed:
        run(text, config(2, 64), {"a": np.zeros(1, np.int32)}, ExecutionOptions(schedule))

    assert failed.value.message.code == "kernel.no-progress"
    assert failed.value.place is not None
    assert failed.value.place.line == 1 + 1 + lines.split("while")[0].count("\n")
    assert f"line {failed.value.place.line}" in failed.value.message.text


def test_a_lock_that_is_given_back_inside_the_loop_works() -> None:
    text = """
def kernel(lock, total):
    while True:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            total[0] += 1
            cuda.atomic.exch(lock, 0, 0)
            break
"""
    arrays = {"lock": np.zeros(1, np.int32), "total": np.zeros(1, np.int32)}

    run(text, config(2, 40), arrays)

    assert arrays["total"][0] == 80


@pytest.mark.slow
def test_a_loop_in_which_atomics_change_nothing_but_a_variable_does_goes_on() -> None:
    text = """
def kernel(a):
    i = 0
    while i < 6000:
        cuda.atomic.max(a, 0, -1)
        i += 1
    cuda.atomic.add(a, 0, i)
"""
    arrays = {"a": np.zeros(1, np.int64)}

    run(text, config(1, 2), arrays, ExecutionOptions(record=False))

    assert arrays["a"][0] == 12000


# What is refused


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("cuda.atomic.add(a, 0)", "kernel.argument-count"),
        ("cuda.atomic.cas(a, 0, 1)", "kernel.argument-count"),
        ("cuda.atomic.add(a, (0, 0), 1)", "kernel.index-count"),
        ("cuda.atomic.add(a, 1j, 1)", "kernel.index-type"),
        ("cuda.atomic.add(a, 0, 1j)", "kernel.atomic-value"),
        ("cuda.atomic.add(3, 0, 1)", "kernel.not-indexable"),
        ("cuda.atomic.add(frozen, 0, 1)", "kernel.read-only"),
        ("cuda.atomic.inc(a, 0, 1)", "kernel.atomic-type"),
        ("cuda.atomic.exch(single, 0, 1)", "kernel.atomic-type"),
        ("cuda.atomic.add(byte, 0, 1)", "kernel.atomic-type"),
        ("cuda.atomic.compare_and_swap(plane, 0, 1)", "kernel.atomic-type"),
        ("cuda.atomic.add(a, 0, val=1)", "kernel.keyword"),
    ],
)
def test_what_numba_refuses_is_refused_at_its_place(call: str, code: str) -> None:
    text = f"def kernel(a, frozen, single, byte, plane):\n    {call}\n"
    frozen = np.zeros(1)
    frozen.flags.writeable = False
    arrays = {
        "a": np.zeros(1, np.int32),
        "frozen": frozen,
        "single": np.zeros(1, np.float32),
        "byte": np.zeros(1, np.uint8),
        "plane": np.zeros((2, 2), np.int32),
    }

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), arrays)

    assert refused.value.message.code == code
    assert refused.value.place is not None
    assert refused.value.place.line == 2


def test_an_atomic_on_an_array_of_each_threads_own_is_refused_in_words() -> None:
    kernel = """
def kernel(out):
    s = cuda.local.array(4, np.int32)
    cuda.atomic.add(s, 0, 1)
"""

    with pytest.raises(NotSupportedError, match="each thread's own"):
        run(kernel, config(1, 32), {"out": np.zeros(1)})
