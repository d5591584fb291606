"""Slices of arrays hold what Numba computes with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same

THREADS = 24

BODIES = {
    "a slice for each thread": """
        v = a[i : i + 5]
        for k in range(len(v)):
            out[i] = out[i] * 2 + v[k]
        """,
    "bounds that are clipped": """
        v = a[i - 12 : i * 3 - 20]
        w = a[-i : 1000]
        out[i] = len(v) * 1000 + len(w)
        for k in range(v.size):
            out[i] += v[k] * (k + 1)
        """,
    "missing bounds": """
        out[i] = a[i:][0] + a[: i + 1][i] * 10 + a[:][i] * 100
        """,
    "steps, forwards and backwards": """
        v = a[i::3]
        w = a[i::-2]
        u = a[: i + 2 : -1]
        out[i] = len(v) * 10000 + len(w) * 100 + len(u)
        out[i] += v[0] + w[-1] + u[0]
        """,
    "a step of each thread's own": """
        step = i % 5 - 2
        if step == 0:
            step = 1
        v = a[2:20:step]
        w = a[::step]
        u = a[i:i:step]
        out[i] = len(v) * 10000 + len(w) * 100 + len(u)
        for k in range(len(w)):
            out[i] += w[k] * k
        """,
    "rows and columns": """
        row = m[i % 6, :]
        column = m[:, i % 4]
        out[i] = row[1] * 100 + column[2] + row.shape[0] * 10000 + column.size
        """,
    "a part of a row": """
        v = m[i % 6, 1 : i % 4]
        out[i] = len(v)
        for x in v:
            out[i] = out[i] * 3 + x
        """,
    "a block of a matrix": """
        v = m[i % 3 :: 2, ::-1]
        out[i] = v.shape[0] * 10 + v.shape[1] + v.ndim * 1000
        for y in range(v.shape[0]):
            for x in range(v.shape[1]):
                out[i] += v[y, x] * (x + 1)
        """,
    "an ellipsis": """
        v = t[..., i % 5]
        w = t[i % 3, ...]
        u = t[:, ...]
        x = t[..., 1:, 2]
        out[i] = v[2, 1] + w[1, 4] * 10 + u[0, 1, 2] * 100 + x[1, 0] + v.ndim + w.ndim
        """,
    "a new axis": """
        v = a[None, i:]
        w = m[:, np.newaxis, i % 4]
        out[i] = v.shape[0] * 100 + v[0, 1] + w.shape[1] + w[3, 0] + v.ndim + w.ndim
        """,
    "views of views": """
        v = a[2:30]
        w = v[i::2]
        u = w[::-1][1:]
        out[i] = len(u) * 100 + u[0]
        row = t[i % 3][1][1:4][::-1]
        out[i] += row[0] * 1000 + row[2]
        """,
    "written through a view": """
        v = a[i : i + 1]
        v[0] = i * 2
        v[-1] += 1
        if i < 6:
            w = m[:, ::-1][i]
            w[0] = 7
        out[i] = v[0]
        """,
    "a transposed matrix": """
        v = m.T
        out[i] = v[i % 4, i % 6] + v.shape[0] * 100 + v.T.shape[0] * 1000
        w = t.T[i % 5]
        out[i] += w[1, 2] + t[1:].T.shape[2] * 10000
        """,
    "shapes, strides and sizes": """
        v = m[i % 2 :: 2, 1 : 1 + i % 3]
        out[i] = v.shape[0] * 100000 + v.size * 1000 + v.strides[0] + v.strides[1] * 10
        out[i] += v.itemsize + v.nbytes + m.strides[0] + a.nbytes
        """,
    "another view on each way": """
        v = a[0:4]
        if i % 3 == 0:
            v = a[i : i + 2]
        w = v if i % 2 else a[3::5]
        for k in range(i % 4):
            v = v[1:]
        out[i] = len(v) * 100 + len(w) * 10
        for x in v:
            out[i] += x
        for x in w:
            out[i] += x * 2
        """,
    "a whole array or a part of it": """
        v = a
        if i % 2:
            v = a[5 : 5 + i]
        out[i] = len(v) + v[0] + v[-1]
        """,
    "loops over views": """
        for x in a[i : i + 3]:
            out[i] = out[i] / 2 + x
        for k, x in enumerate(a[: i % 5]):
            out[i] += k * x
        for x, y in zip(a[:i], m[i % 6, 1:]):
            out[i] += x * y
        """,
    "loops over rows": """
        for row in m:
            out[i] = out[i] / 2 + row[i % 4]
        for layer in t[:, :, 1:3]:
            for row in layer:
                out[i] += row[0] - row[1]
        """,
    "all indices of a shape": """
        for y, x in np.ndindex(m.shape):
            out[i] = out[i] / 2 + m[y, x]
        for at in np.ndindex(2, i % 3):
            out[i] += m[at] * at[1]
        for at, x in np.ndenumerate(t[:, :, : i % 4]):
            out[i] += x * (at[0] + at[2])
        """,
    "a local array": """
        s = cuda.local.array(8, np.int64)
        for k in range(8):
            s[k] = k * i
        v = s[i % 4 :]
        w = s[::-1]
        v[0] = 100
        w[0] += 5
        out[i] = v[len(v) - 1] + w[2] + s[i % 4]
        """,
    "a view under the name of its own array": """
        v = a[i:]
        v = v[1:3]
        v = v[::-1]
        out[i] = v[0] * 100 + v[1]
        """,
    "one name for one thing after the other": """
        v = a[i:]
        out[i] = v[0]
        for v in m:
            out[i] += v[1]
        if i % 2:
            v = t[0]
            out[i] += v[1, 2]
        else:
            v = 2.5
            out[i] *= v
        v = 7
        out[i] += v
        """,
    "another array on each way": """
        v = a if i % 2 else a[2:]
        w = b if i % 3 else b[::-1]
        if i % 4 == 0:
            v = c
        out[i] = v[i % 5] * 100 + w[1] + len(v) * 1000 + v.strides[0]
        v[i + 20] = i
        v[i + 20] += 2
        for x in v[1:4]:
            out[i] += x
        out[i] += v[2:][::-1].size
        """,
    "arrays that change places": """
        new = b
        old = d
        if i < 20:
            for k in range(3 + i % 2):
                new[i] = old[i] + new[i] * 2
                new, old = old, new
            new[i] += 100
        out[i] = new[i] * 10000 + old[i]
        """,
    "negative and large indices of a view": """
        v = a[3 : 9 + i]
        out[i] = v[-1] + v[-len(v)] * 10 + v[np.uint64(2)] * 100
        """,
    "its number as type": """
        s = cuda.local.array(2, a.dtype)
        s[0] = 2.75
        out[i] = s[0]
        """,
}

STORES = {
    "a number into a slice": "a[i * 2 : i * 2 + 2] = i + 0.5",
    "a number into a row": "m[i % 6] = 3",
    "a number into a column": "m[:, i % 4] = i % 4",
    "a number into everything": "if i == 0:\n        a[:] = 7\n        m[...] = 8",
    "one slice into another": "a[i * 2 : i * 2 + 2] = b[i : i + 2]",
    "backwards": "if i == 0:\n        a[10:20] = a[20:10:-1]",
    "onto itself": "if i == 0:\n        a[1:20] = a[0:19]",
    "a row into a row": "if i < 3:\n        m[i] = m[i + 3]",
    "a row into all rows": "if i == 0:\n        m[1:, :] = m[0]",
    "a row into a column": "if i == 0:\n        m[:4, 1] = m[5]",
    "one element into many": "if i < 6:\n        m[i, 1:] = b[i : i + 1]",
    "slices of any length": "a[i * 2 : i * 2 + i % 3] = b[: i % 3]",
    "other types": "a[i * 2 : i * 2 + 2] = t[0, 0, 1:3]",
    "several names at once": "v = w = a[i * 2 : i * 2 + 2]\n    v[:] = i\n    out[i] = w[1]",
    "a tuple": "a[i * 2 : i * 2 + 2] = (i, 5)",
    "nothing": "a[i:i] = 5\n    a[5:2] = b[3:3]",
}

WITH_DEVICE = """
@cuda.jit(device=True)
def middle(v, k):
    return v[k:-k]

@cuda.jit(device=True)
def total(v):
    s = 0.0
    for x in v:
        s += x
    return s

@cuda.jit(device=True)
def clear(v):
    v[:] = 0

def kernel(out, a, b, m, t, c, d):
    i = cuda.grid(1)
    out[i] = total(middle(a[i : i + 9], i % 4)) + total(m[:, i % 4]) + total(t[i % 3, 1, ::2])
    clear(b[i * 2 : i * 2 + i % 2])
"""


def arguments() -> dict[str, Any]:
    rng = np.random.default_rng(13)
    return {
        "out": np.zeros(THREADS),
        "a": rng.integers(-9, 9, 60).astype(np.int32),
        "b": rng.integers(-9, 9, 60).astype(np.float64),
        "m": rng.integers(-9, 9, (6, 4)).astype(np.float32),
        "t": rng.integers(-9, 9, (3, 2, 5)).astype(np.int16),
        "c": rng.integers(-9, 9, 50).astype(np.int32),
        "d": rng.integers(-9, 9, 60).astype(np.float64),
    }


def text_of(body: str) -> str:
    lines = body.replace("\n        ", "\n    ") if body.startswith("\n") else f"    {body}\n"
    return f"def kernel(out, a, b, m, t, c, d):\n    i = cuda.grid(1)\n{lines}"


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_hold_what_numba_holds(title: str) -> None:
    mine, theirs = both(text_of(BODIES[title]), THREADS, arguments())

    for name, want in theirs.items():
        assert_same(mine[name], want)


@pytest.mark.slow
@pytest.mark.parametrize("title", STORES)
def test_all_elements_of_a_slice_are_assigned_as_numba_assigns_them(title: str) -> None:
    threads = 1 if title in ("a number into a row", "a number into a column") else THREADS

    mine, theirs = both(text_of(STORES[title]), threads, arguments())

    for name, want in theirs.items():
        assert_same(mine[name], want)


def test_functions_take_and_return_them() -> None:
    mine, theirs = both(WITH_DEVICE, THREADS, arguments())

    for name in ("out", "b"):
        assert_same(mine[name], theirs[name])
