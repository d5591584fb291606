"""What a device function may be told besides numbers: functions, types and known whole numbers."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

from tests.simt.kernels import config, run

APPLIED = """
@cuda.jit(device=True)
def double(x):
    return 2 * x

@cuda.jit(device=True)
def square(x):
    return x * x

@cuda.jit(device=True)
def apply(function, x):
    return function(x)

def kernel(out):
    i = cuda.grid(1)
    out[i] = apply(double, i) + apply(square, i)
"""
COUNTED = """
@cuda.jit(device=True)
def count(change, counter, amount):
    change(counter, 0, amount)

def kernel(out):
    count(cuda.atomic.OPERATION, out, 3)
"""
TILED = """
@cuda.jit(device=True)
def turned(out, shape):
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile = cuda.shared.array(shape, np.int32)
    tile[x, y] = x * shape[1] + y
    cuda.syncthreads()
    out[x, y] = tile[shape[0] - 1 - x, y]

def kernel(out):
    turned(out, (2, 3))
"""
STAGED = """
@cuda.jit(device=True)
def staged(out, i, size, dtype):
    part = cuda.shared.array(size, dtype)
    part[cuda.threadIdx.x] = i / 2
    cuda.syncthreads()
    out[i] = part[size - 1 - cuda.threadIdx.x]

def kernel(out):
    staged(out, cuda.grid(1), THREADS, np.int16)
"""


def test_a_device_function_calls_the_functions_that_it_is_given() -> None:
    out = np.zeros(8, np.int64)

    run(APPLIED, config(1, 8), {"out": out})

    i = np.arange(8)
    np.testing.assert_array_equal(out, 2 * i + i * i)


@pytest.mark.parametrize(("operation", "total"), [("add", 96), ("sub", -96), ("max", 3)])
def test_a_device_function_is_given_an_atomic(operation: str, total: int) -> None:
    out = np.zeros(1, np.int64)

    run(COUNTED.replace("OPERATION", operation), config(1, 32), {"out": out})

    assert out[0] == total


def test_a_device_function_is_given_the_size_and_type_of_a_shared_array() -> None:
    out = np.zeros(4, np.float64)

    run(STAGED, config(1, 4), {"out": out}, THREADS=4)

    np.testing.assert_array_equal(out, [1, 1, 0, 0])


def test_a_device_function_is_given_the_shape_of_a_tile() -> None:
    out = np.zeros((2, 3), np.int64)

    run(TILED, config(1, (2, 3)), {"out": out})

    np.testing.assert_array_equal(out, [[3, 4, 5], [0, 1, 2]])


@pytest.mark.parametrize("name", ["add", "floordiv", "mod", "lshift", "xor", "iadd", "lt", "ne"])
def test_a_function_of_the_operator_module_is_its_operator(name: str) -> None:
    function, out = getattr(operator, name), np.zeros(8, np.int64)
    text = "def kernel(out):\n    i = cuda.grid(1)\n    out[i] = f(i, 3)\n"

    run(text, config(1, 8), {"out": out}, f=function)

    assert out.tolist() == [int(function(i, 3)) for i in range(8)]


DECLARED = """
@cuda.jit(SIGNATURES, device=True)
def half(x, y):
    return x / y

def kernel(out, x):
    i = cuda.grid(1)
    out[i] = half(x[i], 3)
"""


@pytest.mark.parametrize(
    ("signatures", "expected"),
    [
        ("'float64(float64, float64)'", [0.1 / 3, 2.5 / 3]),
        ("'float64(int32, int32)'", [0, 2 / 3]),
        ("'int8(float64, float64)'", [0, 0]),
        ("['(int32, int32)', '(float64, float64)']", [0.1 / 3, 2.5 / 3]),
        (
            "'(float32, float32)'",
            [np.float32(0.1) / np.float32(3), np.float32(2.5) / np.float32(3)],
        ),
    ],
)
def test_a_signature_converts_what_a_device_function_gets_and_gives(
    signatures: str, expected: Any
) -> None:
    out = np.zeros(2)

    text = DECLARED.replace("SIGNATURES", signatures)
    run(text, config(1, 2), {"out": out, "x": np.array([0.1, 2.5])})

    assert out.tolist() == [float(value) for value in expected]
