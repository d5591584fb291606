"""reshape, ravel, transpose: other eyes on the same elements, as Numba sees them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import KernelFailed, NotSupportedError
from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same

BODIES = {
    "a matrix from a row": "m = a.reshape((6, 4))\n    out[i] = m[i % 6, i % 4] + m.shape[0] * 100",
    "sizes one by one": "m = a.reshape(2, 3, 4)\n    out[i] = m[1, i % 3, -1] * 10 + m.ndim",
    "the rest": "m = a.reshape((3, -1))\n    out[i] = m[i % 3, 7] + m.shape[1] * 100",
    "a row from a matrix": "r = t.ravel()\n    out[i] = r[i] + len(r) * 100",
    "a part of a row": """m = a[i % 4 : i % 4 + 6].reshape((2, 3))
    out[i] = m[1, 2] * 10 + m[0, 1]""",
    "rows of a matrix": "m = t[1:3].reshape((2, 4))\n    out[i] = m[i % 2, i % 4]",
    "functions of numpy": """r = np.ravel(t)
    m = np.transpose(np.reshape(a, (6, 4)))
    out[i] = r[i] + m[i % 4, i % 6] * 100""",
    "another order of the axes": """u = t.transpose(2, 0, 1)
    w = t.transpose()
    out[i] = u[i % 2, i % 3, 1] + w[1, i % 2, i % 3] * 100 + u.shape[0]""",
    "written through": "if i == 0:\n        a.reshape((4, 6))[1] = 5\n        t.T[0, 1, 2] = 7",
    "one element": "out[i] = a[i : i + 1].item() + t[1, 1, 1:].item()",
    "a copy": """q = t[i % 3].copy()
    r = a[::2].copy()
    q[0, 0] = 100
    r[1] += 5
    out[i] = q[0, 0] + q[1, 1] + t[i % 3, 0, 0] * 1000 + r[1] + r[-1] + t.flatten()[i]""",
    "a local array": """s = cuda.local.array((2, 3), np.int64)
    r = s.reshape(6)
    for k in range(6):
        r[k] = k * i
    out[i] = s[1, 2] + s[0][1]""",
}


WITH_MEMORY = ExecutionOptions(thread_memory=True)
"""As CUDA_ENABLE_NRT gives it to numba-cuda's kernels: without, these are refused."""

VIEWS = {
    "numbers as others of their size": "w = a.view(np.uint32)\n    out[i] = w[i] + len(w) * 100",
    "numbers as bytes": "w = t.view(np.uint8)\n    out[i] = w[1, 1, i % 8] + w.shape[2] * 1000",
    "bytes as numbers": """w = q[i * 4 : i * 4 + 8].view(np.int32)
    out[i] = w[0] + w[-1] * 2 + w.size""",
    "halves of a number": """w = a.view(np.int16)
    out[i] = w[2 * i] * 100 + w[2 * i + 1]""",
    "written through": """w = a[i : i + 1].view(np.uint8)
    w[0] = i
    out[i] = a[i]""",
    "a local array": """s = cuda.local.array(4, np.float32)
    s[1] = i + 0.5
    out[i] = s.view(np.int32)[1]""",
    "a function takes it": "out[i] = first(q[i * 4 : i * 4 + 4].view(np.uint16))",
}
FIRST = """
@cuda.jit(device=True)
def first(v):
    return v[0] + v.size

"""


@pytest.mark.slow
@pytest.mark.parametrize("title", VIEWS)
def test_bytes_hold_the_numbers_of_another_type(title: str) -> None:
    given = {**arguments(), "q": (np.arange(64) * 37 % 251).astype(np.uint8)}
    text = text_of(VIEWS[title]).replace("(out, a, t)", "(out, a, t, q)")

    mine, theirs = both(FIRST + text, 12, given)

    for name, want in theirs.items():
        assert_same(mine[name], want)


def test_shared_memory_is_viewed_as_other_numbers_in_every_block() -> None:
    text = """
    def kernel(out):
        s = cuda.shared.array(32, np.int32)
        t = cuda.threadIdx.x
        s[t] = t + 65536 * cuda.blockIdx.x
        cuda.syncthreads()
        low = s.view(np.int16)
        out[cuda.grid(1)] = low[2 * t] * 10 + low[2 * t + 1]
    """

    done = run(text, config(3, 32), {"out": np.zeros(96, np.int64)})

    t, block = np.tile(np.arange(32), 3), np.repeat(np.arange(3), 32)
    assert done.trace.hazards == ()
    assert done.arrays["out"].tolist() == (t * 10 + block).tolist()


@pytest.mark.parametrize("space", ["global", "shared"])
def test_bytes_race_with_the_numbers_that_they_are_part_of(space: str) -> None:
    shared = "a = cuda.shared.array(8, np.int32)"
    text = f"""
    def kernel(a):
        i = cuda.grid(1)
        {shared if space == "shared" else "pass"}
        w = a.view(np.uint8)
        if i == 0:
            a[1] = 5
        if i == 1:
            w[6] = 7
        if i == 2:
            w[8] = 7
    """

    done = run(text, config(1, 32), {"a": np.zeros(8, np.int32)})

    (race,) = done.trace.hazards
    assert (race.kind, race.array, race.space) == ("race", "a", space)
    assert {race.line, race.other_line} == {6, 8}


def arguments() -> dict[str, Any]:
    return {
        "out": np.zeros(12),
        "a": np.arange(24, dtype=np.int32) * 3 % 17,
        "t": (np.arange(12) * 5 % 11).reshape(3, 2, 2),
    }


def text_of(body: str) -> str:
    return f"def kernel(out, a, t):\n    i = cuda.grid(1)\n    {body}\n"


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_hold_what_numba_holds(title: str) -> None:
    mine, theirs = both(text_of(BODIES[title]), 12, arguments())

    for name, want in theirs.items():
        assert_same(mine[name], want)


def test_accesses_and_hazards_are_those_of_the_array_itself() -> None:
    body = "m = a.reshape((4, 6))\n    m[i % 2, 1] = i\n    out[i] = m[i % 5, 0]"

    done = run(text_of(body), config(1, 12), arguments())

    race, outside = done.trace.hazards
    assert (race.kind, race.array, race.index) == ("race", "a", (1,))
    assert (outside.kind, outside.array, outside.index) == ("out-of-bounds", "a", (24,))
    assert "[4, 0] of a part of a" in outside.message.text
    assert "(4, 6)" in outside.message.text


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("m = a.reshape((5, 5))", "number of elements"),
        ("m = a.reshape((-1, 5))", "number of elements"),
        ("m = a[::2].reshape((3, 4))", "side by side"),
        ("m = t.T.ravel()", "side by side"),
        ("x = a.item()", "exactly one element"),
        ("x = a[1:4].view(np.int64)", "whole number"),
        ("x = a[1:3].view(np.int64)", "no multiple"),
        ("x = a[::2].view(np.int64)", "side by side"),
    ],
)
def test_what_needs_a_copy_or_does_not_fit_ends_the_kernel(body: str, word: str) -> None:
    with pytest.raises(KernelFailed) as failed:
        run(text_of(body), config(1, 12), arguments(), WITH_MEMORY)

    assert word in failed.value.message.text
    assert "thread (0, 0, 0)" in failed.value.message.text
    assert failed.value.place is not None
    assert failed.value.place.line == 3


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("m = a.reshape()", "kernel.argument-count"),
        ("m = a.reshape(2.5, 2)", "kernel.shape"),
        ("m = a.reshape(shape=(2, 12))", "kernel.argument-count"),
        ("m = t.transpose(0, 1)", "kernel.argument-count"),
        ("m = a.copy(3)", "kernel.argument-count"),
        ("m = a[:i].copy()", "kernel.copy-shape"),
        ("m = big.copy()", "kernel.too-much-local"),
        ("m = np.ravel(3)", "kernel.no-array"),
        ("m = np.zeros(4, dtype=np.int64)", "kernel.new-array"),
        ("m = np.array([1, 2])", "kernel.new-array"),
        ("x = np.cumsum(a)", "kernel.array-expression"),
        ("x = a.view(7)", "kernel.argument-count"),
        ("x = a.view()", "kernel.argument-count"),
        (
            "s = cuda.local.array(4, np.int32)\n    x = s.view(np.int8)",
            "kernel.view-local",
        ),
    ],
)
def test_what_numba_refuses_is_refused_in_words(body: str, code: str) -> None:
    text = text_of(body).replace("(out", "(big, out")

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 12), {"big": np.zeros(70000), **arguments()}, WITH_MEMORY)

    assert refused.value.message.code == code
