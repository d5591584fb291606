"""What operators do where NumPy, LLVM and a GPU have each their own way: the GPU's is computed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.simt.kernels import config, run

THREADS = 64


def computed(expression: str, kind: str, **arrays: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An expression of elements, for each thread."""
    names = ", ".join((*arrays, "result"))
    text = f"def kernel({names}):\n    i = cuda.grid(1)\n    result[i] = {expression}\n"
    given = {**arrays, "result": np.zeros(THREADS, kind)}
    return run(text, config(1, THREADS), given).arrays["result"]


@pytest.mark.parametrize(
    "expression",
    [
        "7.0 % (1e9 / 0.0)",
        "7.0 // (1e9 / -0.0)",
        "7.0 % (np.float32(7.0) / np.float32(0.0))",
        "7.0 % (np.float64(7.0) // 0)",
    ],
)
def test_a_constant_divided_by_0_is_computed_by_the_gpu_and_so_is_what_follows(
    expression: str,
) -> None:
    assert np.isnan(computed(expression, "f8")).all()


def test_an_infinite_constant_is_folded_with_what_follows() -> None:
    assert computed("7.0 % np.inf", "f8")[0] == 7.0
    assert computed("7.0 % (np.float64(1e308) * 10.0)", "f8")[0] == 7.0


@pytest.mark.parametrize("kind", ["c8", "c16"])
def test_a_product_of_complex_numbers_rounds_each_part_where_its_formula_says(kind: str) -> None:
    given = (
        np.random.default_rng(7).standard_normal((2, THREADS, 2)).astype(f"f{int(kind[1:]) // 2}")
    )
    x, y = given.view(kind)[..., 0]
    rounded = given.dtype.type

    def by_formula(a: Any, b: Any) -> complex:
        def product(one: Any, other: Any) -> Fraction:
            return Fraction(float(rounded(Fraction(float(one)) * Fraction(float(other)))))

        real = product(a.real, b.real) - product(a.imag, b.imag)
        imaginary = product(a.real, b.imag) + product(a.imag, b.real)
        return complex(rounded(real), rounded(imaginary))

    result = computed("x[i] * y[i]", kind, x=x, y=y)

    assert result.tolist() == [by_formula(a, b) for a, b in zip(x, y, strict=True)]


def test_constant_complex_numbers_are_divided_as_others_are() -> None:
    made = computed("np.complex128(1 + 3j) / (3 + 0.1j)", "c16")
    of_arrays = computed("x[i] / y[i]", "c16", x=np.full(64, 1 + 3j), y=np.full(64, 3 + 0.1j))

    assert made.tolist() == of_arrays.tolist()
