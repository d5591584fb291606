"""Small things of the language that Numba has: what they give is what Numba's CPU code gives."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.messages import KernelFailed
from tests.simt.kernels import config, kernel_from, run
from tests.simt.test_language import arguments as kinds
from tests.simt.test_language import kernel_text
from tests.simt.test_statements import arguments, assert_as_numba

BODIES = {
    "assignments within": """
        x = d[i]
        if i > 3 and (y := x) > 0:
            out[i] = y
        if i < 9 or (z := i) % 2:
            out[i] += 1
        else:
            out[i] += z
        e = i % 5
        while (k := e) > 0:
            e -= 1
            out[i] += k * 100
        u = q[i]
        out[i] += (v := x) + v if -1 < e < (w := u) else -(v := u if i % 2 else 2) * v
        """,
    "assignments of a whole value": """
        out[i] = (x := d[i] * 2)
        y = (z := i * 3)
        (v := f[i])
        if (w := d[i] if i % 2 else 1.5) > 0:
            out[i] += w
        out[i] += x + y + z + v
        """,
    "tuples of literals": """
        for k in (1, 2) * 2 + (5,):
            out[i] = out[i] * 2 + k
        out[i] += (1, 2, 3)[1] + (3 * (1.5, 2.5))[i % 6]
        """,
    "places in tuples": """
        t = (i, 3, i % 4)
        out[i] = (1, 2, 3).index(i % 3 + 1) + 10 * t.index(3) + (1.0, 2.0).index(2)
        """,
    "floats of texts": """
        big = float('inf')
        out[i] = min(d[i], big) + float(' -1.5e2 ')
        if d[i] > 0:
            out[i] = -big if i % 2 else float('nan')
        """,
    "identity": """
        k = 3
        out[i] = (i is k) + 2 * (q[i] is i) + 4 * (d[i] is not d[i]) + 8 * ((d[i] > 0) is True)
        """,
    "sums and extremes of ranges": """
        out[i] = sum(range(i)) + sum(range(i, -i, -2), 1) + min(range(i, 50)) + max(range(i + 1))
        """,
    "sums of ranges begin with a fraction": """
        out[i] = sum(range(2**53, 2**53 + i), 0.5)
        """,
    "ranges of fractions": """
        for k in range(d[i] * 2):
            out[i] = out[i] * 2 + k
        for k in range(0.5, f[i] + 9.9, 2.9):
            out[i] = out[i] * 2 + k
        r = range(4.5)
        out[i] += len(r) + r.start
        """,
    "inner functions that call each other": """
        k = d[i]
        def one(x):
            return x + k
        def two(x):
            return one(x) * i
        three = lambda x: two(x) + one(2)
        out[i] = three(1)
        for j in range(3):
            def fourth(x):
                return x + j
            def fifth(x):
                return fourth(x) * 2
            out[i] += fifth(1)
        """,
    "while loops that change what is no number": """
        t = (0, 1)
        while t[0] < 50 + i:
            t = (t[0] + t[1], t[1] + 1)
        a = d
        while len(a) > 3 + i % 4:
            a = a[1:]
        r = range(40)
        while len(r) > i:
            r = range(len(r) - 1)
        it = iter(range(100))
        while next(it) < i:
            pass
        left = d
        while left is not None:
            left = None if len(left) < 5 else left[1:]
        out[i] = t[0] + 1000 * a[0] + len(r) + next(it)
        """,
    "axes that vary": """
        out[i] = d.argmax(i % 2 - 1) + 100 * np.argmin(q, -(i % 2))
        """,
    "numbers as arrays": """
        out[i] = np.all(d[i]) + 2 * np.any(i)
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_it_gives_what_numba_gives(title: str) -> None:
    given = arguments()
    body = textwrap.indent(textwrap.dedent(BODIES[title]), "    ")

    assert_as_numba(f"def kernel({', '.join(given)}):\n    i = cuda.grid(1)\n{body}", given)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("len('a' + 'b' * 3)", 4),
        ("('ab' + 'c')[2] == 'c'", 1),
        ("(b'ab' * 2)[3]", ord("b")),
        ("len((1, 2) * 0)", 0),
        ("len(((1, 2), 3) * 2)", 4),
        ("'b' in 'a' + 'b'", 1),
        ("DOUBLES[0](3) + DOUBLES[1](3)", 7.5),
        ("np.count_nonzero(2.5) + np.count_nonzero(0)", 1),
    ],
)
def test_python_does_it_ahead(body: str, expected: float) -> None:
    names: dict[str, Any] = {"DOUBLES": tuple(map(device_function, ("x * 2", "x / 2")))}

    done = run(kernel_text(f"out[i] = {body}"), config(1, 32), kinds(), **names)

    assert np.array_equal(done.arrays["out"][:32], np.full(32, expected))


def device_function(text: str) -> object:
    return cuda.jit(device=True)(kernel_from(f"def function(x):\n    return {text}\n"))


def test_the_index_of_an_atomic_is_cut_off_towards_0() -> None:
    body = "cuda.atomic.add(out, d[i], 1)\ncuda.atomic.add(m, (i > 3, 1.9), 1)"
    data = kinds()
    expected, matrix = np.zeros(64), data["m"].copy()
    for i in range(32):
        expected[int(data["d"][i])] += 1
        matrix[int(i > 3), 1] += 1

    done = run(kernel_text(body), config(1, 32), data)

    assert np.array_equal(done.arrays["out"], expected)
    assert np.allclose(done.arrays["m"], matrix)


def test_grid_takes_its_dimensions_by_name() -> None:
    body = "out[cuda.grid(ndim=1)] = cuda.gridsize(ndim=2)[0] + cuda.grid(ndim=2)[0]"

    done = run(kernel_text(body), config(2, 32), kinds())

    assert np.array_equal(done.arrays["out"], 64 + np.arange(64))


def test_addresses_tell_where_parts_of_an_array_begin() -> None:
    body = "a = d[i:]\nout[i] = (a.ctypes.data - d.ctypes.data) // 8 + d.ctypes.data % 256"

    done = run(kernel_text(body), config(1, 32), kinds())

    assert np.array_equal(done.arrays["out"][:32], np.arange(32))


def test_an_array_that_is_no_constant_stays_where_it_is() -> None:
    body = "c = cuda.const.array_like(d)\nc[i] = i\nout[i] = d[i]"

    done = run(kernel_text(body), config(1, 32), kinds())

    assert np.array_equal(done.arrays["out"][:32], np.arange(32))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("out[i] = (1, 2, 3).index(i)", "kernel.not-among"),
        ("out[i] = min(range(i))", "kernel.nothing-to-compare"),
        ("out[i] = d.argmax(i)", "kernel.axis"),
        ("t = (i, 1)\nwhile t[0] < 99:\n    t = (t[0], t[1])", "kernel.endless"),
        ("a = d[1:]\nwhile a[0] < 99:\n    a = d[1:]", "kernel.endless"),
        ("a = None\nwhile a is None:\n    a = None", "kernel.endless"),
        ("x = 1\nwhile x:\n    it = iter(d)\n    x = next(it) < 99", "kernel.endless"),
        ("if i > 3:\n    y = d[1:]\nout[i] += y[0]", "kernel.unset"),
    ],
)
def test_what_a_thread_cannot_do_ends_the_launch(body: str, code: str) -> None:
    with pytest.raises(KernelFailed) as failed:
        run(kernel_text(body), config(1, 32), kinds())

    assert failed.value.message.code == code
    assert failed.value.place is not None
