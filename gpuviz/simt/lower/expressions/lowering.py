"""Expressions: each kind of node has one function that lowers it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from gpuviz.messages import Message, NotSupportedError, word
from gpuviz.simt.capture import dotted_name
from gpuviz.simt.execution.context import CallFrame, Reading
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import conditions, enumerations, operators, records, tuples
from gpuviz.simt.lower.expressions.arguments import refuse_attribute
from gpuviz.simt.lower.expressions.calls import call
from gpuviz.simt.lower.expressions.constant_folding import computed_ahead
from gpuviz.simt.lower.expressions.constants import (
    bytes_array,
    character,
    constant_array,
    device_array,
    refuse_reading,
)
from gpuviz.simt.lower.expressions.iterators import array_of, flat_indices
from gpuviz.simt.lower.expressions.misnamed import refuse_bare, refuse_launch, refuse_misnamed
from gpuviz.simt.lower.expressions.nested_functions import nested_lambda
from gpuviz.simt.lower.expressions.optional import number_in
from gpuviz.simt.lower.expressions.overloads import OverloadRef, added_member
from gpuviz.simt.lower.expressions.slices import constant_slice
from gpuviz.simt.lower.expressions.subscripts import indices_of, part_of, refuse_lone
from gpuviz.simt.lower.expressions.tuples import (
    concatenated,
    item_of,
    make_tuple,
    nothing,
    typed,
)
from gpuviz.simt.lower.expressions.variables import assigned_within
from gpuviz.simt.lower.not_in_numba_cuda import IMPORTED, JOINED, REPEATED
from gpuviz.simt.lower.operation_counts import SPECIAL_OPERATORS
from gpuviz.simt.lower.registry import attribute_of, members_of, method_of, value_named
from gpuviz.simt.lower.scope import UNKNOWN, Expr, FunctionRef, Method, Scope, Symbol, static
from gpuviz.simt.source.symbols import NOT_YET, OVERLOADED, TUPLE
from gpuviz.simt.types import (
    ArrayType,
    EnumType,
    IteratorType,
    MixedType,
    OptionalType,
    StaticType,
    TupleType,
    Type,
    all_static,
    binary_type,
    is_scalar,
    literal_type,
    type_name,
    unary_type,
    unlike_names,
)
from gpuviz.trace.source import Captured

OF_MODULE = (
    *(f"cuda.{name}" for name in ("threadIdx", "blockIdx", "blockDim", "gridDim")),
    *(f"cuda.{name}" for name in ("laneid", "warpsize", "shared", "local", "const", "atomic")),
)
"""What Numba knows as a member of the module cuda only."""
OWN_KERNELS = Path(__file__).parents[3] / "cuda"
MODULES = {"numba.cuda": "cuda"}
"""Canonical names of modules that are reached through another module."""


OTHERWISE = word("numbers, arrays, tuples, comparisons and calls")
REFUSED: dict[type[ast.expr], tuple[Message, Message]] = {
    ast.JoinedStr: (word("a text that is put together"), word("print and its arguments")),
    ast.List: (word("a list"), word("a tuple, or with cuda.local.array")),
    ast.ListComp: (word("a list"), word("a for loop and cuda.local.array")),
    ast.GeneratorExp: (word("a generator"), word("a for loop")),
    ast.Dict: (word("a dictionary"), word("arrays")),
    ast.DictComp: (word("a dictionary"), word("arrays")),
    ast.Set: (word("a set"), word("a tuple")),
    ast.SetComp: (word("a set"), word("a tuple")),
    ast.Starred: (word("a * in front of a tuple here"), word("its items, one by one")),
    ast.Slice: (word("a slice here"), word("single indices")),
}
"""What a kernel may not write, and what to write instead."""


def lower(scope: Scope, node: ast.expr) -> Expr:
    """The node as an Expr.

    Raises NotSupportedError for what kernels may not use, or gpuviz does not know.
    """
    handler = _HANDLERS.get(type(node))
    if handler is None:
        text = "a kernel cannot use {what}: write it with {instead}."
        known = REFUSED.get(type(node))
        what, instead = known or (type(node).__name__, OTHERWISE)
        scope.refuse(node, "unknown-expression", text, what=what, instead=instead)
    return handler(scope, node)


def number(scope: Scope, node: ast.expr) -> Expr:
    """The node as a number. Raises NotSupportedError where it is something else."""
    return as_number(scope, node, lower(scope, node))


def array_in(scope: Scope, node: ast.expr) -> Expr:
    """The node; what may be None is the array that it has to be here."""
    expr = lower(scope, node)
    optional = isinstance(expr.type, OptionalType) and isinstance(expr.type.item, ArrayType)
    return number_in(scope, node, expr) if optional else expr


def tested(scope: Scope, node: ast.expr) -> Expr:
    """The node as a number of which is asked whether it is 0: no member of an IntEnum."""
    expr = lower(scope, node)
    enumerations.refuse_member(scope, node, expr.type)
    return as_number(scope, node, expr)


def as_number(scope: Scope, node: ast.expr, expr: Expr) -> Expr:
    """What a node stands for, where it is a number."""
    expr = number_in(scope, node, enumerations.number_of(expr))
    if isinstance(expr.type, ArrayType):
        text = (
            "{text} is a {kind}, but a number is needed here: a kernel computes with single"
            " elements, such as {text}[i]; write a loop where a thread has to do several."
        )
        kind = type_name(expr.type)
        scope.refuse(node, "array-expression", text, text=ast.unparse(node), kind=kind)
    if not is_scalar(expr.type):
        refuse_misnamed(scope, node, expr)
        scope.refuse(
            node,
            "not-a-number",
            "{text} is a {kind}, but a number is needed here.",
            text=ast.unparse(node),
            kind=type_name(expr.type),
        )
    return expr


def constant_expr(scope: Scope, node: ast.expr, value: Any) -> Expr:
    """What a literal or captured constant stands for."""
    if value is None:
        return static("None", None)
    if isinstance(value, tuple):
        return make_tuple([constant_expr(scope, node, item) for item in value])
    if isinstance(value, slice):
        return constant_slice(value)
    if isinstance(value, np.generic):
        return operators.constant(value, value.dtype)
    if isinstance(value, (bool, int, float, complex)):
        kind = literal_type(value)
        if kind is None:
            text = "{value} is too large: whole numbers in a kernel have 64 bits."
            scope.refuse(node, "number-too-large", text, value=value)
        return operators.constant(value, kind)
    return static(type(value).__name__, value)  # sentences have the article


def _constant(scope: Scope, node: ast.Constant) -> Expr:
    return constant_expr(scope, node, node.value)


def _name(scope: Scope, node: ast.Name) -> Expr:
    if node.id in scope.flow.types:
        return _variable(scope, node)
    captured = scope.captured(node.id)
    if captured is None and (elsewhere := _type_elsewhere(scope, node)) is not None:
        scope.flow.types[node.id] = elsewhere
        return _variable(scope, node)
    if captured is None:
        refuse_bare(scope, node)
        text = "{name} has no value here: assign it before this line, or pass it in."
        scope.refuse(node, "unknown-name", text, name=node.id)
    return _outer(scope, node, captured)


def _type_elsewhere(scope: Scope, node: ast.Name) -> Type | None:
    """The type of a variable that is assigned further up, but on other ways than to this place.

    Whoever comes here has none of its values.
    """
    name = node.id
    for statement in ast.walk(scope.program.tree(scope.row)):
        if not isinstance(statement, ast.Assign) or statement.lineno >= node.lineno:
            continue
        targets = [one.id for one in statement.targets if isinstance(one, ast.Name)]
        read = {part.id for part in ast.walk(statement.value) if isinstance(part, ast.Name)}
        if name in targets and name not in read:
            try:
                return lower(scope, statement.value).type
            except NotSupportedError:
                continue
    return None


def _outer(scope: Scope, node: ast.Name | ast.Attribute, captured: Captured) -> Expr:
    """What a name of the surrounding module stands for."""
    name = ast.unparse(node)
    if captured.kind == "symbol":
        symbol = str(captured.value)
        if symbol.startswith(OVERLOADED):
            return static(name, OverloadRef(name, symbol.removeprefix(OVERLOADED)))
        if symbol.startswith(TUPLE):
            return _captured_tuple(scope, node, name, symbol.removeprefix(TUPLE).split())
        if symbol == NOT_YET:
            text = (
                "{name} is not there yet where the kernel is decorated: with a signature it is"
                " compiled there, and what it uses has to stand above it. Define {name} above it,"
                " or leave out the signature."
            )
            scope.refuse(node, "not-yet", text, name=name)
        _refuse_import(scope, node)
        return value_named(symbol) or static(name, Symbol(symbol))
    if captured.kind == "function":
        return static(name, FunctionRef(int(captured.value)))  # type: ignore[call-overload]
    if captured.kind == "enum":
        return enumerations.captured_member(captured.value)
    if captured.kind == "device":
        return device_array(*captured.value)  # type: ignore[misc]
    if captured.kind == "slice":
        return constant_slice(slice(*captured.value))  # type: ignore[misc]
    if isinstance(captured.value, np.ndarray):
        return constant_array(scope, node, captured.value)
    return constant_expr(scope, node, captured.value)


def _captured_tuple(scope: Scope, node: ast.expr, name: str, words: list[str]) -> Expr:
    """A tuple outside the kernel that holds arrays, types or functions."""
    count, *fields = words
    items = []
    for row in range(int(count)):
        item = ast.copy_location(ast.Name(f"{name}[{row}]", ast.Load()), node)
        captured = scope.captured(item.id)
        assert captured is not None
        items.append(_outer(scope, item, captured))
    made = make_tuple(items)
    assert isinstance(made.type, TupleType)
    return replace(made, type=replace(made.type, names=tuple(fields)))


def _refuse_import(scope: Scope, node: ast.Name | ast.Attribute) -> None:
    """Raises NotSupportedError for a name that only the module cuda may have.

    gpuviz's own kernels, those of its reductions, are free to use them.
    """
    if Path(scope.program.functions[scope.row].file).is_relative_to(OWN_KERNELS):
        return
    name, _ = dotted_name(node)
    captured = scope.captured(name)
    if captured is not None and captured.value in OF_MODULE:
        known = str(captured.value).removeprefix("cuda.")
        scope.refuse(node, "not-in-numba-cuda", IMPORTED, name=name, known=known)


def _variable(scope: Scope, node: ast.Name) -> Expr:
    kind, sure = scope.flow.types[node.id], node.id in scope.flow.sure
    if isinstance(kind, MixedType):
        text = "{name} is a {one} on one way to this place and a {other} on another: use two names."
        one, other = unlike_names(kind.one, kind.other)
        scope.refuse(node, "two-types", text, name=node.id, one=one, other=other)
    if isinstance(kind, StaticType) or all_static(kind):
        return Expr(kind, lambda frame, mask: None, scope.statics[node.id])
    if sure and node.id in scope.literals:
        return constant_expr(scope, node, scope.literals[node.id])
    slot, read = scope.slot_of(node.id, kind), Reading(node.id, scope.place(node), nothing(kind))

    def run(frame: CallFrame, mask: Mask) -> Value:
        if not sure:
            frame.check_set(slot, mask, read)
        return typed(frame.variables[slot], kind)

    return Expr(kind, run, pure=sure)


def _tuple(scope: Scope, node: ast.Tuple | ast.List) -> Expr:
    return make_tuple([lower(scope, item) for item in node.elts])


def _binary(scope: Scope, node: ast.BinOp) -> Expr:
    ahead = computed_ahead(node)
    if ahead is not None:
        return constant_expr(scope, node, ahead)
    left, right = lower(scope, node.left), lower(scope, node.right)
    tuples_ = isinstance(left.type, TupleType) and isinstance(right.type, TupleType)
    if tuples_ and isinstance(node.op, ast.Add):
        return concatenated(left, right)
    _refuse_sequences(scope, node, left, right)
    enumerations.refuse_beside_fraction(scope, node, ((node.left, left), (node.right, right)))
    left, right = as_number(scope, node.left, left), as_number(scope, node.right, right)
    return binary_of(scope, node, node.op, left, right)


def _refuse_sequences(scope: Scope, node: ast.BinOp, *sides: Expr) -> None:
    """Raises NotSupportedError where Python would repeat a tuple, or put texts together."""
    words = {"text": ast.unparse(node)}
    if any(isinstance(side.const, (str, bytes)) for side in sides):
        scope.refuse(node, "not-in-numba-cuda", JOINED, **words, example='"a" + "b"')
    if isinstance(node.op, ast.Mult) and any(isinstance(side.type, TupleType) for side in sides):
        scope.refuse(node, "not-in-numba-cuda", REPEATED, **words, example="(1, 2) * 3")


def binary_of(
    scope: Scope, node: ast.expr | ast.stmt, op: ast.operator, left: Expr, right: Expr
) -> Expr:
    """`left op right` with Numba's result type."""
    if isinstance(op, ast.MatMult):
        text = "@ between arrays does not exist in a kernel: write the loop over k."
        scope.refuse(node, "matrix-product", text)
    kind = binary_type(type(op).__name__, left.type, right.type)  # type: ignore[arg-type]
    if kind is None:
        scope.refuse(
            node,
            "operand-types",
            "{operator} is not defined between {left} and {right}.",
            operator=type(op).__name__,
            left=type_name(left.type),
            right=type_name(right.type),
        )
    if isinstance(op, (ast.FloorDiv, ast.Mod)):
        right = operators.checked_divisor(scope, node, right, kind)
    whole_by_constant = right.is_const and kind.kind not in "fc"
    special = isinstance(op, SPECIAL_OPERATORS) and not whole_by_constant
    return scope.counted(node, operators.binary(type(op), left, right, kind), special)


def _unary(scope: Scope, node: ast.UnaryOp) -> Expr:
    ahead = computed_ahead(node)
    if ahead is not None:
        return constant_expr(scope, node, ahead)
    operand = number(scope, node.operand)
    kind = unary_type(type(node.op).__name__, operand.type)  # type: ignore[arg-type]
    if kind is None:
        text = "{operator} is not defined for {kind}."
        name = type(node.op).__name__
        scope.refuse(node, "operand-types", text, operator=name, kind=type_name(operand.type))
    return scope.counted(node, operators.unary(node.op, operand, kind))


def _compare(scope: Scope, node: ast.Compare) -> Expr:
    return scope.counted(node, conditions.compare(scope, node, lower), times=len(node.ops))


def _bool_op(scope: Scope, node: ast.BoolOp) -> Expr:
    return scope.counted(node, conditions.bool_op(scope, node, tested), times=len(node.values) - 1)


def _if_exp(scope: Scope, node: ast.IfExp) -> Expr:
    return conditions.if_exp(scope, node, lower, tested)


def _attribute(scope: Scope, node: ast.Attribute) -> Expr:
    name, path = dotted_name(node)
    captured = scope.captured(".".join([name, *path])) if name not in scope.flow.types else None
    if name and captured is not None:
        return _outer(scope, node, captured)
    base = array_in(scope, node.value)
    if isinstance(base.const, Symbol):
        symbol = f"{base.const.name}.{node.attr}"
        symbol = MODULES.get(symbol, symbol)
        return value_named(symbol) or static(ast.unparse(node), Symbol(symbol))
    if isinstance(base.const, EnumType):
        return enumerations.named(scope, node, base.const, node.attr)
    return _of_value(scope, node, base)


def _of_value(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    """What a value has: a field, a part, an item by its name, a method."""
    if isinstance(base.type, EnumType) and node.attr == "value":
        return enumerations.value_of(scope, node, base)
    if records.has_field(base.type, node.attr):
        return records.loaded(scope, node, records.field_of(scope, node, base, node.attr))
    if isinstance(base.type, TupleType) and node.attr in base.type.names:
        return item_of(base, base.type.names.index(node.attr))
    if not records.is_record(base.type):
        attribute, method = attribute_of(base.type, node.attr), method_of(base.type, node.attr)
        if attribute is not None:
            return attribute(scope, node, base)
        if method is not None:
            return static(ast.unparse(node), Method(base, *method))
        added = added_member(scope, node, base, lower)
        if added is not None:
            return added
        if isinstance(base.type, ArrayType):
            text = (
                "arrays in a kernel have {known}; {name} is not known to gpuviz: write a loop over"
                " the elements."
            )
            known = ", ".join(members_of(ArrayType))
            scope.refuse(node, "array-attribute", text, name=node.attr, known=known)
    refuse_attribute(scope, node, base)


def field_place(scope: Scope, node: ast.expr) -> Expr | None:
    """Where the field lies that `a.x` or `a["x"]` stands for; None for anything else."""
    if isinstance(node, ast.Attribute):
        base, name = lower(scope, node.value), node.attr
    elif isinstance(node, ast.Subscript):
        base, name = lower(scope, node.value), _field_name(scope, node)
    else:
        return None
    return records.field_of(scope, node, base, name) if records.has_field(base.type, name) else None


def _field_name(scope: Scope, node: ast.Subscript) -> str:
    """The name in `a["x"]`, "" where a number or something else stands there."""
    if not isinstance(node.slice, (ast.Constant, ast.Name)):
        return ""
    const = lower(scope, node.slice).const
    return const if isinstance(const, str) else ""


def _subscript(scope: Scope, node: ast.Subscript) -> Expr:
    ahead = computed_ahead(node)
    if ahead is not None:
        return constant_expr(scope, node, ahead)
    item = _captured_item(scope, node)
    if item is not None:
        return item
    base = bytes_array(scope, node.value, array_in(scope, node.value))
    if isinstance(base.type, TupleType):
        return tuples.subscript(scope, node, base, lower)
    if isinstance(base.const, str):
        return character(scope, node, base.const, lower(scope, node.slice))
    name = _field_name(scope, node)
    if isinstance(base.const, EnumType):
        return enumerations.named(scope, node, base.const, name)
    if records.is_record(base.type):
        name = name or records.nth_field(scope, node, base.type, lower)
    if records.has_field(base.type, name):
        return records.loaded(scope, node, records.field_of(scope, node, base, name))
    numbered = isinstance(base.type, IteratorType) and base.type.array is not None
    base = array_of(base) if numbered else base
    if not isinstance(base.type, ArrayType):
        refuse_launch(scope, node, base)
        refuse_misnamed(scope, node.value, base)
        text = "{text} is a {kind}: only arrays and tuples have elements."
        scope.refuse(
            node, "not-indexable", text, text=ast.unparse(node.value), kind=type_name(base.type)
        )
    if numbered:
        indices = flat_indices(scope, node, base, lower)
    else:
        refuse_lone(scope, node, lower)
        indices = indices_of(scope, node, base.type, lower)
    if indices.ndim or base.type.dtype.names:
        return part_of(base, indices)
    refuse_reading(scope, node, base.type.dtype)
    array, point = base.run, scope.point(node)

    def run(frame: CallFrame, mask: Mask) -> Value:
        elements = array(frame, mask)
        return frame.context.load(frame, point, elements, indices.evaluate(frame, mask), mask)

    return Expr(base.type.dtype, run, UNKNOWN, pure=False)


def _captured_item(scope: Scope, node: ast.Subscript) -> Expr | None:
    """`t[0]` of a tuple outside the kernel that holds types or device arrays."""
    name, index = node.value, node.slice
    if not isinstance(name, ast.Name) or not isinstance(index, ast.Constant):
        return None
    captured = scope.captured(f"{name.id}[{index.value!r}]")
    if captured is None or name.id in scope.flow.types:
        return None
    return _outer(scope, ast.copy_location(ast.Name(ast.unparse(node), ast.Load()), node), captured)


def _call(scope: Scope, node: ast.Call) -> Expr:
    return call(scope, node, lower)


def _assigned_within(scope: Scope, node: ast.NamedExpr) -> Expr:
    return assigned_within(scope, node, lower)


_HANDLERS: dict[type[ast.expr], Callable[[Scope, Any], Expr]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Tuple: _tuple,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _bool_op,
    ast.IfExp: _if_exp,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Call: _call,
    ast.Lambda: nested_lambda,
    ast.NamedExpr: _assigned_within,
}
