"""match: numbers, choices of numbers, names and conditions, as the `if`s that they stand for."""

from __future__ import annotations

import ast
from typing import TypeVar

from gpuviz.simt.lower.scope import Scope

Node = TypeVar("Node", bound=ast.AST)

SUBJECT = ".subject"
"""The name of what is matched: no name of a script's has a point in it."""


def as_ifs(scope: Scope, node: ast.Match) -> list[ast.stmt]:
    """The statements that do what a match statement does.

    Raises NotSupportedError for patterns that Numba does not take: sequences, mappings, classes.
    """
    name = f"{SUBJECT} {node.lineno}"
    subject = _at(node.subject, ast.Name(name, ast.Load()))
    first = _at(node, ast.Assign([_at(node.subject, ast.Name(name, ast.Store()))], node.subject))
    rest: list[ast.stmt] = []
    for case in reversed(node.cases):
        rest = [_case(scope, case, subject, rest)]
    return [first, *rest]


def _case(scope: Scope, case: ast.match_case, subject: ast.expr, rest: list[ast.stmt]) -> ast.stmt:
    """One case, and the cases behind it."""
    pattern, body = case.pattern, case.body
    test = _test(scope, pattern, subject)
    captured = _captured(pattern)
    if captured is not None:
        store = _at(pattern, ast.Name(captured, ast.Store()))
        keep: ast.stmt = _at(pattern, ast.Assign([store], subject))
        if case.guard is None:
            return _at(pattern, ast.If(test, [keep, *body], rest))
        guarded = _at(case.guard, ast.If(case.guard, body, rest))
        return _at(pattern, ast.If(test, [keep, guarded], rest))
    if case.guard is not None:
        test = _at(case.guard, ast.BoolOp(ast.And(), [test, case.guard]))
    return _at(pattern, ast.If(test, body, rest))


def _test(scope: Scope, pattern: ast.pattern, subject: ast.expr) -> ast.expr:
    """Whether the subject is what a pattern says."""
    if isinstance(pattern, ast.MatchValue):
        return _at(pattern, ast.Compare(subject, [ast.Eq()], [pattern.value]))
    if isinstance(pattern, ast.MatchOr):
        tests = [_test(scope, part, subject) for part in pattern.patterns]
        return _at(pattern, ast.BoolOp(ast.Or(), tests))
    if isinstance(pattern, ast.MatchSingleton):
        value = _at(pattern, ast.Constant(pattern.value))
        return _at(pattern, ast.Compare(subject, [ast.Is()], [value]))
    if isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            return _test(scope, pattern.pattern, subject)
        return _at(pattern, ast.Constant(True))
    text = "a case in a kernel is a number, several with |, a name or _: {text} is something else."
    scope.refuse(pattern, "pattern", text, text=ast.unparse(pattern))


def _captured(pattern: ast.pattern) -> str | None:
    return pattern.name if isinstance(pattern, ast.MatchAs) else None


def _at(place: ast.AST, node: Node) -> Node:
    """A node that stands where another one stands."""
    return ast.copy_location(node, place)
