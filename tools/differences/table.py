"""The rows of the table: each operator and function that kernels may use, and how it is called."""

from __future__ import annotations

import cmath
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

REAL = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]
ALL = [*REAL, "c8", "c16"]
LITERAL_EXPONENTS = (2, 3, -1, -2, 0.0, 0.5, -0.5, 1.0, 2.0, -1.0)
"""NumPy takes shortcuts for some that all lanes share."""
_SOME = ["b1", "i4", "i8", "u1", "u8", "f4", "f8", "c16"]
"""For NumPy's functions of two numbers: those of one width do the same."""


@dataclass(frozen=True, slots=True)
class Row:
    """An expression of x, or of x and y, with what Numba is asked for its type."""

    name: str
    text: str
    function: Callable[..., Any] | None
    kinds: tuple[str, ...] = tuple(ALL)
    part: int | None = None  # of a result that is a tuple
    static: tuple[Any, ...] = ()  # literal arguments behind x

    @property
    def may_end(self) -> bool:
        """Whether Numba's code may end a thread, so that other cells would miss their values."""
        ends = "**" in self.text or "pow" in self.text
        return ends or self.name in ("/", "operator.truediv")

    @property
    def is_binary(self) -> bool:
        """Whether the expression has an y."""
        return "y" in self.text.replace("numpy", "").replace("copysign", "")


_OPERATORS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
}
_SIGNS: dict[str, Callable[..., Any]] = {
    "-x": operator.neg,
    "+x": operator.pos,
    "~x": operator.invert,
    "not x": operator.not_,
}
_MATH_ONE = (
    "acos acosh asin asinh atan atanh ceil cos cosh degrees erf erfc exp exp2 expm1 fabs floor"
    " gamma isfinite isinf isnan lgamma log log10 log1p log2 radians sin sinh sqrt tan tanh trunc"
)
_MATH_TWO = "atan2 copysign fmod hypot nextafter pow remainder"
_CMATH = (
    "acos acosh asin asinh atan atanh cos cosh exp isfinite isinf isnan log log10 phase sin sinh"
    " sqrt tan tanh"
)
_NOT_ASKED = ("frexp", "modf", "heaviside", "isnat", "bitwise_count", "matmul")
_CASTS = [
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
]


def rows() -> list[Row]:
    """All rows of the table."""
    return [
        *(Row(sign, f"x {sign} y", function) for sign, function in _OPERATORS.items()),
        *(Row(text, text, function) for text, function in _SIGNS.items()),
        *_of_python(),
        *_of_math(),
        *_of_numpy(),
    ]


def _of_python() -> list[Row]:
    real = tuple(REAL)
    return [
        Row("abs", "abs(x)", abs),
        Row("min", "min(x, y)", min, real),
        Row("max", "max(x, y)", max, real),
        Row("pow", "pow(x, y)", pow),
        Row("divmod[0]", "divmod(x, y)[0]", divmod, real, part=0),
        Row("divmod[1]", "divmod(x, y)[1]", divmod, real, part=1),
        Row("round", "round(x)", round, real),
        Row("round(x, 2)", "round(x, 2)", round, real, static=(2,)),
        Row("int", "int(x)", int, real),
        Row("float", "float(x)", float, real),
        Row("bool", "bool(x)", bool),
        Row("complex", "complex(x, y)", complex, real),
        *(Row(f"x ** {n}", f"x ** {n}", operator.pow, static=(n,)) for n in LITERAL_EXPONENTS),
        *(Row(f"np.{name}", f"np.{name}(x)", getattr(np, name)) for name in _CASTS),
        Row("np.complex64", "np.complex64(x)", np.complex64),
        Row("np.complex128", "np.complex128(x)", np.complex128),
    ]


def _of_math() -> list[Row]:
    real = tuple(REAL)
    one = [
        Row(f"math.{name}", f"math.{name}(x)", getattr(math, name), real)
        for name in _MATH_ONE.split()
        if hasattr(math, name)
    ]
    two = [
        Row(f"math.{name}", f"math.{name}(x, y)", getattr(math, name), real)
        for name in _MATH_TWO.split()
    ]
    two += [
        Row(f"math.pow(x, {n})", f"math.pow(x, {n})", math.pow, real, static=(n,))
        for n in LITERAL_EXPONENTS
    ]
    parts = [
        Row(f"math.{name}[{part}]", f"math.{name}(x)[{part}]", getattr(math, name), real, part=part)
        for name in ("frexp", "modf")
        for part in (0, 1)
    ]
    of_complex = [
        Row(f"cmath.{name}", f"cmath.{name}(x)", getattr(cmath, name)) for name in _CMATH.split()
    ]
    return [
        *one,
        *two,
        Row("math.ldexp", "math.ldexp(x, y)", math.ldexp, real),
        *parts,
        *of_complex,
    ]


def _of_numpy() -> list[Row]:
    found = {
        thing.__name__: thing
        for name, thing in vars(np).items()
        if isinstance(thing, np.ufunc) and thing.signature is None and name not in _NOT_ASKED
    }
    result = []
    for name, function in sorted(found.items()):
        call = f"np.{name}(x)" if function.nin == 1 else f"np.{name}(x, y)"
        kinds = tuple(ALL if function.nin == 1 else _SOME)
        if function.nout == 1:
            result.append(Row(f"np.{name}", call, function, kinds))
        else:
            result += [
                Row(f"np.{name}[{part}]", f"{call}[{part}]", function, kinds, part)
                for part in range(function.nout)
            ]
    return result
