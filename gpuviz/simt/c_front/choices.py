"""`test ? a : b` where it is a place: each side is set by the threads that choose it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.syntax import at
from gpuviz.simt.c_front import expressions
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Address, Element, Typed


def on_both_sides(
    scope: CScope,
    node: syntax.Node,
    choice: syntax.Conditional,
    done: Callable[[syntax.Expression], syntax.Expression],
) -> Typed:
    """`test ? done(a) : done(b)`."""
    sides = [done(side) for side in (choice.yes, choice.no)]
    return expressions.lower(scope, at(node, syntax.Conditional, choice.test, *sides))


def assigned(scope: CScope, node: syntax.Assignment, choice: syntax.Conditional) -> Typed:
    """`(test ? a : b) = value`, also with another mark before the =."""
    return on_both_sides(
        scope, node, choice, lambda side: at(node, syntax.Assignment, node.mark, side, node.value)
    )


def counted(scope: CScope, node: Any, choice: syntax.Conditional) -> Typed:
    """`++(test ? a : b)`, `(test ? a : b)--`."""
    return on_both_sides(scope, node, choice, lambda side: at(node, type(node), node.mark, side))


def element(scope: CScope, node: syntax.Conditional) -> Element:
    """What `test ? a[i] : b[j]` refers to: one of two elements of arrays in one memory."""
    found = on_both_sides(scope, node, node, lambda side: at(node, syntax.Unary, "&", side))
    assert isinstance(found, Address)
    kind: Any = found.kind.to
    return Element(kind, found.array, (found.offset,), constant=found.kind.constant)


def names_chosen(node: object) -> Iterator[str]:
    """Variables that a choice may refer to."""
    if isinstance(node, syntax.Conditional):
        for side in (node.yes, node.no):
            if isinstance(side, syntax.Name):
                yield side.id
            yield from names_chosen(side)
