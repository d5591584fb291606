"""What arrays know of themselves in a kernel: shape, size, strides, T and the like."""

from __future__ import annotations

import ast
from dataclasses import dataclass

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import refuse_attribute
from gpuviz.simt.lower.registry import attribute
from gpuviz.simt.lower.scope import Expr, Scope, static
from gpuviz.simt.memory.reshaping import size_of, transposed
from gpuviz.simt.memory.views import PerLaneArray, View
from gpuviz.simt.types import INT64, UINT64, ArrayType, StaticType, TupleType


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


@dataclass(frozen=True, slots=True)
class CTypes:
    """`a.ctypes`: what C would be told of an array."""

    array: Expr


@attribute(ArrayType, "ctypes")
def _ctypes(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    return static("ctypes", CTypes(base))


@attribute(StaticType, "data")
def _address(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    """`a.ctypes.data`: the address of the first element."""
    if not isinstance(base.const, CTypes):
        refuse_attribute(scope, node, base)
    run = base.const.array.run

    def look(frame: CallFrame, mask: Mask) -> Value:
        elements = run(frame, mask)
        if not isinstance(elements, PerLaneArray):
            return _address_of(elements.view())
        found: Value = np.uint64(0)
        for lanes, part in elements.parts:
            found = np.where(lanes, _address_of(part.view()), found)
        return found

    return Expr(UINT64, look, pure=False)


def _address_of(view: View) -> Value:
    return np.asarray(view.array.address + view.offset * view.array.unit).astype(np.uint64)[()]


@attribute(ArrayType, "dtype")
def _dtype(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    dtype = _type(base).dtype
    return static(f"type {dtype.name}", dtype)


def _type(base: Expr) -> ArrayType:
    assert isinstance(base.type, ArrayType)
    return base.type


def _sizes(base: Expr) -> TupleType:
    return TupleType((INT64,) * _type(base).ndim)
