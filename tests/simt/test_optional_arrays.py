"""Variables that are None on some way and an array on another, as Numba has them."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

from gpuviz.messages import KernelFailed, NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.test_language import arguments as kinds
from tests.simt.test_language import kernel_text
from tests.simt.test_statements import arguments, assert_as_numba

FUNCTIONS = """
@cuda.jit(device=True)
def element(a, i):
    if a is None:
        return -7.0
    return a[i] * 2

@cuda.jit(device=True)
def some(a, i):
    if i % 3 == 0:
        return a
    return None

@cuda.jit(device=True)
def changed(a, b, i):
    if i % 3 == 0:
        a = None
    elif i % 3 == 1:
        a = b
    return -1.0 if a is None else a[i]

"""
BODIES = {
    "None first": """
        a = None
        if i % 3:
            a = d
        if a is not None:
            out[i] = a[i] + len(a) + a.shape[0] + a.size + a[1:][0]
        """,
    "None last": """
        a = d
        if i % 3 == 0:
            a = None
        out[i] = 1 if a is None else a[2]
        """,
    "one of two arrays": """
        a = None
        if i % 3 == 1:
            a = d
        elif i % 3 == 2:
            a = out
        out[i] = -2 if a is None else a[i] + 1
        """,
    "other parts of one": """
        a = None
        if i > 3:
            a = d[i:]
        if i > 20:
            a = d[2:]
        if i > 30:
            a = None
        out[i] = 0 if a is None else a[0]
        """,
    "set in a loop": """
        a = None
        for k in range(5):
            if d[k] > d[i]:
                a = d[k:]
                break
        out[i] = -1 if a is None else a[0]
        """,
    "an expression, and another name": """
        a = d if i % 2 else None
        b = a
        if b is not None:
            out[i] = b[i]
        """,
    "changed": """
        a = None
        if i % 2:
            a = out
        if a is not None:
            a[i] = 3
            a[i] += d[i]
        """,
    "of two dimensions, run over, and added up": """
        a = None
        if i % 2:
            a = m
        if a is not None:
            for row in a:
                out[i] += row[0]
            out[i] += a.sum() + a[1, 2] + a.T[0, 1] + a.flat[3]
        """,
    "handed to a function": """
        a = None
        if i % 2:
            a = d
        out[i] = element(a, i)
        """,
    "given back by a function": """
        a = some(d, i)
        if a is not None:
            out[i] = a[i]
        """,
    "parameters that change": """
        out[i] = changed(d, out, i)
        if i > 9:
            out[i] += changed(None, d, i)
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_arrays_that_may_be_none_do_what_numbas_do(title: str) -> None:
    given = arguments() | {"m": np.linspace(-3, 5, 12).reshape(3, 4)}
    body = textwrap.indent(textwrap.dedent(BODIES[title]), "    ")
    text = f"{FUNCTIONS}def kernel({', '.join(given)}):\n    i = cuda.grid(1)\n{body}"

    assert_as_numba(text, given)


def test_a_shared_array_may_be_none() -> None:
    body = """
        a = None
        if f[0] < 100:
            a = cuda.shared.array(32, np.float64)
        if a is not None:
            a[i] = i
            cuda.syncthreads()
            out[i] = a[31 - i]
        """

    done = run(kernel_text(textwrap.dedent(body)), config(1, 32), kinds())

    assert done.trace.hazards == ()
    assert np.array_equal(done.arrays["out"][:32], np.arange(32)[::-1])


def test_who_has_no_array_cannot_read_it() -> None:
    body = "a = None\nif i != 5:\n    a = d\nout[i] = a[i]"

    with pytest.raises(KernelFailed) as failed:
        run(kernel_text(body), config(1, 32), kinds())

    assert failed.value.message.code == "kernel.none-as-number"
    assert "must be an array" in failed.value.message.text
    assert failed.value.message.values["thread"] == "(5, 0, 0)"


@pytest.mark.parametrize(
    ("use", "code"),
    [
        ("if a:\n    out[i] = 1", "kernel.array-expression"),
        ("out[i] = a + 1", "kernel.array-expression"),
        ("cuda.atomic.add(a, 0, 1)", "kernel.not-indexable"),
        ("out[i] = a == None", "kernel.identity"),
        ("if i > 6:\n    a = f\nout[i] = a is None", "kernel.two-types"),
        ("if i > 6:\n    a = 3\nout[i] = a is None", "kernel.two-types"),
    ],
)
def test_what_may_be_none_is_no_array_everywhere(use: str, code: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        run(kernel_text(f"a = None\nif i > 3:\n    a = d\n{use}"), config(1, 32), kinds())

    assert refused.value.message.code == code
    assert refused.value.place is not None
