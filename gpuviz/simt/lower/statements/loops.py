"""while and for: lowered again until the types at their header stand still."""

from __future__ import annotations

import ast
from collections.abc import Callable

from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.lowering import number
from gpuviz.simt.lower.flow import Flow, joined
from gpuviz.simt.lower.nodes import For, Jump, Loop, Node, While
from gpuviz.simt.lower.scope import LoopScope, Scope
from gpuviz.simt.lower.statements.assignments import loop_target
from gpuviz.simt.lower.statements.iteration import iterable
from gpuviz.simt.lower.statements.loop_progress import mattering_names

Block = Callable[[Scope, list[ast.stmt]], list[Node]]

MOST_PASSES = 12  # over a loop's body; each pass widens at least one type


def while_loop(scope: Scope, node: ast.While, block: Block) -> Node:
    """`while test:`."""
    statement, construct = scope.statement, scope.construct(node, "loop")

    def once(slot: int) -> tuple[Loop, Flow]:
        test = operators.truth(number(scope, node.test))
        behind = scope.flow.copy()
        if test.is_const and test.const:
            behind = behind.ended()
        body = block(scope, node.body)
        names = mattering_names(node)
        slots = [row for name, row in scope.slots.items() if name in names]
        place = scope.place(node)
        return While(statement, slot, construct, body, [], test.run, place, slots), behind

    return _settled(scope, node, block, once)


def for_loop(scope: Scope, node: ast.For, block: Block) -> Node:
    """`for x in ...:`."""
    source = iterable(scope, node.iter)
    statement, construct = scope.statement, scope.construct(node, "loop")

    def once(slot: int) -> tuple[Loop, Flow]:
        behind = scope.flow.copy()
        write = loop_target(scope, node.target, source.kind)
        body = block(scope, node.body)
        return For(statement, slot, construct, body, [], source.begin, write), behind

    return _settled(scope, node, block, once)


def break_loop(scope: Scope, node: ast.Break) -> Node:
    """`break`."""
    loop = scope.loops[-1]
    loop.breaks.append(scope.flow)
    scope.flow = scope.flow.ended()
    return Jump(scope.statement, loop.slot, "break")


def continue_loop(scope: Scope, node: ast.Continue) -> Node:
    """`continue`."""
    loop = scope.loops[-1]
    loop.continues.append(scope.flow)
    scope.flow = scope.flow.ended()
    return Jump(scope.statement, loop.slot, "continue")


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
        again = joined([header, scope.flow, *inner.continues])
        if again == header:
            break
        header = again
    scope.flow = behind
    loop.orelse = block(scope, node.orelse)
    scope.flow = joined([scope.flow, *inner.breaks])
    return loop
