"""What the line that is played does, in a sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.insight.captions import WORDS, after_calls, caption, folded_words, line_caption
from gpuviz.insight.order import Instant, order_of
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.trace import Trace
from tests.helpers.traces import vector_add
from tests.simt.kernels import config, run


def emulated(source: str, threads: int = 32) -> Trace:
    """One block runs it."""
    arrays = {name: np.zeros(64, np.float32) for name in ("x", "y")}
    return run(source, config(1, threads), arrays).trace


def captions(source: str) -> dict[str, str]:
    """By the first words of each line of a kernel."""
    trace = emulated(source)
    lines = trace.functions[0].text.splitlines()
    return {
        lines[told.line - trace.functions[0].first_line].strip(): line_caption(trace, row).text
        for row, told in enumerate(trace.statements)
        if told.function == 0
    }


EVERYTHING = """
@cuda.jit(device=True)
def twice(value):
    return value * 2


def kernel(x, y):
    tile = cuda.shared.array(32, np.float32)
    own = cuda.local.array(2, np.float32)
    i = cuda.grid(1)
    if i >= x.size:
        return
    own[0] = x[i]
    tile[cuda.threadIdx.x] = own[0]
    cuda.syncthreads()
    total = np.float32(0)
    for k in range(2):
        total += tile[k]
    while total > 1e9:
        total = total / 2
    total = twice(total)
    far = cuda.shfl_down_sync(0xffffffff, total, 1)
    cuda.syncwarp()
    cuda.atomic.add(y, 0, total)
    y[i] += far
    n = cuda.blockDim.x
"""
EXPECTED = {
    "tile = cuda.shared.array": "The block gets tile: memory that all its threads share.",
    "own = cuda.local.array": "Each thread gets own, memory of its own.",
    "i = cuda.grid(1)": "Each thread works out i: by this number",
    "if i >= x.size": "Each thread asks: i >= x.size?",
    "own[0] = x[i]": "Each thread reads x[i] and writes own[0].",
    "cuda.syncthreads()": "The threads of a block wait for each other here",
    "total = np.float32(0)": "Each thread computes total.",
    "for k in range(2)": "The loop: k takes its next value of range(2)",
    "total += tile[k]": "Each thread reads tile[k] and keeps total.",
    "while total > 1e9": "The loop: threads for which total > 1000000000.0 holds",
    "total = twice(total)": "Each thread calls twice",
    "far = cuda.shfl_down_sync": "The lanes of a warp hand each other values",
    "cuda.syncwarp()": "The lanes of a warp wait for each other here.",
    "cuda.atomic.add": "Each thread changes y by an atomic operation",
    "y[i] += far": "Each thread reads y[i] and writes y[i].",
    "n = cuda.blockDim.x": "Each thread computes n.",
}


@pytest.fixture(scope="module")
def told() -> dict[str, str]:
    return captions(EVERYTHING)


@pytest.mark.parametrize("line", EXPECTED)
def test_a_line_is_told_by_what_it_does(told: dict[str, str], line: str) -> None:
    said = next(words for source, words in told.items() if source.startswith(line))

    assert said.startswith(EXPECTED[line])


CALLS = """
@cuda.jit(device=True)
def twice(value):
    return value * 2


def kernel(x, y):
    i = cuda.grid(1)
    y[i] = twice(x[i])
    cuda.atomic.add(y, 0, twice(i))
"""


def test_a_call_is_told_before_what_is_done_with_what_it_gives() -> None:
    trace = emulated(CALLS)
    order = order_of(trace)
    assert order is not None

    told = [
        [one.text for one in (caption(trace, order, instant), *after_calls(trace, order, instant))]
        for instant in map(order.at, range(1, len(order) + 1))
    ]

    assert told[1:] == [
        ["Each thread reads x[i] and calls twice: its lines come next."],
        ["Each thread gives value * 2 back to the line that called.", "Line 8 then writes y[i]."],
        ["Each thread calls twice: its lines come next."],
        [
            "Each thread gives value * 2 back to the line that called.",
            "Line 9 then changes y[0] by an atomic operation.",
        ],
    ]


def test_before_the_first_step_and_after_the_last_the_launch_is_told() -> None:
    trace = vector_add()
    order = order_of(trace)
    assert order is not None

    assert caption(trace, order, Instant(0, 0)).text.startswith(
        "vector_add is about to start: 1\u202f024 threads in 4 blocks"
    )
    assert caption(trace, order, order.end).text == WORDS["end"]


@pytest.mark.parametrize(
    ("threads", "words"),
    [
        (1, "a single thread runs these lines."),
        (7, "the 7 threads of one block run the same lines"),
    ],
)
def test_one_block_and_one_thread_are_told_as_one(threads: int, words: str) -> None:
    trace = emulated("def kernel(x, y):\n    y[cuda.grid(1)] = 1\n", threads)
    order = order_of(trace)
    assert order is not None

    assert words in caption(trace, order, Instant(0, 0)).text


def test_turns_that_pass_quickly_are_counted() -> None:
    trace = emulated(
        "def kernel(x, y):\n    i = cuda.grid(1)\n    for k in range(20):\n        y[i] += x[k]\n"
    )
    order = order_of(trace)
    assert order is not None
    tempo = TraceIndex(trace, order).by_rounds
    said = [
        words.text
        for rounds in tempo.rounds.tolist()
        if (
            words := folded_words(
                trace, order, tempo, Instant(order.moment_of_round(rounds), rounds)
            )
        )
    ]

    assert "more turns like this pass quickly" in said[0]
    counts = [int(words.split()[0]) for words in said if "turns" in words]
    assert counts == sorted(counts, reverse=True)
    assert 15 <= counts[0] <= 20


def test_source_that_cannot_be_read_is_told_plainly() -> None:
    trace = broken(vector_add())

    assert line_caption(trace, 0).text == WORDS["line"]


def broken(trace: Trace) -> Trace:
    first = replace(trace.functions[0], text="def (")
    return replace(trace, functions=(first, *trace.functions[1:]))
