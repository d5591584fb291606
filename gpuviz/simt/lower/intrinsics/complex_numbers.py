"""Complex numbers: complex(), conjugate, and the functions of cmath.

NumPy computes them as C99 does (Annex G), and so do Numba and Python's cmath. They are computed in
complex128 and rounded once, so that a complex64 is as near as it can be.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value, pick
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import arguments_of, numbers, placed
from gpuviz.simt.lower.expressions.dtypes import type_given
from gpuviz.simt.lower.expressions.tuples import kept
from gpuviz.simt.lower.intrinsics.ufuncs import of_numbers
from gpuviz.simt.lower.registry import (
    Lowering,
    attribute,
    intrinsic,
    intrinsics,
    method,
    special_form,
)
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope
from gpuviz.simt.types import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    NONE,
    Scalar,
    TupleType,
    best_overload,
)


def _exp(z: Value) -> Value:
    """e to the power of minus infinity is 0, whatever the imaginary part is."""
    return np.where((z.real == -np.inf) & ~np.isfinite(z.imag), 0, np.exp(z))


SAME_NAME = "log10 sqrt sin cos tan sinh cosh tanh"
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


@attribute(np.dtype, "real", "imag")
def _part(scope: Scope, node: ast.Attribute, number: Expr) -> Expr:
    return part_of(number, node.attr)


def part_of(number: Expr, name: str) -> Expr:
    """The real or the imaginary part of a number."""
    run = number.run
    assert isinstance(number.type, np.dtype)
    kind = real_part(number.type)
    return Expr(kind, lambda f, m: getattr(run(f, m), name), UNKNOWN, number.pure)


def _part_function(name: str) -> Lowering:
    def handler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        """np.real(x), np.imag(x): the same as x.real, x.imag."""
        numbers(scope, node, arguments, 1)
        attribute = ast.copy_location(ast.Attribute(node.args[0], name, ast.Load()), node)
        return _part(scope, attribute, arguments[0])

    return handler


intrinsics({f"numpy.{name}": _part_function(name) for name in ("real", "imag")})


@special_form("numpy.angle")
def _angle(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    """np.angle(z), np.angle(z, deg): as np.arctan2 of the parts, and given as float64."""
    given, keywords = arguments_of(scope, node, lower)
    number, degrees = placed(scope, node, given, keywords, ("z", "deg"))
    (kind,) = numbers(scope, node, [number], 1)
    if kind == BOOL:
        scope.refuse(node, "angle", "a truth value has no angle.")
    first, again = kept(scope, number)
    parts = [part_of(first, "imag"), part_of(again, "real")]
    radians = operators.convert(of_numbers(scope, node, np.arctan2, parts), FLOAT64)
    if degrees.type == NONE:
        return scope.counted(node, radians, special=True)
    run, ask = radians.run, operators.truth(degrees).run

    def angle(frame: CallFrame, mask: Mask) -> Value:
        value = run(frame, mask)
        return pick(ask(frame, mask), value * (180 / np.pi), value)

    return scope.counted(node, Expr(FLOAT64, angle, pure=False), special=True)


@intrinsic("numpy.sinc", unit="special")
def _sinc(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """sin(pi x) / (pi x), in float64 or complex128."""
    (kind,) = numbers(scope, node, arguments, 1)
    if kind == BOOL:
        scope.refuse(node, "sinc", "np.sinc takes a number: a truth value is none.")
    wide = COMPLEX128 if kind.kind == "c" else FLOAT64

    def apply(x: Value) -> Value:
        scaled = np.where(x == 0, 1e-20, x)[()] * np.pi
        return np.sin(scaled) / scaled

    return operators.applied(apply, arguments, (wide,), wide)


@method(np.dtype, "item")
def _item(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """`x.item()`: the number itself."""
    numbers(scope, node, arguments, 1)
    return arguments[0]


@method(np.dtype, "view", "dtype")
def _view(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """`x.view(dtype)`: the same bits as a number of another type."""
    number, wanted = arguments
    kind, run = number.type, number.run
    dtype = None if isinstance(wanted.const, str) else type_given(wanted)
    assert isinstance(kind, np.dtype)
    if not _has_bits_of(kind, dtype):
        text = "{text} takes a type of whole or real numbers with as many bytes as {kind} has."
        scope.refuse(node, "view", text, text=ast.unparse(node.func), kind=kind)
    assert dtype is not None
    target: Scalar = dtype
    return Expr(target, lambda f, m: run(f, m).view(target), UNKNOWN, number.pure)


def _has_bits_of(kind: Scalar, dtype: Scalar | None) -> bool:
    """Whether Numba takes the bits of a number for one of another type."""
    if dtype is None or dtype.kind not in "iuf" or kind.kind not in "iuf":
        return False
    return dtype.itemsize == kind.itemsize and dtype != FLOAT16


@method(np.dtype, "conjugate")
def _conjugate(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """`z.conjugate()`: a real number is its own."""
    (number,) = arguments
    kind, run = number.type, number.run
    assert isinstance(kind, np.dtype)
    if kind.kind != "c":
        return number
    return Expr(kind, lambda f, m: np.conjugate(run(f, m)), UNKNOWN, number.pure)


@intrinsic("builtins.complex", unit="special")
def _complex(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """complex(number) or complex(real, imaginary)."""
    kinds = numbers(scope, node, arguments, 2 if len(arguments) == 2 else 1)
    kind = COMPLEX64 if set(kinds) == {FLOAT32} else COMPLEX128
    if len(kinds) == 1:
        return operators.convert(arguments[0], kind)
    if any(given.kind == "c" for given in kinds):
        return operators.applied(lambda one, other: one + other * 1j, arguments, (kind, kind), kind)
    part = real_part(kind)
    return operators.applied(_joined, arguments, (part, part), kind)


def _unary(apply: Callable[[Any], Any]) -> Lowering:
    def handler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        kind = _domain(scope, node, arguments, 1)
        return operators.applied(apply, arguments, (COMPLEX128,), kind)

    return handler


def _predicate(apply: Callable[[Any], Any]) -> Lowering:
    def handler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        return operators.applied(apply, arguments, (_domain(scope, node, arguments, 1),), BOOL)

    return handler


@intrinsic("cmath.log", unit="special")
def _log(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """cmath.log(z) or cmath.log(z, base)."""
    if len(arguments) != 2:
        return _unary(np.log)(scope, node, arguments)
    kind = _domain(scope, node, arguments, 2)
    both = (COMPLEX128, COMPLEX128)
    return operators.applied(lambda z, base: np.log(z) / np.log(base), arguments, both, kind)


@intrinsic("cmath.phase", unit="special")
def _phase(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind = _domain(scope, node, arguments, 1)
    return operators.applied(np.angle, arguments, (COMPLEX128,), real_part(kind))


@intrinsic("cmath.polar", unit="special")
def _polar(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    part = real_part(_domain(scope, node, arguments, 1))

    def apply(z: Value) -> tuple[Value, Value]:
        return np.abs(z).astype(part), np.angle(z).astype(part)

    return operators.applied(apply, arguments, (COMPLEX128,), TupleType((part, part)))


@intrinsic("cmath.rect", unit="special")
def _rect(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """rect(radius, phase), as Python's cmath has it for what is infinite or 0."""
    kinds = numbers(scope, node, arguments, 2)
    part = best_overload(kinds, [(FLOAT32, FLOAT32), (FLOAT64, FLOAT64)])[0]
    kind = COMPLEX64 if part == FLOAT32 else COMPLEX128
    return operators.applied(_from_polar, arguments, (FLOAT64, FLOAT64), kind)


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


intrinsics({f"cmath.{name}": _unary(apply) for name, apply in UNARY.items()}, unit="special")
intrinsics({f"cmath.{name}": _predicate(apply) for name, apply in PREDICATES.items()}, "arithmetic")
