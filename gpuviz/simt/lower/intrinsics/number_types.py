"""Number types that are called, as casts: np.float32(x), and what np.iinfo and np.finfo tell."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import refuse_attribute, refuse_unknown
from gpuviz.simt.lower.expressions.dtypes import TYPE_MODULES, TYPES, type_given
from gpuviz.simt.lower.registry import Lowering, attribute, intrinsic, intrinsics
from gpuviz.simt.lower.scope import Expr, Scope, Symbol, static
from gpuviz.simt.types import (
    ArrayType,
    Scalar,
    StaticType,
    TupleType,
    castable,
    is_time,
    literal_type,
)

LIMITS = {
    "numpy.iinfo": ("iu", "min max bits"),
    "numpy.finfo": (
        "fc",
        "eps epsneg iexp machep max maxexp min minexp negep nexp nmant precision resolution tiny"
        " bits",
    ),
}
"""The kinds of types that each tells of, and what: Numba's named tuples, in their order."""


def cast(scope: Scope, node: ast.Call, arguments: list[Expr], kind: Scalar) -> Expr:
    """The one argument as a number of a type. Raises NotSupportedError for anything else."""
    if len(arguments) != 1 or not isinstance(arguments[0].type, np.dtype):
        text = "{name} turns one number into another type: give it one number."
        scope.refuse(node, "cast", text, name=ast.unparse(node.func))
    if not castable(arguments[0].type, kind):
        text = "{name} of a complex number: take .real or abs() of it."
        if is_time(arguments[0].type, kind):
            text = "{name} does not take times: int() of a length of time gives its number."
        scope.refuse(node, "cast", text, name=ast.unparse(node.func))
    return operators.convert(arguments[0], kind)


def _cast_to(kind: Scalar) -> Lowering:
    return lambda scope, node, arguments: cast(scope, node, arguments, kind)


intrinsics(
    {f"{module}.{name}": _cast_to(kind) for module in TYPE_MODULES for name, kind in TYPES.items()},
    unit="arithmetic",
)


@intrinsic("numpy.dtype")
def _dtype(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """np.dtype(type), np.dtype("f4"): the type of elements."""
    dtype = type_given(arguments[0]) if len(arguments) == 1 else None
    if dtype is None:
        text = "np.dtype in a kernel takes a type such as np.float32, or its name as a text."
        scope.refuse(node, "dtype", text)
    return static(f"type {dtype.name}", dtype)


@attribute(StaticType, "type")
def _type(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    """`a.dtype.type`: the type that is called as a cast."""
    name = _dtype_of(scope, node, base).name
    return static(f"np.{name}", Symbol(f"numpy.{name}"))


@attribute(StaticType, "kind")
def _kind(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    """`a.dtype.kind`: "i" for whole numbers, "f" for fractions; Numba knows no others."""
    kind = _dtype_of(scope, node, base, "iuf").kind
    return static("str", "f" if kind == "f" else "i")


def _dtype_of(scope: Scope, node: ast.Attribute, base: Expr, kinds: str = "biufc") -> Scalar:
    if not isinstance(base.const, np.dtype) or base.const.kind not in kinds:
        refuse_attribute(scope, node, base)
    return base.const


def _limits(name: str) -> Lowering:
    kinds, parts = LIMITS[name]
    tell = np.iinfo if name == "numpy.iinfo" else np.finfo

    def handler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        """Of a type, or of the type of a number or of an array's elements."""
        dtype = _told_of(arguments[0]) if len(arguments) == 1 else None
        if dtype is None or dtype.kind not in kinds:
            refuse_unknown(scope, node)
        told = tell(dtype)
        values = tuple(_number(getattr(told, part)) for part in parts.split())
        types = tuple(value.dtype for value in values)
        return Expr(TupleType(types, tuple(parts.split())), lambda frame, mask: values)

    return handler


def _told_of(given: Expr) -> Scalar | None:
    if isinstance(given.type, np.dtype):
        return given.type
    if isinstance(given.type, ArrayType):
        return given.type.dtype
    return None if isinstance(given.const, str) else type_given(given)


def _number(value: Any) -> Any:
    """A number of NumPy's as it is, one of Python's as Numba takes it."""
    return value if isinstance(value, np.generic) else np.array(value, literal_type(value))[()]


intrinsics({name: _limits(name) for name in LIMITS})
