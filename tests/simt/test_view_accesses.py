"""What is done through views is done to their arrays: accesses, hazards, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.launch import Dim3
from gpuviz.messages import KernelFailed, NotSupportedError
from gpuviz.simt.execute import Execution
from tests.simt.kernels import config, run


def launched(body: str, threads: int = 32, **arrays: Any) -> Execution:
    names = ", ".join(arrays)
    text = f"def kernel({names}):\n    i = cuda.grid(1)\n    {body}\n"
    return run(text, config(1, threads), arrays)


def test_accesses_are_those_of_the_array_itself() -> None:
    through = launched("v = a[i:][::2]\n    out[i] = v[1]", out=np.zeros(32), a=np.arange(64.0))
    direct = launched("v = i\n    out[i] = a[v + 2]", out=np.zeros(32), a=np.arange(64.0))

    assert through.trace.counters == direct.trace.counters
    assert [s.array for s in through.trace.sites] == ["a", "out"]
    mine, theirs = through.trace.accesses, direct.trace.accesses
    assert mine is not None
    assert theirs is not None
    assert np.array_equal(mine.element, theirs.element)


def test_each_element_of_an_assigned_slice_is_a_store_of_its_own() -> None:
    sliced = launched("a[i * 4 : i * 4 + i % 4] = i", a=np.zeros(128, np.float32))
    looped = launched(
        "for k in range(i % 4):\n        a[i * 4 + k] = i", a=np.zeros(128, np.float32)
    )

    mine, theirs = sliced.trace.counters, looped.trace.counters
    assert mine is not None
    assert theirs is not None
    assert mine.global_store_requests == theirs.global_store_requests == 3
    assert mine.global_store_sectors == theirs.global_store_sectors
    assert mine.global_store_lines == theirs.global_store_lines


def test_lanes_with_different_arrays_touch_each_array_for_itself() -> None:
    body = "v = a if i % 2 else b\n    out[i] = v[i]\n    cuda.atomic.add(v, 0, 1)\n    v[40] = 1"

    done = launched(body, a=np.arange(32), b=np.arange(32) * 2, out=np.zeros(32))

    i = np.arange(32)
    assert done.arrays["out"].tolist() == np.where(i % 2, i, 2 * i).tolist()
    assert (done.arrays["a"][0], done.arrays["b"][0]) == (16, 16)
    reads = [site.array for site in done.trace.sites if (site.line, site.kind) == (4, "read")]
    assert sorted(reads) == ["a", "b"]
    outside = [h for h in done.trace.hazards if h.kind == "out-of-bounds"]
    assert sorted((h.array, h.count, str(h.thread)) for h in outside) == [
        ("a", 16, "(1, 0, 0)"),
        ("b", 16, "(0, 0, 0)"),
    ]


CHOSEN = """
@cuda.jit(device=True)
def chosen(i, a, b):
    if i < 9:
        return a
    return b
"""


@pytest.mark.parametrize(
    "lines",
    [
        "if i < 9:\n        p = a\n    else:\n        p = b\n    p[i] = 1",
        "p = a if i < 9 else b\n    p[i] = 1",
        "p = chosen(i, a, b)\n    p[i] = 1",
        "p = (b, a)[i < 9 and 1 or 0]\n    p[i] = 1",
    ],
)
def test_each_lane_writes_the_array_that_it_chose(lines: str) -> None:
    text = f"{CHOSEN}def kernel(a, b):\n    i = cuda.grid(1)\n    {lines}\n"

    done = run(text, config(1, 32), {"a": np.zeros(32), "b": np.zeros(32)})

    assert done.trace.hazards == ()
    assert done.arrays["a"].tolist() == [1.0] * 9 + [0.0] * 23
    assert done.arrays["b"].tolist() == [0.0] * 9 + [1.0] * 23


def test_shared_memory_is_sliced_in_every_block_for_itself() -> None:
    text = """
    def kernel(out):
        s = cuda.shared.array(64, np.int32)
        t = cuda.threadIdx.x
        low, high = s[:32], s[32:]
        low[t] = t + cuda.blockIdx.x
        high[::-1][t] = 2 * t
        cuda.syncthreads()
        pair = s[t :: 32]
        out[cuda.grid(1)] = pair[0] * 1000 + pair[1]
    """

    done = run(text, config(3, 32), {"out": np.zeros(96, np.int64)})

    t, block = np.tile(np.arange(32), 3), np.repeat(np.arange(3), 32)
    assert done.trace.hazards == ()
    assert done.arrays["out"].tolist() == ((t + block) * 1000 + 2 * (31 - t)).tolist()
    assert {s.array for s in done.trace.sites if s.space == "shared"} == {"s"}


def test_atomics_change_the_array_behind_a_view() -> None:
    body = "v = a[4::2]\n    cuda.atomic.add(v, i % 3, 1)\n    cuda.atomic.max(m[1], 0, i)"

    done = launched(body, a=np.zeros(16, np.int32), m=np.zeros((2, 3), np.int64))

    assert done.arrays["a"][4:10].tolist() == [11, 0, 11, 0, 10, 0]
    assert done.arrays["m"].tolist() == [[0, 0, 0], [31, 0, 0]]


OUTSIDE = {
    "behind the part, within the array": ("v = a[4:8]\n    x = v[i]", (8,), 4, "(4): valid"),
    "behind the array": ("v = a[60:]\n    x = v[i]", (64,), 4, "a has the shape (64)"),
    "before the part": ("v = a[8:12]\n    x = v[-1 - i]", (7,), 4, "part of a"),
    "a step": ("v = a[2:30:4]\n    x = v[i]", (30,), 7, "(7): valid"),
    "a column": ("v = m[:, 1]\n    x = v[i]", (4, 1), 4, "m has the shape (4, 8)"),
    "no element": ("v = a[9:9]\n    v[i] = 1", (9,), 0, "it has no elements"),
    "another part for each": ("v = a[i : i + i]\n    v[4] = 1", (4,), 0, "it has no elements"),
}


@pytest.mark.parametrize("title", OUTSIDE)
def test_what_lies_outside_a_part_is_named_by_the_array(title: str) -> None:
    body, index, thread, words = OUTSIDE[title]

    done = launched(body, 8, a=np.zeros(64), m=np.zeros((4, 8)))

    hazard = done.trace.hazards[0]
    assert (hazard.kind, hazard.index) == ("out-of-bounds", index)
    assert hazard.array == ("m" if "m[" in body else "a")
    assert hazard.thread == Dim3(thread, 0, 0)
    assert words in hazard.message.text


def test_a_read_of_a_part_that_nobody_wrote_names_the_arrays_element() -> None:
    text = """
    def kernel(out):
        s = cuda.shared.array((4, 8), np.int32)
        v = s[1:, ::2]
        v[0, 0] = 1
        out[0] = v[0, 0] + v[2, 1]
    """

    done = run(text, config(1, 1), {"out": np.zeros(1)})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index) == ("uninitialized", "s", (3, 2))


def test_threads_race_through_different_views_of_one_array() -> None:
    body = "v = a[i:]\n    w = a[::-1]\n    v[0] = i\n    x = w[i]"

    done = launched(body, 8, a=np.zeros(8))

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index) == ("race", "a", (0,))
    assert (hazard.line, hazard.other_line) == (5, 6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("v = a[0.5:2]", "kernel.index-type"),
        ("v = m[1, 2, 3:]", "kernel.index-count"),
        ("v = m[..., 1, ...]", "kernel.index-count"),
        ("a[1:3] += 1", "kernel.part-change"),
        ("a[1:3] = m", "kernel.not-in-numba-cuda"),
        ("x = a[1:3] + 1", "kernel.array-expression"),
        ("x = a + a", "kernel.array-expression"),
        ("x = -a", "kernel.array-expression"),
        ("if a > 1:\n        pass", "kernel.comparison"),
        ("x = a[a]", "kernel.index-type"),
        ("v = a[i:] if i else m", "kernel.two-types"),
        ("x = a.sort()", "kernel.array-attribute"),
    ],
)
def test_what_is_no_slice_is_refused_in_words(body: str, code: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        launched(body, a=np.zeros(8), m=np.zeros((4, 8)))

    assert refused.value.message.code == code
    assert refused.value.place is not None
    assert refused.value.place.line == 3


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("v = a[::i]", "kernel.zero-step"),
        ("a[:i] = (1, 2)", "kernel.part-shape"),
        ("v, w = a[: i + 1]", "kernel.unpack"),
    ],
)
def test_a_slice_that_cannot_be_taken_ends_the_kernel(body: str, code: str) -> None:
    with pytest.raises(KernelFailed) as failed:
        launched(body, a=np.zeros(64), m=np.zeros((4, 8)))

    assert failed.value.message.code == code
    assert failed.value.place is not None
    assert failed.value.place.line == 3
