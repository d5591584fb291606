"""Operators, casts and functions of numbers: every value against Numba's CPU compiler.

What its code for GPUs computes otherwise is left out here: tests/tools/test_differences.py has it,
and docs/differences.md tells of it.
"""

from __future__ import annotations

import math
import textwrap
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.simt.types import binary_type
from tests.simt.kernels import config, run
from tests.simt.njit import both

NUMBERS: dict[str, list[float]] = {
    "b": [0, 1],
    "i": [0, 1, -1, 2, -2, 5, -7, 100, 127, -127],
    "u": [0, 1, 2, 7, 100, 200, 255],
    "f": [0, -0.0, 1, -1, 1.5, -2.5, 7.25, -100, np.inf, -np.inf, np.nan, 1e30, 3e-39, 0.1],
}
PAIRS = (
    "b1 b1, b1 i8, i1 i1, i4 i4, i4 i8, i8 i8, u1 i4, u1 u1, u4 i4, u8 u8, u8 i8, i8 u8, f4 f4,"
    " f4 i1, i4 f4, f4 f8, f8 f8, f8 u8, b1 f4, u1 f4"
)
GROUPS = {
    "sums": {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/"},
    "rests": {"FloorDiv": "//", "Mod": "%"},
    "bits": {"BitAnd": "&", "BitOr": "|", "BitXor": "^"},
    "orders": {"Lt": "<", "LtE": "<=", "Eq": "==", "NotEq": "!=", "Gt": ">", "GtE": ">="},
}


ALIKE = "-1e6 < x < 1e6 and 0.01 < abs(y) < 1e6"
"""Where the quotient of fractions is so small that GPUs and CPUs have one remainder."""


def numbers(kind: str) -> NDArray[Any]:
    """Numbers of a type that are worth a try.

    The lowest of a signed type is left out: divided by -1 it ends a CPU's process.
    """
    dtype = np.dtype(kind)
    with np.errstate(over="ignore"):
        values = np.array(NUMBERS[dtype.kind], np.float64).astype(dtype)
    if dtype.kind == "b" or dtype.kind == "f":
        return values
    info = np.iinfo(dtype)
    limits = [info.max, info.max - 1, info.min + 1]
    return np.append(values, np.array(limits, dtype))


def assert_same(got: NDArray[Any], want: NDArray[Any], ulps: int = 0) -> None:
    if want.dtype.kind != "f" or not ulps:
        assert np.array_equal(got, want, equal_nan=want.dtype.kind == "f"), differing(got, want)
        return
    assert np.array_equal(np.isnan(got), np.isnan(want)), differing(got, want)
    finite = np.isfinite(want)
    assert np.array_equal(got[~finite], want[~finite], equal_nan=True), differing(got, want)
    got, want = got[finite], want[finite]
    close = np.abs(got - want) <= ulps * np.spacing(np.abs(want))
    assert close.all(), differing(got, want)


def differing(got: NDArray[Any], want: NDArray[Any]) -> str:
    where = np.argwhere((got != want) & ~(np.isnan(got * 1.0) & np.isnan(want * 1.0)))[:5]
    return "; ".join(f"{tuple(at)}: {got[tuple(at)]!r}, not {want[tuple(at)]!r}" for at in where)


def table(rows: list[tuple[str, str, str]], ulps: int = 0) -> None:
    """Evaluates `expression` of x and y for all pairs of numbers of two types, both ways."""
    lines = ["def kernel(WHOLE, FLOAT, SINGLE, ARRAYS):", "    i = cuda.grid(1)"]
    kinds = sorted({kind for row in rows for kind in row[:2]})
    arrays = {kind: numbers(kind) for kind in kinds}
    longest = max(len(array) for array in arrays.values())
    for column, (left, right, expression) in enumerate(rows):
        lines += [
            f"    x = {left}[i // {longest} % {left}.size]",
            f"    y = {right}[i % {longest} % {right}.size]",
            f"    {expression.replace('OUT', f'[i, {column}]')}",
        ]
    text = "\n".join(lines).replace("ARRAYS", ", ".join(kinds)) + "\n"
    shape = (longest**2, len(rows))
    outputs = {"WHOLE": np.int64, "FLOAT": np.float64, "SINGLE": np.float32}
    arguments = {**{name: np.zeros(shape, kind) for name, kind in outputs.items()}, **arrays}

    mine, theirs = both(text, longest**2, arguments)

    for name in outputs:
        assert_same(mine[name], theirs[name], ulps)


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_operators_give_the_bits_that_numba_gives(group: str) -> None:
    rows = []
    for pair in PAIRS.split(","):
        left, right = pair.split()
        for name, symbol in GROUPS[group].items():
            kind = binary_type(name, np.dtype(left), np.dtype(right)) if group != "orders" else None
            if group == "orders" or kind is not None:
                target = "FLOAT" if kind is not None and kind.kind == "f" else "WHOLE"
                alike = f" if {ALIKE} else 0.0" if group == "rests" and target == "FLOAT" else ""
                rows.append((left, right, f"{target}OUT = x {symbol} y{alike}"))

    table(rows)


@pytest.mark.slow
def test_shifts_within_the_width_give_the_bits_that_numba_gives() -> None:
    rows = [
        (left, right, f"WHOLEOUT = x {symbol} (y & 31)")
        for left in ("b1", "i1", "i4", "i8", "u1", "u4", "u8")
        for right in ("i4", "u8")
        for symbol in ("<<", ">>")
    ]

    table(rows)


@pytest.mark.slow
def test_signs_and_complements_give_the_bits_that_numba_gives() -> None:
    rows = [
        (kind, "b1", f"{'FLOAT' if 'f' in kind else 'WHOLE'}OUT = {expression}")
        for kind in ("b1", "i1", "i4", "i8", "u1", "u8", "f4", "f8")
        for expression in ("-x", "+x", "~x", "abs(x)", "not x", "-(-x)")
        if not (expression == "~x" and "f" in kind)
    ]

    table(rows)


@pytest.mark.slow
def test_casts_give_the_bits_that_numba_gives() -> None:
    rows = [
        (kind, "b1", f"{'FLOAT' if 'f' in target else 'WHOLE'}OUT = {target}(x)")
        for kind in ("b1", "i1", "i4", "i8", "u1", "u4", "u8")
        for target in [
            "np.int8",
            "np.int16",
            "np.int32",
            "np.int64",
            "np.uint8",
            "np.uint16",
            "np.uint32",
            "np.uint64",
            "np.float32",
            "np.float64",
            "int",
            "bool",
        ]
    ]
    rows += [
        (kind, "b1", f"FLOATOUT = {target}(x)")
        for kind in ("f4", "f8")
        for target in ("np.float32", "np.float64", "float")
    ]
    rows += [
        (kind, "b1", f"WHOLEOUT = {target}(min(max(x, -100.0), 100.0)) if x == x else 0")
        for kind in ("f4", "f8")
        for target in ("int", "np.int32", "np.int8")
    ]

    table(rows)


def target(left: str, right: str) -> str:
    """The output for a number of one type or the other: an int64 and an uint64 make a float64."""
    return "WHOLE" if np.result_type(left, right).kind in "biu" else "FLOAT"


def ordered(left: str, right: str) -> str:
    """Of two fractions libdevice's fmin takes the number, and the zero that is less."""
    return " if x < y or x > y else 0.0" if left[0] == right[0] == "f" else ""


@pytest.mark.slow
def test_extremes_give_the_bits_that_numba_gives() -> None:
    rows = [
        (left, right, f"{target(left, right)}OUT = {name}(x, y){ordered(left, right)}")
        for left, right in (pair.split() for pair in PAIRS.split(","))
        for name in ("min", "max")
        if (left == "b1") is (right == "b1")  # numba-cuda has none of a bool and a number
    ]
    rows += [("i4", "f4", "FLOATOUT = max(x, y, 3)"), ("f8", "i8", "FLOATOUT = min(y, x, y - 1)")]

    table(rows)


@pytest.mark.slow
def test_values_choose_as_in_numba() -> None:
    rows = [
        (left, right, f"{target(left, right)}OUT = {expression}")
        for left, right in (("i4", "f4"), ("u1", "i8"), ("b1", "i4"), ("f8", "f4"), ("i8", "u8"))
        for expression in ("x and y", "x or y", "x if y else y", "y or x and y", "not x or y < x")
    ]

    table(rows)


@pytest.mark.slow
def test_powers_of_whole_numbers_give_the_bits_that_numba_gives() -> None:
    rows = [
        (left, right, f"WHOLEOUT = (x % 8) ** {exponent}")  # exact in float64
        for left in ("b1", "i1", "i4", "i8", "u1", "u8")
        for right in ("i4", "u1", "i8")
        for exponent in ("(y & 15)", "2", "3")
    ]
    rows += [
        (left, "i4", f"WHOLEOUT = (x % 3 - 1 if x % 3 != 1 else x % 2 + 1) ** {exponent}")
        for left in ("i4", "i8")
        for exponent in ("(y % 40)", "(-(y % 40))")
    ]

    table(rows)


@pytest.mark.slow
def test_powers_of_fractions_are_as_near_as_those_of_numba() -> None:
    rows = [
        (left, right, f"{'SINGLE' if single(left, right) else 'FLOAT'}OUT = x ** {exponent}")
        for left, right in (("f4", "f4"), ("f8", "f8"), ("f4", "f8"), ("i4", "f4"), ("u1", "f8"))
        for exponent in ("y", "2", "3")
    ]

    table(rows, ulps=2)


def single(*kinds: str) -> bool:
    """Whether NumPy and Numba compute with these types in float32."""
    return np.result_type(*map(np.dtype, kinds)) == np.float32


UNARY = [
    "exp",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sqrt",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "degrees",
    "radians",
    "fabs",
    "asin",
    "acos",
    "atan",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
]
NUMPY_UNARY = [
    "log",
    "log2",
    "log10",
    "sin",
    "tanh",
    "arcsin",
    "arctan",
    "arccosh",
    "deg2rad",
]


@pytest.mark.slow
def test_math_functions_are_as_near_as_those_of_numba() -> None:
    rows = [
        (kind, "b1", f"{'SINGLE' if kind == 'f4' else 'FLOAT'}OUT = math.{name}({argument})")
        for kind in ("f4", "f8", "i4")
        for name in UNARY
        for argument in (["x"] if name not in ("sin", "cos", "tan") else ["min(max(x, -99), 99)"])
    ]

    table(rows, ulps=2)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "other"), [("f4", "i1"), ("f8", "i4")])
def test_numpy_functions_are_as_near_as_those_of_numba(kind: str, other: str) -> None:
    out = "SINGLE" if kind == "f4" else "FLOAT"
    rows = [(kind, "b1", f"{out}OUT = np.{name}(x)") for name in NUMPY_UNARY]
    rows += [
        (kind, right, f"{out}OUT = np.{name}(x, y)")
        for right in (kind, other)
        for name in ("arctan2", "hypot", "fmin", "fmax", "minimum", "maximum")
    ]

    table(rows, ulps=2)


@pytest.mark.slow
def test_numbers_come_apart_and_together_as_in_numba() -> None:
    rows = [
        (kind, "b1", f"{out}OUT = {expression}")
        for kind, out in (("f4", "SINGLE"), ("f8", "FLOAT"))
        for expression in (
            "math.frexp(x)[0]",
            "math.frexp(x)[1] if math.isfinite(x) else 0",
            "math.ldexp(x, np.int32(3))",
            "math.nextafter(x, x)",
            "np.fmax(x, -x)",
            "np.fmin(x, x + 1)",
        )
    ]
    rows += [
        (kind, kind, f"WHOLEOUT = np.{name}(x, y)")
        for kind in ("i4", "i8")
        for name in ("bitwise_and", "bitwise_or", "less", "logical_xor", "fmax", "maximum")
    ]

    table(rows)


def test_modf_and_remainder_are_those_of_python() -> None:
    values = np.array([-7.75, -1.5, -0.0, 0.0, 0.875, 2.625, 1e300])
    kernel = """
        def kernel(x, parts, rest):
            i = cuda.grid(1)
            parts[i, 0], parts[i, 1] = math.modf(x[i])
            rest[i] = math.remainder(x[i], 1.75)
        """

    done = run(kernel, config(1, 7), {"x": values, "parts": np.zeros((7, 2)), "rest": values + 0})

    assert [tuple(row) for row in done.arrays["parts"]] == [math.modf(x) for x in values]
    assert list(done.arrays["rest"]) == [math.remainder(x, 1.75) for x in values]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_gamma_functions_are_those_of_c(kind: str) -> None:
    values = np.array([-2.5, -0.5, -0.0, 0.0, 0.25, 1, 2, 7.5, 40, np.inf, np.nan], kind)
    text = """
        def kernel(x, gamma, lgamma):
            i = cuda.grid(1)
            gamma[i] = math.gamma(x[i])
            lgamma[i] = math.lgamma(x[i])
        """
    arguments = {"x": values, "gamma": np.zeros(11, kind), "lgamma": np.zeros(11, kind)}

    mine, theirs = both(textwrap.dedent(text), 11, arguments)

    np.testing.assert_allclose(mine["gamma"], theirs["gamma"], rtol=1e-6)
    np.testing.assert_allclose(mine["lgamma"], theirs["lgamma"], rtol=1e-6)


@pytest.mark.slow
def test_math_functions_of_two_numbers_are_as_near_as_those_of_numba() -> None:
    rows = [
        (left, right, f"{'SINGLE' if single(left, right) else 'FLOAT'}OUT = math.{name}(x, y)")
        for left, right in (("f4", "f4"), ("f8", "f8"), ("f8", "f4"))
        for name in ("atan2", "hypot", "copysign", "pow")
    ]
    rows += [
        (kind, "b1", f"WHOLEOUT = math.{name}(x)")
        for kind in ("f4", "f8", "i4")
        for name in ("isnan", "isinf", "isfinite")
    ]
    rows += [
        (kind, "b1", f"WHOLEOUT = int(math.{name}(min(max(x, -1e6), 1e6))) if x == x else 0")
        for kind in ("f4", "f8")
        for name in ("floor", "ceil", "trunc")
    ]

    table(rows, ulps=2)
