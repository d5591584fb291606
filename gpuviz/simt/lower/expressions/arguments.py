"""What calls demand of their arguments."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from gpuviz.simt.lower.expressions.dtypes import type_named
from gpuviz.simt.lower.expressions.enumerations import number_of, refuse_member
from gpuviz.simt.lower.expressions.optional import number_in
from gpuviz.simt.lower.expressions.tuples import spread
from gpuviz.simt.lower.scope import Expr, Lower, Scope, Symbol, static
from gpuviz.simt.source.not_there_yet import why_not
from gpuviz.simt.types import (
    ArrayType,
    EnumType,
    OptionalType,
    Scalar,
    is_scalar,
    is_time,
    type_name,
)


def arguments_of(
    scope: Scope, node: ast.Call, lower: Lower
) -> tuple[list[Expr], dict[str | None, Expr]]:
    """Those by position and those by name; the members of an IntEnum are numbers."""
    by_position = spread(scope, node.args, lower)
    if any(isinstance(argument.type, EnumType) for argument in by_position):
        _refuse_members(scope, node, lower, by_position)
    by_position = [number_of(argument) for argument in by_position]
    by_position = [_number_in(scope, node, argument) for argument in by_position]
    return by_position, {word.arg: lower(scope, word.value) for word in node.keywords}


def _number_in(scope: Scope, node: ast.Call, argument: Expr) -> Expr:
    kind = argument.type
    is_array = isinstance(kind, OptionalType) and isinstance(kind.item, ArrayType)
    return argument if is_array else number_in(scope, node, argument)


NO_MEMBERS = ("int", "float", "bool", "complex", "min", "max", "round", "print", "enumerate")
"""Functions of Python's that take no member of an IntEnum in numba-cuda."""


def _refuse_members(scope: Scope, node: ast.Call, lower: Lower, arguments: list[Expr]) -> None:
    """Raises NotSupportedError where numba-cuda does not take the member of an IntEnum."""
    called = lower(scope, node.func).const
    module, _, name = called.name.rpartition(".") if isinstance(called, Symbol) else ("", "", "")
    dtype = type_named(f"{module}.{name}")
    fraction = dtype is not None and dtype.kind in "fc"
    if fraction or (module == "builtins" and name in NO_MEMBERS):
        for given, argument in zip(node.args, arguments, strict=False):
            refuse_member(scope, node, argument.type, given)


def placed(
    scope: Scope,
    node: ast.Call,
    given: list[Expr],
    keywords: dict[str | None, Expr],
    words: Sequence[str],
) -> list[Expr]:
    """One argument for each of `words`, by place or by name; None where it is left out.

    Raises NotSupportedError for other arguments.
    """
    by_name: dict[str | None, Expr] = dict(zip(words, given, strict=False))
    twice = by_name.keys() & keywords.keys()
    if len(given) > len(words) or twice or not keywords.keys() <= set(words):
        text = "{name} in a kernel takes {words}, and nothing else."
        if not words:
            text = "{name} in a kernel takes no arguments."
        names = {"name": ast.unparse(node.func), "words": " and ".join(words)}
        scope.refuse(node, "argument-count", text, **names)
    by_name |= keywords
    return [by_name.get(word, static("None", None)) for word in words]


def refuse_unknown(scope: Scope, node: ast.Call) -> NoReturn:
    """Raises NotSupportedError: kernels cannot call this."""
    name = ast.unparse(node.func)
    known = why_not(name) if name.startswith("cuda.") else None
    if known is not None:
        scope.refuse(node, "not-there-yet", known, name=name)
    text = (
        "{name} is not known to gpuviz in a kernel: kernels may call functions of math and cuda,"
        " casts such as np.float32, min, max, abs, and device functions (@cuda.jit(device=True))."
    )
    scope.refuse(node, "unknown-call", text, name=name)


def refuse_attribute(scope: Scope, node: ast.Attribute, base: Expr) -> NoReturn:
    """Raises NotSupportedError: what a value of this type does not have."""
    text = "{text}: a {kind} has no {name} in a kernel."
    kind = type_name(base.type)
    scope.refuse(node, "attribute", text, text=ast.unparse(node), kind=kind, name=node.attr)


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


def real_numbers(scope: Scope, node: ast.Call, arguments: list[Expr], count: int) -> list[Scalar]:
    """The same, where complex numbers have no meaning."""
    kinds = numbers(scope, node, arguments, count)
    if any(kind.kind == "c" for kind in kinds):
        text = "{name} does not take complex numbers."
        scope.refuse(node, "math-complex", text, name=ast.unparse(node.func))
    return kinds


def numbers_of_call(
    scope: Scope, node: ast.Call, arguments: list[Expr], count: int
) -> list[Scalar]:
    """The types of exactly `count` numbers, as functions of math and NumPy ask for them."""
    kinds = [argument.type for argument in arguments if isinstance(argument.type, np.dtype)]
    if not len(kinds) == len(arguments) == count:
        refuse_arrays(scope, node, arguments)
        text = "{name} takes {count} number(s)."
        scope.refuse(node, "math-arguments", text, name=ast.unparse(node.func), count=count)
    return kinds
