"""What calls demand of their arguments."""

from __future__ import annotations

import ast

import numpy as np

from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import ArrayType, Scalar, is_scalar, is_time, type_name


def refuse_arrays(scope: Scope, node: ast.Call, arguments: list[Expr]) -> None:
    """Raises NotSupportedError where a whole array stands for a number."""
    kind = next((a.type for a in arguments if isinstance(a.type, ArrayType)), None)
    if kind is not None:
        text = (
            "{name} takes single numbers in a kernel, this is a {kind}: take its elements one by"
            " one, such as {name}(a[i])."
        )
        name = ast.unparse(node.func)
        scope.refuse(node, "array-expression", text, name=name, kind=type_name(kind))


def numbers(scope: Scope, node: ast.Call, arguments: list[Expr], count: int) -> list[Scalar]:
    """The types of exactly `count` numbers. Raises NotSupportedError for anything else."""
    kinds = numbers_or_times(scope, node, arguments, count)
    if is_time(*kinds):
        text = "{name} does not take times: take int() of a length of time."
        scope.refuse(node, "time", text, name=ast.unparse(node.func))
    return kinds


def numbers_or_times(
    scope: Scope, node: ast.Call, arguments: list[Expr], count: int
) -> list[Scalar]:
    """The same, where times have a meaning, too."""
    if len(arguments) != count:
        text = "{name} takes {count} argument(s), {given} are given."
        name = ast.unparse(node.func)
        scope.refuse(node, "argument-count", text, name=name, count=count, given=len(arguments))
    refuse_arrays(scope, node, arguments)
    kinds = [argument.type for argument in arguments if isinstance(argument.type, np.dtype)]
    if len(kinds) != count:
        text = "{name} needs numbers; {kind} is none."
        wrong = next(a for a in arguments if not is_scalar(a.type))
        name = ast.unparse(node.func)
        scope.refuse(node, "not-a-number", text, name=name, kind=type_name(wrong.type))
    return kinds
