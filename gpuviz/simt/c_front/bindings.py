"""Structured bindings: `auto [row, column] = place(i);`, `auto& [x, y] = points[i];`."""

from __future__ import annotations

from collections.abc import Callable

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.syntax import at
from gpuviz.cuda_c.types import INT, ArrayOf, Auto, Reference, Struct
from gpuviz.simt.c_front import expressions, places, statements
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Whole, kind_of
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask

Work = Callable[[CallFrame, Mask], object]


def declared(scope: CScope, node: syntax.Declaration, variable: syntax.Variable) -> Work | None:
    """Declares the whole without a name, or refers to it, and names for its parts."""
    if variable.value is None:
        text = "{name} needs the structure or array that it takes apart."
        scope.refuse(variable, "bindings", text, name=variable.name)
    given = variable.value
    if isinstance(given, syntax.Values) and given.kind in (None, Auto()) and len(given.items) == 1:
        variable.value = given.items[0]  # auto [a, b]{pair}
    found = places.place_of(scope, variable.value, allow_values=True)
    if found is None:
        found = expressions.lower(scope, variable.value)
    count = len(variable.parts)
    kind = kind_of(found)
    members = [name for name, _ in kind.members] if isinstance(kind, Struct) else None
    length = found.shape[len(found.index)] if isinstance(found, Whole) else 0
    if members is None and not length:
        text = "{name} takes a structure or an array apart, and this is {kind}."
        kind_said = expressions.said(expressions.value_of(scope, variable, found))
        scope.refuse(variable, "bindings", text, name=variable.name, kind=kind_said)
    if count != (length or len(members or ())):
        text = "{name} has {count} names, and what it takes apart has {parts} parts."
        parts = length or len(members or ())
        scope.refuse(variable, "bindings", text, name=variable.name, count=count, parts=parts)
    whole = at(variable, syntax.Name, variable.name)
    reference = isinstance(variable.kind, Reference) and found is not None
    if isinstance(found, Whole) and isinstance(variable.kind, Auto):
        work = _copied_array(scope, node, variable, found)
    elif isinstance(found, Whole):
        scope.declare(variable.name, found)
        work = None
    elif reference:
        assert isinstance(variable.kind, Reference)
        work = statements.declared_reference(scope, variable, variable.kind)
    else:
        work = statements.declared_value(scope, variable, Auto())
    for row, name in enumerate(variable.parts):
        part = (
            at(variable, syntax.Member, whole, members[row], False)
            if members is not None
            else at(variable, syntax.Index, whole, at(variable, syntax.Number, row, INT))
        )
        place = places.place_of(scope, part)
        assert place is not None
        scope.declare(name, place)
    return work


def _copied_array(
    scope: CScope, node: syntax.Declaration, variable: syntax.Variable, found: Whole
) -> Work | None:
    """`auto [x, y] = array;`: the array is copied, element by element."""
    assert variable.value is not None
    if isinstance(found.kind.of, ArrayOf):
        text = "{name} takes an array of arrays apart: write auto& before it."
        scope.refuse(variable, "bindings", text, name=variable.name)
    length = at(variable, syntax.Number, found.shape[len(found.index)], INT)
    items = [
        at(variable, syntax.Index, variable.value, at(variable, syntax.Number, row, INT))
        for row in range(len(variable.parts))
    ]
    copy = at(variable, syntax.Variable, variable.name, ArrayOf(found.kind.of, length))
    copy.value = at(variable, syntax.Values, items)
    return statements.declared_array(scope, node, copy)
