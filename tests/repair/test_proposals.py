"""Repairs as edits of a source: what is proposed first, and what no edit may touch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from gpuviz.launch import Dim3
from gpuviz.places import resource_dir
from gpuviz.repair.fault import Fault
from gpuviz.repair.proposals import proposals
from gpuviz.repair.source import SourceText, end_of
from gpuviz.trace.trace import HazardKind, MissingBarrier
from tests.helpers.examples import examples
from tests.repair.faults import between_blocks, fault, kernel, marked

CORPUS = Path(__file__).parent.parent / "corpus" / "broken"
SOURCES = [
    path.read_text(encoding="utf-8")
    for path in (*resource_dir("kernels").glob("broken_*.py"), *CORPUS.glob("*.py"))
]

SHARED = "s = cuda.shared.array(32, float32)\nt = cuda.threadIdx.x\n"
RACE_IN_A_ROW = kernel(SHARED + "s[t] = x[t]  # <- here\ny[t] = s[31 - t]  # <- read")
RACE_OF_TURNS = kernel(
    SHARED
    + "for row in range(4):  # <- loop\n"
    + "    s[t] = x[t]  # <- here\n"
    + "    cuda.syncthreads()\n"
    + "    y[t] = s[31 - t]  # <- read\n"
)
RACE_IN_A_BRANCH = kernel(
    SHARED + "if t < x.size:\n    s[t] = x[t]  # <- here\n    y[t] = s[31 - t]  # <- read"
)
RACE_IN_A_LINE = kernel(SHARED + "s[t] = s[31 - t]  # <- here")
RACE_OF_SIDES = kernel(
    SHARED + "if t < 32:\n    s[t] = x[t]  # <- here\nelse:\n    y[t] = s[t - 32]  # <- read"
)
COUNTER = kernel("i = cuda.grid(1)\ny[x[i]] += 1  # <- here")
TICKET = kernel("i = cuda.grid(1)\nplace = y[0]\ny[0] = place + 1  # <- here\nx[place] = i")
LARGEST = kernel("i = cuda.grid(1)\ny[0] = max(y[0], x[i])  # <- here")
GREATEST = kernel("i = cuda.grid(1)\nif x[i] > y[0]:\n    y[0] = x[i]  # <- here")
NO_GUARD = kernel("i = cuda.grid(1)\ny[i] = x[i]  # <- here")
NO_GUARD_AND_MORE = kernel("i = cuda.grid(1)\nv = x[i]  # <- here\ny[i] = v * v")
BEFORE_THE_FIRST = kernel("i = cuda.grid(1)\nif i < x.size:\n    y[i] = x[i - 40]  # <- here")
OFF_BY_ONE = kernel("i = cuda.grid(1)\nif i <= x.size:\n    x[i] *= 2  # <- here")
OTHER_AXIS = kernel(
    "i, j = cuda.grid(2)\nif i < x.shape[1] and j < x.shape[0]:\n    x[i, j] = 0  # <- here"
)
BARRIER_IN_AN_IF = kernel(
    SHARED + "if t < x.size:\n    s[t] = x[t]\n    cuda.syncthreads()  # <- here\n    y[t] = s[0]"
)
EARLY_RETURN = kernel(
    SHARED + "if t >= x.size:\n    return\ns[t] = x[t]\ncuda.syncthreads()  # <- here\ny[t] = s[0]"
)
SUMS_OF_ONE = kernel(
    "s = cuda.local.array(4, float32)\nfor k in range(4):\n    s[k] += 1  # <- here"
)

EXPECTED = [
    (
        RACE_IN_A_ROW,
        fault(RACE_IN_A_ROW, "race", other="read", barrier=("here", "read", None)),
        "s[t] = x[t]  # <- here\n    cuda.syncthreads()\n    y[t] = s[31 - t]  # <- read\n",
    ),
    (
        RACE_OF_TURNS,
        fault(RACE_OF_TURNS, "race", other="read", barrier=("read", "here", "loop")),
        "        y[t] = s[31 - t]  # <- read\n        cuda.syncthreads()\n",
    ),
    (
        RACE_IN_A_BRANCH,
        fault(RACE_IN_A_BRANCH, "race", other="read", barrier=("here", "read", None)),
        "    if t < x.size:\n        s[t] = x[t]  # <- here\n    cuda.syncthreads()\n"
        "    if t < x.size:\n        y[t] = s[31 - t]  # <- read\n",
    ),
    (
        RACE_IN_A_LINE,
        fault(RACE_IN_A_LINE, "race", other="here"),
        "    value = s[31 - t]\n    cuda.syncthreads()\n    s[t] = value\n",
    ),
    (
        RACE_OF_SIDES,
        fault(RACE_OF_SIDES, "race", other="read"),
        "        s[t] = x[t]  # <- here\n    cuda.syncthreads()\n    if t >= 32:\n"
        "        y[t] = s[t - 32]  # <- read\n",
    ),
    (
        COUNTER,
        between_blocks(fault(COUNTER, "race", "global", "y", other="here")),
        "    cuda.atomic.add(y, x[i], 1)  # <- here\n",
    ),
    (
        TICKET,
        between_blocks(fault(TICKET, "race", "global", "y", other="here")),
        "    i = cuda.grid(1)\n    place = cuda.atomic.add(y, 0, 1)\n    x[place] = i\n",
    ),
    (
        LARGEST,
        between_blocks(fault(LARGEST, "race", "global", "y", other="here")),
        "    cuda.atomic.max(y, 0, x[i])  # <- here\n",
    ),
    (
        GREATEST,
        between_blocks(fault(GREATEST, "race", "global", "y", other="here")),
        "    i = cuda.grid(1)\n    cuda.atomic.max(y, 0, x[i])  # <- here\n",
    ),
    (
        NO_GUARD,
        fault(NO_GUARD, "out-of-bounds", "global", "x", (99,)),
        "    if i < x.size:\n        y[i] = x[i]  # <- here\n",
    ),
    (
        NO_GUARD_AND_MORE,
        fault(NO_GUARD_AND_MORE, "out-of-bounds", "global", "x", (99,)),
        "    if i >= x.size:\n        return\n    v = x[i]  # <- here\n",
    ),
    (
        BEFORE_THE_FIRST,
        fault(BEFORE_THE_FIRST, "out-of-bounds", "global", "x", (-40,)),
        "    if i < x.size and 0 <= i - 40 < x.size:\n",
    ),
    (
        OFF_BY_ONE,
        fault(OFF_BY_ONE, "out-of-bounds", "global", "x", (100,)),
        "    if i < x.size:\n        x[i] *= 2  # <- here\n",
    ),
    (
        OTHER_AXIS,
        fault(OTHER_AXIS, "out-of-bounds", "global", "x", (10, 2)),
        "    if i < x.shape[0] and j < x.shape[1]:\n",
    ),
    (
        BARRIER_IN_AN_IF,
        fault(BARRIER_IN_AN_IF, "barrier-divergence", None, None),
        "        s[t] = x[t]\n    cuda.syncthreads()  # <- here\n    if t < x.size:\n"
        "        y[t] = s[0]\n",
    ),
    (
        EARLY_RETURN,
        fault(EARLY_RETURN, "barrier-divergence", None, None),
        "    if t < x.size:\n        s[t] = x[t]\n    cuda.syncthreads()  # <- here\n"
        "    if t < x.size:\n        y[t] = s[0]\n",
    ),
]


@pytest.mark.parametrize(("source", "found", "expected"), EXPECTED)
def test_the_likeliest_repair_comes_first(source: str, found: Fault, expected: str) -> None:
    assert expected in proposals(source, found)[0].text


def test_sums_in_local_memory_are_cleared_before_the_loop_or_where_they_are_declared() -> None:
    found = [
        one.text for one in proposals(SUMS_OF_ONE, fault(SUMS_OF_ONE, "uninitialized", "local"))
    ]

    assert any("    for k_2 in range(s.size):\n        s[k_2] = 0\n" in text for text in found)


def test_a_variable_that_was_never_set_is_0_before_the_statement_that_may_set_it() -> None:
    source = kernel("i = cuda.grid(1)\nif i > 3:\n    last = i\ny[i] = last  # <- here")

    (repair,) = proposals(source, fault(source, "uninitialized", "register", "last"))

    assert "    i = cuda.grid(1)\n    last = 0\n    if i > 3:\n" in repair.text


def test_all_threads_of_a_flat_block_clear_shared_memory_and_wait() -> None:
    source = kernel(SHARED + "cuda.atomic.add(s, x[t], 1)  # <- here")

    (repair,) = proposals(source, fault(source, "uninitialized", block=Dim3(8, 4)))

    assert (
        "    for k in range(cuda.threadIdx.y * cuda.blockDim.x + cuda.threadIdx.x, s.size,"
        " cuda.blockDim.x * cuda.blockDim.y):\n        s[k] = 0\n    cuda.syncthreads()\n"
    ) in repair.text


def test_the_file_s_own_name_for_cuda_is_used() -> None:
    source = RACE_IN_A_ROW.replace("import cuda", "import cuda as gpu").replace("cuda.", "gpu.")
    found = fault(source, "race", other="read", barrier=("here", "read", None))

    assert "gpu.syncthreads()" in proposals(source, found)[0].text


def test_the_sentence_names_the_line_before_the_repair() -> None:
    found = fault(RACE_OF_TURNS, "race", other="read", barrier=("read", "here", "loop"))

    text = proposals(RACE_OF_TURNS, found)[0].message.text

    assert text == (
        "Put cuda.syncthreads() at the end of the loop's body, after line"
        f" {marked(RACE_OF_TURNS, 'read')}."
    )


@pytest.mark.parametrize(
    "body",
    [
        "if i < x.size: y[i] = x[i + 1]  # <- here",  # behind the colon
        "y[i] = x[i]; y[i] = x[i + 1]  # <- here",  # two in a line
        'y[i] = x[len("""\nlong""")]  # <- here',  # a text over lines
    ],
)
def test_what_is_written_in_an_odd_way_is_left_or_still_parses(body: str) -> None:
    source = kernel(f"i = cuda.grid(1)\n{body}")
    found = fault(source, "out-of-bounds", "global", "x", (99,))

    for repair in proposals(source, found):
        ast.parse(repair.text)


@pytest.mark.parametrize("text", ["def kernel(:\n", "", "\0", "x = 1\n"])
def test_a_text_without_the_fault_has_no_repair(text: str) -> None:
    found = fault(NO_GUARD, "out-of-bounds", "global", "x", (99,))

    assert proposals(text, found) == []


def test_the_ends_of_lines_stay_as_they_are() -> None:
    source = NO_GUARD.replace("\n", "\r\n")
    found = fault(NO_GUARD, "out-of-bounds", "global", "x", (99,))

    text = proposals(source, found)[0].text

    assert text == proposals(NO_GUARD, found)[0].text.replace("\n", "\r\n")


def test_columns_count_letters_also_behind_others_than_ascii() -> None:
    source = kernel('i = cuda.grid(1)\ny[i] = len("äöü") + x[i + 1]  # <- here')
    found = fault(source, "out-of-bounds", "global", "x", (99,))

    texts = [one.text for one in proposals(source, found)]

    assert any('len("äöü") + (x[i + 1] if i + 1 < x.size else 0)  # <- here' in t for t in texts)


def names(source: str) -> list[str]:
    return sorted({node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)})


@st.composite
def some_faults(draw: st.DrawFn) -> tuple[str, Fault]:
    """A source and a fault that may be anywhere in it, or nowhere."""
    source = draw(st.sampled_from(SOURCES))
    line = st.integers(1, len(source.splitlines()) + 1)
    maybe_line = st.none() | line
    kinds: st.SearchStrategy[HazardKind] = st.sampled_from(
        ["out-of-bounds", "race", "uninitialized", "barrier-divergence"]
    )
    barrier = st.none() | st.builds(MissingBarrier, line, line, maybe_line)
    found = Fault(
        draw(kinds),
        draw(st.sampled_from(["global", "shared", "local", None])),
        draw(st.none() | st.sampled_from(names(source))),
        draw(st.lists(st.integers(-100, 100), max_size=3).map(tuple)),
        draw(line),
        draw(maybe_line),
        draw(st.booleans()),
        draw(barrier),
        draw(st.builds(Dim3, *[st.integers(1, 4)] * 3)),
        draw(st.sampled_from(names(source))),
    )
    return source, found


def pieces(text: str) -> Iterator[str]:
    """The statements of a file, and what stands between them."""
    source, last = SourceText(text), 0
    for one in source.tree.body:
        decorators = getattr(one, "decorator_list", [])
        first = min([one.lineno, *(node.lineno for node in decorators)])
        yield "".join(source.lines[last : first - 1])
        yield "".join(source.lines[first - 1 : end_of(one)])
        last = end_of(one)
    yield "".join(source.lines[last:])


@pytest.mark.slow
@hypothesis_settings(max_examples=examples(400), deadline=None)
@given(some_faults())
def test_an_edited_source_parses_and_only_one_of_its_statements_is_another(
    one: tuple[str, Fault],
) -> None:
    source, found = one

    for repair in proposals(source, found):
        before, after = list(pieces(source)), list(pieces(repair.text))
        assert len(before) == len(after)
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


EXCHANGES = [
    ("if x[0] > 0:\n    y[0] = cuda.shfl_down_sync(-1, x[0], 1)  # <- here", "k.py"),
    ("if x[0] > 0:\n    y[0] = cuda.ballot_sync(-1, 1)  # <- here", "k.py"),
]


@pytest.mark.parametrize(("body", "name"), EXCHANGES)
def test_a_call_in_which_lanes_exchange_values_is_not_moved(body: str, name: str) -> None:
    source = kernel(body)
    waiting = fault(source, "barrier-divergence", None, None)
    taking = replace(fault(source, "uninitialized", None, "x[0]"), space="register")

    assert proposals(source, waiting, name) == []
    assert proposals(source, taking, name) == []


@pytest.mark.parametrize(
    "call", ["__shfl_down_sync(-1, x[0], 1)", "tile.any(1)", "tile.shfl(1, 0)"]
)
def test_nor_is_one_of_cuda_c(call: str) -> None:
    source = f"__global__ void k(int* x) {{\nif (x[0])\nx[0] = {call};  // # <- here\n}}\n"

    assert proposals(source, fault(source, "barrier-divergence", None, None), "k.cu") == []


def test_a_syncwarp_is_taken_out_of_its_branch() -> None:
    source = kernel("if x[0] > 0:\n    cuda.syncwarp()  # <- here\ny[0] = 1")

    first = proposals(source, fault(source, "barrier-divergence", None, None))[0]

    assert "    cuda.syncwarp()  # <- here\n    y[0] = 1" in first.text
