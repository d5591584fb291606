"""Complex numbers: complex(), conjugate, and the functions of cmath.

NumPy computes them as C99 does (Annex G), and so do Numba and Python's cmath. They are computed in
complex128 and rounded once, so that a complex64 is as near as it can be.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.cohort import Value
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.arguments import numbers
from gpuviz.simt.lower.mathematics import applied
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT32,
    FLOAT64,
    Scalar,
    TupleType,
    best_overload,
)

Handler = Callable[[Scope, ast.Call, list[Expr]], Expr]


def _exp(z: Value) -> Value:
    """e to the power of minus infinity is 0, whatever the imaginary part is."""
    return np.where((z.real == -np.inf) & ~np.isfinite(z.imag), 0, np.exp(z))


SAME_NAME = "log log10 sqrt sin cos tan sinh cosh tanh"
UNARY: dict[str, Callable[[Any], Any]] = {
    **{name: getattr(np, name) for name in SAME_NAME.split()},
    "exp": _exp,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
}
PREDICATES: dict[str, Callable[[Any], Any]] = {
    "isnan": np.isnan,
    "isinf": np.isinf,
    "isfinite": np.isfinite,
}


def real_part(kind: Scalar) -> Scalar:
    """The type of the real and of the imaginary part of a number."""
    return np.empty(0, kind).real.dtype


def conjugate(scope: Scope, node: ast.Call, number: Expr) -> Expr:
    """`z.conjugate()`: a real number is its own."""
    kind, run = number.type, number.run
    assert isinstance(kind, np.dtype)
    if kind.kind != "c":
        return number
    return Expr(kind, lambda f, m: np.conjugate(run(f, m)), UNKNOWN, number.pure)


def _complex(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """complex(number) or complex(real, imaginary)."""
    kinds = numbers(scope, node, arguments, 2 if len(arguments) == 2 else 1)
    kind = COMPLEX64 if set(kinds) == {FLOAT32} else COMPLEX128
    if len(kinds) == 1:
        return operators.convert(arguments[0], kind)
    if any(given.kind == "c" for given in kinds):
        return applied(lambda one, other: one + other * 1j, arguments, (kind, kind), kind)
    part = real_part(kind)
    return applied(_joined, arguments, (part, part), kind)


def _unary(apply: Callable[[Any], Any]) -> Handler:
    def handler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        kind = _domain(scope, node, arguments, 1)
        return applied(apply, arguments, (COMPLEX128,), kind)

    return handler


def _predicate(apply: Callable[[Any], Any]) -> Handler:
    def handler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        return applied(apply, arguments, (_domain(scope, node, arguments, 1),), BOOL)

    return handler


def _log(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """cmath.log(z) or cmath.log(z, base)."""
    if len(arguments) != 2:
        return _unary(np.log)(scope, node, arguments)
    kind = _domain(scope, node, arguments, 2)
    both = (COMPLEX128, COMPLEX128)
    return applied(lambda z, base: np.log(z) / np.log(base), arguments, both, kind)


def _phase(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind = _domain(scope, node, arguments, 1)
    return applied(np.angle, arguments, (COMPLEX128,), real_part(kind))


def _polar(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    part = real_part(_domain(scope, node, arguments, 1))

    def apply(z: Value) -> tuple[Value, Value]:
        return np.abs(z).astype(part), np.angle(z).astype(part)

    return applied(apply, arguments, (COMPLEX128,), TupleType((part, part)))


def _rect(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """rect(radius, phase), as Python's cmath has it for what is infinite or 0."""
    kinds = numbers(scope, node, arguments, 2)
    part = best_overload(kinds, [(FLOAT32, FLOAT32), (FLOAT64, FLOAT64)])[0]
    kind = COMPLEX64 if part == FLOAT32 else COMPLEX128
    return applied(_from_polar, arguments, (FLOAT64, FLOAT64), kind)


def _from_polar(radius: Value, phase: Value) -> Value:
    real = np.where(phase == 0, radius, radius * np.cos(phase))
    real = np.where(np.isinf(radius) & np.isnan(phase), np.inf, real)
    none = np.where(np.isnan(radius), 0.0, np.copysign(0.0, phase) * np.copysign(1.0, radius))
    imaginary = np.where(phase == 0, none, radius * np.sin(phase))
    flat = (radius == 0) & ~np.isfinite(phase)
    return _joined(np.where(flat, 0, real), np.where(flat, 0, imaginary))


def _joined(real: Value, imaginary: Value) -> Value:
    """A complex number of two parts, which keep their signs and infinities."""
    shape = np.broadcast_shapes(np.shape(real), np.shape(imaginary))
    result = np.empty(shape, np.result_type(real.dtype, COMPLEX64))
    result.real, result.imag = real, imaginary
    return result[()]


def _domain(scope: Scope, node: ast.Call, arguments: list[Expr], count: int) -> Scalar:
    """complex64 or complex128: what Numba converts the numbers to."""
    kinds = numbers(scope, node, arguments, count)
    return best_overload(kinds, [(COMPLEX64,) * count, (COMPLEX128,) * count])[0]


FUNCTIONS: dict[str, Handler] = {
    "builtins.complex": _complex,
    **{f"cmath.{name}": _unary(apply) for name, apply in UNARY.items()},
    **{f"cmath.{name}": _predicate(apply) for name, apply in PREDICATES.items()},
    "cmath.log": _log,
    "cmath.phase": _phase,
    "cmath.polar": _polar,
    "cmath.rect": _rect,
}

"""Methods of numbers."""
