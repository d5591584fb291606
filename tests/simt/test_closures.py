"""Functions defined inside a kernel, against Numba's CPU compiler and Python itself."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.njit import both

BODIES = {
    "a function": "    def inner(v):\n        return v * 2\n    out[i] = inner(x[i]) + inner(i)\n",
    "a lambda": "    double = lambda v: v + v\n    out[i] = double(x[i])\n",
    "a variable from outside": (
        "    offset = x[i] + 1\n    def inner(v):\n        return v + offset\n"
        "    out[i] = inner(3)\n"
    ),
    "a constant from outside": (
        "    width = 4\n    def inner(v):\n        return v * width\n    out[i] = inner(x[i])\n"
    ),
    "a function from outside": (
        "    def one(v):\n        return v + 1\n    def two(v):\n        return one(one(v))\n"
        "    out[i] = two(x[i])\n"
    ),
    "a default": (
        "    def inner(v, factor=3):\n        return v * factor\n"
        "    out[i] = inner(x[i]) + inner(x[i], 5)\n"
    ),
    "an array from outside": "    get = lambda k: x[k]\n    out[i] = get(i) + get(0)\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_a_function_inside_gives_what_it_gives_in_numba(title: str) -> None:
    text = "def kernel(out, x):\n    i = cuda.grid(1)\n" + BODIES[title]

    mine, theirs = both(text, 8, {"out": np.zeros(8), "x": np.arange(8.0)})

    np.testing.assert_array_equal(mine["out"], theirs["out"])


CONSUMED = """
@cuda.jit(device=True)
def consume(function, *values):
    return function(*values)

def kernel(out):
    i = cuda.grid(1)
    width = 10
    def inner(a, b=2):
        return a * width + b
    out[i] = consume(inner, i) + consume(lambda v: v - 1, 7) + consume(inner, 1, 1)
"""


def test_a_function_inside_can_be_handed_on_with_its_constants() -> None:
    out = np.zeros(4)

    done = run(CONSUMED, config(1, 4), {"out": out})

    assert out.tolist() == [10 * i + 2 + 6 + 11 for i in range(4)]
    names = [function.name for function in done.trace.functions]
    assert names[0] == "kernel"
    assert sorted(names[1:]) == ["consume", "inner", "lambda"]


def test_its_steps_have_the_lines_of_the_kernel() -> None:
    inner = "    def inner(v):\n        w = v + 1\n        return w\n"
    text = f"def kernel(out):\n{inner}    out[0] = inner(1)\n"

    done = run(text, config(1, 1), {"out": np.zeros(1)})

    assert [statement.line for statement in done.trace.statements] == [2, 5, 3, 4]


def test_a_variable_cannot_be_handed_on_in_a_function() -> None:
    text = CONSUMED.replace("width = 10", "width = i")

    with pytest.raises(NotSupportedError, match="reads width of the function"):
        run(text, config(1, 4), {"out": np.zeros(4)})


def test_a_decorator_inside_is_refused() -> None:
    inner = "    @cuda.jit\n    def inner(v):\n        return v\n"
    text = f"def kernel(out):\n{inner}    out[0] = inner(1)\n"

    with pytest.raises(NotSupportedError, match="leave out what stands above"):
        run(text, config(1, 1), {"out": np.zeros(1)})
