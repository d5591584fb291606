"""Device functions: parameters by name, defaults, the rest of the arguments, and recursion."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.simt.kernels import config, run
from tests.simt.njit import both

PARAMETERS = """
@cuda.jit(device=True)
def line(x, slope=2, shift=SHIFT):
    return slope * x + shift

@cuda.jit(device=True)
def total(first, *rest):
    s = first
    for value in rest:
        s += value
    return s + 100 * len(rest)

@cuda.jit(device=True)
def last(*numbers):
    return numbers[-1]

def kernel(out):
    i = cuda.grid(1)
    pair = (i, 3)
    out[i] = {}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "expression",
    [
        "line(i)",
        "line(i, 5)",
        "line(i, shift=i)",
        "line(slope=i, x=4)",
        "line(shift=1, slope=i, x=i)",
        "line(i, 1, 1)",
        "total(i, 2)",
        "total(i, 2, i)",
        "total(*pair, 7)",
        "last(i, i * 2)",
        "line(*pair)",
    ],
)
def test_arguments_reach_their_parameters(expression: str) -> None:
    text = PARAMETERS.format(expression).replace("SHIFT", "0.5")

    mine, theirs = both(text, 8, {"out": np.zeros(8)})

    assert np.array_equal(mine["out"], theirs["out"])


def test_a_default_may_be_a_constant_of_the_module() -> None:
    text = PARAMETERS.format("line(i)")

    done = run(text, config(1, 8), {"out": np.zeros(8)}, SHIFT=1.5)

    assert np.array_equal(done.arrays["out"], 2 * np.arange(8) + 1.5)


FIBONACCI = """
@cuda.jit(device=True)
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)

def kernel(out):
    i = cuda.grid(1)
    out[i] = fibonacci(i)
"""
FACTORIAL = """
@cuda.jit(device=True)
def factorial(n):
    if n > 1:
        return n * factorial(n - 1)
    return 1.0

def kernel(out):
    i = cuda.grid(1)
    out[i] = factorial(i)
"""
DIVISOR = """
@cuda.jit(device=True)
def divisor(a, b):
    if b == 0:
        return a
    rest = divisor(b, a % b)
    return rest

def kernel(out):
    i = cuda.grid(1)
    out[i] = divisor(84, i + 1)
"""
CONDITIONAL = """
@cuda.jit(device=True)
def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half

def kernel(out):
    i = cuda.grid(1)
    out[i] = power(3, i)
"""
EVEN_AND_ODD = """
@cuda.jit(device=True)
def even(n, odd):
    if n == 0:
        return True
    return not even(n - 1, odd)

def kernel(out):
    i = cuda.grid(1)
    out[i] = even(i, 0)
"""


@pytest.mark.parametrize("text", [FIBONACCI, FACTORIAL, DIVISOR, CONDITIONAL, EVEN_AND_ODD])
def test_functions_call_themselves(text: str) -> None:
    result = run(text, config(1, 12), {"out": np.zeros(12)}).arrays["out"]

    fibonacci = [0.0, 1.0]
    for _ in range(10):
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    expected: dict[str, list[float]] = {
        FIBONACCI: fibonacci,
        FACTORIAL: [float(math.factorial(i)) for i in range(12)],
        DIVISOR: [math.gcd(84, i + 1) for i in range(12)],
        CONDITIONAL: [3.0**i for i in range(12)],
        EVEN_AND_ODD: [i % 2 == 0 for i in range(12)],
    }
    assert np.array_equal(result, expected[text])


def test_a_function_that_gives_nothing_back_calls_itself_and_another() -> None:
    text = """
@cuda.jit(device=True)
def swap(a, i, j):
    a[i], a[j] = a[j], a[i]

@cuda.jit(device=True)
def sort(a, first, end):
    if end - first < 2:
        return
    edge = first
    for k in range(first + 1, end):
        if a[k] < a[first]:
            edge += 1
            swap(a, edge, k)
    swap(a, first, edge)
    sort(a, first, edge)
    sort(a, edge + 1, end)

def kernel(rows):
    i = cuda.grid(1)
    sort(rows[i], 0, rows.shape[1])
"""
    rows = np.random.default_rng(1).integers(0, 100, (16, 12))

    done = run(text, config(1, 16), {"rows": rows.copy()})

    assert done.trace.hazards == ()
    assert np.array_equal(done.arrays["rows"], np.sort(rows, axis=1))


def test_two_functions_call_each_other() -> None:
    text = """
@cuda.jit(device=True)
def down(n):
    if n <= 0:
        return 0
    return 1 + over(n)

@cuda.jit(device=True)
def over(n):
    return down(n - 3)

def kernel(out):
    i = cuda.grid(1)
    out[i] = down(i) + over(i)
"""

    done = run(text, config(1, 12), {"out": np.zeros(12)})

    expected = [-(-i // 3) + max(-(-(i - 3) // 3), 0) for i in range(12)]
    assert np.array_equal(done.arrays["out"], expected)
