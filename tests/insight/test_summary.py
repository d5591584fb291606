"""What a launch amounts to, in words and figures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.stand_out.work import idle_threads
from gpuviz.insight.summary import (
    launch_hints,
    launch_meaning,
    trace_bytes,
)
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.trace import Counters, Trace
from tests.helpers import traces
from tests.simt.kernels import config, run

T4 = find_device("t4")
SUM_INSIDE = """
def kernel(out):
    tile = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    tile[t] = t
    cuda.syncthreads()
    if t == 0:
        out[0] = tile[63]
"""


def counted(trace: Trace) -> Trace:
    """The trace with the idle threads counted from what its threads touched."""
    assert trace.thread_active is not None
    return replace(trace, counters=Counters(idle_threads=int((~trace.thread_active).sum())))


def hint_codes(n: int, config: LaunchConfig) -> list[str]:
    return [message.code for message in launch_hints((n,), config, None)]


def test_the_idle_threads_of_the_tail_are_explained_with_the_guard_that_keeps_them_out() -> None:
    trace = counted(traces.vector_add(1000, 256))

    (hint,) = launch_hints((1000,), trace.config, trace)

    assert hint.text == (
        "24 of 1024 threads have no element: **1000 is not a multiple of 256**."
        " The guard `if i < c.size` keeps them out."
    )


def test_a_guard_that_does_not_turn_away_the_idle_threads_is_not_named() -> None:
    trace = replace(traces.vector_add(1000, 256), counters=Counters(idle_threads=5))

    (hint,) = launch_hints((1000,), trace.config, trace)

    assert "guard" not in hint.text


def test_a_block_that_is_no_multiple_of_32_leaves_lanes_without_a_thread() -> None:
    trace = counted(traces.vector_add(31 * 4, 31))

    (hint,) = launch_hints((31 * 4,), trace.config, trace)

    assert "1 lane of every block never works" in hint.text


@pytest.mark.parametrize(
    ("n", "grid", "block", "codes"),
    [
        (1024, Dim3(4), Dim3(256), []),
        (1000, Dim3(4), Dim3(256), ["hint.idle"]),
        (1000, Dim3(2), Dim3(256), ["hint.too-few-threads"]),
        (33, Dim3(1), Dim3(33), ["hint.lanes"]),
    ],
)
def test_before_a_run_the_shape_alone_gives_the_hints(
    n: int, grid: Dim3, block: Dim3, codes: list[str]
) -> None:
    assert hint_codes(n, LaunchConfig(grid, block)) == codes


def test_too_few_threads_are_counted_against_the_threads_that_the_size_asks_for() -> None:
    (hint,) = launch_hints((1000,), LaunchConfig(Dim3(2), Dim3(256)), None)

    assert hint.text.startswith("512 threads instead of 1000 for this size")


def test_two_uneven_axes_are_both_named() -> None:
    config = LaunchConfig(Dim3(7, 5), Dim3(16, 16))

    (hint,) = launch_hints((100, 70), config, None)

    assert "100 is not a multiple of 16 along x and 70 is not a multiple of 16 along y" in hint.text


def test_threads_along_axes_that_the_size_does_not_ask_for_are_not_called_idle() -> None:
    config = LaunchConfig(Dim3(125), Dim3(8, 4, 2))

    (hint,) = launch_hints((1000,), config, None)

    assert hint.text.startswith(
        "The size asks for threads along x only, and **8 threads have the same place** there"
    )


def test_of_threads_beyond_an_array_it_is_not_said_that_they_have_no_element() -> None:
    a = np.zeros(4, np.float32)
    trace = run("def kernel(a):\n    i = cuda.grid(1)\n    a[i] += 10\n", config(1, 8), {"a": a})

    hint = launch_hints((4,), config(1, 8), trace.trace)[0]

    assert hint.text == (
        "4 of 8 threads reach no element, and **some ask for one beyond an array**: see Hazards."
    )


def test_threads_along_another_axis_that_were_idle_are_counted_as_such() -> None:
    config = LaunchConfig(Dim3(4), Dim3(256, 2))
    trace = replace(traces.vector_add(1000, 256), counters=Counters(idle_threads=1024 + 24))

    (hint,) = launch_hints((1000,), config, trace)

    assert hint.text.startswith("1048 of 2048 threads have no element: **1000 is not a multiple")


def test_the_meaning_counts_warps_that_are_partly_filled_and_those_without_work() -> None:
    trace = counted(traces.vector_add(1000 - 32, 256))

    meaning = launch_meaning(trace.config, T4, trace)

    assert (meaning.threads, meaning.warps) == (1024, 32)
    assert (meaning.partly_filled_warps, meaning.empty_warps) == (1, 1)
    assert meaning.idle_threads == 1024 - 968


def test_waves_follow_from_the_blocks_that_all_sms_hold_at_once() -> None:
    held_at_once = 4 * T4.sm_count  # 1024 threads an SM on Turing, blocks of 256

    full = launch_meaning(LaunchConfig(Dim3(held_at_once), Dim3(256)), T4, None)
    over = launch_meaning(LaunchConfig(Dim3(held_at_once + 1), Dim3(256)), T4, None)

    assert (full.waves, over.waves) == (1, 2)
    assert full.sms_used == T4.sm_count


def test_the_size_of_a_trace_grows_with_what_it_keeps() -> None:
    whole = traces.vector_add(1000, 256)

    assert trace_bytes(whole) > trace_bytes(replace(whole, accesses=None)) > 3 * 4000


def test_threads_that_work_in_shared_memory_alone_are_not_said_to_have_no_element() -> None:
    arrays = {"out": np.zeros(1, np.float32)}
    ran = run(SUM_INSIDE, config(1, 64), arrays)

    hints = launch_hints((64,), ran.trace.config, ran.trace)
    stands_out = idle_threads(ran.trace)

    assert [one.code for one in hints] == ["hint.idle-inside"]
    assert hints[0].text == "63 of 64 threads work without global memory, or not at all."
    assert stands_out is not None
    assert "shared memory" in stands_out.sentence.text
    assert "they are idle" not in stands_out.sentence.text
