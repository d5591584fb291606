"""Values at infinities, signed zeros and no numbers: what the PTX of numba-cuda gives there."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.simt.kernels import config, run
from tests.simt.test_libdevice import results

INF, NAN = math.inf, math.nan
BASES = [0.0, -0.0, INF, -INF, NAN, 4.0, -4.0, 1.0]
POWERS = {
    0.5: [0.0, 0.0, INF, INF, NAN, 2.0, NAN, 1.0],
    -0.5: [INF, INF, 0.0, 0.0, NAN, 0.5, NAN, 1.0],
    0.0: [1.0] * 8,
    1.0: BASES,
    2.0: [0.0, 0.0, INF, INF, NAN, 16.0, 16.0, 1.0],
    -1.0: [INF, -INF, 0.0, -0.0, NAN, 0.25, -0.25, 1.0],
}
"""By exponent: the powers of BASES (C99, F.10.4.4)."""


def same(found: np.ndarray, expected: object) -> bool:
    """Whether all values are equal, zeros with their signs, and no numbers at the same places."""
    wanted = np.asarray(expected, found.dtype)
    signs = np.isnan(wanted) | (np.signbit(found) == np.signbit(wanted))
    return bool(np.array_equal(found, wanted, equal_nan=True) and signs.all())


@pytest.mark.slow
@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("power", ["x[i] ** {}", "math.pow(x[i], {})", "np.power(x[i], {})"])
@pytest.mark.parametrize("exponent", POWERS)
def test_a_power_is_the_same_for_an_exponent_of_all_lanes_and_of_each(
    kind: type[np.floating], power: str, exponent: float
) -> None:
    kernel = f"""
    def k(x, e, each, literal, shared, own):
        i = cuda.threadIdx.x
        literal[i] = {power.format(exponent)}
        shared[i] = {power.format("e")}
        own[i] = {power.format("each[i]")}
    """
    out = np.zeros(len(BASES), kind)
    given = {"x": np.array(BASES, kind), "e": kind(exponent), "each": np.full(8, exponent, kind)}

    done = run(kernel, config(1, 8), {**given, "literal": out, "shared": out, "own": out})

    for name in ("literal", "shared", "own"):
        assert same(done.arrays[name], POWERS[exponent]), done.arrays[name]


@pytest.mark.parametrize("function", ["fmax", "maximum", "fmin", "minimum"])
def test_of_two_equal_zeros_numpys_functions_give_the_first(function: str) -> None:
    kernel = f"""
    def k(x, y, out):
        i = cuda.threadIdx.x
        out[i] = np.{function}(x[i], y[i])
    """
    x, y = np.array([0.0, -0.0]), np.array([-0.0, 0.0])

    done = run(kernel, config(1, 2), {"x": x, "y": y, "out": np.zeros(2)})

    assert same(done.arrays["out"], x)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("pow", ([-0.0, -INF, -1.0, -2.0], [0.5, 0.5, INF, 3.0]), [0.0, INF, 1.0, -8.0]),
        ("powf", ([-0.0, -INF], [0.5, 0.5]), [0.0, INF]),
        ("fast_powf", ([-2.0, 0.0, 2.0, INF], [3.0, 0.0, 3.0, 0.0]), [NAN, NAN, 8.0, NAN]),
        ("fmax", ([0.0, -0.0, NAN], [-0.0, 0.0, 1.0]), [0.0, 0.0, 1.0]),
        ("fminf", ([0.0, -0.0, NAN], [-0.0, 0.0, 1.0]), [-0.0, -0.0, 1.0]),
        ("erfcinv", ([1.0, 0.0, 2.0, -0.5],), [0.0, INF, -INF, NAN]),
        ("tgamma", ([0.0, -0.0, -5e-324, 5e-324],), [INF, -INF, -INF, INF]),
    ],
)
def test_functions_of_libdevice_have_its_values_there(
    name: str, arguments: tuple[list[float], ...], expected: list[float]
) -> None:
    found = results(name, *map(np.array, arguments))

    assert same(found, expected), found


def test_the_bits_of_a_quotient_are_exact_however_large_it_is() -> None:
    x, y = np.array([1e22, -1e22, 1e5]), np.array([3.0, 3.0, 2.0**-1070])

    _, bits = results("remquo", x, y)

    assert bits.tolist() == [10**22 // 3 % 8, -(10**22 // 3 % 8), 0]
