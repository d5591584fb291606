"""Assignments: to variables, to elements of arrays, and to several of them at once."""

from __future__ import annotations

import ast
from dataclasses import replace

import numpy as np

from gpuviz.messages import KernelFailed, Message
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions import operators, records
from gpuviz.simt.lower.expressions.constants import refuse_reading, text_of
from gpuviz.simt.lower.expressions.enumerations import number_type, refuse_member
from gpuviz.simt.lower.expressions.iterators import array_of, flat_indices
from gpuviz.simt.lower.expressions.known_conditions import keep_known
from gpuviz.simt.lower.expressions.lowering import binary_of, field_place, lower, number
from gpuviz.simt.lower.expressions.misnamed import refuse_misnamed, refuse_misspelt
from gpuviz.simt.lower.expressions.optional import NOBODY, NOTHING, OptionalArray, number_in
from gpuviz.simt.lower.expressions.subscripts import Indices, indices_of, part_of
from gpuviz.simt.lower.expressions.variables import Write, name_target, optional_slot
from gpuviz.simt.lower.nodes import Node, Simple
from gpuviz.simt.lower.scope import Expr, Run, Scope
from gpuviz.simt.lower.statements.slice_assignment import part_store
from gpuviz.simt.memory import slicing
from gpuviz.simt.types import (
    INT64,
    NONE,
    ArrayType,
    IteratorType,
    OptionalType,
    Scalar,
    StaticType,
    TupleType,
    Type,
    all_static,
    castable,
    type_name,
)

ANY_ARRAY = OptionalType(ArrayType(INT64, 1, "global"))
"""A type whose values lie where those of all arrays do that may be None."""


def assign(scope: Scope, node: ast.Assign) -> Node:
    """`a = b = value`."""
    if isinstance(node.value, ast.NamedExpr):
        targets = [node.value.target, *node.targets]
        return assign(scope, ast.copy_location(ast.Assign(targets, node.value.value), node))
    scope.name_hint = next((t.id for t in node.targets if isinstance(t, ast.Name)), None)
    value = lower(scope, node.value)
    scope.name_hint = None
    if not all(isinstance(target, ast.Name) for target in node.targets):
        value = text_of(number_in(scope, node.value, value))
    if _has_static_items(value.type) and (split := _split(scope, node)) is not None:
        return assign(scope, split)
    named = all(isinstance(target, ast.Name) for target in node.targets)
    if isinstance(value.type, StaticType) or (named and value.is_const and all_static(value.type)):
        return Simple(scope.statement, _keep_static(scope, node, value))
    writes = [_target(scope, target, value.type) for target in node.targets]
    _keep_literal(scope, node, value)
    keep_known(scope, node, value, lower, number)
    run = value.run

    def work(frame: CallFrame, mask: Mask) -> None:
        result = run(frame, mask)
        for write in writes:
            write(frame, mask, result)

    return Simple(scope.statement, work)


def _has_static_items(kind: Type) -> bool:
    return isinstance(kind, TupleType) and any(isinstance(item, StaticType) for item in kind.items)


def _split(scope: Scope, node: ast.Assign) -> ast.Assign | None:
    """`f, x = np.float32, 1`: names for types and modules are kept; the rest of the assignment.

    None where the sides do not stand side by side.
    """
    target, value = node.targets[0], node.value
    if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)):
        return None
    if len(node.targets) > 1 or len(target.elts) != len(value.elts):
        return None
    pairs = [(*pair, lower(scope, pair[1])) for pair in zip(target.elts, value.elts, strict=True)]
    rest = [pair for pair in pairs if not isinstance(pair[2].type, StaticType)]
    for one, source, item in pairs:
        if isinstance(item.type, StaticType):
            _keep_static(scope, ast.copy_location(ast.Assign([one], source), node), item)
    targets = ast.copy_location(ast.Tuple([one for one, *_ in rest], ast.Store()), target)
    values = ast.copy_location(ast.Tuple([one for _, one, _ in rest], ast.Load()), value)
    return ast.copy_location(ast.Assign([targets], values), node)


def annotated(scope: Scope, node: ast.AnnAssign) -> Node:
    """`a: type = value`; the annotation means nothing to Numba, and nothing here."""
    assert node.value is not None  # without one it is no step
    return assign(scope, ast.copy_location(ast.Assign([node.target], node.value), node))


def augmented(scope: Scope, node: ast.AugAssign) -> Node:
    """`a += value`."""
    if isinstance(node.target, (ast.Subscript, ast.Attribute)):
        return _augmented_element(scope, node, node.target)
    if not isinstance(node.target, ast.Name):
        text = "only variables and array elements can be changed in a kernel."
        scope.refuse(node, "target", text)
    old = number(scope, ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
    value = _operand(scope, node.value, old.type)
    result = binary_of(scope, node, node.op, old, value)
    write, run = name_target(scope, node.target, result.type), result.run
    return Simple(scope.statement, lambda f, m: write(f, m, run(f, m)))


def _operand(scope: Scope, node: ast.expr, kind: Type) -> Expr:
    """What stands behind `+=`, a number for one of a type."""
    if isinstance(kind, np.dtype) and kind.kind in "fc":
        refuse_member(scope, node, lower(scope, node).type)
    return number(scope, node)


def loop_target(scope: Scope, node: ast.expr, kind: Type) -> Write:
    """Writes the variables of a for loop: a name, or names in a tuple."""
    if isinstance(node, ast.Name):
        return name_target(scope, node, kind)
    if not isinstance(node, (ast.Tuple, ast.List)) or not _only_names(node):
        text = "the variables of a for loop must be names."
        scope.refuse(node, "loop-target", text)
    return _unpack_target(scope, node, kind)


def _only_names(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.List)):
        return all(_only_names(part) for part in node.elts)
    return isinstance(node, ast.Name)


def _keep_static(scope: Scope, node: ast.Assign, value: Expr) -> Run:
    """A name for a function, a module or None: it is known without running."""
    refuse_misspelt(scope, node.value, value)
    for target in node.targets:
        if not isinstance(target, ast.Name):
            refuse_misnamed(scope, node.value, value)
            text = "{text} cannot be stored here: {kind} is no number."
            kind = type_name(value.type)
            scope.refuse(target, "not-a-number", text, text=ast.unparse(node.value), kind=kind)
        scope.flow.set(target.id, value.type)
        scope.statics[target.id] = value.const
    keep_known(scope, node, value, lower, number)
    names = [target.id for target in node.targets if isinstance(target, ast.Name)]
    optionals = [name for name in names if name in scope.flow.optionals]
    return _nothing_in(scope, optionals) if optionals and value.type == NONE else value.run


def _nothing_in(scope: Scope, names: list[str]) -> Run:
    numbers = [optional_slot(scope, name) for name in names]
    arrays = [scope.slot_of(name, ANY_ARRAY) for name in names]

    def forget(frame: CallFrame, mask: Mask) -> None:
        for slot in numbers:
            frame.assign(slot, mask, NOTHING)
        for slot in arrays:
            frame.assign(slot, mask, OptionalArray(NOBODY, None))

    return forget


def _keep_literal(scope: Scope, node: ast.Assign, value: Expr) -> None:
    """A name for one whole number only, a slice, or a tuple of them: it may be the shape of an
    array, or cut a tuple.
    """
    known = value.const if isinstance(value.const, tuple) else (value.const,)
    if not all(type(number) in (int, slice) for number in known):
        return
    for target in node.targets:
        if isinstance(target, ast.Name) and scope.program.bindings(scope.row, target.id) == 1:
            scope.literals[target.id] = value.const


def _augmented_element(
    scope: Scope, node: ast.AugAssign, target: ast.Subscript | ast.Attribute
) -> Node:
    """`x[i] += v` is a load and a store of the same element."""
    base, kind, indices = _place(scope, target)
    if indices.ndim or kind.dtype.names:
        text = "{text} is a part of an array: change its elements one by one, in a loop."
        scope.refuse(node, "part-change", text, text=ast.unparse(target))
    refuse_reading(scope, target, kind.dtype)
    point, array, slot = scope.point(target), base.run, scope.temporary()

    def load(frame: CallFrame, mask: Mask) -> Value:
        elements, index = array(frame, mask), indices.evaluate(frame, mask)
        frame.variables[slot] = elements, index
        return frame.context.load(frame, point, elements, index, mask)

    old = Expr(kind.dtype, load, pure=False)
    result = binary_of(scope, node, node.op, old, _operand(scope, node.value, kind.dtype))
    assert isinstance(result.type, np.dtype)
    check_cast(scope, node, result.type, kind)
    run = operators.convert(result, kind.dtype).run

    def work(frame: CallFrame, mask: Mask) -> None:
        fresh = run(frame, mask)
        elements, index = frame.variables[slot]
        frame.context.store(frame, point, elements, index, mask, fresh)

    return Simple(scope.statement, work)


def _target(scope: Scope, node: ast.expr, kind: Type) -> Write:
    if isinstance(node, ast.Name):
        return name_target(scope, node, kind)
    if isinstance(node, (ast.Subscript, ast.Attribute)):
        return _element_target(scope, node, kind)
    if isinstance(node, (ast.Tuple, ast.List)):
        return _unpack_target(scope, node, kind)
    scope.refuse(node, "target", "only variables and array elements can be assigned in a kernel.")


def _element_target(scope: Scope, node: ast.Subscript | ast.Attribute, kind: Type) -> Write:
    base, array_type, indices = _place(scope, node)
    if array_type.dtype.kind in "fc":
        refuse_member(scope, node, kind)
    kind = number_type(kind)
    if array_type.dtype.names:
        return _record_target(scope, node, part_of(base, indices), kind)
    if isinstance(kind, np.dtype):
        check_cast(scope, node, kind, array_type)
    if indices.ndim:
        _check_copy(scope, node, kind)
        return _part_target(scope, node, part_of(base, indices), kind)
    if not isinstance(kind, np.dtype):
        text = "a {kind} cannot be stored in one element of an array."
        scope.refuse(node, "not-a-number", text, kind=type_name(kind))
    array, point, dtype = base.run, scope.point(node), array_type.dtype

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        elements, index = array(frame, mask), indices.evaluate(frame, mask)
        frame.context.store(frame, point, elements, index, mask, operators.cast(value, dtype))

    return write


def _check_copy(scope: Scope, node: ast.Subscript | ast.Attribute, kind: Type) -> None:
    """Refuses to copy an array into a part of another, but for r["field"] = array of records."""
    if not isinstance(kind, ArrayType) or scope.program.thread_memory:
        return
    if isinstance(node, ast.Attribute) or not records.is_record(lower(scope, node.value).type):
        text = not_in_numba_cuda.COPIED_PART
        scope.refuse(node, "not-in-numba-cuda", text, text=ast.unparse(node))


def _record_target(
    scope: Scope, node: ast.Subscript | ast.Attribute, place: Expr, kind: Type
) -> Write:
    """A whole record."""
    target = place.type
    assert isinstance(target, ArrayType)
    fits = isinstance(kind, ArrayType) and kind.ndim == target.ndim == 0
    if not fits or not records.same_record(target.dtype, kind.dtype):  # type: ignore[union-attr]
        text = "a {kind} cannot be stored in {text}, a {target}: set its fields one by one."
        names = {"kind": type_name(kind), "target": type_name(target)}
        scope.refuse(node, "record-value", text, text=ast.unparse(node), **names)
    point, run = scope.point(node), place.run
    return lambda frame, mask, value: records.copied(frame, mask, point, run(frame, mask), value)


def _part_target(
    scope: Scope, node: ast.Subscript | ast.Attribute, part: Expr, kind: Type
) -> Write:
    assert isinstance(part.type, ArrayType)
    if isinstance(kind, ArrayType):
        check_cast(scope, node, kind.dtype, part.type)
    store, run = part_store(scope, node, part.type, kind), part.run
    return lambda frame, mask, value: store(frame, mask, run(frame, mask), value)


def _unpack_target(scope: Scope, node: ast.Tuple | ast.List, kind: Type) -> Write:
    if any(isinstance(target, ast.Starred) for target in node.elts):
        text = "a kernel cannot take the rest of a tuple with *: name each item, or cut it, t[1:]."
        scope.refuse(node, "unpack", text)
    if isinstance(kind, ArrayType) and kind.ndim and not kind.dtype.names:
        return _unpack_array(scope, node, kind)
    if not isinstance(kind, TupleType) or len(kind.items) != len(node.elts):
        text = "{names} names stand on the left, but the right side is a {kind}."
        scope.refuse(node, "unpack", text, names=len(node.elts), kind=type_name(kind))
    writes = [_target(scope, t, item) for t, item in zip(node.elts, kind.items, strict=True)]

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        for one, item in zip(writes, value, strict=True):
            one(frame, mask, item)

    return write


def _unpack_array(scope: Scope, node: ast.Tuple | ast.List, kind: ArrayType) -> Write:
    """`a, b = x[:2]`: the elements, or rows, of an array that must have as many."""
    item: Type = kind.dtype if kind.ndim == 1 else replace(kind, ndim=kind.ndim - 1)
    writes = [_target(scope, target, item) for target in node.elts]
    point, place, needed = scope.point(node), scope.place(node), len(writes)

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        wrong = mask.lanes & (np.asarray(value.shape[0]) != needed)
        if wrong.any():
            block, thread = frame.context.thread_group.first_thread(wrong)
            at = {"thread": str(thread), "block": str(block), "line": place.line, "names": needed}
            raise KernelFailed(Message("kernel.unpack", OTHER_LENGTH, at), place)
        index = [np.int64(number) for number in range(needed)]
        if isinstance(item, ArrayType):
            items = [slicing.part(value, [number]) for number in index]
        else:
            items = [frame.context.load(frame, point, value, [one], mask) for one in index]
        for store, part in zip(writes, items, strict=True):
            store(frame, mask, part)

    return write


OTHER_LENGTH = (
    "line {line}: {names} names stand on the left, but the array of thread {thread} of block"
    " {block} has not as many elements: cut it, as in x[:{names}]."
)


def _place(scope: Scope, node: ast.Subscript | ast.Attribute) -> tuple[Expr, ArrayType, Indices]:
    """Where something is stored: in an element, a part of an array, or a field of a record."""
    field = field_place(scope, node)
    if field is None and isinstance(node, ast.Subscript):
        base, kind, numbered = _array(scope, node)
        indices = flat_indices(scope, node, base, lower) if numbered else None
        return base, kind, indices or indices_of(scope, node, kind, lower)
    if field is None or not records.is_record(lower(scope, node.value).type):
        text = "only variables, array elements and fields of records can be changed in a kernel."
        scope.refuse(node, "target", text)
    assert isinstance(field.type, ArrayType)
    check_writable(scope, node, node.value, field.type)
    return field, field.type, Indices((), field.type.ndim)


def _array(scope: Scope, node: ast.Subscript) -> tuple[Expr, ArrayType, bool]:
    """The array that is changed, and whether its elements have numbers: a.flat[k]."""
    base = number_in(scope, node.value, lower(scope, node.value))
    numbered = isinstance(base.type, IteratorType) and base.type.array is not None
    base = array_of(base) if numbered else base
    if not isinstance(base.type, ArrayType):
        text = "{text} is a {kind}: only elements of arrays can be assigned."
        kind = type_name(base.type)
        scope.refuse(node, "not-indexable", text, text=ast.unparse(node.value), kind=kind)
    check_writable(scope, node, node.value, base.type)
    return base, base.type, numbered


def check_writable(scope: Scope, node: ast.AST, array: ast.expr, kind: ArrayType) -> None:
    """Raises NotSupportedError where an array cannot be written."""
    if not kind.writable:
        text = "{text} is read-only: pass a copy of it to write into it."
        scope.refuse(node, "read-only", text, text=ast.unparse(array))


def check_cast(scope: Scope, node: ast.AST, kind: Scalar, array: ArrayType) -> None:
    """Raises NotSupportedError where a number has no place in an array of a type."""
    if not castable(kind, array.dtype):
        text = "a {kind} number cannot be stored in an array of {dtype}: take .real or abs() of it."
        if kind.kind != "c":
            text = "a {kind} cannot be stored in an array of {dtype}."
        scope.refuse(node, "complex-element", text, kind=kind, dtype=array.dtype)
