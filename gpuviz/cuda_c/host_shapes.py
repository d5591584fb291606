"""Shapes of the host's statements: what a loop fills, what it may change, whether it ends."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_arithmetic import MATH
from gpuviz.cuda_c.host_syntax import STD, Launch, New, Unread
from gpuviz.cuda_c.types import INT, CType, Struct

ENDS = ("exit", "abort", "_exit", "usage")
"""Functions after which a program goes no further."""


def flat(node: syntax.Values) -> list[Any]:
    """All values in braces, without the inner ones."""
    found: list[Any] = []
    for item in node.items:
        found += flat(item) if isinstance(item, syntax.Values) else [item]
    return found


def member_kind(kind: CType, row: int) -> CType:
    """The type of a member by its number."""
    if isinstance(kind, Struct) and row < len(kind.members):
        return kind.members[row][1]
    return kind


def parts_of(node: Any) -> Iterator[syntax.Node]:
    """A node and all in it."""
    if isinstance(node, syntax.Node):
        yield node
        for one in dataclasses.fields(node):
            yield from parts_of(getattr(node, one.name))
    elif isinstance(node, (list, tuple)):
        for part in node:
            yield from parts_of(part)


def called_in(node: syntax.Node) -> str:
    """The name of the function that a node calls, without std::; "" where it has none."""
    plain = isinstance(node, syntax.Call) and isinstance(node.called, syntax.Name)
    return node.called.id.removeprefix(STD) if plain else ""  # type: ignore[attr-defined]


def written(node: Any) -> str:
    """`n`, `image.cols`, `h.size()` as a comment names it; "" of another expression."""
    if isinstance(node, syntax.Call) and not node.arguments:
        called = written(node.called)
        return f"{called}()" if called and "(" not in called else ""
    if isinstance(node, syntax.Member):
        base = written(node.base)
        return f"{base}.{node.name}" if base and "(" not in base else ""
    return node.id.removeprefix(STD) if isinstance(node, syntax.Name) else ""


def named_in(node: Any) -> str:
    """The name in `&p`, `(void**)&p`, `p`; "" where another expression stands there."""
    while isinstance(node, (syntax.Cast, syntax.Unary)):
        node = node.operand
    return node.id if isinstance(node, syntax.Name) else ""


def mentions(node: Any, name: str) -> bool:
    """Whether a name stands in an expression."""
    return any(isinstance(part, syntax.Name) and part.id == name for part in parts_of(node))


def ends(body: Any) -> bool:
    """Whether statements end the program."""
    return any(
        isinstance(part, syntax.Return) or called_in(part) in ENDS for part in parts_of(body)
    )


def leaves(body: Any) -> bool:
    """Whether statements may leave the loop or function in which they stand, or the program."""
    return ends(body) or any(isinstance(part, syntax.Jump) for part in parts_of(body))


def matters(body: Any) -> bool:
    """Whether a loop's body does more than to compute."""
    for part in parts_of(body):
        if isinstance(part, (Launch, New)):
            return True
        if called_in(part) not in ("", "rand", "printf", *MATH):
            return True
        if isinstance(part, (syntax.Assignment, syntax.Unary, syntax.Postfix)):
            target = getattr(part, "target", getattr(part, "operand", None))
            if isinstance(part, syntax.Assignment) and isinstance(target, syntax.Name):
                return True
    return False


def assigned(*nodes: Any) -> set[str]:
    """Names of variables that statements set."""
    found = set[str]()
    for part in parts_of(list(nodes)):
        target: Any = None
        if isinstance(part, syntax.Assignment):
            target = part.target
        elif isinstance(part, (syntax.Unary, syntax.Postfix)) and part.mark in ("++", "--"):
            target = part.operand
        if isinstance(target, syntax.Name):
            found.add(target.id)
        if isinstance(part, Unread):
            found |= part.names
    return found


GROWS = ("push_back", "emplace_back", "insert", "resize", "clear", "pop_back", "assign")
"""Methods after which a vector has another length."""


class Filling(NamedTuple):
    """A loop `for (int i = start; i < stop; i += step) body` whose turns do not need each other."""

    name: str
    start: Any  # None: what the variable holds already
    stop: Any
    step: int
    body: Any


def filling(node: syntax.For) -> Filling | None:
    """A loop that only fills; None for another loop."""
    name, start = "", None
    if isinstance(node.begin, syntax.Declaration) and len(node.begin.variables) == 1:
        name = node.begin.variables[0].name
    elif isinstance(node.begin, syntax.Evaluation) and isinstance(
        node.begin.value, syntax.Assignment
    ):
        target = node.begin.value.target
        name = target.id if isinstance(target, syntax.Name) else ""
    test, step = node.test, node.step
    if not isinstance(test, syntax.Binary) or test.mark not in ("<", "<=", "!="):
        return None
    if not isinstance(test.left, syntax.Name) or test.left.id != name:
        return None
    by = 0
    if isinstance(step, (syntax.Unary, syntax.Postfix)) and step.mark == "++":
        by = 1 if isinstance(step.operand, syntax.Name) and step.operand.id == name else 0
    elif isinstance(step, syntax.Assignment) and step.mark == "+":
        plain = step.value if isinstance(step.value, syntax.Number) else None
        by = int(plain.value) if plain is not None else 0
    if by <= 0 or name in assigned(node.body) or not only_fills(node.body):
        return None
    stop: Any = test.right
    if test.mark == "<=":
        one = syntax.Number(1, INT, lineno=node.lineno, col_offset=0)
        stop = syntax.Binary("+", stop, one, lineno=node.lineno, col_offset=0)
    return Filling(name, start, stop, by, node.body)


def only_fills(node: Any, returns: bool = False) -> bool:
    """Whether each turn of a loop does the same whatever the others do."""
    for part in parts_of(node):
        if isinstance(
            part, (syntax.While, syntax.DoWhile, syntax.Switch, syntax.Jump, Launch, New)
        ):
            return False
        if isinstance(part, (syntax.If, Unread)):
            return False
        if isinstance(part, syntax.Member) and part.name in GROWS:
            return False
        if isinstance(part, syntax.Return) and not returns:
            return False
        if isinstance(part, syntax.For) and filling(part) is None:
            return False
        if called_in(part).startswith("cuda") or called_in(part) in ("malloc", "calloc"):
            return False
    return True
