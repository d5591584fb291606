"""Local arrays: every thread has its own; nothing else counts them, and nobody races in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.launch import Dim3
from gpuviz.messages import NotSupportedError
from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same

BODIES = {
    "a histogram of one's own": """
        bins = cuda.local.array(8, np.int32)
        for k in range(8):
            bins[k] = 0
        for k in range(i, a.size):
            bins[a[k] % 8] += 1
        for k in range(8):
            out[i] += bins[k] * (k + 1)
        """,
    "two dimensions, indices that wrap, and a cast": """
        t = cuda.local.array((2, 3), dtype=np.float32)
        for r in range(2):
            for c in range(3):
                t[r, c] = a[i] / (1 + r + c)
        t[i % 2, -1] = 0.1
        out[i] = t[-1, i % 3] + t[0, 2] * t.size + t.shape[1] + len(t)
        """,
    "an insertion sort that some threads leave early": """
        s = cuda.local.array(shape=5, dtype=np.int64)
        for k in range(5):
            v = a[(i + k * 7) % a.size]
            at = k
            while at > 0 and s[at - 1] > v:
                s[at] = s[at - 1]
                at -= 1
            s[at] = v
        out[i] = s[i % 5]
        """,
    "a value that was read keeps, whatever is written then": """
        s = cuda.local.array(2, np.int64)
        s[0], s[1] = i, 2 * i
        x = s[0]
        s[0] = -1
        s[0], s[1] = s[1], s[0]
        out[i] = 100 * x + 10 * s[0] + s[1]
        """,
    "an array that is declared on some ways only": """
        if i % 3:
            s = cuda.local.array(2, np.uint8)
            s[i % 2] = a[i] + 250
            if a[i] % 2:
                s[i % 2] += 10
            out[i] = s[i % 2]
        """,
}

WITH_DEVICE = """
@cuda.jit(device=True)
def fill(target, start):
    for k in range(len(target)):
        target[k] = start + k

@cuda.jit(device=True)
def total(i, n):
    mine = cuda.local.array(4, np.int64)
    fill(mine, i)
    s = 0
    for k in range(n):
        s = s * 3 + mine[k]
    return s

def kernel(out, a):
    i = cuda.grid(1)
    s = cuda.local.array(3, np.int64)
    fill(s, a[i])
    out[i] = total(i, 1 + i % 4) + s[2] + total(s[1], 2)
"""


def arguments() -> dict[str, Any]:
    return {"out": np.zeros(40), "a": np.random.default_rng(3).integers(0, 50, 40)}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_hold_what_numba_holds(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    mine, theirs = both(f"def kernel(out, a):\n    i = cuda.grid(1)\n{body}", 40, arguments())

    assert_same(mine["out"], theirs["out"])


def test_functions_fill_and_declare_them() -> None:
    mine, theirs = both(WITH_DEVICE, 40, arguments())

    assert_same(mine["out"], theirs["out"])


def test_they_are_no_global_and_no_shared_memory() -> None:
    kernel = """
        def kernel(out):
            s = cuda.local.array(2, np.float32)
            s[0] = 1
            s[0] += 2
            out[cuda.grid(1)] = s[0]
        """

    trace = run(kernel, config(2, 40), {"out": np.zeros(80)}).trace

    counters = trace.counters
    assert counters is not None
    assert counters.global_load_requests == 0
    assert counters.global_store_requests == 4
    assert counters.shared_load_requests == counters.shared_store_requests == 0
    assert counters.shared_load_wavefronts == counters.bank_conflicts == 0
    assert trace.hazards == ()
    assert trace.warp_counters is not None
    requests = {
        (site.line, site.space, site.kind): int(trace.warp_counters.requests[row].sum())
        for row, site in enumerate(trace.sites)
    }
    assert requests == {
        (3, "local", "write"): 4,
        (4, "local", "read"): 4,
        (4, "local", "write"): 4,
        (5, "local", "read"): 4,
        (5, "global", "write"): 4,
    }


def test_they_stand_among_the_arrays_and_their_accesses_are_kept() -> None:
    kernel = """
        def kernel(out):
            s = cuda.local.array((2, 3), np.int16)
            s[1, cuda.threadIdx.x % 3] = 7
        """

    trace = run(kernel, config(1, 32), {"out": np.zeros(1)}).trace

    info = trace.arrays[1]
    assert (info.name, info.space, info.shape) == ("s", "local", (2, 3))
    assert info.dtype == np.int16
    assert trace.accesses is not None
    assert trace.accesses.element.tolist() == [[3 + k % 3 for k in range(32)]]


UNWRITTEN = """
@cuda.jit(device=True)
def again(i):
    s = cuda.local.array(2, np.int64)
    if i < 0:
        s[0] = 5
    return s[0]

def kernel(out, a):
    i = cuda.grid(1)
    {body}
"""


@pytest.mark.parametrize(
    ("body", "line", "index", "thread", "count"),
    [
        ("s = cuda.local.array(3, np.int32); s[i % 3] = 1; out[i] = s[0]", 10, (0,), 1, 42),
        ("s = cuda.local.array(3, np.int32); out[i] = s[2]", 10, (2,), 0, 64),
        ("out[i] = again(-1) + again(i)", 6, (0,), 0, 64),
    ],
)
def test_an_element_that_its_own_thread_did_not_write_is_uninitialised(
    body: str, line: int, index: tuple[int, ...], thread: int, count: int
) -> None:
    text = UNWRITTEN.format(body=body)

    done = run(text, config(2, 32), {"out": np.full(64, -9), "a": np.zeros(64)})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.space, hazard.array) == ("uninitialized", "local", "s")
    assert (hazard.line, hazard.index, hazard.count) == (line, index, count)
    assert hazard.thread == Dim3(thread, 0, 0)
    assert "before it wrote it" in hazard.message.text
    assert (done.arrays["out"] != -9).all()


def test_an_index_outside_is_out_of_bounds_in_its_own_dimension() -> None:
    kernel = """
        def kernel(out):
            i = cuda.grid(1)
            s = cuda.local.array((2, 3), np.int32)
            s[1, i] = i
            out[i] = 1
        """

    done = run(kernel, config(1, 32), {"out": np.zeros(32)})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.space, hazard.index) == ("out-of-bounds", "local", (1, 3))
    assert (hazard.line, hazard.count) == (4, 29)


def test_large_ones_run_a_block_at_a_time_with_the_same_result() -> None:
    kernel = """
        def kernel(out):
            i = cuda.grid(1)
            s = cuda.local.array(40000, np.float64)
            s[39999 - i] = i
            out[i] = s[39999 - i]
        """

    done = run(kernel, config(4, 32), {"out": np.zeros(128)}, ExecutionOptions(record=False))

    assert done.arrays["out"].tolist() == list(range(128))
    assert done.trace.hazards == ()


def test_met_again_in_a_loop_it_still_holds_what_was_written() -> None:
    kernel = """
        def kernel(out):
            i = cuda.grid(1)
            for k in range(3):
                s = cuda.local.array(1, np.int64)
                if k == 0:
                    s[0] = i
                s[0] += 1
            out[i] = s[0]
        """

    done = run(kernel, config(1, 32), {"out": np.zeros(32)})

    assert done.arrays["out"].tolist() == [i + 3 for i in range(32)]
    assert done.trace.hazards == ()


def test_a_part_of_a_local_array_that_was_passed_in_can_be_given_back() -> None:
    text = """
@cuda.jit(device=True)
def behind(x):
    return x[2:]

def kernel(out):
    i = cuda.grid(1)
    x = cuda.local.array(4, np.int64)
    x[3] = i
    out[i] = behind(x)[1]
"""
    options = ExecutionOptions(thread_memory=True)
    done = run(text, config(1, 8), {"out": np.zeros(8, np.int64)}, options)

    assert done.arrays["out"].tolist() == list(range(8))


def test_threads_make_arrays_only_where_they_have_memory_for_them() -> None:
    text = """
def kernel(out):
    i = cuda.grid(1)
    x = np.empty(2)
    x[1] = i
    out[i] = x[1]
"""
    options = ExecutionOptions(thread_memory=True)

    done = run(text, config(1, 8), {"out": np.zeros(8)}, options)

    assert done.arrays["out"].tolist() == list(range(8))
    with pytest.raises(NotSupportedError):
        run(text, config(1, 8), {"out": np.zeros(8)})
