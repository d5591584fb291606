"""syncthreads_count, _and and _or, syncwarp, fences and nanosleep."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run

PREDICATES = ["i4", "i2", "i8", "u1"]


def voted(name: str, values: Any, blocks: int = 1) -> Any:
    """What each thread hears from cuda.syncthreads_<name> of its value."""
    out = np.full(len(values), -1, np.int32)
    text = f"""
        def kernel(out, x):
            i = cuda.grid(1)
            out[i] = cuda.syncthreads_{name}(x[i])
        """

    trace = run(text, config(blocks, len(values) // blocks), {"out": out, "x": values}).trace

    assert trace.hazards == ()
    assert trace.counters is not None
    assert trace.counters.barriers == blocks
    return out


@pytest.mark.parametrize("kind", PREDICATES)
def test_the_threads_of_a_block_that_say_yes_are_counted(kind: str) -> None:
    values = np.ones(144, kind)
    values[[31, 42, 100]] = 0

    assert voted("count", values, 2).tolist() == [70] * 72 + [71] * 72


@pytest.mark.parametrize("kind", PREDICATES)
def test_and_holds_where_all_threads_of_the_block_say_yes(kind: str) -> None:
    values = np.ones(200, kind)
    values[31] = 0

    assert voted("and", values, 2).tolist() == [0] * 100 + [1] * 100


@pytest.mark.parametrize("kind", PREDICATES)
def test_or_holds_where_one_thread_of_the_block_says_yes(kind: str) -> None:
    values = np.zeros(200, kind)
    values[131] = 1

    assert voted("or", values, 2).tolist() == [0] * 100 + [1] * 100


def test_only_32_bits_of_a_predicate_count() -> None:
    assert voted("count", np.array([1 << 32, 1, 2, 0])).tolist() == [2] * 4


ORDERED = """
def kernel(out):
    s = cuda.shared.array(64, np.int32)
    i = cuda.threadIdx.x
    s[i] = i
    {wait}
    out[i] = s[63 - i]
"""


def test_a_barrier_that_votes_orders_what_is_written_before_it() -> None:
    out = np.zeros(64, np.int64)
    text = ORDERED.format(wait="n = cuda.syncthreads_count(1)")

    trace = run(text, config(1, 64), {"out": out}).trace

    assert trace.hazards == ()
    assert out.tolist() == list(range(63, -1, -1))


def test_a_barrier_that_votes_and_that_some_threads_miss_is_a_hazard() -> None:
    text = """
        def kernel(out):
            i = cuda.threadIdx.x
            if i < 3:
                out[i] = cuda.syncthreads_or(i)
        """

    (hazard,) = run(text, config(1, 8), {"out": np.zeros(8)}).trace.hazards

    assert (hazard.kind, hazard.line) == ("barrier-divergence", 4)
    assert (hazard.thread[0], hazard.other_thread) == (0, (3, 0, 0))


@pytest.mark.parametrize(
    "call",
    [
        *("syncwarp()", "syncwarp(0xFFFFFFFF)", "threadfence()", "threadfence_block()"),
        *("threadfence_system()", "nanosleep(i)"),
    ],
)
def test_a_call_that_only_waits_or_orders_is_a_step_without_a_value(call: str) -> None:
    out = np.zeros(48, np.int64)
    text = f"""
        def kernel(out):
            i = cuda.grid(1)
            cuda.{call}
            out[i] = i
        """

    trace = run(text, config(1, 48), {"out": out}).trace

    assert out.tolist() == list(range(48))
    assert trace.counters is not None
    assert (trace.counters.warp_steps, trace.hazards) == (6, ())


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("out[0] = cuda.syncthreads_count(i / 2)", "takes a whole number, float64 is given"),
        ("out[0] = cuda.syncthreads_and()", "takes 1 argument"),
        ("cuda.syncwarp(0.5)", "must be an integer with a bit for each lane"),
        ("cuda.threadfence(1)", "takes 0 argument"),
        ("cuda.nanosleep(1.5)", "takes whole nanoseconds"),
        ("out[0] = cuda.syncwarp()", "None"),
        ("out[0] = cuda.syncthreads()", "gives no value"),
    ],
)
def test_what_numba_refuses_is_refused(call: str, words: str) -> None:
    text = f"def kernel(out):\n    i = cuda.grid(1)\n    {call}\n"

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), {"out": np.zeros(1)})

    assert words in refused.value.message.text
