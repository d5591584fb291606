"""Values in braces where inner braces are left out: `Pair p[2] = {1, 2, 3, 4}`."""

from __future__ import annotations

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.syntax import at
from gpuviz.cuda_c.types import ArrayOf, CType, Struct
from gpuviz.simt.c_front import overloads
from gpuviz.simt.c_front.scope import CScope

Items = list[syntax.Expression]


def in_braces(node: object) -> bool:
    """Whether it is `{..}` without a type before it."""
    return isinstance(node, syntax.Values) and node.kind is None


def regrouped(scope: CScope, kind: CType, items: Items) -> Items:
    """The values with one for each member or element, as C++ deals them out to those."""
    kinds = _parts(scope, kind)
    named = any(isinstance(item, syntax.Designated) for item in items)
    if kinds is None or named or not any(_parts(scope, one) for one in kinds):
        return items
    rest, found = list(items), Items()
    for one in kinds:
        if rest:
            found.append(_taken(scope, one, rest))
    return found + rest


def elements(scope: CScope, kind: CType, items: Items) -> Items:
    """The values of an array whose length follows from them, one for each element."""
    rest, found = list(items), Items()
    while rest:
        found.append(_taken(scope, kind, rest))
    return found


def _taken(scope: CScope, kind: CType, rest: Items) -> syntax.Expression:
    """What one member gets of the values that are left."""
    first, kinds = rest[0], _parts(scope, kind)
    whole = in_braces(first) or isinstance(first, (syntax.Text, syntax.Designated))
    if not kinds or whole or isinstance(overloads.kind_in(scope, first), Struct):
        return rest.pop(0)
    inner = Items()
    for one in kinds:
        if rest:
            inner.append(_taken(scope, one, rest))
    return at(first, syntax.Values, inner)  # type: ignore[no-any-return]


def _parts(scope: CScope, kind: CType) -> list[CType] | None:
    """What a structure without a constructor, or an array, is made of; None for anything else."""
    if isinstance(kind, ArrayOf):
        return None if kind.length is None else [kind.of] * kind.length
    if not isinstance(kind, Struct) or kind.is_union:
        return None
    made = scope.unit.functions.get(f"{kind.name}::{kind.name}", ())
    return None if any(not text.implied for text in made) else [part for _, part in kind.members]
