"""Rows of arrays: what Numba computes with them, under their array's own name and address."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.launch import Dim3
from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same

BODIES = {
    "a row under a name": """
        row = m[i]
        for k in range(len(row)):
            out[i] = out[i] * 2 + row[k]
        """,
    "rows of rows": """
        part = t[i % 3]
        row = part[-1]
        out[i] = row[i % 5] + part[1, 2] + t[i % 3, 1][0] + t[0][1][2]
        """,
    "their shapes": """
        part = t[i % 3]
        out[i] = part.shape[0] * 1000 + part[0].size * 100 + t[0, 1].ndim * 10 + len(part)
        """,
    "elements written through a row": """
        row = m[i]
        row[0] = 5
        row[1] += row[2]
        m[i][2] -= 1.5
        m[i][3], row[4] = row[4], m[i][3]
        out[i] = row[0] + row[1]
        """,
    "another row on each way": """
        row = m[i]
        if i % 3 == 0:
            row = m[0]
        other = m[-1] if i % 2 else row
        for k in range(i % 4):
            row = m[k]
        out[i] = row[1] * 100 + other[2]
        """,
    "a row whose number is read from an array": """
        m[q[i]][1] += 1
        row = m[q[i]]
        q[i] = 0
        out[i] = row[1]
        """,
    "a loop over a row": """
        for v in m[i]:
            out[i] = out[i] / 2 + v
        for k, v in enumerate(t[i % 3, 1]):
            out[i] += k * v
        """,
    "a row of a local array": """
        s = cuda.local.array((2, 3), np.int64)
        for r in range(2):
            row = s[r]
            for k in range(3):
                row[k] = 10 * r + k + i
        row = s[i % 2]
        out[i] = row[2] - s[0][1]
        """,
}

WITH_DEVICE = """
@cuda.jit(device=True)
def total(row):
    s = 0.0
    for k in range(row.size):
        s += row[k]
    return s

@cuda.jit(device=True)
def twice(row):
    for k in range(len(row)):
        row[k] *= 2

def kernel(out, m, t, q):
    i = cuda.grid(1)
    twice(m[i])
    out[i] = total(m[i]) + total(t[i % 3][1]) + total(t[0, i % 2])
"""


def arguments() -> dict[str, Any]:
    rng = np.random.default_rng(11)
    return {
        "out": np.zeros(40),
        "m": rng.integers(-9, 9, (40, 6)).astype(np.float32),
        "t": rng.integers(-9, 9, (3, 2, 5)).astype(np.int32),
        "q": rng.permutation(40),
    }


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_hold_what_numba_holds(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    mine, theirs = both(f"def kernel(out, m, t, q):\n    i = cuda.grid(1)\n{body}", 40, arguments())

    for name, want in theirs.items():
        assert_same(mine[name], want)


@pytest.mark.slow
def test_functions_take_them() -> None:
    mine, theirs = both(WITH_DEVICE, 40, arguments())

    assert_same(mine["out"], theirs["out"])
    assert_same(mine["m"], theirs["m"])


def test_accesses_are_those_of_the_array_itself() -> None:
    head = "def kernel(out, m, t, q):\n    i = cuda.grid(1)\n"
    through = run(f"{head}    row = m[i]\n    out[i] = row[3]\n", config(2, 20), arguments())
    direct = run(f"{head}    row = i\n    out[i] = m[row, 3]\n", config(2, 20), arguments())

    assert through.trace.counters == direct.trace.counters
    sites = [(site.array, site.space, site.kind) for site in through.trace.sites]
    assert sites == [("m", "global", "read"), ("out", "global", "write")]
    mine, theirs = through.trace.accesses, direct.trace.accesses
    assert mine is not None
    assert theirs is not None
    assert np.array_equal(mine.element, theirs.element)


@pytest.mark.parametrize(
    ("body", "index", "thread"),
    [
        ("out[i] = m[i + 1][0]", (8, 0), 7),
        ("row = m[i]\n    out[i] = row[i]", (6, 6), 6),
        ("row = m[i]\n    row[-i] = 1", (7, -7), 7),
    ],
)
def test_what_lies_outside_is_found_where_the_element_is_used(
    body: str, index: tuple[int, int], thread: int
) -> None:
    text = f"def kernel(out, m):\n    i = cuda.grid(1)\n    {body}\n"

    done = run(text, config(1, 8), {"out": np.zeros(8), "m": np.zeros((8, 6))})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index) == ("out-of-bounds", "m", index)
    assert hazard.thread == Dim3(thread, 0, 0)
    assert hazard.line == 2 + body.count("\n") + 1


def test_threads_that_write_one_row_race() -> None:
    text = "def kernel(m):\n    i = cuda.grid(1)\n    row = m[i // 2]\n    row[0] = i\n"

    done = run(text, config(1, 8), {"m": np.zeros((4, 2))})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array, hazard.index, hazard.line) == ("race", "m", (0, 0), 4)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("m[i] = out[i:]\n    m[i] = m", "kernel.not-in-numba-cuda"),
        ("m[i] += 1", "kernel.part-change"),
        ("row = m[i]\n    row[0, 1] = 1", "kernel.index-count"),
        ("x = m[i] + 1", "kernel.array-expression"),
        ("out[i] = m[i]", "kernel.not-a-number"),
        ("row = m[0.5]", "kernel.index-type"),
        ("row = m[i]\n    row[0] = m[1:2]", "kernel.not-a-number"),
        ("row = m[i]\n    row[1.5] = 1", "kernel.index-type"),
        ("row = m if i else m[i]", "kernel.two-types"),
        ("print(m[i])", "kernel.print-item"),
    ],
)
def test_a_row_is_no_number_and_has_as_many_indices_as_are_left(body: str, code: str) -> None:
    text = f"def kernel(out, m):\n    i = cuda.grid(1)\n    {body}\n"

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 8), {"out": np.zeros(8), "m": np.zeros((8, 6))})

    assert refused.value.message.code == code
