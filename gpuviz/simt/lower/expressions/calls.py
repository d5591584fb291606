"""Calls in a kernel: of intrinsics, of methods and of device functions."""

from __future__ import annotations

import ast
from dataclasses import replace

from gpuviz.simt.lower.expressions.arguments import arguments_of, placed, refuse_unknown
from gpuviz.simt.lower.expressions.device_calls import device_call
from gpuviz.simt.lower.expressions.misnamed import refuse_misnamed
from gpuviz.simt.lower.expressions.overloads import OverloadRef, chosen
from gpuviz.simt.lower.expressions.tuples import make_tuple, spread
from gpuviz.simt.lower.registry import Intrinsic, SpecialForm, callee_named
from gpuviz.simt.lower.scope import UNKNOWN, Expr, FunctionRef, Lower, Method, Scope, Symbol
from gpuviz.simt.source.symbols import NAMED_TUPLE
from gpuviz.simt.types import ArrayType, SliceType, TupleType


def call(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    """A call, whatever is called."""
    called = lower(scope, node.func)
    target = called.const
    if isinstance(target, OverloadRef):
        given = spread(scope, node.args, lower)
        return device_call(scope, node, chosen(scope, node, target, given, lower), given, lower)
    if isinstance(target, FunctionRef):
        return device_call(scope, node, target, spread(scope, node.args, lower), lower)
    if isinstance(target, Method):
        return _method_call(scope, node, target, lower)
    callee = callee_named(target.name) if isinstance(target, Symbol) else None
    if callee is None:
        _refuse_no_function(scope, node.func, called)
    if isinstance(callee, SpecialForm):
        expanded = callee.expand(scope, node, lower)
        if expanded is not None:
            return expanded
    arguments, keywords = arguments_of(scope, node, lower)
    if isinstance(target, Symbol) and target.name.startswith(NAMED_TUPLE):
        fields = tuple(target.name.removeprefix(NAMED_TUPLE).split())
        return _named_tuple(scope, node, arguments, keywords, fields)
    if keywords and isinstance(callee, Intrinsic) and callee.words:
        count = len(arguments) + len(keywords)
        arguments = placed(scope, node, arguments, keywords, callee.words)[:count]
    elif keywords:
        text = "{name} takes no argument by name in a kernel: give it by position."
        scope.refuse(node, "keyword", text, name=ast.unparse(node.func))
    if isinstance(callee, Intrinsic):
        return callee.call(scope, node, arguments)
    refuse_unknown(scope, node)


def _refuse_no_function(scope: Scope, node: ast.expr, called: Expr) -> None:
    """Raises NotSupportedError for the name of an array, and for one that is misspelt."""
    refuse_misnamed(scope, node, called)
    if isinstance(called.type, ArrayType):
        text = "{name} is an array: its elements stand in brackets, as in {name}[i]."
        scope.refuse(node, "array-called", text, name=ast.unparse(node))


def _named_tuple(
    scope: Scope,
    node: ast.Call,
    given: list[Expr],
    keywords: dict[str | None, Expr],
    fields: tuple[str, ...],
) -> Expr:
    """A tuple with names; each needs its value, as Numba has it."""
    if len(given) + len(keywords) != len(fields):
        text = "{name} takes {needed} values ({fields}), {given} are given."
        counts = {"needed": len(fields), "given": len(given) + len(keywords)}
        names = {"name": ast.unparse(node.func), "fields": ", ".join(fields)}
        scope.refuse(node, "argument-count", text, **names, **counts)
    made = make_tuple(placed(scope, node, given, keywords, fields))
    assert isinstance(made.type, TupleType)
    return replace(made, type=replace(made.type, names=fields), const=UNKNOWN)


def _method_call(scope: Scope, node: ast.Call, method: Method, lower: Lower) -> Expr:
    if method.words:
        given, keywords = arguments_of(scope, node, lower)
        words = placed(scope, node, given, keywords, method.words)
        return method.lower(scope, node, [method.owner, *words])
    arguments = spread(scope, node.args, lower)
    takes_some = isinstance(method.owner.type, (ArrayType, SliceType))
    if node.keywords or (node.args and not takes_some):
        text = "{name} takes no arguments."
        if takes_some:
            text = "{name} takes no arguments by name."
        scope.refuse(node, "argument-count", text, name=ast.unparse(node.func))
    return method.lower(scope, node, [method.owner, *arguments])
