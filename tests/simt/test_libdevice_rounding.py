"""libdevice's arithmetic and conversions rounded down, up and towards zero, against fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.simt.test_libdevice import results

EXACT: dict[str, Callable[..., Fraction]] = {
    "add": lambda x, y: x + y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "fma": lambda x, y, z: x * y + z,
}
ENDS = [1e-300, 5e-324, 0.1, -0.7, 1.5, -3.0, 1e300, -1.7e308]


def directed(exact: Fraction, mode: str, kind: Any) -> float:
    """The representable number next to a fraction, found by stepping."""
    most = Fraction(float(np.finfo(kind).max))
    start = kind(float(min(max(exact, -most), most)))
    with np.errstate(over="ignore"):
        near = [start, np.nextafter(start, kind(-np.inf)), np.nextafter(start, kind(np.inf))]
    below = [float(n) for n in near if n == -np.inf or (n < np.inf and exact >= n)]
    above = [float(n) for n in near if n == np.inf or (n > -np.inf and exact <= n)]
    return max(below) if (mode == "rd" or (mode == "rz" and exact > 0)) else min(above)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["rd", "ru", "rz"])
@pytest.mark.parametrize("name", EXACT)
def test_directed_arithmetic_takes_the_neighbour_on_its_side(name: str, mode: str) -> None:
    count = 3 if name == "fma" else 2
    double = [part.reshape(-1) for part in np.meshgrid(*[np.array(ENDS)] * count)]
    single = [np.clip(part, -3e38, 3e38).astype("f4") for part in double]
    names = ("fma", "fmaf") if name == "fma" else (f"d{name}", f"f{name}")
    single = [np.where(part == 0, np.float32(1e-44), part) for part in single]

    for full, operands, kind in zip(names, (double, single), (np.float64, np.float32), strict=True):
        rows = zip(*(map(Fraction, part.tolist()) for part in operands), strict=True)
        exact = [EXACT[name](*row) for row in rows]
        expected = [directed(value, mode, kind) if value else 0.0 for value in exact]
        assert results(f"{full}_{mode}", *operands).tolist() == expected


@pytest.mark.parametrize("mode", ["rd", "ru", "rz"])
def test_directed_conversions_and_roots_take_the_neighbour_on_their_side(mode: str) -> None:
    long = np.array([2**53 + 1, -(2**53) - 1, 7, -(2**63), 2**63 - 1])
    whole = np.array([2**24 + 1, -(2**24) - 1, 5, -1], "i4")
    plain, wrapped = [Fraction(int(n)) for n in long], [Fraction(int(n) % 2**64) for n in long]

    for name, given, exact, kind in [
        ("ll2double", long, plain, np.float64),
        ("ull2double", long, wrapped, np.float64),
        ("ll2float", long, plain, np.float32),
        ("uint2float", whole, [Fraction(int(n) % 2**32) for n in whole], np.float32),
        ("int2float", whole, [Fraction(int(n)) for n in whole], np.float32),
        ("double2float", np.array([0.1, -0.1]), [Fraction(0.1), Fraction(-0.1)], np.float32),
    ]:
        found = results(f"{name}_{mode}", given)
        assert found.tolist() == [directed(value, mode, kind) for value in exact], name
    roots = results(f"dsqrt_{mode}", np.array([2.0, 4.0, 3.0]))
    assert [(Fraction(r) ** 2 > n) for r, n in zip(roots, (2, 4, 3), strict=True)] == [
        mode == "ru",
        False,
        mode == "ru",
    ]
