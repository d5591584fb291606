"""cuda.atomic.*: a read and a change that no other thread comes between."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from gpuviz.messages import EnglishTemplate, word
from gpuviz.simt.execution import atomics
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.launch_state import AtomicPoint
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.subscripts import check_index
from gpuviz.simt.lower.registry import Lowering, intrinsics
from gpuviz.simt.lower.scope import Expr, Run, Scope
from gpuviz.simt.memory.records import lie_aligned
from gpuviz.simt.types import INT64, ArrayType, TupleType, Type, castable, type_name

FIRST_ELEMENT = "compare_and_swap"  # cas without an index
FORMS = {"cas": "(array, index, expected, value)", FIRST_ELEMENT: "(array, expected, value)"}

WHOLE = frozenset(map(np.dtype, (np.int32, np.uint32, np.int64, np.uint64)))
UNSIGNED = frozenset(kind for kind in WHOLE if kind.kind == "u")
ANY = WHOLE | {np.dtype(np.float32), np.dtype(np.float64)}
ELEMENTS = {
    **dict.fromkeys(("and_", "or_", "xor", "exch", "cas", FIRST_ELEMENT), WHOLE),
    **dict.fromkeys(("inc", "dec"), UNSIGNED),
}
"""Numba's types of the array, where not all of ANY are allowed."""


UNALIGNED: EnglishTemplate = (
    "{text} lies in packed records, and not every element at a multiple of its size: a GPU ends the"
    " launch there (CUDA_ERROR_MISALIGNED_ADDRESS), as atomics cannot go byte by byte. Make the"
    " type with np.dtype([...], align=True)."
)


def _atomic(scope: Scope, node: ast.Call, operation: str, arguments: list[Expr]) -> Expr:
    """An atomic operation; its value is what the element held before, of the array's type."""
    _check_count(scope, node, operation, len(arguments))
    array = _array(scope, node, operation, arguments[0])
    if operation == FIRST_ELEMENT:
        index, values = operators.constant(0, np.dtype(np.int64)), arguments[1:]
    else:
        index, values = arguments[1], arguments[2:]
    if isinstance(index.type, TupleType) and array.ndim == len(index.type.items) == 1:
        scope.refuse(node, "not-in-numba-cuda", not_in_numba_cuda.INDEX, text=ast.unparse(node))
    check_index(scope, node, list(map(_whole, _items(index.type))), array.ndim)
    operands = [_operand(scope, node, value, array) for value in values]
    used = scope.discarded is not node
    known = "cas" if operation == FIRST_ELEMENT else operation
    point = AtomicPoint(scope.point(node), known, used)
    return _expression(scope, node, point, array, arguments[0].run, index, operands)


def _check_count(scope: Scope, node: ast.Call, operation: str, given: int) -> None:
    form = FORMS.get(operation, "(array, index, value)")
    if given != form.count(",") + 1:
        text = "{name} takes {form}, {given} arguments are given."
        name = ast.unparse(node.func)
        scope.refuse(node, "argument-count", text, name=name, form=form, given=given)


def _expression(
    scope: Scope,
    node: ast.Call,
    point: AtomicPoint,
    array: ArrayType,
    place: Run,
    index: Expr,
    operands: list[Run],
) -> Expr:
    kinds, find = [_whole(k) for k in _items(index.type) if isinstance(k, np.dtype)], index.run

    def run(frame: CallFrame, mask: Mask) -> Value:
        target, found = place(frame, mask), find(frame, mask)
        if not lie_aligned(target.root):
            scope.refuse(node, "atomic-unaligned", UNALIGNED, text=ast.unparse(node.args[0]))
        axes = found if isinstance(found, tuple) else (found,)
        typed = [operators.cast(axis, kind) for axis, kind in zip(axes, kinds, strict=True)]
        values = tuple(operand(frame, mask) for operand in operands)
        return frame.context.atomic(frame, point, target, typed, mask, values)

    return Expr(array.dtype, run, pure=False)


def _whole(kind: Type) -> Any:
    """The type that Numba converts an index to: a truth value and a float are cut off to int64."""
    return INT64 if isinstance(kind, np.dtype) and kind.kind in "bf" else kind


def _items(kind: Type) -> tuple[Type, ...]:
    return kind.items if isinstance(kind, TupleType) else (kind,)


def _array(scope: Scope, node: ast.Call, operation: str, target: Expr) -> ArrayType:
    """The array that is changed; it is noted as written."""
    source, kind, name = node.args[0], target.type, ast.unparse(node.func)
    if not isinstance(kind, ArrayType):
        text = "{name} changes an element of an array; {text} is a {kind}."
        given = {"text": ast.unparse(source), "kind": type_name(kind)}
        scope.refuse(node, "not-indexable", text, name=name, **given)
    if kind.space == "local":
        text = (
            "{text} is an array of each thread's own: no other thread sees it, so use {text}[...]."
        )
        scope.refuse(node, "atomic-local", text, text=ast.unparse(source))
    if not kind.writable:
        text = "{text} is read-only: pass a copy of it to write into it."
        scope.refuse(node, "read-only", text, text=ast.unparse(source))
    allowed = ELEMENTS.get(operation, ANY)
    if kind.dtype not in allowed or (operation == FIRST_ELEMENT and kind.ndim != 1):
        text = "{name} does not work on a {kind}: CUDA has it for arrays of {allowed}{shape}."
        shape = word(" with one dimension") if operation == FIRST_ELEMENT else ""
        names = ", ".join(sorted(map(str, allowed)))
        values = {"kind": type_name(kind), "allowed": names, "shape": shape}
        scope.refuse(node, "atomic-type", text, name=name, **values)
    scope.program.note_written(scope.row, source)
    return kind


def _operand(scope: Scope, node: ast.Call, value: Expr, array: ArrayType) -> Run:
    if not isinstance(value.type, np.dtype) or not castable(value.type, array.dtype):
        text = "{name} cannot put a {kind} into an array of {dtype}."
        kind = type_name(value.type)
        name = ast.unparse(node.func)
        scope.refuse(node, "atomic-value", text, name=name, kind=kind, dtype=array.dtype)
    return operators.convert(value, array.dtype).run


def _lowering(operation: str) -> Lowering:
    return lambda scope, node, arguments: _atomic(scope, node, operation, arguments)


intrinsics(
    {f"cuda.atomic.{name}": _lowering(name) for name in (*atomics.OPERATIONS, FIRST_ELEMENT)}
)
