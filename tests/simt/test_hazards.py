"""Hazards: what is found, with which example and words, and that nothing else is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.launch import Dim3
from gpuviz.simt.execute import Execution, ExecutionOptions
from gpuviz.trace import Hazard
from tests.simt.kernels import config, run


def only_hazard(execution: Execution) -> Hazard:
    assert [hazard.message.text for hazard in execution.trace.hazards][1:] == []
    (hazard,) = execution.trace.hazards
    return hazard


def copy(index: str, size: int, threads: int = 64) -> Execution:
    text = f"""
def kernel(a, b):
    i = cuda.grid(1)
    b[i] = a[{index}]
"""
    arguments = {"a": np.arange(size) + 1, "b": np.full(threads, -1)}
    return run(text, config(threads // 32, 32), arguments)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("index", "size", "first", "count"),
    [
        ("i", 60, 60, 4),
        ("i + 1", 64, 63, 1),
        ("i * 1000000", 64, 1, 63),
        ("-1 - i", 63, 63, 1),
        ("i - 10", 5, 0, 5 + 64 - 15),
        ("-(i + 1) * 2", 64, 32, 32),
        ("2**62 if i == 7 else i", 64, 7, 1),
        ("99", 64, 0, 64),
        ("-65", 64, 0, 64),
        ("i // 32 * 70", 64, 32, 32),
    ],
)
def test_a_read_outside_gives_0_and_names_the_first_thread(
    index: str, size: int, first: int, count: int
) -> None:
    done = copy(index, size)

    indices = [int(eval(index, {"i": i})) for i in range(64)]
    inside = [-size <= k < size for k in indices]
    expected = [k % size + 1 if good else 0 for k, good in zip(indices, inside, strict=True)]
    hazard = only_hazard(done)
    assert done.arrays["b"].tolist() == expected
    assert (hazard.kind, hazard.space, hazard.array) == ("out-of-bounds", "global", "a")
    assert hazard.count == count == inside.count(False)
    assert (hazard.block, hazard.thread) == (Dim3(first // 32, 0, 0), Dim3(first % 32, 0, 0))
    assert hazard.line == 3
    assert hazard.index == (indices[first],)


def test_a_large_unsigned_index_is_not_taken_for_a_negative_one() -> None:
    hazard = only_hazard(copy("np.uint64(i) - np.uint64(1)", 64))

    assert hazard.index == (2**64 - 1,)
    assert hazard.count == 1


def test_the_sentence_names_thread_line_array_index_and_the_valid_range() -> None:
    text = only_hazard(copy("i", 60)).message.text

    for part in ("Line 3", "thread (28, 0, 0)", "block (1, 0, 0)", "a[60]", "(60)", "0 to 59"):
        assert part in text


def test_a_write_outside_is_dropped_and_the_run_goes_on() -> None:
    kernel = """
        def kernel(a, b):
            i = cuda.grid(1)
            a[i + 3] = i
            b[i] = 7
        """
    arguments = {"a": np.full(40, -1), "b": np.zeros(64, np.int64)}

    done = run(kernel, config(2, 32), arguments)

    hazard = only_hazard(done)
    assert done.arrays["a"].tolist() == [-1, -1, -1, *range(37)]
    assert (done.arrays["b"] == 7).all()
    assert hazard.count == 64 - 37
    assert hazard.index == (40,)
    assert "writes a[40]" in hazard.message.text


@pytest.mark.parametrize(
    ("index", "bad"),
    [
        ("x + 1, y", (8, 0)),
        ("x, y + 1", (0, 6)),
        ("x - 9, y", (-9, 0)),
        ("x, -1 - y - 1", (0, -7)),
        ("x + 1, y + 1", (8, 1)),
    ],
)
def test_each_dimension_is_checked_on_its_own(index: str, bad: tuple[int, int]) -> None:
    kernel = f"""
def kernel(a):
    x, y = cuda.grid(2)
    if x < 8 and y < 6:
        a[{index}] = 1
"""

    hazard = only_hazard(run(kernel, config((2, 2), (4, 3)), {"a": np.zeros((8, 6))}))

    assert hazard.index == bad
    assert "0 to 7, 0 to 5" in hazard.message.text


def test_the_example_is_of_the_lowest_block_and_then_thread_also_when_found_later() -> None:
    kernel = """
        def kernel(a):
            i = cuda.grid(1)
            for k in range(4):
                a[i if cuda.blockIdx.x < 3 - k else 1000] = 0
        """

    for chunk_lanes in (32, 1 << 16):
        options = ExecutionOptions(chunk_lanes=chunk_lanes)
        hazard = only_hazard(run(kernel, config(4, 32), {"a": np.zeros(128)}, options))

        assert (hazard.block, hazard.thread) == (Dim3(0, 0, 0), Dim3(0, 0, 0))
        assert hazard.count == 32 * (1 + 2 + 3 + 4)


def test_one_report_for_each_array_and_line() -> None:
    kernel = """
        @cuda.jit(device=True)
        def put(target, i):
            target[i] = 1

        def kernel(a, b):
            i = cuda.grid(1)
            put(a, i)
            put(b, i)
            put(b, i + 1)
        """

    hazards = run(kernel, config(1, 32), {"a": np.zeros(30), "b": np.zeros(30)}).trace.hazards

    found = [hazard for hazard in hazards if hazard.kind == "out-of-bounds"]
    assert [(h.array, h.line, h.count) for h in found] == [("a", 3, 2), ("b", 3, 2 + 3)]


@pytest.mark.parametrize(("index", "bad"), [("t + 1", 32), ("-33 + 0 * t", -33)])
def test_shared_memory_has_bounds_too(index: str, bad: int) -> None:
    kernel = f"""
def kernel(out):
    s = cuda.shared.array(32, np.float32)
    t = cuda.threadIdx.x
    s[t] = 5
    cuda.syncthreads()
    out[cuda.grid(1)] = s[{index}]
"""

    hazard = only_hazard(run(kernel, config(3, 32), {"out": np.ones(96)}))

    assert (hazard.kind, hazard.space, hazard.array) == ("out-of-bounds", "shared", "s")
    assert hazard.index == (bad,)
    assert hazard.block == Dim3(0, 0, 0)


def test_an_array_without_elements_can_be_passed_and_not_read() -> None:
    kernel = """
        def kernel(a, b):
            i = cuda.grid(1)
            if i < a.size:
                b[i] = a[i]
            b[i] += 1
        """
    arguments = {"a": np.zeros(0), "b": np.zeros(32)}

    assert run(kernel, config(1, 32), arguments).trace.hazards == ()

    hazard = only_hazard(copy("i", 0))
    assert hazard.count == 64
    assert "no elements" in hazard.message.text


def test_a_read_of_shared_memory_that_nobody_wrote_gives_0() -> None:
    kernel = """
        def kernel(out):
            s = cuda.shared.array((4, 8), np.float32)
            t = cuda.threadIdx.x
            if t != 5 and t < 32:
                s[t // 8, t % 8] = 3
            cuda.syncthreads()
            for k in range(3):
                out[cuda.grid(1)] += s[(31 - t) // 8, (31 - t) % 8]
        """

    done = run(kernel, config(2, 32), {"out": np.zeros(64)})

    hazard = only_hazard(done)
    assert (hazard.kind, hazard.array, hazard.index) == ("uninitialized", "s", (0, 5))
    assert (hazard.block, hazard.thread, hazard.line) == (Dim3(0, 0, 0), Dim3(26, 0, 0), 8)
    assert hazard.count == 2 * 3
    assert done.arrays["out"][26] == 0
    assert "before any thread wrote it" in hazard.message.text


def test_shared_memory_written_after_the_read_was_still_uninitialised() -> None:
    kernel = """
        def kernel(out):
            s = cuda.shared.array(32, np.float32)
            t = cuda.threadIdx.x
            out[t] = s[t]
            s[t] = 1
            out[t] += s[t]
        """

    hazard = only_hazard(run(kernel, config(1, 32), {"out": np.zeros(32)}))

    assert (hazard.line, hazard.count) == (4, 32)


WAIT = """
@cuda.jit(device=True)
def wait(t):
    if t < 16:
        cuda.syncthreads()
"""

DIVERGENT_BARRIERS = {
    "a branch": ("if t < 10:\n        cuda.syncthreads()", 5, 0, 10),
    "the other branch": (
        "if t < 10:\n        t += 0\n    else:\n        cuda.syncthreads()",
        7,
        10,
        0,
    ),
    "an early return": ("if t == 3:\n        return\n    cuda.syncthreads()", 6, 0, 3),
    "unequal trip counts": ("for k in range(1 + t // 20):\n        cuda.syncthreads()", 5, 20, 0),
    "a break": (
        "while True:\n        if t == 39:\n            break\n        cuda.syncthreads()\n"
        "        if t < 50:\n            break",
        7,
        0,
        39,
    ),
    "a device function": ("wait(t)", 4, 0, 16),
}


@pytest.mark.parametrize("title", DIVERGENT_BARRIERS)
def test_a_barrier_that_some_threads_miss_names_one_who_waits_and_one_who_is_missing(
    title: str,
) -> None:
    body, line, waiting, missing = DIVERGENT_BARRIERS[title]
    kernel = f"""
def kernel(out):
    t = cuda.threadIdx.x
    out[t] = 0
    {body}
    out[t] = 1
"""
    if title == "a device function":
        kernel = WAIT + kernel

    done = run(kernel, config(1, 40), {"out": np.full(40, 9)})

    hazard = only_hazard(done)
    assert hazard.kind == "barrier-divergence"
    assert (hazard.space, hazard.array, hazard.index) == (None, None, ())
    assert hazard.line == line
    assert (hazard.thread, hazard.other_thread) == (Dim3(waiting, 0, 0), Dim3(missing, 0, 0))
    assert hazard.block == hazard.other_block == Dim3(0, 0, 0)
    assert f"Line {line}" in hazard.message.text
    assert set(done.arrays["out"].tolist()) <= {0, 1}


def test_whole_blocks_may_skip_a_barrier() -> None:
    kernel = """
        def kernel(out):
            if cuda.blockIdx.x > 2:
                return
            for k in range(cuda.blockIdx.x):
                cuda.syncthreads()
            out[cuda.grid(1)] = 1
        """

    done = run(kernel, config(5, 40), {"out": np.zeros(200)})

    assert done.trace.hazards == ()
    assert done.trace.counters is not None
    assert done.trace.counters.barriers == 0 + 1 + 2


def test_a_divergent_barrier_in_one_block_does_not_accuse_the_others() -> None:
    kernel = """
        def kernel(out):
            if cuda.blockIdx.x != 2 or cuda.threadIdx.x < 5:
                cuda.syncthreads()
            out[cuda.grid(1)] = 1
        """

    done = run(kernel, config(4, 40), {"out": np.zeros(160)})

    hazard = only_hazard(done)
    assert hazard.block == Dim3(2, 0, 0)
    assert hazard.count == 1
    assert done.trace.counters is not None
    assert done.trace.counters.barriers == 3


def test_an_index_of_a_thread_that_does_not_access_is_no_hazard() -> None:
    kernel = """
        def kernel(a, out):
            i = cuda.grid(1)
            k = i * 100
            if k < a.size and a[k] >= 0:
                out[i] = a[k]
            out[i] += a[k] if k < a.size else -1
        """
    values: NDArray[Any] = np.arange(500)

    done = run(kernel, config(1, 32), {"a": values, "out": np.zeros(32, np.int64)})

    assert done.trace.hazards == ()
    assert done.arrays["out"].tolist() == [0, 200, 400, 600, 800] + [-1] * 27
