"""Statements: each kind of node has one function that lowers it and settles the types behind it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.expressions import binary_of, index_of, lower, number
from gpuviz.simt.lower.nodes import (
    Barrier,
    ForRange,
    If,
    Jump,
    Node,
    Return,
    Simple,
    While,
)
from gpuviz.simt.lower.scope import Expr, Run, Scope, Symbol
from gpuviz.simt.types import (
    INT32,
    INT64,
    NONE,
    UINT64,
    ArrayType,
    StaticType,
    TupleType,
    Type,
    is_scalar,
    type_name,
    unify,
)

Types = dict[str, Type]
MOST_PASSES = 12  # over a loop's body until its types stand still; each pass widens at least one type


def block(scope: Scope, statements: list[ast.stmt]) -> list[Node]:
    """The statements in order; those that are no steps (docstrings, pass) are left out."""
    nodes = []
    for statement in statements:
        if not is_silent(statement):
            nodes.append(_statement(scope, statement))
    return nodes


def is_silent(statement: ast.stmt) -> bool:
    """Whether a statement is no step: docstring, pass, global, nonlocal."""
    if isinstance(statement, (ast.Pass, ast.Global, ast.Nonlocal)):
        return True
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _statement(scope: Scope, node: ast.stmt) -> Node:
    handler = _HANDLERS.get(type(node))
    if handler is None:
        scope.refuse(
            node,
            "unknown-statement",
            "a kernel cannot use the statement '{kind}', or gpuviz does not know it yet: kernels are made of"
            " assignments, if, for over range, while, return and calls.",
            kind=_keyword(node),
        )
    outer, scope.prelude = (scope.statement, scope.prelude), []
    scope.statement = scope.program.statement_row(scope.row, node)
    try:
        return handler(scope, node)
    finally:
        scope.statement, scope.prelude = outer


def _assign(scope: Scope, node: ast.Assign) -> Node:
    scope.name_hint = next((t.id for t in node.targets if isinstance(t, ast.Name)), None)
    value = lower(scope, node.value)
    scope.name_hint = None
    writes = [_target(scope, target, value.type) for target in node.targets]
    run = value.run
    if isinstance(value.type, StaticType):
        return Simple(scope.statement, scope.prelude, _keep_static(scope, node, value))

    def work(frame: Frame, mask: Mask) -> Value:
        result = run(frame, mask)
        for write in writes:
            write(frame, mask, result)

    return Simple(scope.statement, scope.prelude, work)


def _keep_static(scope: Scope, node: ast.Assign, value: Expr) -> Run:
    """A name for a function, a module or None: it is known without running."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            scope.program.statics[scope.row, target.id] = value.const
    return lambda frame, mask: None


def _annotated(scope: Scope, node: ast.AnnAssign) -> Node:
    if node.value is None:
        scope.refuse(node, "annotation", "give the variable a value: x = ...")
    return _assign(scope, _located(ast.Assign([node.target], node.value), node))


def _augmented(scope: Scope, node: ast.AugAssign) -> Node:
    if isinstance(node.target, ast.Subscript):
        return _augmented_element(scope, node, node.target)
    if not isinstance(node.target, ast.Name):
        scope.refuse(node, "target", "only variables and array elements can be changed in a kernel.")
    old = number(scope, _located(ast.Name(node.target.id, ast.Load()), node.target))
    result = binary_of(scope, node, node.op, old, number(scope, node.value))
    write, run = _name_target(scope, node.target, result.type), result.run
    return Simple(scope.statement, scope.prelude, lambda f, m: write(f, m, run(f, m)))


def _augmented_element(scope: Scope, node: ast.AugAssign, target: ast.Subscript) -> Node:
    """`x[i] += v` is a load and a store of the same element."""
    base, kind = _array(scope, target)
    index = [part.run for part in index_of(scope, target, kind)]
    array, slots = base.run, [scope.temporary() for _ in index]
    reading, writing = scope.point(target, "read"), scope.point(target, "write")

    def load(frame: Frame, mask: Mask) -> Value:
        values = [frame.variables[slot] for slot in slots]
        return frame.context.load(frame, reading, array(frame, mask), values, mask)

    old = Expr(kind.dtype, load, pure=False)
    result = binary_of(scope, node, node.op, old, number(scope, node.value))
    run = operators.convert(result, kind.dtype).run

    def work(frame: Frame, mask: Mask) -> Value:
        values = [part(frame, mask) for part in index]
        for slot, value in zip(slots, values, strict=True):
            frame.variables[slot] = value
        fresh = run(frame, mask)
        frame.context.store(frame, writing, array(frame, mask), values, mask, fresh)

    return Simple(scope.statement, scope.prelude, work)


Write = Callable[[Frame, Mask, Value], None]


def _target(scope: Scope, node: ast.expr, kind: Type) -> Write:
    if isinstance(node, ast.Name):
        return _name_target(scope, node, kind)
    if isinstance(node, ast.Subscript):
        return _element_target(scope, node, kind)
    if isinstance(node, (ast.Tuple, ast.List)):
        return _unpack_target(scope, node, kind)
    scope.refuse(node, "target", "only variables and array elements can be assigned in a kernel.")


def _name_target(scope: Scope, node: ast.Name, kind: Type) -> Write:
    scope.types[node.id] = kind
    slot = scope.slot(node.id)
    if not is_scalar(kind):
        return lambda frame, mask, value: frame.assign(slot, mask, value)
    row = scope.program.variable_row(scope.row, node.id, kind)  # type: ignore[arg-type]

    def write(frame: Frame, mask: Mask, value: Value) -> None:
        frame.assign(slot, mask, value)
        recorder = frame.context.recorder
        if recorder is not None:
            recorder.assign(frame.step_ids, row, mask, value)

    return write


def _element_target(scope: Scope, node: ast.Subscript, kind: Type) -> Write:
    base, array_type = _array(scope, node)
    if not is_scalar(kind):
        text = "a {kind} cannot be stored in one element of an array."
        scope.refuse(node, "not-a-number", text, kind=type_name(kind))
    index = [part.run for part in index_of(scope, node, array_type)]
    array, point, dtype = base.run, scope.point(node, "write"), array_type.dtype

    def write(frame: Frame, mask: Mask, value: Value) -> None:
        values = [part(frame, mask) for part in index]
        fresh = operators.cast(value, dtype)
        frame.context.store(frame, point, array(frame, mask), values, mask, fresh)

    return write


def _unpack_target(scope: Scope, node: ast.Tuple | ast.List, kind: Type) -> Write:
    if not isinstance(kind, TupleType) or len(kind.items) != len(node.elts):
        text = "{names} names stand on the left, but the right side is a {kind}."
        scope.refuse(node, "unpack", text, names=len(node.elts), kind=type_name(kind))
    writes = [_target(scope, t, item) for t, item in zip(node.elts, kind.items, strict=True)]

    def write(frame: Frame, mask: Mask, value: Value) -> None:
        for one, item in zip(writes, value, strict=True):
            one(frame, mask, item)

    return write


def _array(scope: Scope, node: ast.Subscript) -> tuple[Expr, ArrayType]:
    base = lower(scope, node.value)
    if not isinstance(base.type, ArrayType):
        text = "{text} is a {kind}: only elements of arrays can be assigned."
        kind = type_name(base.type)
        scope.refuse(node, "not-indexable", text, text=ast.unparse(node.value), kind=kind)
    return base, base.type


def _expression(scope: Scope, node: ast.Expr) -> Node:
    if _is_barrier(scope, node.value):
        return Barrier(scope.statement, scope.prelude, scope.place(node).line)
    run = lower(scope, node.value)
    if isinstance(run.type, StaticType):
        return Simple(scope.statement, scope.prelude, lambda frame, mask: None)
    return Simple(scope.statement, scope.prelude, run.run)


def _is_barrier(scope: Scope, node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or node.args or node.keywords:
        return False
    if not isinstance(node.func, (ast.Name, ast.Attribute)):
        return False
    target = lower(scope, node.func)
    return target.const == Symbol("cuda.syncthreads")


def _if(scope: Scope, node: ast.If) -> Node:
    test = operators.truth(number(scope, node.test))
    statement, prelude, before = scope.statement, scope.prelude, dict(scope.types)
    body = block(scope, node.body)
    after_body = scope.types
    scope.types = dict(before)
    orelse = block(scope, node.orelse)
    scope.types = _behind_if(scope, node, after_body, scope.types)
    return If(statement, prelude, test.run, body, orelse)


def _behind_if(scope: Scope, node: ast.If, yes: Types, no: Types) -> Types:
    """The types where both sides meet; a side that never gets there does not count."""
    if _never_ends(node.body):
        return no
    if node.orelse and _never_ends(node.orelse):
        return yes
    return _joined(scope, node, yes, no)


def _never_ends(statements: list[ast.stmt]) -> bool:
    """Whether control cannot reach the end of these statements."""
    last = statements[-1]
    if isinstance(last, ast.If) and last.orelse:
        return _never_ends(last.body) and _never_ends(last.orelse)
    return isinstance(last, (ast.Return, ast.Break, ast.Continue, ast.Raise))


def _joined(scope: Scope, node: ast.stmt, one: Types, other: Types) -> Types:
    joined = {**other, **one}
    for name in one.keys() & other.keys():
        kind = unify(one[name], other[name])
        if kind is None:
            text = "{name} is a {one} on one way to this place and a {other} on another: use two names."
            kinds = {"one": type_name(one[name]), "other": type_name(other[name])}
            scope.refuse(node, "two-types", text, name=name, **kinds)
        joined[name] = kind
    return joined


def _while(scope: Scope, node: ast.While) -> Node:
    statement, prelude = scope.statement, scope.prelude

    def once() -> While:
        scope.prelude = []
        test = operators.truth(number(scope, node.test))
        head = scope.prelude
        loop, body = scope.temporary(), _loop_body(scope, node)
        place = scope.place(node)
        return While(statement, [*prelude, *head], loop, body, [], test.run, place)

    return _settled(scope, node, once)


def _for(scope: Scope, node: ast.For) -> Node:
    start, stop, step, kind = _range(scope, node)
    if not isinstance(node.target, ast.Name):
        scope.refuse(node, "loop-target", "the variable of a for loop must be a single name.")
    statement, prelude, target = scope.statement, scope.prelude, node.target

    def once() -> ForRange:
        write = _name_target(scope, target, kind)
        loop, body = scope.temporary(), _loop_body(scope, node)
        place = scope.place(node)
        return ForRange(
            statement, prelude, loop, body, [], start, stop, step, kind, write, place
        )

    return _settled(scope, node, once)


def _settled(scope: Scope, node: ast.While | ast.For, once: Callable[[], Any]) -> Node:
    """Lowers a loop again until the types at its header stand still, then its else part."""
    for _ in range(MOST_PASSES):
        before = dict(scope.types)
        loop = once()
        joined = _joined(scope, node, before, scope.types)
        scope.types = dict(joined)
        if {name: joined[name] for name in before} == before:
            break
    loop.orelse = block(scope, node.orelse)
    return loop  # type: ignore[no-any-return]


def _loop_body(scope: Scope, node: ast.While | ast.For) -> list[Node]:
    """The body; break and continue inside it belong to the loop whose slot was made last."""
    slot = scope.extra_slots
    scope.program.loops.append(scope.slots[f".{slot}"])
    try:
        return block(scope, node.body)
    finally:
        scope.program.loops.pop()


def _range(scope: Scope, node: ast.For) -> tuple[Run, Run, Run, np.dtype[Any]]:
    """start, stop and step of the loop, and the type of its variable (int32, int64 or uint64, as in Numba)."""
    source = node.iter
    target = lower(scope, source.func) if isinstance(source, ast.Call) else None
    if target is None or target.const not in _RANGES or not isinstance(source, ast.Call):
        text = "a for loop in a kernel runs over range(...); {text} is not known to gpuviz yet."
        scope.refuse(node.iter, "loop-range", text, text=ast.unparse(node.iter))
    limits = [number(scope, argument) for argument in source.args]
    if not 1 <= len(limits) <= 3 or any(limit.type.kind not in "biu" for limit in limits):  # type: ignore[union-attr]
        text = "range() takes one to three whole numbers: range(stop), range(start, stop), range(start, stop, step)."
        scope.refuse(node.iter, "range-arguments", text)
    kind = _range_type([limit.type for limit in limits])  # type: ignore[misc]
    zero, one = operators.constant(0, kind), operators.constant(1, kind)
    full = [zero, limits[0], one] if len(limits) == 1 else [*limits, one][:3]
    start, stop, step = (operators.convert(limit, kind).run for limit in full)
    return start, stop, step, kind


def _range_type(kinds: list[np.dtype[Any]]) -> np.dtype[Any]:
    if all(kind.kind == "u" for kind in kinds) and np.dtype(np.uint64) in kinds:
        return UINT64
    return INT32 if all(kind.itemsize <= 4 and kind != np.uint32 for kind in kinds) else INT64


_RANGES = (Symbol("builtins.range"), Symbol("numba.prange"))


def _return(scope: Scope, node: ast.Return) -> Node:
    if node.value is None:
        return Return(scope.statement, scope.prelude, None)
    value = lower(scope, node.value)
    if value.type == NONE:
        return Return(scope.statement, scope.prelude, None)
    if scope.program.functions[scope.row].is_kernel:
        text = "a kernel gives nothing back: write the result into an array that is passed to it."
        scope.refuse(node, "kernel-returns", text)
    scope.returns.append(value.type)
    return Return(scope.statement, scope.prelude, value.run)


def _break(scope: Scope, node: ast.Break) -> Node:
    return Jump(scope.statement, scope.prelude, scope.program.loops[-1], "break")


def _continue(scope: Scope, node: ast.Continue) -> Node:
    return Jump(scope.statement, scope.prelude, scope.program.loops[-1], "continue")


def _located(new: Any, old: ast.AST) -> Any:
    return ast.fix_missing_locations(ast.copy_location(new, old))


def _keyword(node: ast.stmt) -> str:
    return {"With": "with", "Try": "try", "FunctionDef": "def", "ClassDef": "class"}.get(
        type(node).__name__, type(node).__name__.lower()
    )


_HANDLERS: dict[type[ast.stmt], Callable[[Scope, Any], Node]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Expr: _expression,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.Return: _return,
    ast.Break: _break,
    ast.Continue: _continue,
}
