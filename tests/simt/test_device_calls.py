"""Device functions: their arguments, and functions that call themselves."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

import numpy as np
import pytest

from gpuviz.messages import KernelFailed, NotSupportedError
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.simt.replay import follow
from tests.simt.kernels import config, kernel_from, run
from tests.simt.njit import both

RECURSIVE = {
    "fibonacci": """
@cuda.jit(device=True)
def f(n):
    if n < 2:
        return n
    return f(n - 1) + f(n - 2)
""",
    "a greatest common divisor": """
@cuda.jit(device=True)
def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)

@cuda.jit(device=True)
def f(n):
    return gcd(n * 6, 84)
""",
    "a result that widens": """
@cuda.jit(device=True)
def f(n):
    if n <= 0:
        return 1
    return f(n - 1) * 0.5
""",
    "single precision": """
@cuda.jit(device=True)
def power(x, n):
    if n == 0:
        return np.float32(1)
    half = power(x, n // 2)
    if n % 2:
        return half * half * x
    return half * half

@cuda.jit(device=True)
def f(n):
    return power(np.float32(1.1), n)
""",
    "the call comes first": """
@cuda.jit(device=True)
def f(n):
    if n > 1:
        return f(n - 2) + 3
    return n
""",
    "within a loop": """
@cuda.jit(device=True)
def f(n):
    total = 1
    for k in range(min(n, 4)):
        total += f(k)
    return total
""",
}


class Python:
    """`cuda` for Python itself: a device function is a function."""

    @staticmethod
    def jit(device: bool) -> Callable[[FunctionType], FunctionType]:
        return lambda function: function


@pytest.mark.parametrize("title", RECURSIVE)
def test_a_function_that_calls_itself_gives_what_python_gives(title: str) -> None:
    text = RECURSIVE[title] + "\ndef kernel(out):\n    i = cuda.grid(1)\n    out[i] = f(i)\n"
    function = kernel_from(RECURSIVE[title], cuda=Python)

    done = run(text, config(1, 12), {"out": np.zeros(12)})

    assert done.arrays["out"].tolist() == [float(function(i)) for i in range(12)]


@pytest.mark.parametrize("schedule", ["lockstep", "warps"])
def test_a_function_that_writes_may_call_itself(schedule: str) -> None:
    text = """
@cuda.jit(device=True)
def move(count, a, b, c, moves):
    if count > 0:
        move(count - 1, a, c, b, moves)
        cuda.atomic.add(moves, b, 1)
        move(count - 1, c, b, a, moves)

def kernel(moves):
    if cuda.grid(1) == 40:
        move(5, 0, 1, 2, moves)
"""
    done = run(text, config(1, 64), {"moves": np.zeros(3, np.int64)}, ExecutionOptions(schedule))

    assert done.arrays["moves"].sum() == 31


def test_a_function_that_calls_itself_for_ever_is_told_with_thread_and_line() -> None:
    text = """
@cuda.jit(device=True)
def f(n):
    if n < 0:
        return 0
    return f(n + 1)

def kernel(out):
    out[cuda.grid(1)] = f(3)
"""
    with pytest.raises(KernelFailed) as failed:
        run(text, config(1, 32), {"out": np.zeros(32)})

    assert failed.value.message.code == "kernel.too-deep-calls"
    assert failed.value.place is not None
    assert failed.value.place.line == 5


def test_a_hundred_calls_within_each_other_are_no_trouble() -> None:
    text = """
@cuda.jit(device=True)
def total(a, n):
    if n == 0:
        return 0
    return a[n - 1] + total(a, n - 1)

def kernel(a, out):
    out[0] = total(a, a.size)
"""
    done = run(text, config(1, 1), {"a": np.arange(100), "out": np.zeros(1, np.int64)})

    assert done.arrays["out"][0] == 4950


def test_a_local_array_in_a_function_that_calls_itself_is_refused() -> None:
    text = """
@cuda.jit(device=True)
def f(n):
    x = cuda.local.array(4, np.int64)
    x[0] = n
    if n == 0:
        return 0
    return f(n - 1) + x[0]

def kernel(out):
    out[0] = f(3)
"""
    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), {"out": np.zeros(1)})

    assert refused.value.message.code == "kernel.recursive-local"


CALLS = [
    "f(i)",
    "f(i, 5)",
    "f(i, b=5)",
    "f(b=i, a=2)",
    "f(i, c=4)",
    "f(*(i, 2))",
    "g(i)",
    "g(i, 2, 3.5)",
]


@pytest.mark.slow
@pytest.mark.parametrize("called", CALLS)
def test_arguments_are_given_by_place_by_name_and_by_default(called: str) -> None:
    text = f"""
SHIFT = 3

@cuda.jit(device=True)
def f(a, b=10, c=SHIFT):
    return a * 100 + b * 10 + c

@cuda.jit(device=True)
def g(a, *rest):
    return a + len(rest)

def kernel(out):
    i = cuda.grid(1)
    out[i] = {called}
"""
    mine, theirs = both(text, 5, {"out": np.zeros(5)})

    assert mine["out"].tolist() == theirs["out"].tolist()


@pytest.mark.parametrize("called", ["f()", "f(1, 2, 3)", "f(1, a=2)", "f(1, z=2)"])
def test_arguments_that_do_not_fit_are_refused(called: str) -> None:
    text = f"""
@cuda.jit(device=True)
def f(a, b=2):
    return a + b

def kernel(out):
    out[0] = {called}
"""
    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), {"out": np.zeros(1)})

    assert refused.value.message.code == "kernel.argument-count"
    assert "f takes 2 arguments (a, b)" in refused.value.message.text


INNER = {
    "a def": "def f(x):\n        return x * 3 + i\n    out[i] = f(2) + f(i)",
    "a lambda": "f = lambda x: x * 3 + i\n    out[i] = f(2.5)",
    "one that reads what changes": "k = 1\n    f = lambda: k + i\n    k = 5\n    out[i] = f()",
    "one in another": (
        "def f(x):\n        def g(y):\n            return y * x\n        return g(i) + 1\n"
        "    out[i] = f(4)"
    ),
    "one that loops": (
        "def f(n):\n        s = 0\n        for j in range(n):\n            s += j\n"
        "        return s\n    out[i] = f(i)"
    ),
    "one that is handed on": "f = lambda x: x + 1\n    out[i] = twice(f, i)",
}


@pytest.mark.slow
@pytest.mark.parametrize("title", INNER)
def test_functions_within_a_kernel_give_what_numba_gives(title: str) -> None:
    text = f"""
@cuda.jit(device=True)
def twice(f, x):
    return f(f(x))

def kernel(out):
    i = cuda.grid(1)
    {INNER[title]}
"""
    mine, theirs = both(text, 6, {"out": np.zeros(6)})

    assert mine["out"].tolist() == theirs["out"].tolist()


def test_a_function_within_a_kernel_writes_arrays_and_runs_again_from_its_trace() -> None:
    text = """
def kernel(out):
    i = cuda.grid(1)
    def put(value):
        out[i] = value * 2
    put(i)
"""
    done = run(text, config(1, 8), {"out": np.zeros(8, np.int64)})

    again = follow(done.trace, [0])

    assert done.arrays["out"].tolist() == list(range(0, 16, 2))
    assert [function.name for function in done.trace.functions] == ["kernel", "put"]
    assert again.functions == done.trace.functions


def test_an_inner_function_that_reads_variables_is_called_where_they_are() -> None:
    text = """
@cuda.jit(device=True)
def apply(f, x):
    return f(x)

def kernel(out):
    i = cuda.grid(1)
    f = lambda x: x + i
    out[i] = apply(f, 1)
"""
    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), {"out": np.zeros(1)})

    assert refused.value.message.code == "kernel.inner-elsewhere"


SOMETIMES = """
@cuda.jit(device=True)
def found(a, wanted):
    for k in range(a.size):
        if a[k] == wanted:
            return k

def kernel(a, out):
    i = cuda.grid(1)
    place = found(a, i)
    {lines}
"""


@pytest.mark.slow
def test_none_on_some_ways_is_told_from_a_number_thread_by_thread() -> None:
    lines = "if place is None:\n        out[i] = -1\n    else:\n        out[i] = place + 10"
    a = np.array([3, 1, 5])

    mine, theirs = both(SOMETIMES.format(lines=lines), 6, {"a": a, "out": np.zeros(6, np.int64)})

    assert mine["out"].tolist() == theirs["out"].tolist() == [-1, 11, -1, 10, -1, 12]


def test_a_thread_that_computes_with_none_ends_the_launch_with_its_place() -> None:
    with pytest.raises(KernelFailed) as failed:
        run(
            SOMETIMES.format(lines="out[i] = place"),
            config(1, 6),
            {"a": np.array([0, 1, 5]), "out": np.zeros(6)},
        )

    assert failed.value.message.code == "kernel.none-as-number"
    assert "thread (2, 0, 0)" in failed.value.message.text
    assert failed.value.place is not None
    assert failed.value.place.line == 10
