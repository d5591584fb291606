"""Functions of `math` and NumPy in a kernel, and the names of number types.

The types are those of Numba on CUDA: math.floor gives a float there, and a whole number is
computed with in float64 by math, but by NumPy in float32 where it has 16 bits or less.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuviz.simt.lower import operators
from gpuviz.simt.lower.arguments import refuse_arrays
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT32,
    INT64,
    UINT64,
    Scalar,
    TupleType,
    Type,
    best_overload,
    is_time,
)

TYPES: dict[str, Scalar] = {
    name: np.dtype(kind)
    for name, kind in {
        "bool": np.bool_,
        "bool_": np.bool_,
        "boolean": np.bool_,
        "b1": np.bool_,
        "int8": np.int8,
        "i1": np.int8,
        "int16": np.int16,
        "i2": np.int16,
        "int32": np.int32,
        "i4": np.int32,
        "intc": np.int32,
        "int64": np.int64,
        "i8": np.int64,
        "int_": np.int64,
        "intp": np.int64,
        "uint8": np.uint8,
        "u1": np.uint8,
        "uint16": np.uint16,
        "u2": np.uint16,
        "uint32": np.uint32,
        "u4": np.uint32,
        "uintc": np.uint32,
        "uint64": np.uint64,
        "u8": np.uint64,
        "uint": np.uint64,
        "uintp": np.uint64,
        "float16": np.float16,
        "float32": np.float32,
        "f4": np.float32,
        "single": np.float32,
        "float64": np.float64,
        "f8": np.float64,
        "double": np.float64,
        "complex64": np.complex64,
        "c8": np.complex64,
        "complex128": np.complex128,
        "c16": np.complex128,
    }.items()
}

TYPE_MODULES = ("numpy", "numba", "numba.types")

Overloads = Sequence[tuple[Scalar, ...]]

FLOAT: tuple[tuple[Scalar, ...], ...] = ((FLOAT32,), (FLOAT64,))
UNARY: Overloads = ((INT64,), (UINT64,), *FLOAT)
HALF: Overloads = (*UNARY, (FLOAT16,))
FLOATS: Overloads = ((FLOAT32, FLOAT32), (FLOAT64, FLOAT64))
SCALINGS: Overloads = ((FLOAT32, INT32), (FLOAT64, INT32))
WHOLE_OR_FLOATS: Overloads = ((INT64, INT64), (UINT64, UINT64), *FLOATS)
POWERS: Overloads = (*FLOATS, *SCALINGS)


@dataclass(frozen=True, slots=True)
class MathFunction:
    """One function of `math`: how NumPy computes it, and Numba's overloads of it.

    Whole numbers are computed with in float64. The result has the type that the first argument is
    computed in; `result` says otherwise, given that type.
    """

    apply: Callable[..., Any]
    overloads: Overloads = UNARY
    result: Callable[[Scalar], Type] = lambda kind: kind

    def typed(self, kinds: Sequence[Scalar]) -> tuple[tuple[Scalar, ...], Type]:
        """What the arguments are converted to, and the type of the result."""
        wanted = best_overload(kinds, self.overloads)
        if wanted[0].kind != "f":
            wanted = (FLOAT64,) * len(wanted)
        return wanted, self.result(wanted[0])


def each(function: Callable[..., float]) -> Callable[..., Any]:
    """A function of Python floats for arrays: slow, but there is none in NumPy."""

    def known(*values: float) -> float:
        try:
            return function(*values)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    def apply(*arrays: Any) -> Any:
        return np.asarray(np.frompyfunc(known, len(arrays), 1)(*arrays), np.float64)

    return apply


def _gamma(value: float) -> float:
    """As C has it: infinite at 0."""
    return math.copysign(math.inf, value) if value == 0 else math.gamma(value)


def _log_gamma(value: float) -> float:
    """As C has it: infinite at 0, -1, -2, ..."""
    return math.inf if value <= 0 and value == math.floor(value) else math.lgamma(value)


def _power(base: Any, exponent: Any) -> Any:
    return np.power(base, exponent.astype(base.dtype))


def _truth(kind: Scalar) -> Scalar:
    return BOOL


SAME_NAME = "expm1 log1p tan sinh cosh tanh degrees radians"
SAME_NAME_AND_HALF = "exp exp2 log log2 log10 sqrt sin cos fabs floor ceil trunc"

MATH: dict[str, MathFunction] = {
    **{name: MathFunction(getattr(np, name)) for name in SAME_NAME.split()},
    **{name: MathFunction(getattr(np, name), HALF) for name in SAME_NAME_AND_HALF.split()},
    "asin": MathFunction(np.arcsin),
    "acos": MathFunction(np.arccos),
    "atan": MathFunction(np.arctan),
    "asinh": MathFunction(np.arcsinh),
    "acosh": MathFunction(np.arccosh),
    "atanh": MathFunction(np.arctanh),
    "erf": MathFunction(each(math.erf)),
    "erfc": MathFunction(each(math.erfc)),
    "gamma": MathFunction(each(_gamma)),
    "lgamma": MathFunction(each(_log_gamma)),
    "pow": MathFunction(_power, POWERS),
    "atan2": MathFunction(np.arctan2, WHOLE_OR_FLOATS),
    "hypot": MathFunction(np.hypot, WHOLE_OR_FLOATS),
    "copysign": MathFunction(np.copysign, FLOATS),
    "fmod": MathFunction(np.fmod, FLOATS),
    "remainder": MathFunction(each(math.remainder), FLOATS),
    "nextafter": MathFunction(np.nextafter, FLOATS),
    "ldexp": MathFunction(np.ldexp, SCALINGS),
    "frexp": MathFunction(np.frexp, FLOAT, lambda kind: TupleType((kind, INT32))),
    "modf": MathFunction(np.modf, FLOAT[::-1], lambda kind: TupleType((kind, kind))),
    "isnan": MathFunction(np.isnan, result=_truth),
    "isinf": MathFunction(np.isinf, result=_truth),
    "isfinite": MathFunction(np.isfinite, result=_truth),
}

NOT_IN_NUMBA = "bitwise_count frexp heaviside isnat matmul matvec modf vecdot vecmat"
NUMPY = frozenset(
    name for name, value in vars(np).items() if isinstance(value, np.ufunc)
) - frozenset(NOT_IN_NUMBA.split())
"""NumPy's functions of numbers that Numba knows on CUDA (its np/ufunc_db.py)."""

_OTHERWISE: dict[tuple[np.ufunc, str], Callable[..., Any]] = {
    (np.power, "i"): operators.integer_power,
    (np.power, "u"): operators.integer_power,
    (np.floor_divide, "f"): lambda one, other: np.floor(one / other),
    (np.divmod, "f"): lambda one, other: (np.floor(one / other), np.remainder(one, other)),
}
"""What Numba computes in another way than NumPy does, for a kind of numbers."""

_CONSTANTS = {
    "math": "pi e tau inf nan",
    "cmath": "pi e tau inf nan",
    "numpy": "pi e inf nan euler_gamma",
}
CONSTANTS: dict[str, float] = {
    f"{module}.{name}": getattr(np if module == "numpy" else math, name)
    for module, names in _CONSTANTS.items()
    for name in names.split()
}
"""Numbers that kernels may read from a module, by canonical name."""


def type_named(symbol: str) -> Scalar | None:
    """The number type that a canonical name such as "numpy.float32" stands for, None for others."""
    module, _, name = symbol.rpartition(".")
    return TYPES.get(name) if module in TYPE_MODULES else None


def is_function(symbol: str) -> bool:
    """Whether a canonical name stands for a function of this module."""
    module, _, name = symbol.rpartition(".")
    return (module == "math" and name in MATH) or (module == "numpy" and name in NUMPY)


def math_call(scope: Scope, node: ast.Call, symbol: str, arguments: list[Expr]) -> Expr:
    """A call of math's or NumPy's function."""
    module, _, name = symbol.rpartition(".")
    kinds = [argument.type for argument in arguments if isinstance(argument.type, np.dtype)]
    needed = getattr(np, name).nin if module == "numpy" else len(MATH[name].overloads[0])
    if not len(kinds) == len(arguments) == needed:
        refuse_arrays(scope, node, arguments)
        text = "{name} takes {count} number(s)."
        scope.refuse(node, "math-arguments", text, name=ast.unparse(node.func), count=needed)
    if module == "numpy":
        return _numpy_call(scope, node, getattr(np, name), arguments, kinds)
    if is_time(*kinds):
        text = "{name} does not take times: take int() of a length of time."
        scope.refuse(node, "math-time", text, name=ast.unparse(node.func))
    if any(kind.kind == "c" for kind in kinds):
        text = "{name} does not take complex numbers: cmath.{known} does."
        scope.refuse(node, "math-complex", text, name=ast.unparse(node.func), known=name)
    within, result = MATH[name].typed(kinds)
    return applied(MATH[name].apply, arguments, within, result)


def _numpy_call(
    scope: Scope, node: ast.Call, function: np.ufunc, arguments: list[Expr], kinds: list[Scalar]
) -> Expr:
    """NumPy's own types, but Numba computes in float32 where NumPy would in float16."""
    resolved = _numpy_types(function, kinds)
    if resolved is None:
        text = "{name} is not defined for {kinds}."
        named = " and ".join(map(str, kinds))
        scope.refuse(node, "math-arguments", text, name=ast.unparse(node.func), kinds=named)
    resolved = tuple(FLOAT32 if kind == FLOAT16 else kind for kind in resolved)
    within, results = resolved[: function.nin], resolved[function.nin :]
    apply = _OTHERWISE.get((function, within[0].kind), function)
    result = results[0] if len(results) == 1 else TupleType(results)
    return applied(apply, arguments, within, result)


def _numpy_types(function: np.ufunc, kinds: list[Scalar]) -> tuple[Scalar, ...] | None:
    """The types of arguments and results; truth values are numbers where they have no meaning."""
    for tried in (kinds, [INT8 if kind == BOOL else kind for kind in kinds]):
        try:
            resolved: tuple[Scalar, ...] = function.resolve_dtypes(
                (*tried, *[None] * function.nout)
            )
        except TypeError:
            continue
        return resolved
    return None


def applied(
    apply: Callable[..., Any], arguments: list[Expr], within: Sequence[Scalar], result: Type
) -> Expr:
    """A function of numbers, computed in the types `within` and giving `result`."""
    runs = [operators.convert(a, kind).run for a, kind in zip(arguments, within, strict=True)]
    pure = all(argument.pure for argument in arguments)
    if isinstance(result, TupleType):
        return Expr(result, lambda f, m: apply(*(run(f, m) for run in runs)), UNKNOWN, pure)
    assert isinstance(result, np.dtype)
    kind = result
    if len(runs) == 1:
        one = runs[0]
        return Expr(kind, lambda f, m: operators.cast(apply(one(f, m)), kind), UNKNOWN, pure)
    return Expr(
        kind, lambda f, m: operators.cast(apply(*(run(f, m) for run in runs)), kind), UNKNOWN, pure
    )
