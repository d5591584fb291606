"""A launch runs again from its trace alone, to follow other blocks or to watch one element."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.messages import RequestRefused
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.simt.replay import follow, watch
from gpuviz.trace.followable import why_not_followable, without_record
from gpuviz.trace.touches import Element
from gpuviz.trace.trace import Times, Trace
from tests.simt.kernels import config, run

KERNEL = """
def kernel(a, pair, n, out):
    s = cuda.shared.array(32, np.int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = a[i] * n + pair[0][t]
    cuda.syncthreads()
    cuda.atomic.add(out, (0, 1), s[31 - t])
    out[1, i % 5] = i
"""


def launch(blocks: int = 6) -> Trace:
    arguments = {
        "a": np.arange(32 * blocks),
        "pair": (np.arange(32), 2.5),
        "n": 3,
        "out": np.zeros((2, 5), np.int64),
    }
    options = ExecutionOptions(follow_all_bytes=1000)
    return run(KERNEL, config(blocks, 32), arguments, options).trace


def test_another_block_is_followed_by_running_again() -> None:
    trace = launch()

    again = follow(trace, [3])

    assert trace.followed == (0, 5)
    assert 3 in again.followed
    assert again.counters == trace.counters
    assert without_record(again).hazards == without_record(trace).hazards != ()
    assert np.array_equal(again.outputs["out"], trace.outputs["out"])
    assert again.steps is not None
    assert set(again.steps.block.tolist()) == set(again.followed)


def test_what_others_found_out_about_a_launch_stays_known() -> None:
    times = Times("measured", kernel_s=3e-6)
    first = replace(launch(), times=times, registers_per_thread=44, registers_source="compiled")

    again = follow(first, (2,))

    assert (again.times, again.registers_per_thread) == (times, 44)
    assert again.registers_source == "compiled"


def test_all_readers_and_writers_of_an_element_are_told_in_their_order() -> None:
    trace = launch()

    touches = watch(trace, Element("out", (1, 2)))

    threads = [i for i in range(6 * 32) if i % 5 == 2]
    assert touches.thread.tolist() == threads
    assert touches.bits.tolist() == threads
    assert {trace.sites[row].kind for row in touches.site.tolist()} == {"write"}
    counted = watch(trace, Element("out", (0, 1)))
    assert len(counted.thread) == 6 * 32


def test_an_atomic_shows_what_it_found_also_where_the_kernel_does_not_use_it() -> None:
    text = """
    @cuda.jit
    def kernel(out):
        cuda.atomic.add(out, 0, 1)
    """
    trace = run(text, config(1, 32), {"out": np.full(1, 5, np.int32)}).trace

    touches = watch(trace, Element("out", (0,)))

    assert touches.bits.tolist() == list(range(5, 37))


def test_an_element_of_shared_memory_is_watched_in_its_block() -> None:
    trace = launch()

    touches = watch(trace, Element("s", (7,), block=4))

    assert touches.thread.tolist() == [4 * 32 + 7, 4 * 32 + 24]
    assert [trace.sites[row].kind for row in touches.site.tolist()] == ["write", "read"]
    value = (4 * 32 + 7) * 3 + 7
    assert touches.bits.tolist() == [value, value]


@pytest.mark.parametrize(
    "element", [Element("out", (2, 0)), Element("nothing", (0,)), Element("s", (0,), block=6)]
)
def test_an_element_that_is_not_there_is_refused(element: Element) -> None:
    with pytest.raises(RequestRefused) as refused:
        watch(launch(), element)

    assert element.array in refused.value.message.text


def test_a_trace_without_its_inputs_says_why_it_cannot_run_again() -> None:
    trace = replace(launch(), inputs={})

    reason = why_not_followable(trace)

    assert reason is not None
    assert "out" in reason.text
    with pytest.raises(RequestRefused):
        follow(trace, [1])


Two = Callable[[NDArray[Any]], tuple[NDArray[Any], NDArray[Any]]]
LAYOUTS: dict[str, Two] = {
    "two that overlap": lambda m: (m[:64], m[32:]),
    "one twice": lambda m: (m[:64], m[:64]),
    "steps": lambda m: (m[1::2], m[::2]),
    "backwards, from the middle": lambda m: (m[90:9:-1], m[3:70]),
    "columns": lambda m: (m.reshape(48, 2)[:, 1], np.asfortranarray(m.reshape(48, 2))[:, 0]),
    "one element for all": lambda m: (m[:64], np.broadcast_to(m[5:6], (64,))),
}


@pytest.mark.parametrize("title", LAYOUTS)
def test_views_lie_again_where_they_lay(title: str) -> None:
    a, b = LAYOUTS[title](np.arange(96))
    text = "def kernel(a, b):\n    i = cuda.grid(1)\n    a[i] = b[i] + b[32] + 1\n"

    trace = run(text, config(1, 32), {"a": a, "b": b}).trace
    again = follow(trace, [0])

    assert why_not_followable(trace) is None
    assert again.counters == trace.counters
    assert [info.strides for info in again.arrays] == [info.strides for info in trace.arrays]
    assert all(np.array_equal(again.outputs[name], kept) for name, kept in trace.outputs.items())
    assert again.accesses is not None
    assert trace.accesses is not None
    assert np.array_equal(again.accesses.bits, trace.accesses.bits)


@pytest.mark.parametrize("schedule", ["warps", "adversarial"])
def test_the_order_of_a_schedule_is_the_same_again(schedule: str) -> None:
    text = "def kernel(out):\n    out[0] += cuda.threadIdx.x"
    trace = run(
        text, config(1, 64), {"out": np.zeros(1, int)}, ExecutionOptions(schedule, seed=5)
    ).trace

    again, touches = follow(trace, []), watch(trace, Element("out", (0,)))

    assert len(touches.thread) == 2 * 64
    assert trace.steps is not None
    assert again.steps is not None
    assert np.array_equal(again.steps.mask, trace.steps.mask)
    assert np.array_equal(again.outputs["out"], trace.outputs["out"])


@pytest.mark.parametrize("schedule", ["lockstep", "warps", "adversarial"])
def test_a_watch_sees_what_was_kept_also_where_uninitialised_values_decide(schedule: str) -> None:
    text = """
def kernel(out):
    s = cuda.shared.array(64, np.int32)
    t = cuda.threadIdx.x
    if t < 40:
        s[t] = 1
    cuda.syncthreads()
    if s[63 - t] == 1:
        out[5] = t
"""
    arguments = {"out": np.zeros(9, np.int32)}
    trace = run(text, config(1, 64), arguments, ExecutionOptions(schedule)).trace
    assert trace.accesses is not None
    assert trace.steps is not None
    row = next(n for n, info in enumerate(trace.arrays) if info.name == "out")
    of_out = np.flatnonzero(trace.accesses.array == row)
    which, lane = np.nonzero(trace.accesses.element[of_out] == 5)
    warp = trace.steps.warp[trace.accesses.step[of_out[which]]]

    touches = watch(trace, Element("out", (5,)))

    assert "uninitialized" in {hazard.kind for hazard in trace.hazards}
    assert sorted(touches.thread.tolist()) == sorted((warp * 32 + lane).tolist())
    assert touches.bits[-1] == trace.outputs["out"][5]
