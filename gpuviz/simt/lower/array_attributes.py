"""What arrays know of themselves in a kernel: shape, size, strides, T and the like."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt.cohort import Value
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.array_methods import METHODS
from gpuviz.simt.lower.scope import Expr, Method, Scope, Symbol, static
from gpuviz.simt.memory import Elements
from gpuviz.simt.reshaping import size_of, transposed
from gpuviz.simt.types import INT64, ArrayType, Scalar, TupleType, is_time


def array_attribute(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    """`a.shape` and the like. Raises NotSupportedError for what arrays do not have."""
    assert isinstance(base.type, ArrayType)
    handler = _HANDLERS.get(node.attr)
    if handler is not None:
        return handler(base, base.type)
    if node.attr in METHODS:
        return static(ast.unparse(node), Method(base, node.attr))
    text = (
        "arrays in a kernel have {known}; {name} is not known to gpuviz: write a loop over the"
        " elements."
    )
    scope.refuse(
        node, "array-attribute", text, name=node.attr, known=", ".join((*_HANDLERS, *METHODS))
    )


def length_of(base: Expr) -> Expr:
    """len(a)."""
    run = base.run
    return Expr(INT64, lambda f, m: _int64(run(f, m).shape[0]))


def _int64(number: Value) -> Value:
    return np.int64(number) if np.ndim(number) == 0 else number


def _size(array: Elements) -> Value:
    return size_of(array.shape)


def _shape(base: Expr, array: ArrayType) -> Expr:
    run, kind = base.run, TupleType((INT64,) * array.ndim)
    return Expr(kind, lambda f, m: tuple(_int64(n) for n in run(f, m).shape))


def _strides(base: Expr, array: ArrayType) -> Expr:
    run, kind, size = base.run, TupleType((INT64,) * array.ndim), array.dtype.itemsize
    return Expr(kind, lambda f, m: tuple(_int64(n * size) for n in run(f, m).strides))


def _nbytes(base: Expr, array: ArrayType) -> Expr:
    run, itemsize = base.run, array.dtype.itemsize
    return Expr(INT64, lambda f, m: _size(run(f, m)) * itemsize)


def _turned(base: Expr, array: ArrayType) -> Expr:
    run, order = base.run, range(array.ndim)[::-1]
    return Expr(array, lambda f, m: transposed(run(f, m), order), pure=False)


def _type_of(dtype: Scalar) -> Symbol | Scalar:
    return dtype if dtype.names or is_time(dtype) else Symbol(f"numpy.{dtype.name}")


_HANDLERS: dict[str, Callable[[Expr, ArrayType], Expr]] = {
    "shape": _shape,
    "size": lambda base, array: Expr(INT64, lambda f, m: _size(base.run(f, m))),
    "ndim": lambda base, array: operators.constant(array.ndim, INT64),
    "strides": _strides,
    "itemsize": lambda base, array: operators.constant(array.dtype.itemsize, INT64),
    "nbytes": _nbytes,
    "T": _turned,
    "dtype": lambda base, array: static("type", _type_of(array.dtype)),
}
