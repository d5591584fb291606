"""Shuffles, votes and matches in kernels: against a model of each lane, and Numba's typing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import cuda as numba_cuda
from numba import int32, int64
from numba.cuda.descriptor import cuda_target
from numba.np.numpy_support import as_dtype, from_dtype

from gpuviz.messages import NotSupportedError
from tests.helpers.examples import examples
from tests.simt.kernels import config, run
from tests.simt.test_types import REAL


def of_each_thread(call: str, threads: int = 64, kind: Any = "i8", **given: Any) -> Any:
    """What the call gives in each thread of one block."""
    out = np.zeros(threads, kind)
    names = ", ".join(["out", *given])
    text = f"def kernel({names}):\n    i = cuda.grid(1)\n    out[i] = cuda.{call}\n"

    execution = run(text, config(1, threads), {"out": out, **given})

    assert execution.trace.hazards == ()
    return out


@pytest.mark.parametrize(
    ("call", "source"),
    [
        ("shfl_sync(-1, i, 4)", lambda lane: 4),
        ("shfl_sync(-1, i, i + 1)", lambda lane: (lane + 1) % 32),
        ("shfl_up_sync(0xFFFFFFFF, i, 4)", lambda lane: lane - 4 if lane >= 4 else lane),
        ("shfl_down_sync(0xFFFFFFFF, i, 4)", lambda lane: lane + 4 if lane < 28 else lane),
        ("shfl_xor_sync(0xFFFFFFFF, i, 16)", lambda lane: lane ^ 16),
    ],
)
def test_a_shuffle_gives_the_value_of_another_lane_of_the_warp(call: str, source: Any) -> None:
    read = of_each_thread(call, 96)

    assert read.tolist() == [i // 32 * 32 + source(i % 32) for i in range(96)]


@pytest.mark.parametrize(
    "value", [np.int32(-1), np.int64(1 << 42), np.float32(np.pi), np.float64(np.pi)]
)
def test_a_shuffle_carries_all_bits_of_its_four_types(value: Any) -> None:
    read = of_each_thread("shfl_sync(0xFFFFFFFF, value, 0)", 32, value.dtype, value=value)

    assert read.tolist() == [value] * 32


EXCHANGED = [kind for kind in REAL if kind.kind in "iuf" and kind.itemsize >= 4]


@pytest.mark.parametrize("kind", EXCHANGED, ids=str)
def test_what_lanes_give_each_other_has_the_type_that_numba_gives_it(kind: np.dtype[Any]) -> None:
    if not hasattr(numba_cuda, "shfl_sync_intrinsic"):
        pytest.skip("numba-cuda makes its shuffles in another way than Numba itself")
    context = cuda_target.typing_context
    context.refresh()
    context.refresh()
    given = (int64, int64, from_dtype(kind), int64, int64)
    call = context.resolve_function_type(numba_cuda.shfl_sync_intrinsic, given, {})
    text = """
        def kernel(out, x):
            y = cuda.shfl_sync(0xFFFFFFFF, x[0], 0)
            out[0] = y
        """

    trace = run(text, config(1, 1), {"out": np.zeros(1), "x": np.zeros(1, kind)}).trace

    assert {row.name: row.dtype for row in trace.variables} == {
        "y": as_dtype(call.return_type.types[0])
    }


TYPES = """
def kernel(out):
    ballot = cuda.ballot_sync(0xFFFFFFFF, True)
    everyone = cuda.all_sync(0xFFFFFFFF, 1)
    same = cuda.match_any_sync(0xFFFFFFFF, 1)
    all_same, agreed = cuda.match_all_sync(0xFFFFFFFF, 1)
    active = cuda.activemask()
    below = cuda.lanemask_lt()
    count = cuda.syncthreads_count(1)
    out[0] = ballot + everyone + same + all_same + agreed + active + below + count
"""


def test_words_and_votes_have_the_types_of_numba() -> None:
    trace = run(TYPES, config(1, 1), {"out": np.zeros(1)}).trace

    assert {row.name: str(row.dtype) for row in trace.variables} == {
        "ballot": "int32",
        "everyone": "bool",
        "same": "int32",
        "all_same": "int32",
        "agreed": "bool",
        "active": "uint32",
        "below": "uint32",
        "count": "int32",
    }
    context = cuda_target.typing_context
    context.refresh()
    match = context.resolve_function_type(numba_cuda.match_all_sync, (int32, int32), {})
    assert str(match.return_type) == "Tuple(int32, bool)"
    assert str(context.resolve_function_type(numba_cuda.activemask, (), {}).return_type) == "uint32"


def test_lanes_that_went_another_way_do_not_vote() -> None:
    text = """
        def kernel(out):
            i = cuda.threadIdx.x
            if i % 4 == 0:
                ballot = cuda.ballot_sync(0x11111111, True)
            elif i % 4 == 1:
                ballot = cuda.ballot_sync(0x22222222, True)
            elif i % 4 == 2:
                ballot = cuda.ballot_sync(0xFFFFFFFF, True)
            else:
                ballot = cuda.activemask()
            out[i] = ballot
        """
    out = np.zeros(32, np.uint32)

    run(text, config(1, 32), {"out": out})

    assert out.tolist() == [0x11111111, 0x22222222, 0x44444444, 0x88888888] * 8


def test_a_warp_that_is_not_full_votes_with_the_threads_that_it_has() -> None:
    assert of_each_thread("ballot_sync(0xFFFFFFFF, i % 2)", 42)[[0, 41]].tolist() == [
        -0x55555556,
        0b1010101010,
    ]
    assert of_each_thread("activemask()", 42)[[0, 41]].tolist() == [0xFFFFFFFF, 0b1111111111]


def test_a_lane_that_reads_from_one_that_is_not_there_gets_its_own_value() -> None:
    out = np.zeros(42, np.int64)
    text = "def kernel(out):\n    i = cuda.grid(1)\n    out[i] = cuda.shfl_down_sync(-1, i, 5)\n"

    run(text, config(1, 42), {"out": out})

    assert out[36:].tolist() == [41, 37, 38, 39, 40, 41]


def test_the_lanes_below_do_not_depend_on_who_is_there() -> None:
    assert of_each_thread("lanemask_lt()", 40).tolist() == [(1 << i % 32) - 1 for i in range(40)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["i4", "i8", "f4", "f8"])
def test_a_match_finds_the_lanes_with_the_same_value(kind: str) -> None:
    values = (np.arange(10) % 2).astype(kind)

    found = of_each_thread("match_any_sync(0xFFFFFFFF, x[i])", 10, x=values)
    agreed = of_each_thread("match_all_sync(0xFFFFFFFF, x[i])[1]", 10, x=values)
    word = of_each_thread("match_all_sync(0xFFFFFFFF, x[i] * 0)[0]", 10, x=values)

    assert found.tolist() == [0b0101010101, 0b1010101010] * 5
    assert agreed.tolist() == [False] * 10
    assert word.tolist() == [0b1111111111] * 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "operand", "clamp", "source"),
    [
        (0, 4, 0x1F, lambda lane: 4),
        (0, 9, 0x181F, lambda lane: lane // 8 * 8 + 1),
        (1, 4, 0, lambda lane: lane - 4 if lane >= 4 else None),
        (1, 3, 0x1800, lambda lane: lane - 3 if lane % 8 >= 3 else None),
        (2, 4, 0x1F, lambda lane: lane + 4 if lane < 28 else None),
        (2, 3, 0x181F, lambda lane: lane + 3 if lane % 8 < 5 else None),
        (3, 16, 0x1F, lambda lane: lane ^ 16),
        (3, 12, 0x181F, lambda lane: (lane ^ 12) if (lane ^ 12) < lane // 8 * 8 + 8 else None),
    ],
)
def test_the_intrinsic_behind_shuffles_knows_parts_of_a_warp(
    mode: int, operand: int, clamp: int, source: Any
) -> None:
    call = f"shfl_sync_intrinsic(0xFFFFFFFF, {mode}, i, {operand}, {clamp})"
    expected = [source(lane) for lane in range(32)]

    read, inside = of_each_thread(f"{call}[0]", 32), of_each_thread(f"{call}[1]", 32)

    assert inside.tolist() == [lane is not None for lane in expected]
    assert read.tolist() == [i if lane is None else lane for i, lane in enumerate(expected)]


def test_the_intrinsic_behind_votes_gives_the_ballot_and_the_vote() -> None:
    call = "vote_sync_intrinsic(0xFF, {}, i > 2)"

    voted = [of_each_thread(call.format(mode) + "[1]", 8)[0] for mode in range(4)]
    ballots = [of_each_thread(call.format(mode) + "[0]", 8)[0] for mode in range(4)]

    assert voted == [0, 1, 0, 1]
    assert ballots == [0b11111000] * 4


DIVERGENT = """
def kernel(out, x, go, mask, lane):
    i = cuda.grid(1)
    if go[i]:
        out[i, 0] = cuda.shfl_sync(mask, x[i], lane[i])
        out[i, 1] = cuda.ballot_sync(mask, x[i] > 0)
        out[i, 2] = cuda.all_sync(mask, x[i])
        out[i, 3] = cuda.match_any_sync(mask, x[i])
"""


@pytest.mark.slow
@settings(max_examples=examples(25), deadline=None)
@given(
    values=st.lists(st.integers(0, 2), min_size=80, max_size=80),
    go=st.lists(st.booleans(), min_size=80, max_size=80),
    lane=st.lists(st.integers(0, 31), min_size=80, max_size=80),
    mask=st.integers(0, 2**32 - 1),
)
def test_divergent_lanes_hear_those_that_are_named_and_here(
    values: list[int], go: list[bool], lane: list[int], mask: int
) -> None:
    out = np.zeros((80, 4), np.int64)
    arguments = {"x": np.array(values), "go": np.array(go), "mask": mask, "lane": np.array(lane)}

    run(DIVERGENT, config(2, 40), {"out": out, **arguments})

    for i in np.flatnonzero(go):
        first = i // 40 * 40 + i % 40 // 32 * 32
        last = min(first + 32, i // 40 * 40 + 40)
        here = {t - first for t in range(first, last) if go[t] and mask >> (t - first) & 1}
        source = first + lane[i] if lane[i] in here else i
        positive = sum(1 << s for s in here if values[first + s] > 0)
        same = sum(1 << s for s in here if values[first + s] == values[i])
        every = all(values[first + s] for s in here)
        assert out[i].astype(np.uint32).tolist() == [values[source], positive, every, same]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("all_sync(1.5, 1)", "Mask type must be an integer"),
        ("any_sync(True, 1)", "Mask type must be an integer"),
        ("shfl_sync(0.5, i, 1)", "Mask type must be an integer"),
        ("ballot_sync(-1, 1.5)", "Predicate must be an integer or boolean"),
        ("shfl_sync(-1, 1j, 0).real", "shfl_sync only supports 32- and 64-bit ints and floats"),
        ("shfl_up_sync(-1, i, 0.5)", "the lane that cuda.shfl_up_sync reads from must be an int"),
        ("shfl_down_sync(-1, i)", "takes 3 argument"),
        ("activemask(1)", "takes 0 argument"),
        ("shfl_sync_intrinsic(-1, i, i, 1, 31)[0]", "the mode of cuda.shfl_sync_intrinsic"),
        ("vote_sync_intrinsic(-1, 4, i)[0]", "better call cuda.all_sync, cuda.any_sync"),
        ("match_any_sync(-1, cuda.grid)", "needs numbers"),
    ],
)
def test_what_numba_refuses_is_refused_with_its_place(call: str, words: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        of_each_thread(call)

    assert words in refused.value.message.text
    assert refused.value.place is not None
    assert refused.value.place.line == 3
