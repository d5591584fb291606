"""What arrays know of themselves in a kernel: shape, size, strides, T and the like."""

from __future__ import annotations

import ast

import numpy as np

from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.registry import attribute
from gpuviz.simt.lower.scope import Expr, Scope, static
from gpuviz.simt.memory.reshaping import size_of, transposed
from gpuviz.simt.types import INT64, ArrayType, TupleType


@attribute(ArrayType, "shape")
def _shape(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    return shape_of(base)


def shape_of(base: Expr) -> Expr:
    """The sizes of an array, a tuple of int64."""
    run = base.run
    return Expr(_sizes(base), lambda f, m: tuple(map(operators.as_int64, run(f, m).shape)))


@attribute(ArrayType, "size")
def _size(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    return size_in(base)


def size_in(base: Expr) -> Expr:
    """How many elements an array has."""
    run = base.run
    return Expr(INT64, lambda f, m: size_of(run(f, m).shape))


@attribute(ArrayType, "ndim")
def _ndim(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    return operators.constant(_type(base).ndim, INT64)


@attribute(ArrayType, "strides")
def _strides(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    run, itemsize = base.run, _type(base).dtype.itemsize
    return Expr(
        _sizes(base),
        lambda f, m: tuple(operators.as_int64(n * itemsize) for n in run(f, m).strides),
    )


@attribute(ArrayType, "itemsize")
def _itemsize(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    return operators.constant(np.int64(_type(base).dtype.itemsize), INT64)  # no literal for Numba


@attribute(ArrayType, "nbytes")
def _nbytes(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    run, itemsize = base.run, _type(base).dtype.itemsize
    return Expr(INT64, lambda f, m: size_of(run(f, m).shape) * itemsize)


@attribute(ArrayType, "T")
def _transposed(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    run, order = base.run, range(_type(base).ndim)[::-1]
    return Expr(base.type, lambda f, m: transposed(run(f, m), order), pure=False)


@attribute(ArrayType, "real")
def _real(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    """Of an array of real numbers: itself."""
    if _type(base).dtype.kind not in "iuf":
        text = "{text}: in a kernel take .real of single elements, such as {array}[i].real."
        names = {"text": ast.unparse(node), "array": ast.unparse(node.value)}
        scope.refuse(node, "array-attribute", text, **names)
    return base


@attribute(ArrayType, "dtype")
def _dtype(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    dtype = _type(base).dtype
    return static(f"type {dtype.name}", dtype)


def _type(base: Expr) -> ArrayType:
    assert isinstance(base.type, ArrayType)
    return base.type


def _sizes(base: Expr) -> TupleType:
    return TupleType((INT64,) * _type(base).ndim)
