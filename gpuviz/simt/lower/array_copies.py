"""a.copy(): a new array of the thread's own, as Numba makes it where kernels may ask for memory."""

from __future__ import annotations

import ast
from dataclasses import replace

import numpy as np

from gpuviz.messages import Message, NotSupportedError, SourcePlace
from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.local_memory import LOCAL_LIMIT, LocalDeclaration
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.memory import Elements
from gpuviz.simt.slicing import elements_of
from gpuviz.simt.types import ArrayType, is_number_type


def copied(scope: Scope, node: ast.Call, base: Expr) -> Expr:
    """A copy of an array; it lies in the thread's local memory."""
    array, run = base.type, base.run
    assert isinstance(array, ArrayType)
    if not is_number_type(array.dtype):
        text = "{name} copies arrays of numbers only: copy the fields one by one."
        scope.refuse(node, "array-copy", text, name=ast.unparse(node.func))
    point, place = scope.point(node), scope.place(node)
    number, name = scope.number, scope.name_hint or "copy"

    def make(frame: Frame, mask: Mask) -> Value:
        source: Elements = run(frame, mask)
        shape = _shape(source, array, place)
        declared = LocalDeclaration(place.line, place.column, number, name, shape, array.dtype)
        made = frame.context.local_array(declared)
        made.forget(mask)
        for index, lanes in elements_of(source, mask):
            value = frame.context.load(frame, point, source, index, lanes)
            frame.context.store(frame, point, made, index, lanes, value)
        return made

    return Expr(replace(array, space="local", writable=True), make, pure=False)


def _shape(source: Elements, array: ArrayType, place: SourcePlace) -> tuple[int, ...]:
    """The shape of the copy: all threads must need the same, and have room for it."""
    if any(np.ndim(size) for size in source.shape):
        template = "copy() needs a part of one size in all threads: copy its elements in a loop."
        raise NotSupportedError(Message("kernel.copy-shape", template), place)
    shape = tuple(int(size) for size in source.shape)
    needed = int(np.prod(shape, dtype=object)) * array.dtype.itemsize
    if needed > LOCAL_LIMIT:
        template = "a copy of {needed} bytes is more than the {limit} that a thread may have."
        values = {"needed": needed, "limit": LOCAL_LIMIT}
        raise NotSupportedError(Message("kernel.too-much-local", template, values), place)
    return shape
