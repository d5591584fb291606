"""Methods of tuples: index; Numba has no count."""

from __future__ import annotations

import ast
from typing import NoReturn

import numpy as np

from gpuviz.messages import KernelFailed, Message
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions.conditions import relation_of
from gpuviz.simt.lower.registry import method
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import INT64, TupleType, type_name

NOT_AMONG = (
    "line {line}: thread {thread} of block {block} asks for the index of what is none of the items"
    " of the tuple: ask with 'in' before."
)


@method(TupleType, "count", "value")
def _count(scope: Scope, node: ast.Call, arguments: list[Expr]) -> NoReturn:
    name = ast.unparse(node.func)
    scope.refuse(node, "not-in-numba-cuda", not_in_numba_cuda.COUNT, name=name)


@method(TupleType, "index", "value")
def _index(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """t.index(value): the number of the first item that is equal; the items are of one type."""
    base, sought = arguments
    assert isinstance(base.type, TupleType)
    known, name = base.const, sought.const
    if isinstance(known, tuple) and isinstance(name, str) and name in known:
        number = np.int64(known.index(name))
        return Expr(INT64, lambda frame, mask: number)
    equal = relation_of(ast.Eq, base.type.items[0], sought.type) if base.type.items else None
    if equal is None or len(set(base.type.items)) > 1:
        text = (
            "{name} looks for a value in a tuple of items of one type; this is a {kind}, and the"
            " value a {sought}."
        )
        kinds = {"kind": type_name(base.type), "sought": type_name(sought.type)}
        scope.refuse(node, "tuple-index", text, name=ast.unparse(node.func), **kinds)
    items, value, place = base.run, sought.run, scope.place(node)

    def run(frame: CallFrame, mask: Mask) -> Value:
        found, number = items(frame, mask), value(frame, mask)
        result: Value = np.int64(-1)
        for row in reversed(range(len(found))):
            result = np.where(equal(found[row], number), np.int64(row), result)
        missing = mask.lanes & (result < 0)
        if missing.any():
            block, thread = frame.context.thread_group.first_thread(missing)
            at = {"thread": str(thread), "block": str(block), "line": place.line}
            raise KernelFailed(Message("kernel.not-among", NOT_AMONG, at), place)
        return result[()]

    return Expr(INT64, run, UNKNOWN, pure=False)
