"""Fused multiply-add against fractions, which round once by nature."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.simt.numerics.fma import fma
from tests.simt.kernels import config, run

SPECIAL = [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, -2e-308, 1.7e308, 1.0, -3.5]


def rounded_once(x: float, y: float, z: float, width: int) -> float:
    """Of finite numbers whose sum is not 0; float() and int / int round correctly."""
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if width == 64:
        try:
            return float(exact)
        except OverflowError:
            return math.inf if exact > 0 else -math.inf
    return nearest_single(exact)


def nearest_single(exact: Fraction) -> float:
    """The float32 next to a fraction, the even one of two that are as near."""
    guess = np.float32(float(exact))
    with np.errstate(over="ignore"):  # beside the largest; NumPy 2.0 warns of it
        near = [np.nextafter(guess, np.float32(end)) for end in (-np.inf, np.inf)]
    options = [value for value in (guess, *near) if np.isfinite(value)]
    return float(
        min(options, key=lambda v: (abs(Fraction(float(v)) - exact), v.view(np.int32) & 1))
    )


def floats(width: Any) -> st.SearchStrategy[float]:
    return st.floats(width=width, allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize("width", [32, 64])
@given(data=st.data())
def test_a_fused_multiply_add_rounds_once(width: int, data: st.DataObject) -> None:
    small = st.floats(-4, 4, width=width)  # type: ignore[arg-type]
    x, y = data.draw(floats(width) | small), data.draw(floats(width) | small)
    product = x * y
    near = -product if math.isfinite(product) and width == 64 else 1.0
    z = data.draw(floats(width) | small | st.just(near))
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    kind = np.dtype(f"f{width // 8}").type

    result = fma(kind(x), kind(y), kind(z))

    assert result.dtype == kind
    if exact and abs(exact) < Fraction(float(np.finfo(kind).max)):
        assert float(result) == rounded_once(x, y, z, width)
    elif not exact:
        assert result == 0


def test_what_is_infinite_or_no_number_goes_the_usual_way() -> None:
    cases = list(itertools.product(SPECIAL, repeat=3))

    results = fma(*(np.array(part) for part in zip(*cases, strict=True))).tolist()

    for (x, y, z), result in zip(cases, results, strict=True):
        assert str(result) == str(usual(x, y, z)), (x, y, z)


def usual(x: float, y: float, z: float) -> float:
    if all(map(math.isfinite, (x, y, z))):
        if Fraction(x) * Fraction(y) + Fraction(z):
            return rounded_once(x, y, z, 64)
    elif math.isfinite(x) and math.isfinite(y):
        return z
    with np.errstate(all="ignore"):
        return float(np.multiply(x, y) + z)


def test_what_lies_just_below_the_middle_of_two_numbers_is_rounded_down() -> None:
    x, y, odd = (1 + 2.0**-40) / 2, 1 - 2.0**-40, 2.0**52 + 1  # x * y is 0.5 - 2^-81

    result = fma(np.float64(x), np.float64(y), np.float64(odd))

    assert result == odd


@pytest.mark.parametrize(
    ("kinds", "result"),
    [
        ("f4 f4 f4", "float32"),
        ("f8 f8 f8", "float64"),
        ("f4 f8 f4", "float64"),
        ("i4 i4 i4", "float64"),
    ],
)
def test_a_kernel_has_fma_in_the_types_of_numba(kinds: str, result: str) -> None:
    x, y, z = (
        np.full(40, value, kind) for value, kind in zip((3, 5, 7), kinds.split(), strict=True)
    )
    out = np.zeros(40)
    text = """
        def kernel(out, x, y, z):
            i = cuda.grid(1)
            value = cuda.fma(x[i], y[i], z[i])
            out[i] = value
        """

    trace = run(text, config(1, 40), {"out": out, "x": x, "y": y, "z": z}).trace

    assert [str(variable.dtype) for variable in trace.variables][-1] == result
    assert out.tolist() == [22.0] * 40
