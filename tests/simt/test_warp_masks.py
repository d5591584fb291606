"""Calls that the lanes of a warp do together: wrong masks, and values of lanes that take no part.

What is right and wrong was worked out by hand from the CUDA C++ Programming Guide ("Warp Shuffle
Functions", "Warp Vote Functions") and the PTX ISA (shfl.sync, vote.sync, bar.warp.sync).
"""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

from gpuviz.simt.execute import ExecutionOptions
from gpuviz.simt.schedule import undefined
from gpuviz.trace import Hazard, Trace
from tests.simt.kernels import config, run

SCHEDULES = ("lockstep", "warps", "adversarial")
HEAD = """
@cuda.jit(device=True)
def one_side(t):
    if t >= 16:
        return 0
    return cuda.ballot_sync(0xFFFFFFFF, 1)
def kernel(x, o):
    t = cuda.threadIdx.x
    v = x[t]
"""  # the body begins in line 9
TREE = """
    for d in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(0xFFFFFFFF, v, d)
"""
TAIL = "    w = cuda.shfl_down_sync(0xFFFFFFFF, v, 1)\n"


def traced(
    body: str, threads: int, schedule: str, kind: str = "i4", blocks: int = 1, first: int = 1
) -> Trace:
    """The launch of a kernel whose body begins in line 9."""
    text = HEAD + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    x, out = np.arange(first, first + threads).astype(kind), np.zeros(64, kind)
    return run(text, config(blocks, threads), {"x": x, "o": out}, ExecutionOptions(schedule)).trace


def told(hazard: Hazard) -> tuple[object, ...]:
    """Kind, line, array, and the threads along x."""
    other = None if hazard.other_thread is None else hazard.other_thread.x
    return hazard.kind, hazard.line, hazard.array, hazard.thread.x, other


RIGHT = {
    "a tree of which lane 0 is used": (TREE + "    if t == 0:\n        o[0] = v", 32),
    "a tree whose last lanes keep their own value": (TREE + "    o[t] = v", 64),
    "a butterfly": (
        """
        for d in (16, 8, 4, 2, 1):
            v += cuda.shfl_xor_sync(0xFFFFFFFF, v, d)
        o[t] = v
        """,
        64,
    ),
    "a butterfly among the lanes that there are": (
        """
        for d in (8, 4, 2, 1):
            v += cuda.shfl_xor_sync(0xFFFFFFFF, v, d)
        o[t] = v
        """,
        48,
    ),
    "a full mask of a warp with one thread": ("o[t] = cuda.ballot_sync(0xFFFFFFFF, 1)", 33),
    "a tree of which only the full warp is used": (
        TREE + "    if t == 0:\n        o[0] = v",
        48,
    ),
    "a vote after some lanes have returned": (
        "if t >= 20:\n    return\no[t] = cuda.ballot_sync(0xFFFFFFFF, 1)",
        32,
    ),
    "a shuffle from below after those above have returned": (
        "if t >= 20:\n    return\no[t] = cuda.shfl_up_sync(0xFFFFFFFF, v, 1)",
        32,
    ),
    "lanes that return turn by turn": (
        """
        for k in range(4):
            if t >= 8 * (4 - k):
                return
            o[t] = cuda.ballot_sync(0xFFFFFFFF, 1)
        """,
        32,
    ),
    "a mask from a ballot": (
        """
        m = cuda.ballot_sync(0xFFFFFFFF, t < 20)
        if t < 20:
            o[t] = cuda.shfl_up_sync(m, v, 1)
        """,
        32,
    ),
    "the active lanes as a mask": (
        "if t % 2:\n    m = cuda.activemask()\n    o[t] = cuda.shfl_sync(m, v, 1)",
        32,
    ),
    "the active lanes of each turn": (
        "for k in range(t):\n    o[t] = cuda.ballot_sync(cuda.activemask(), 1)",
        32,
    ),
    "a guarded tail": (TAIL + "    if t < 19:\n        v += w\n    o[t] = v", 20),
    "a chosen tail": (TAIL + "    o[t] = v + w if t < 19 else v", 20),
    "a tail that is multiplied by 0": (TAIL + "    o[t] = v + w * 0", 20),
    "a tail that is overwritten in a local array": (
        TAIL + "    a = cuda.local.array(1, np.int32)\n    a[0] = w\n    a[0] = v\n    o[t] = a[0]",
        20,
    ),
    "a tail that goes to another lane and is thrown away there": (
        TAIL + "    u = cuda.shfl_up_sync(0xFFFFFFFF, w, 1)\n    if t > 0:\n        o[t] = u",
        20,
    ),
    "halves that name themselves": (
        """
        if t < 16:
            o[t] = cuda.shfl_xor_sync(0xFFFF, v, 1)
        else:
            o[t] = cuda.shfl_xor_sync(0xFFFF0000, v, 1)
        """,
        32,
    ),
    "parts of a warp, each with its mask": (
        "m = 0xFF << (t // 8 * 8)\no[t] = cuda.shfl_xor_sync(m, v, 1)",
        32,
    ),
    "one part of a warp with its mask": (
        "m = 0xFF << (t // 8 * 8)\nif t < 8:\n    o[t] = cuda.ballot_sync(m, 1)",
        32,
    ),
    "groups of the same value": (
        "m = cuda.match_any_sync(0xFFFFFFFF, t % 3)\no[t] = cuda.ballot_sync(m, 1)",
        32,
    ),
    "a syncwarp of all": ("cuda.syncwarp()\no[t] = v", 33),
    "a syncwarp of those who come": ("if t < 8:\n    cuda.syncwarp(0xFF)\no[t] = v", 32),
    "a shuffle from the lane itself": ("o[t] = cuda.shfl_sync(0xFFFFFFFF, v, t)", 20),
}


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(("body", "threads"), RIGHT.values(), ids=RIGHT)
def test_a_right_use_of_warp_functions_is_clean(body: str, threads: int, schedule: str) -> None:
    trace = traced(body, threads, schedule)

    assert list(map(told, trace.hazards)) == []
    assert trace.notes == ()


def waits(line: int, thread: int, other: int | None) -> tuple[object, ...]:
    return "barrier-divergence", line, None, thread, other


def takes(line: int, array: str, thread: int) -> tuple[object, ...]:
    return "uninitialized", line, array, thread, None


WRONG = {
    "a shuffle of half a warp that names all": (
        "if t < 16:\n    v += cuda.shfl_down_sync(0xFFFFFFFF, v, 16)\no[t] = v",
        32,
        [waits(10, 0, 16), takes(10, "v", 0)],
    ),
    "a source that is not in the mask": (
        "if t % 2 == 0:\n    v = cuda.shfl_sync(0x55555555, v, t + 1)\no[t] = v",
        32,
        [takes(10, "v", 0)],
    ),
    "a vote in a branch": (
        "if t < 16:\n    o[t] = cuda.ballot_sync(0xFFFFFFFF, 1)",
        32,
        [waits(10, 0, 16)],
    ),
    "the same call on both sides": (
        """
        if t < 16:
            o[t] = cuda.shfl_xor_sync(0xFFFFFFFF, v, 1)
        else:
            o[t] = cuda.shfl_xor_sync(0xFFFFFFFF, v, 1)
        """,
        32,
        [waits(10, 0, 16), waits(12, 16, 0)],
    ),
    "turns that some lanes do not make": (
        "for k in range(t):\n    o[t] = cuda.all_sync(0xFFFFFFFF, 1)",
        32,
        [waits(10, 1, 0)],
    ),
    "a loop that lanes leave": (
        "while v > 4:\n    v -= cuda.shfl_xor_sync(0xFFFFFFFF, v, 0) // 2\no[t] = v",
        32,
        [waits(10, 4, 0)],
    ),
    "a lane that its mask leaves out": (
        "o[t] = cuda.ballot_sync(0xFFFFFFFE, 1)",
        32,
        [waits(9, 0, None)],
    ),
    "upper lanes that their mask leaves out": (
        "o[t] = cuda.match_any_sync(0xFFFF, t)",
        40,
        [waits(9, 16, None)],
    ),
    "a syncwarp in a branch": ("if t > 3:\n    cuda.syncwarp()\no[t] = v", 32, [waits(10, 4, 0)]),
    "a syncwarp of others": ("cuda.syncwarp(0xFFFF)\no[t] = v", 32, [waits(9, 16, None)]),
    "a match in a branch": (
        "if t != 7:\n    o[t] = cuda.match_all_sync(0xFFFFFFFF, t)[0]",
        32,
        [waits(10, 0, 7)],
    ),
    "lanes with different masks": (
        "m = 0xFFFFFFFF if t < 16 else 0xFFFF0000\no[t] = cuda.ballot_sync(m, 1)",
        32,
        [waits(10, 0, 16)],
    ),
    "lanes that returned from a function alone": ("o[t] = one_side(t)", 32, [waits(5, 0, 16)]),
    "a thread that does not exist": (
        "o[t] = cuda.shfl_down_sync(0xFFFFFFFF, v, 1)",
        48,
        [takes(9, "v", 47)],
    ),
    "a tree in the last warp of 16 threads": (
        TREE + "    if t % 32 == 0:\n        o[t] = v",
        48,
        [takes(10, "v", 32)],
    ),
    "lanes that have returned": (
        "if t >= 20:\n    return\no[t] = cuda.shfl_down_sync(0xFFFFFFFF, v, 1)",
        32,
        [takes(11, "v", 19)],
    ),
    "an index": (TAIL + "    z = x[w % 4]", 20, [takes(9, "v", 19)]),
    "a branch": (TAIL + "    if w > 3:\n        z = 1\n    o[t] = v", 20, [takes(9, "v", 19)]),
    "a branch by a large number": (
        TAIL + "    if w > 1000000:\n        o[t] = 1",
        20,
        [takes(9, "v", 19)],
    ),
    "a branch by a number below 0": (
        TAIL + "    if w < -1000000:\n        o[t] = 1",
        20,
        [takes(9, "v", 19)],
    ),
    "a branch by 0": (TAIL + "    if w == 0:\n        o[t] = 1", 20, [takes(9, "v", 19)]),
    "turns of a loop": (
        TAIL + "    for k in range(w):\n        v += 1\n    z = v",
        20,
        [takes(9, "v", 19)],
    ),
    "an atomic": (TAIL + "    cuda.atomic.add(o, t % 2, w)", 20, [takes(9, "v", 19)]),
    "an atomic in shared memory": (
        """
        s = cuda.shared.array(1, np.int32)
        if t == 0:
            s[0] = 0
        cuda.syncthreads()
        w = cuda.shfl_down_sync(0xFFFFFFFF, v, 1)
        cuda.atomic.max(s, 0, w)
        """,
        20,
        [takes(13, "v", 19)],
    ),
    "a store in shared memory": (
        TAIL + "    s = cuda.shared.array(32, np.int32)\n    s[t] = w",
        20,
        [takes(9, "v", 19)],
    ),
    "a store by way of a local array": (
        TAIL + "    a = cuda.local.array(1, np.int32)\n    a[0] = w + 1\n    o[t] = a[0]",
        20,
        [takes(9, "v", 19)],
    ),
    "a store of a comparison": (
        TAIL + "    o[t] = 1 if w > 0 else 0",
        20,
        [takes(9, "v", 19)],
    ),
    "an expression": (
        "o[t] = cuda.shfl_down_sync(0xFFFFFFFF, v * 2 + 1, 1)",
        20,
        [takes(9, "v * 2 + 1", 19)],
    ),
    "a value by its name": (
        "o[t] = cuda.shfl_down_sync(mask=0xFFFFFFFF, delta=1, value=v)",
        20,
        [takes(9, "v", 19)],
    ),
    "the same value in all lanes": (
        "one = 1\no[t] = cuda.shfl_down_sync(0xFFFFFFFF, one, 1)",
        20,
        [takes(10, "one", 19)],
    ),
    "a value that went on to another lane": (
        TAIL + "    u = cuda.shfl_sync(0xFFFFFFFF, w, 19)\n    if t == 0:\n        o[t] = u",
        20,
        [takes(9, "v", 19)],
    ),
    "one of two": (
        """
        a = cuda.shfl_down_sync(0xFFFFFFFF, v, 1)
        b = cuda.shfl_down_sync(0xFFFFFFFF, t, 2)
        if t < 19:
            o[t] = a
        else:
            o[t] = b
        """,
        20,
        [takes(10, "t", 19)],
    ),
    "a difference of two": (
        """
        a = cuda.shfl_down_sync(0xFFFFFFFF, v, 1)
        b = cuda.shfl_down_sync(0xFFFFFFFF, v, 2)
        o[t] = a - b
        """,
        20,
        [takes(9, "v", 19), takes(10, "v", 18)],
    ),
    "opposite lanes": ("o[t] = cuda.shfl_xor_sync(0xFFFFFFFF, v, 4)", 20, [takes(9, "v", 16)]),
    "what is printed": (TAIL + "    print(w)", 20, [takes(9, "v", 19)]),
    "the intrinsic behind shuffles": (
        "o[t] = cuda.shfl_sync_intrinsic(0xFFFFFFFF, 2, v, 1, 31)[0]",
        20,
        [takes(9, "v", 19)],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(("body", "threads", "expected"), WRONG.values(), ids=WRONG)
def test_a_wrong_use_of_warp_functions_is_a_hazard(
    body: str, threads: int, expected: list[tuple[object, ...]], schedule: str
) -> None:
    trace = traced(body, threads, schedule)

    assert list(map(told, trace.hazards)) == expected
    assert trace.notes == ()


@pytest.mark.parametrize("kind", ["i4", "i8", "f4", "f8"])
@pytest.mark.parametrize("first", [0, 1 << 20])
def test_a_value_of_each_type_is_followed(kind: str, first: int) -> None:
    body = "w = cuda.shfl_down_sync(0xFFFFFFFF, v, 1)\no[t] = min(max(v, w + 1), v + 7)"

    trace = traced(body, 20, "lockstep", kind, first=first)

    assert list(map(told, trace.hazards)) == [takes(9, "v", 19)]


def test_the_first_example_is_in_the_lowest_block() -> None:
    body = "if cuda.blockIdx.x > 0:\n    o[t] = cuda.shfl_down_sync(0xFFFFFFFF, v, 3)"

    (hazard,) = [h for h in traced(body, 20, "lockstep", blocks=3).hazards if h.kind != "race"]

    assert (hazard.block.x, hazard.thread.x, hazard.count) == (1, 17, 6)


def test_reports_name_the_space_the_reason_and_what_to_do() -> None:
    body = (
        "m = cuda.ballot_sync(0xFFFFFFFF, t < 20)\nif t < 20:\n    o[t] = cuda.shfl_sync(m, v, {})"
    )

    unnamed = traced(body.format(30), 32, "lockstep").hazards[0]
    missing = traced(body.format(30), 24, "lockstep").hazards[0]
    returned = traced(
        "if t > 9:\n    return\no[t] = cuda.shfl_sync(-1, v, 30)", 32, "warps"
    ).hazards[0]

    assert (unnamed.space, unnamed.index, unnamed.access) == ("register", (), "read")
    assert unnamed.message.text == (
        "Line 11: thread (0, 0, 0) of block (0, 0, 0) uses v, which cuda.shfl_sync took from lane"
        " 30: that lane is not in the mask, so the value is undefined. Let every lane that is read"
        " from take part in the call and be in its mask, or use the value only in lanes that read"
        " from one which does."
    )
    assert "lane 30: the block has no such thread, so" in missing.message.text
    assert "lane 30: that lane does not come to this call, so" in returned.message.text


def test_the_result_is_that_of_the_launch_and_not_of_its_search() -> None:
    text = HEAD + "    o[t] += cuda.shfl_down_sync(0xFFFFFFFF, v, 1)\n    print(t)"
    lines: list[str] = []
    out = np.full(20, 5, np.int32)

    options = ExecutionOptions(print_line=lines.append)
    trace = run(text, config(1, 20), {"x": np.arange(20, dtype=np.int32), "o": out}, options).trace

    assert out.tolist() == [*range(6, 25), 24]
    assert trace.outputs["o"].tolist() == out.tolist()
    assert lines == [str(t) for t in range(20)]
    assert trace.counters is not None
    assert trace.counters.global_store_requests == 1


def test_a_launch_that_is_too_long_for_the_search_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undefined, "MOST_STEPS", 2)

    trace = traced(TAIL + "    o[t] = w", 20, "lockstep")

    assert trace.hazards == ()
    assert [note.code for note in trace.notes] == ["launch.undefined"]
    assert trace.notes[0].text.startswith("Line 9: in cuda.shfl_down_sync lanes read from others")


def test_more_calls_than_are_looked_at_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undefined, "MOST_CALLS", 1)

    trace = traced(TAIL + TAIL + "    o[t] = w", 20, "lockstep")

    assert [note.values["line"] for note in trace.notes] == [10]


def test_undefined_values_are_not_looked_for_without_checks() -> None:
    text = HEAD + TAIL + "    o[t] = w"
    given = {"x": np.arange(20, dtype=np.int32), "o": np.zeros(20, np.int32)}

    trace = run(text, config(1, 20), given, ExecutionOptions(checks=False)).trace

    assert (trace.hazards, trace.notes) == ((), ())
