"""Complex numbers in kernels: arithmetic, parts, complex(), cmath; Numba and Python are asked."""

from __future__ import annotations

import cmath
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba.cuda.descriptor import cuda_target
from numba.np.numpy_support import as_dtype, from_dtype

from tests.simt.kernels import config, run
from tests.simt.njit import both

PARTS = [0.0, 1.0, -1.5, 0.25, -3.0]
NUMBERS = np.array([complex(x, y) for x, y in itertools.product(PARTS, PARTS)])

ARITHMETIC = [
    "x + y",
    "x - y * 2",
    "x * y",
    "x / (y + 7)",
    "-x + 1j",
    "x ** 2",
    "(x + 3) ** 0.5",
    "x * 2 + np.float32(0.5)",
    "x.conjugate()",
    "abs(x) + x.real - x.imag",
    "complex(x.real, y.imag)",
    "complex(abs(x))",
    "complex(y)",
    "x if x == y else y",
    "x if x != y.conjugate() else y",
    "np.complex64(x)",
    "np.complex128(x) * 1j",
    "min((x.real, y.imag)) + 3j",
    "sum((x, y, 1))",
    "x and y",
    "not x",
    "bool(y)",
    "x.real.conjugate()",
]


@pytest.mark.slow
@pytest.mark.parametrize(("expression", "kind"), list(itertools.product(ARITHMETIC, ("c8", "c16"))))
def test_arithmetic_is_that_of_numba(expression: str, kind: str) -> None:
    text = f"""
def kernel(left, right, out):
    i = cuda.grid(1)
    x = left[i // 25]
    y = right[i % 25]
    out[i] = {expression}
"""
    numbers = NUMBERS.astype(kind)
    arguments = {"left": numbers, "right": numbers, "out": np.zeros(625, np.complex128)}

    mine, theirs = both(text, 625, arguments)

    np.testing.assert_allclose(mine["out"], theirs["out"], rtol=1e-6 if kind == "c8" else 1e-14)


FUNCTIONS = "exp log log10 sqrt sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh"
POINTS = [complex(x, y) for x, y in itertools.product([-0.0, 0.5, -2.0, 3.0], [0.25, -1.5, 2.0])]


@pytest.mark.parametrize("kind", ["c8", "c16"])
@pytest.mark.parametrize("name", FUNCTIONS.split())
def test_functions_of_cmath_are_those_of_python(name: str, kind: str) -> None:
    kernel = f"def kernel(z, out):\n    i = cuda.grid(1)\n    out[i] = cmath.{name}(z[i])\n"
    numbers = np.array(POINTS, kind)

    done = run(kernel, config(1, 12), {"z": numbers, "out": np.zeros(12, kind)}, cmath=cmath)

    expected = [getattr(cmath, name)(complex(z)) for z in numbers]
    np.testing.assert_allclose(done.arrays["out"], expected, rtol=1e-6 if kind == "c8" else 1e-14)


def test_complex_numbers_go_to_radius_and_phase_and_back() -> None:
    kernel = """
        def kernel(z, out, phases, finite):
            i = cuda.grid(1)
            radius, phase = cmath.polar(z[i])
            out[i] = cmath.rect(radius, phase)
            phases[i] = cmath.phase(z[i]) + cmath.pi
            finite[i] = cmath.isfinite(z[i]) and not cmath.isnan(z[i]) and not cmath.isinf(z[i])
        """
    numbers = np.array(POINTS)
    arguments = {
        "z": numbers,
        "out": np.zeros(12, complex),
        "phases": np.zeros(12),
        "finite": np.zeros(12, bool),
    }

    done = run(kernel, config(1, 12), arguments, cmath=cmath)

    np.testing.assert_allclose(done.arrays["out"], numbers, rtol=1e-14)
    np.testing.assert_allclose(done.arrays["phases"], [cmath.phase(z) + cmath.pi for z in POINTS])
    assert done.arrays["finite"].all()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("complex(x, y)", complex(np.inf, -0.0)),
        ("complex(y, x)", complex(-0.0, np.inf)),
        ("cmath.rect(0.0, x)", 0j),
        ("cmath.exp(complex(-x, x))", 0j),
    ],
)
def test_parts_keep_their_signs_and_infinities(text: str, expected: complex) -> None:
    kernel = f"def kernel(x, y, out):\n    out[0] = {text}\n"
    arguments = {"x": np.inf, "y": -0.0, "out": np.ones(1, complex)}

    got = complex(run(kernel, config(1, 1), arguments, cmath=cmath).arrays["out"][0])

    assert (got.real, got.imag) == (expected.real, expected.imag)
    assert np.signbit([got.real, got.imag]).tolist() == [
        bool(np.signbit(expected.real)),
        bool(np.signbit(expected.imag)),
    ]


KINDS = [np.dtype(kind) for kind in ("i4", "i8", "f4", "f8", "c8", "c16")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "function", "count"),
    [
        ("complex(x)", complex, 1),
        ("complex(x, y)", complex, 2),
        ("cmath.sqrt(x)", cmath.sqrt, 1),
        ("cmath.log(x, y)", cmath.log, 2),
        ("abs(x)", abs, 1),
    ],
)
def test_results_have_the_types_of_numba(
    text: str, function: Callable[..., Any], count: int
) -> None:
    context = cuda_target.typing_context
    context.refresh()
    kernel = f"def kernel(x, y):\n    result = {text}\n"
    for kinds in itertools.product(KINDS, repeat=count):
        arguments = {"x": kinds[0].type(2), "y": kinds[-1].type(3)}
        called = context.resolve_function_type(function, tuple(map(from_dtype, kinds)), {})

        done = run(kernel, config(1, 1), arguments, cmath=cmath)

        assert done.trace.variables[0].dtype == as_dtype(called.return_type), kinds


def test_shared_and_local_arrays_hold_complex_numbers() -> None:
    kernel = """
        def kernel(z):
            i = cuda.grid(1)
            tile = cuda.shared.array(32, np.complex64)
            own = cuda.local.array(2, np.complex128)
            tile[i] = z[i]
            cuda.syncthreads()
            own[0] = tile[31 - i]
            own[1] = own[0] * 1j
            z[i] = own[1]
        """
    numbers = np.arange(32) + 1j

    done = run(kernel, config(1, 32), {"z": numbers.copy()})

    assert done.trace.hazards == ()
    assert np.array_equal(done.arrays["z"], numbers[::-1] * 1j)
