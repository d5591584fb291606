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
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import BOOL, FLOAT32, FLOAT64, INT32, INT64, UINT64, Scalar, best_overload

FLOAT16 = np.dtype(np.float16)

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

UNARY: Overloads = ((INT64,), (UINT64,), (FLOAT32,), (FLOAT64,))
FLOATS: Overloads = ((FLOAT32, FLOAT32), (FLOAT64, FLOAT64))
WHOLE_OR_FLOATS: Overloads = ((INT64, INT64), (UINT64, UINT64), *FLOATS)
POWERS: Overloads = (*FLOATS, (FLOAT32, INT32), (FLOAT64, INT32))


@dataclass(frozen=True, slots=True)
class MathFunction:
    """One function of `math`: how NumPy computes it, and Numba's overloads of it.

    The result has the float type of its first argument unless `result` says otherwise.
    """

    apply: Callable[..., Any]
    overloads: Overloads = UNARY
    result: Scalar | None = None


def _each(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """A function of Python floats for arrays: slow, but there is none in NumPy."""
    apply = np.frompyfunc(function, 1, 1)
    return lambda values: np.asarray(apply(values), np.float64)


SAME_NAME = (
    "exp expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh exp2 degrees radians"
    " fabs floor ceil trunc"
)

MATH: dict[str, MathFunction] = {
    **{name: MathFunction(getattr(np, name)) for name in SAME_NAME.split()},
    "asin": MathFunction(np.arcsin),
    "acos": MathFunction(np.arccos),
    "atan": MathFunction(np.arctan),
    "asinh": MathFunction(np.arcsinh),
    "acosh": MathFunction(np.arccosh),
    "atanh": MathFunction(np.arctanh),
    "erf": MathFunction(_each(math.erf)),
    "erfc": MathFunction(_each(math.erfc)),
    "pow": MathFunction(np.power, POWERS),
    "atan2": MathFunction(np.arctan2, WHOLE_OR_FLOATS),
    "hypot": MathFunction(np.hypot, WHOLE_OR_FLOATS),
    "copysign": MathFunction(np.copysign, FLOATS),
    "fmod": MathFunction(np.fmod, FLOATS),
    "isnan": MathFunction(np.isnan, result=BOOL),
    "isinf": MathFunction(np.isinf, result=BOOL),
    "isfinite": MathFunction(np.isfinite, result=BOOL),
}

NUMPY = frozenset(
    [
        "exp",
        "expm1",
        "exp2",
        "log",
        "log2",
        "log10",
        "log1p",
        "sqrt",
        "cbrt",
        "sin",
        "cos",
        "tan",
        "sinh",
        "cosh",
        "tanh",
        "arcsin",
        "arccos",
        "arctan",
        "arcsinh",
        "arccosh",
        "arctanh",
        "degrees",
        "radians",
        "deg2rad",
        "rad2deg",
        "fabs",
        "floor",
        "ceil",
        "trunc",
        "rint",
        "sign",
        "absolute",
        "abs",
        "arctan2",
        "hypot",
        "copysign",
        "fmod",
        "power",
        "minimum",
        "maximum",
        "isnan",
        "isinf",
        "isfinite",
    ]
)

CONSTANTS: dict[str, float] = {
    f"{module}.{name}": getattr(math, name)
    for module, names in (("math", "pi e tau inf nan"), ("numpy", "pi e inf nan"))
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
        text = "{name} takes {count} number(s)."
        scope.refuse(node, "math-arguments", text, name=ast.unparse(node.func), count=needed)
    if module == "numpy":
        return _numpy_call(scope, node, getattr(np, name), arguments, kinds)
    if any(kind.kind == "c" for kind in kinds):
        text = "{name} does not take complex numbers."
        scope.refuse(node, "math-complex", text, name=ast.unparse(node.func))
    function = MATH[name]
    wanted = best_overload(kinds, function.overloads)
    first = wanted[0] if wanted[0].kind == "f" else FLOAT64
    within = tuple(first if kind.kind != "f" else kind for kind in wanted)
    return _applied(function.apply, arguments, within, function.result or first)


def _numpy_call(
    scope: Scope, node: ast.Call, function: np.ufunc, arguments: list[Expr], kinds: list[Scalar]
) -> Expr:
    """NumPy's own types, without its float16 for small whole numbers."""
    if function is np.power and all(kind.kind in "biu" for kind in kinds):
        scope.refuse(node, "math-arguments", "np.power of whole numbers: write a ** b.")
    try:
        resolved = function.resolve_dtypes((*kinds, None))
    except TypeError:
        text = "{name} is not defined for {kinds}."
        named = " and ".join(map(str, kinds))
        scope.refuse(node, "math-arguments", text, name=ast.unparse(node.func), kinds=named)
    if FLOAT16 not in kinds:
        resolved = tuple(FLOAT32 if kind == FLOAT16 else kind for kind in resolved)
    return _applied(function, arguments, resolved[:-1], resolved[-1])


def _applied(
    apply: Callable[..., Any], arguments: list[Expr], within: Sequence[Scalar], result: Scalar
) -> Expr:
    runs = [operators.convert(a, kind).run for a, kind in zip(arguments, within, strict=True)]
    pure = all(argument.pure for argument in arguments)
    if len(runs) == 1:
        one = runs[0]
        return Expr(result, lambda f, m: operators.cast(apply(one(f, m)), result), UNKNOWN, pure)
    one, other = runs
    return Expr(
        result, lambda f, m: operators.cast(apply(one(f, m), other(f, m)), result), UNKNOWN, pure
    )
