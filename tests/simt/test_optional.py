"""Variables that are None on some way and a number on another, type() and hasattr: as in Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import KernelFailed, NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same
from tests.simt.test_statements import arguments, assert_as_numba

BODIES = {
    "None first": """
        x = None
        if i % 3:
            x = q[i]
        out[i] = 100 if x is None else x
        """,
    "None last": """
        x = f[i]
        if i % 4 == 0:
            x = None
        if x is not None:
            out[i] = x
        """,
    "numbers of two types": """
        x = None
        if i % 2:
            x = i
        if i % 3 == 0:
            x = d[i]
        y = x
        out[i] = -1 if y == None else y * 2
        """,
    "a large whole number stays whole": """
        x = None
        if i % 2:
            x = 2**53 + 1
        if x != None:
            out[i] = x % 4
        """,
    "an expression that may be None": """
        x = f[i] if i % 2 else None
        y = None if None is x else x + 1
        out[i] = 7 if y is None else y
        """,
    "a search that may fail": """
        found = None
        for k in range(5):
            if f[k] > d[i]:
                found = k
                break
        out[i] = -1 if found is None else found
        """,
    "asked and computed with": """
        x = None
        if i % 3:
            x = d[i]
        if x is not None and x > 0:
            out[i] = math.sqrt(x) + int(x) - (-x) + max(x, 1)
            x += 2
            out[i] += x
        """,
    "None again and again": """
        x = None
        n = 0
        for k in range(i % 7):
            if x is None:
                x = 1.5
            else:
                x = None
                n += 1
        out[i] = n if x is None else -1
        """,
    "the type of a number": """
        kind = type(f[i])
        out[i] = kind(0.1) + type(3)(2.5) + (type(d[i]) is np.float64) + (type(q[i]) is type(i))
        """,
    "what a value has": """
        out[i] = hasattr(f, "shape") + 2 * hasattr(f, "nothing") + 4 * hasattr(i, "real")
        if hasattr(f, "nothing"):
            out[i] += f.nothing
        """,
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_are_what_numba_has(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    assert_as_numba(f"def kernel(out, f, d, q):\n    i = cuda.grid(1)\n{body}", arguments())


FUNCTIONS = """
@cuda.jit(device=True)
def number_or_none(i):
    if i % 3 == 0:
        return i

@cuda.jit(device=True)
def passed_on(i):
    x = number_or_none(i)
    if i % 2:
        return x
    return None

@cuda.jit(device=True)
def with_default(i, x=None):
    if i % 2:
        x = 1.5
    if x is None:
        return -1.0
    return x

def kernel(out):
    i = cuda.grid(1)
    EXPRESSION
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "expression",
    [
        "x = passed_on(i)\n    out[i] = -1 if x is None else x",
        "x = number_or_none(i)\n    if i > 9:\n        x = 7.5\n    out[i] = 0 if x is None else x",
        "x = 3.5\n    if i % 2:\n        x = number_or_none(i)\n    out[i] = 0 if x is None else x",
        "out[i] = with_default(i) + with_default(i, 3)",
        "out[i] = with_default(i, number_or_none(i))",
        "out[i] = with_default(i, None if i % 5 else i)",
    ],
)
def test_functions_take_and_give_what_may_be_none(expression: str) -> None:
    text = FUNCTIONS.replace("EXPRESSION", expression)

    mine, theirs = both(text, 32, {"out": np.zeros(32)})

    assert_same(mine["out"], theirs["out"])


def test_a_parameter_that_is_none_becomes_a_number_on_one_way() -> None:
    text = """
def kernel(out, x):
    i = cuda.grid(1)
    if i % 2:
        x = i
    if x is not None:
        out[i] = x + 1
"""
    given: dict[str, Any] = {"out": np.zeros(4), "x": None}

    execution = run(text, config(1, 4), given)

    assert execution.arrays["out"].tolist() == [0, 2, 0, 4]


@pytest.mark.parametrize("use", ["x + 1", "x == 1", "max(x, 2)", "float(i) if x < 3 else 1.0"])
def test_a_thread_that_computes_with_none_is_named(use: str) -> None:
    text = f"""
def kernel(out):
    i = cuda.grid(1)
    x = None
    if i < 3:
        x = i
    out[i] = {use}
"""

    with pytest.raises(KernelFailed) as failed:
        run(text, config(1, 4), {"out": np.zeros(4)})

    assert failed.value.message.code == "kernel.none-as-number"
    assert "thread (3, 0, 0)" in failed.value.message.text


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("x = type(out)", "kernel.array-expression"),
        ("x = type((1, 2))", "kernel.not-a-number"),
        ("x = hasattr(out, out)", "kernel.argument-count"),
        ("x = getattr(out, 'size')", "kernel.unknown-call"),
        ("x = None\n    if out[0]:\n        x = 1\n    out[x] = 1", "kernel.index-type"),
        ("x = None\n    if out[0]:\n        x = out, 1\n    y = x", "kernel.two-types"),
    ],
)
def test_what_numba_does_not_know_is_refused(line: str, code: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        run(f"def kernel(out):\n    {line}\n", config(1, 4), {"out": np.zeros(4)})

    assert refused.value.message.code == code
