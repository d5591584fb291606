"""Races: which accesses are found to race, with which threads and lines, and which are not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuviz.launch import Dim3
from gpuviz.simt.execute import Execution, ExecutionOptions
from gpuviz.trace import Hazard
from tests.helpers.examples import examples
from tests.simt.kernels import config, run

RACE_FREE = {
    "each thread its own element": """
def kernel(x):
    i = cuda.grid(1)
    x[i] += 1
    x[i] *= 2
""",
    "neighbours behind a barrier": """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    x[cuda.grid(1)] = s[63 - t]
""",
    "two barriers in a loop": """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(5):
        s[t] = t + k
        cuda.syncthreads()
        x[cuda.grid(1)] += s[63 - t]
        cuda.syncthreads()
""",
    "a tree of sums": """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    stride = 32
    while stride > 0:
        if t < stride:
            s[t] += s[t + stride]
        cuda.syncthreads()
        stride //= 2
    if t == 0:
        x[cuda.grid(1)] = s[0]
""",
    "one thread writes, all read behind the barrier": """
def kernel(x):
    s = cuda.shared.array(1, np.int64)
    if cuda.threadIdx.x == 5:
        s[0] = 7
    cuda.syncthreads()
    x[cuda.grid(1)] = s[0]
""",
    "two buffers in turn": """
def kernel(x):
    s = cuda.shared.array((2, 64), np.int64)
    t = cuda.threadIdx.x
    s[0, t] = t
    for k in range(4):
        cuda.syncthreads()
        s[(k + 1) % 2, t] = s[k % 2, (t + 1) % 64]
    cuda.syncthreads()
    x[cuda.grid(1)] = s[0, 63 - t]
""",
    "a block exchanges its own part of global memory": """
def kernel(x):
    t = cuda.threadIdx.x
    first = cuda.blockIdx.x * 64
    v = x[first + 63 - t]
    cuda.syncthreads()
    x[first + t] = v
""",
    "blocks that do different things": """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    if cuda.blockIdx.x == 1:
        s[t] = t
        cuda.syncthreads()
    else:
        s[63 - t] = t
        cuda.syncthreads()
    x[cuda.grid(1)] = s[(t + 3) % 64]
""",
    "all read what nobody writes": """
def kernel(x, y):
    x[cuda.grid(1)] = y[0] + y[5]
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", RACE_FREE.values(), ids=RACE_FREE.keys())
@pytest.mark.parametrize("chunk_lanes", [64, 1 << 16])
def test_what_a_barrier_orders_or_nobody_shares_is_no_race(text: str, chunk_lanes: int) -> None:
    arguments = {"x": np.arange(192), "y": np.arange(9)}
    names = [name for name in arguments if f"{name}," in text or f"{name})" in text]

    done = run(
        text,
        config(3, 64),
        {name: arguments[name] for name in names},
        ExecutionOptions(chunk_lanes=chunk_lanes),
    )

    assert [hazard.message.text for hazard in done.trace.hazards] == []


def at(thread: int, block: int = 0) -> tuple[Dim3, Dim3]:
    return Dim3(block, 0, 0), Dim3(thread, 0, 0)


RACES: dict[str, tuple[str, dict[str, Any]]] = {
    "the barrier before the neighbour's element is missing": (
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    x[cuda.grid(1)] = s[63 - t]
""",
        {"space": "shared", "lines": (4, 5), "write": at(0), "other": at(63), "index": (0,)},
    ),
    "the barrier before the next round is missing": (
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    for k in range(3):
        s[t] = k
        cuda.syncthreads()
        x[cuda.grid(1)] += s[63 - t]
""",
        {"space": "shared", "lines": (5, 7), "write": at(0), "other": at(63), "index": (0,)},
    ),
    "lanes of one warp, in one statement": (
        """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    s[cuda.threadIdx.x // 2] = 1
    x[0] = 1
""",
        {"space": "shared", "lines": (3, 3), "write": at(0), "other": at(1), "index": (0,)},
    ),
    "a stencil in place": (
        """
def kernel(x):
    i = cuda.grid(1)
    if i > 0:
        x[i] = x[i - 1]
""",
        {"space": "global", "lines": (4, 4), "write": at(1), "other": at(2), "index": (1,)},
    ),
    "a lost update between blocks": (
        """
def kernel(x):
    if cuda.threadIdx.x == 7:
        x[3] += 1
""",
        {"space": "global", "lines": (3, 3), "write": at(7), "other": at(7, 1), "index": (3,)},
    ),
    "a barrier orders no other block": (
        """
def kernel(x):
    t = cuda.threadIdx.x
    if cuda.blockIdx.x == 0:
        x[t] = t
    cuda.syncthreads()
    if cuda.blockIdx.x == 1 and t == 9:
        x[100] = x[2]
""",
        {"space": "global", "lines": (4, 7), "write": at(2), "other": at(9, 1), "index": (2,)},
    ),
    "one line writes what another line wrote": (
        """
def kernel(x):
    t = cuda.threadIdx.x
    if cuda.blockIdx.x == 0:
        if t == 1:
            x[9] = 1
        if t == 0:
            x[9] = 2
""",
        {"space": "global", "lines": (5, 7), "write": at(1), "other": at(0), "index": (9,)},
    ),
    "the same array passed twice": (
        """
def kernel(x, y):
    i = cuda.grid(1)
    x[i] = y[127 - i]
""",
        {"space": "global", "lines": (3, 3), "write": at(0), "other": at(63, 1), "index": (0,)},
    ),
}


@pytest.mark.parametrize(("text", "expected"), RACES.values(), ids=RACES.keys())
@pytest.mark.parametrize("chunk_lanes", [64, 1 << 16])
def test_a_race_is_named_with_both_lines_and_both_threads(
    text: str, expected: dict[str, Any], chunk_lanes: int
) -> None:
    x = np.arange(128)
    arguments = {"x": x, "y": x} if "y" in text.splitlines()[1] else {"x": x}

    done = run(text, config(2, 64), arguments, ExecutionOptions(chunk_lanes=chunk_lanes))

    race = next(h for h in races(done) if (h.line, h.other_line) == expected["lines"])
    assert (race.space, race.index) == (expected["space"], expected["index"])
    assert (race.block, race.thread) == expected["write"]
    assert (race.other_block, race.other_thread) == expected["other"]
    assert race.count > 0


def races(done: Execution) -> list[Hazard]:
    return [hazard for hazard in done.trace.hazards if hazard.kind == "race"]


def test_equal_values_and_reads_alone_do_not_excuse_a_write() -> None:
    text = """
def kernel(x, out):
    x[0] = 5
    out[cuda.grid(1)] = x[0]
"""
    done = run(text, config(1, 32), {"x": np.zeros(1), "out": np.zeros(32)})

    assert {(race.line, race.other_line) for race in races(done)} == {(2, 2), (2, 3)}


def test_the_sentence_names_both_and_says_what_helps() -> None:
    text, _ = RACES["the barrier before the neighbour's element is missing"]

    (race,) = races(run(text, config(2, 64), {"x": np.zeros(128)}))

    for part in ("Line 4", "s[0]", "thread (0, 0, 0)", "thread (63, 0, 0)", "reads it in line 5"):
        assert part in race.message.text
    assert "cuda.syncthreads()" in race.message.text


@settings(max_examples=examples(40), deadline=None, derandomize=True)
@given(
    st.lists(st.integers(0, 5), min_size=8, max_size=8),
    st.lists(st.integers(0, 5), min_size=8, max_size=8),
    st.booleans(),
)
def test_two_lines_race_exactly_where_different_threads_meet_on_an_element(
    writes: list[int], reads: list[int], barrier: bool
) -> None:
    text = f"""
def kernel(x, w, r, out):
    i = cuda.grid(1)
    x[w[i]] = i
    {"cuda.syncthreads()" if barrier else "i = i"}
    out[i] = x[r[i]]
"""
    arguments = {
        "x": np.zeros(6, np.int64),
        "w": np.array(writes),
        "r": np.array(reads),
        "out": np.zeros(8, np.int64),
    }

    done = run(text, config(2, 4), arguments)

    threads = range(8)
    expected = set()
    if any(writes[a] == writes[b] for a in threads for b in threads if a != b):
        expected.add((3, 3))
    apart = [(a, b) for a in threads for b in threads if a != b and writes[a] == reads[b]]
    if any(not barrier or a // 4 != b // 4 for a, b in apart):
        expected.add((3, 5))
    assert {(race.line, race.other_line) for race in races(done)} == expected
