"""while, and for over range(...): lowered again until the types at their header stand still."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt.lower import operators
from gpuviz.simt.lower.expressions import lower, number
from gpuviz.simt.lower.flow import Flow, joined
from gpuviz.simt.lower.nodes import ForRange, Jump, Loop, Node, While
from gpuviz.simt.lower.scope import Expr, LoopScope, Run, Scope, Symbol
from gpuviz.simt.lower.targets import name_target
from gpuviz.simt.types import range_type

Block = Callable[[Scope, list[ast.stmt]], list[Node]]

MOST_PASSES = 12  # over a loop's body; each pass widens at least one type
RANGES = (Symbol("builtins.range"), Symbol("numba.prange"))


def while_loop(scope: Scope, node: ast.While, block: Block) -> Node:
    """`while test:`."""
    statement = scope.statement

    def once(slot: int) -> tuple[Loop, Flow]:
        scope.prelude = []
        test = operators.truth(number(scope, node.test))
        prelude, behind = scope.prelude, scope.flow.copy()
        if test.is_const and test.const:
            behind = behind.ended()
        body = block(scope, node.body)
        return While(statement, prelude, slot, body, [], test.run, scope.place(node)), behind

    return _settled(scope, node, block, once)


def for_loop(scope: Scope, node: ast.For, block: Block) -> Node:
    """`for i in range(...):`."""
    limits, kind = _range(scope, node)
    if not isinstance(node.target, ast.Name):
        text = "the variable of a for loop must be a single name."
        scope.refuse(node.target, "loop-target", text)
    statement, prelude, target = scope.statement, scope.prelude, node.target

    def once(slot: int) -> tuple[Loop, Flow]:
        behind = scope.flow.copy()
        write = name_target(scope, target, kind)
        body = block(scope, node.body)
        place = scope.place(node)
        return ForRange(statement, prelude, slot, body, [], limits, write, place), behind

    return _settled(scope, node, block, once)


def break_loop(scope: Scope, node: ast.Break) -> Node:
    """`break`."""
    loop = scope.loops[-1]
    loop.breaks.append(scope.flow)
    scope.flow = scope.flow.ended()
    return Jump(scope.statement, scope.prelude, loop.slot, "break")


def continue_loop(scope: Scope, node: ast.Continue) -> Node:
    """`continue`."""
    loop = scope.loops[-1]
    loop.continues.append(scope.flow)
    scope.flow = scope.flow.ended()
    return Jump(scope.statement, scope.prelude, loop.slot, "continue")


def _settled(
    scope: Scope,
    node: ast.While | ast.For,
    block: Block,
    once: Callable[[int], tuple[Loop, Flow]],
) -> Node:
    """Lowers a loop until the state at its header stands still, then its else part.

    `once` lowers header and body one time; it gives the loop and the state behind the header.
    """
    header = scope.flow
    for _ in range(MOST_PASSES):
        scope.flow = header.copy()
        inner = LoopScope(scope.temporary())
        scope.loops.append(inner)
        loop, behind = once(inner.slot)
        scope.loops.pop()
        again = joined(scope, node, [header, scope.flow, *inner.continues])
        if again == header:
            break
        header = again
    scope.flow = behind
    loop.orelse = block(scope, node.orelse)
    scope.flow = joined(scope, node, [scope.flow, *inner.breaks])
    return loop


def _range(scope: Scope, node: ast.For) -> tuple[tuple[Run, Run, Run], np.dtype[np.generic]]:
    """start, stop and step of the loop, and the type of its variable."""
    source = node.iter
    target = lower(scope, source.func) if isinstance(source, ast.Call) else None
    if target is None or target.const not in RANGES or not isinstance(source, ast.Call):
        text = "a for loop in a kernel runs over range(...); {text} is not known to gpuviz yet."
        scope.refuse(node.iter, "loop-range", text, text=ast.unparse(node.iter))
    limits = [number(scope, argument) for argument in source.args]
    kinds = [limit.type for limit in limits if isinstance(limit.type, np.dtype)]
    if source.keywords or not 1 <= len(limits) <= 3 or any(k.kind not in "biu" for k in kinds):
        text = (
            "range() takes one to three whole numbers: range(stop), range(start, stop) or"
            " range(start, stop, step); turn a fraction into one with int(...)."
        )
        scope.refuse(node.iter, "range-arguments", text)
    kind = range_type(kinds)
    start, stop, step = (operators.convert(limit, kind).run for limit in _three(limits, kind))
    return (start, stop, step), kind


def _three(limits: list[Expr], kind: np.dtype[np.generic]) -> list[Expr]:
    zero, one = operators.constant(0, kind), operators.constant(1, kind)
    return [zero, limits[0], one] if len(limits) == 1 else [*limits, one][:3]
