"""slice(...) as a value of its own: a triple of whole numbers, as Numba has it."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import KernelFailed
from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same
from tests.simt.test_statements import arguments, assert_as_numba

NUMBERS = np.arange(9.0)

BODIES = {
    "bounds, also where they are left out": """
        s, t = slice(q[i], 30, 1 + i % 3), slice(q[i])
        out[i] = s.start + 100 * s.stop + 10**4 * s.step + t.start + t.stop / 7 + t.step
        up, down = slice(None, None, 1 + i), slice(None, None, -1 - i)
        out[i] += (up.start == 0) + (up.stop > 2**62) + (down.start > 2**62) + (down.stop < 0)
        none = slice(None)
        out[i] += (none.start == 0) + (none.stop > 2**62) + slice(2.9, d[i]).start
        """,
    "a view through a name": """
        s = slice(i % 7, 9 + i % 5)
        v = d[slice(30, i % 4, -2)]
        for k in range(v.shape[0]):
            out[i] = out[i] / 3 + v[k]
        for w in (d[s], d[s][s], d[slice(-5, None)], d[slice(i % 3)]):
            for k in range(w.shape[0]):
                out[i] = out[i] / 3 + w[k]
        """,
    "a slice that differs by branch": """
        s = slice(None)
        if i % 3 == 0:
            s = slice(2, i + 3)
        elif i % 3 == 1:
            s = slice(i, None)
        out[i] = d[s].shape[0] + d[s][0] + s.start
        """,
    "indices within a length": """
        for s in (slice(i - 20, 30, 3), slice(30, i - 20, -4), slice(None, None, -1)):
            start, stop, step = s.indices(i)
            out[i] = out[i] / 3 + start + 100 * stop + 10**4 * step
        """,
    "items of a tuple": """
        s = slice(1, 4, 2)
        t = (d[i], 2.5, q[i], 7.5)
        one, other = t[s]
        out[i] = one + 10 * other + t[slice(2)][1] + len(t[slice(None, None, -1)])
        """,
    "elements that are set": """
        s = slice(i, i + 1)
        out[s] = f[i]
        d[s].fill(2)
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_a_slice_is_a_triple_of_int64_as_numba_has_it(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    assert_as_numba(f"def kernel(out, f, d, q):\n    i = cuda.grid(1)\n{body}", arguments())


def test_a_slice_goes_into_device_functions_out_of_them_and_between_indices() -> None:
    text = """
@cuda.jit(device=True)
def first_of(x, s):
    return x[s, 2][1] + x[..., s][1, 0] + s.start

@cuda.jit(device=True)
def behind(n):
    return slice(n, None)

def kernel(out, m):
    i = cuda.grid(1)
    both = (behind(i % 3), slice(3, 0, -1))
    out[i] = first_of(m, behind(i % 4)) + m[both][1, 2] + m[slice(i % 5, 9), None, 1][0, 0]
"""
    given = {"out": np.zeros(32), "m": np.random.default_rng(1).random((8, 8))}

    mine, theirs = both(text, 32, given)

    assert_same(mine["out"], theirs["out"])


def test_a_slice_of_the_module_is_a_constant() -> None:
    text = "def kernel(d, out):\n    i = cuda.grid(1)\n    out[i] = d[MIDDLE][i] + TAIL.start\n"
    given = {"d": NUMBERS, "out": np.zeros(3)}

    execution = run(text, config(1, 3), given, MIDDLE=slice(2, 8, 2), TAIL=slice(-3, None))

    assert execution.arrays["out"].tolist() == (NUMBERS[2:8:2] - 3).tolist()


@pytest.mark.parametrize(
    ("use", "code"),
    [("d[slice(0, 9, i)]", "kernel.zero-step"), ("slice(i).indices(i - 1)", "kernel.slice-length")],
)
def test_a_slice_that_has_no_meaning_ends_the_launch_at_its_line(use: str, code: str) -> None:
    with pytest.raises(KernelFailed) as failed:
        run(
            f"def kernel(d):\n    i = cuda.grid(1)\n    x = {use}\n",
            config(1, 4),
            {"d": np.ones(9)},
        )

    assert failed.value.message.code == code
    assert failed.value.place is not None
    assert failed.value.place.line == 3
