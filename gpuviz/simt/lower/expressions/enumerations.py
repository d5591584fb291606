"""Members of enumerations: `Color.red`, `Color["red"]`, and members that are arguments.

A member is its place among the members of its class; a member of an IntEnum is its number.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from gpuviz.simt.lower.not_in_numba_cuda import MEMBER
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope, static
from gpuviz.simt.types import INT64, EnumType, Type


def captured_member(value: object) -> Expr:
    """A class, or a member of it, as gpuviz.simt.source.enum_members describes it."""
    assert isinstance(value, tuple)
    kind, row = EnumType(*value[:-1]), int(value[-1])
    return static(kind.name, kind) if row < 0 else _member(kind, row)


def named(scope: Scope, node: ast.expr, kind: EnumType, name: object) -> Expr:
    """The member of a class with a name. Raises NotSupportedError where there is none."""
    if name not in kind.names:
        text = "{enum} has no member {name}: its members are {names}."
        values = {"enum": kind.name, "name": name, "names": ", ".join(kind.names)}
        scope.refuse(node, "enum-member", text, **values)
    return _member(kind, kind.rows[kind.names.index(str(name))])


def number_of(expr: Expr) -> Expr:
    """A member of an IntEnum as the number that it is; anything else as it is."""
    kind = number_type(expr.type)
    return expr if kind is expr.type else Expr(kind, expr.run, expr.const, expr.pure)


def refuse_member(scope: Scope, node: ast.expr, kind: Type, given: ast.expr | None = None) -> None:
    """Raises NotSupportedError for a member of an IntEnum where numba-cuda does not take one."""
    if isinstance(kind, EnumType) and kind.whole:
        text = ast.unparse(given or node)
        scope.refuse(node, "not-in-numba-cuda", MEMBER, text=text, enum=kind.name)


def refuse_beside_fraction(
    scope: Scope, node: ast.expr, sides: Sequence[tuple[ast.expr, Expr]]
) -> None:
    """Raises NotSupportedError for a member of an IntEnum beside a float or complex number."""
    if any(isinstance(side.type, np.dtype) and side.type.kind in "fc" for _, side in sides):
        for given, side in sides:
            refuse_member(scope, node, side.type, given)


def number_type(kind: Type) -> Type:
    """int64 for the members of an IntEnum."""
    return INT64 if isinstance(kind, EnumType) and kind.whole else kind


def value_of(scope: Scope, node: ast.Attribute, expr: Expr) -> Expr:
    """`member.value`, where the values of all members are numbers of one type."""
    kind, run = expr.type, expr.run
    assert isinstance(kind, EnumType)
    if kind.whole:
        return number_of(expr)
    table = np.array(kind.values)
    if table.ndim != 1 or len({type(value) for value in kind.values}) != 1:
        text = "the values of {enum} are not all numbers of one type: a kernel cannot use them."
        scope.refuse(node, "enum-value", text, enum=kind.name)
    return Expr(table.dtype, lambda frame, mask: table[run(frame, mask)], UNKNOWN, expr.pure)


def _member(kind: EnumType, row: int) -> Expr:
    value = np.int64(kind.values[row] if kind.whole else row)  # type: ignore[arg-type]
    return Expr(kind, lambda frame, mask: value, value if kind.whole else UNKNOWN)
