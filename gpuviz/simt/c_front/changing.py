"""Whether a method may change the structure that it belongs to, told by its body."""

from __future__ import annotations

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import Reference, Struct
from gpuviz.cuda_c.unit import Unit
from gpuviz.simt.c_front.scope import assigned_names, parts_of


def changes_object(unit: Unit, function: syntax.Function, kind: Struct) -> bool:
    """Whether a method may change its structure; True where that is not sure."""
    own = {name for name, _ in kind.members} | {"this"}
    given = {parameter.name for parameter in function.parameters} - {"this"}
    if assigned_names(function.body) & own - given:
        return True
    return any(_changes(unit, part, own - given, given) for part in parts_of(function.body))


def _changes(unit: Unit, part: syntax.Node, own: set[str], given: set[str]) -> bool:
    if isinstance(part, syntax.Assignment):
        return _may_lie_in(part.target, given)
    if isinstance(part, syntax.Unary) and part.mark == "&":
        return _root(part.operand) in own
    if isinstance(part, (syntax.Unary, syntax.Postfix)) and part.mark in ("++", "--"):
        return _may_lie_in(part.operand, given)
    if isinstance(part, syntax.Variable) and isinstance(part.kind, Reference):
        return _root(part.value) in own
    return isinstance(part, syntax.Call) and _call_changes(unit, part, own)


def _may_lie_in(target: syntax.Expression, given: set[str]) -> bool:
    """Whether a place that is set may be a part of the structure; one of a parameter is not."""
    is_part = isinstance(target, (syntax.Member, syntax.Index, syntax.Conditional)) or (
        isinstance(target, syntax.Unary) and target.mark == "*"
    )
    return is_part and _root(target) not in given


def _call_changes(unit: Unit, call: syntax.Call, own: set[str]) -> bool:
    """A function of CUDA changes nothing but what an address leads to."""
    called = call.called
    if isinstance(called, syntax.Name) and called.id not in own:
        ends = f"::{called.id}"
        is_plain = called.id not in unit.functions
        if is_plain and "::" not in called.id and not any(k.endswith(ends) for k in unit.functions):
            return False
    return True


def _root(node: syntax.Expression | None) -> str:
    """The name from which members, elements and what is pointed to are reached."""
    while True:
        if isinstance(node, (syntax.Member, syntax.Index)):
            node = node.base
        elif isinstance(node, (syntax.Unary, syntax.Cast)):
            node = node.operand
        else:
            return node.id if isinstance(node, syntax.Name) else ""
