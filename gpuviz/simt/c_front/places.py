"""What can be set: variables, elements and members; their addresses; `=`, `+=`, `++`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.syntax import at
from gpuviz.cuda_c.types import (
    INT,
    ArrayOf,
    CType,
    Pointer,
    Reference,
    Scalar,
    Struct,
    memory_dtype,
    name_of,
)
from gpuviz.cuda_c.unit import GlobalVariable
from gpuviz.messages import word
from gpuviz.simt.c_front import (
    braces,
    choices,
    expressions,
    memory,
    methods,
    pointer_arrays,
    struct_arrays,
    unions,
)
from gpuviz.simt.c_front.pointer_values import NULL
from gpuviz.simt.c_front.scope import CScope, Meaning
from gpuviz.simt.c_front.source import OFFSET
from gpuviz.simt.c_front.typed import (
    ZERO,
    Address,
    Element,
    Nothing,
    Null,
    Number,
    PointerElement,
    PointerVariable,
    StructArray,
    Structure,
    StructVariable,
    Typed,
    Variable,
    Whole,
    elements_in,
    number,
)
from gpuviz.simt.execution.context import CallFrame, Reading
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.constants import device_array
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.memory.local import WIDEST_ACCESS
from gpuviz.simt.memory.shared import SharedDeclaration
from gpuviz.simt.types import INT64, NONE, ArrayType, TupleType, Type
from gpuviz.trace.source import SPACES

Write = Callable[[CallFrame, Mask, Value], None]


# Reading


def read_variable(scope: CScope, node: syntax.Node, variable: Variable) -> Expr:
    """The number that a variable holds."""
    slot, kind = variable.slot, variable.kind
    if variable.known is not UNKNOWN:
        return operators.constant(variable.known, kind)
    if variable.sure:
        return Expr(kind, lambda frame, mask: frame.variables[slot])
    read = Reading(variable.name, scope.place(node), kind.type(0))

    def run(frame: CallFrame, mask: Mask) -> Value:
        frame.check_set(slot, mask, read)
        return frame.variables[slot]

    return Expr(kind, run, pure=False)


def read_pointer(scope: CScope, node: syntax.Node, variable: PointerVariable) -> Address:
    """What a pointer points to."""
    known = variable.array_type
    if known is None:
        text = "{name} points to nothing here: set it on every way to this place."
        scope.refuse(node, "null-pointer", text, name=variable.name)
    array = scope.slot_of(variable.key, known)
    offset = scope.slot_of(variable.key, INT64)
    read = Reading(variable.name, scope.place(node), np.int64(NULL.const))

    def elements(frame: CallFrame, mask: Mask) -> Value:
        frame.check_set(offset, mask, read)
        if frame.variables[array] is None:  # nobody has set it
            frame.check_set(array, mask, read._replace(nothing=None))
        return frame.variables[array]

    return Address(
        variable.kind,
        Expr(known, lambda frame, mask: frame.variables[array])
        if variable.sure
        else Expr(known, elements, UNKNOWN, pure=False),
        Expr(INT64, lambda frame, mask: frame.variables[offset]),
    )


# Places


def place_of(scope: CScope, node: syntax.Expression, allow_values: bool = False) -> Meaning | None:
    """Where an expression lies; None for a value that has no place.

    Without `allow_values` NotSupportedError is raised for that.
    """
    found: Meaning | None = None
    if isinstance(node, syntax.Name):
        found = expressions.meaning_of(scope, node)
    elif (inside := methods.place_inside(scope, node)) is not None:
        found = inside
    elif isinstance(node, syntax.Index):
        found = indexed(scope, node)
    elif isinstance(node, syntax.Unary) and node.mark == "*" and _is_this(scope, node.operand):
        found = scope.meaning("this")
    elif isinstance(node, syntax.Unary) and node.mark == "*":
        base = expressions.lower(scope, node.operand)
        base = memory.decayed(base) if isinstance(base, Whole) else base
        of_rows = isinstance(base, Address) and base.kind.rows
        found = row_of(base, ZERO) if of_rows else pointed(scope, node, base)  # type: ignore[arg-type]
    elif isinstance(node, syntax.Unary) and node.mark in ("++", "--"):
        found = None
    elif isinstance(node, syntax.Conditional) and not allow_values:
        found = choices.element(scope, node)
    elif isinstance(node, syntax.Member):
        found = _member(scope, node)
    elif isinstance(node, syntax.Cast):
        found = _cast(scope, node, allow_values)
    elif isinstance(node, syntax.Call) and may_give_place(scope, node.called):
        from gpuviz.simt.c_front.calls import call

        given = call(scope, node)
        found = given if isinstance(given, Element) else None
    if found is not None or allow_values:
        return found
    text = "only variables, elements and members can be set."
    scope.refuse(node, "no-place", text)


def _cast(scope: CScope, node: syntax.Cast, allow_values: bool) -> Meaning | None:
    """`const_cast<float&>(a[i])` is the place a[i]; as another type, what lies there."""
    kind = expressions.known_type(scope, node.kind)
    if not isinstance(kind, Reference):
        return None
    place = place_of(scope, node.operand, allow_values)
    if place is None or (isinstance(place, StructVariable) and place.kind == kind.to):
        return place
    if getattr(place, "kind", None) != kind.to:
        return as_other(scope, node, kind)
    if isinstance(place, (Element, Variable)) and place.constant and not kind.constant:
        scope.c_program.casts_const_away = True
        return replace(place, constant=False)
    return place


def as_other(scope: CScope, node: syntax.Cast, kind: Reference) -> Element:
    """What lies in the place of a cast's operand, as elements of another type."""
    address = address_of(scope, node)
    if address.kind.constant and not kind.constant:
        scope.c_program.casts_const_away = True
    other = memory.as_other(scope, node, address, Pointer(kind.to, kind.constant))
    assert isinstance(other.kind.to, (np.dtype, Struct))
    return Element(other.kind.to, other.array, (other.offset,), constant=kind.constant)


def may_give_place(scope: CScope, called: syntax.Expression) -> bool:
    """Whether a function of that name may give a reference."""
    ends: tuple[str, ...]
    if isinstance(called, syntax.Member):
        ends = (f"::{called.name}",)
    elif isinstance(called, syntax.Name):
        ends = (f"::{called.id}", "::operator()")
        if any(text.gives_reference for text in scope.unit.functions.get(called.id, ())):
            return True
    else:
        return False
    return any(
        text.gives_reference
        for name, several in scope.unit.functions.items()
        if name.endswith(ends)
        for text in several
    )


def pointed(scope: CScope, node: syntax.Node, base: Typed) -> Element | PointerElement:
    """What a pointer points to."""
    base = memory.decayed(base) if isinstance(base, Whole) else base
    if not isinstance(base, Address):
        text = "{kind} points to nothing: * and -> need a pointer."
        scope.refuse(node, "no-pointer", text, kind=expressions.said(base))
    kind = base.kind.to
    if base.kind.rows:
        text = "this points to a whole row: write [i][j]."
        scope.refuse(node, "rows", text)
    if isinstance(kind, Pointer) and base.cells is not None:
        return PointerElement(kind, base.cells, base.array, (base.offset,))
    if not isinstance(kind, (np.dtype, Struct)):
        text = "a pointer to {kind} has no elements that gpuviz knows."
        scope.refuse(node, "no-pointer", text, kind=name_of(kind))
    return Element(kind, base.array, (base.offset,), constant=base.kind.constant)


def indexed(scope: CScope, node: syntax.Index) -> Element | PointerElement | Typed:
    """`base[index]`: an element, or a row of a declared array."""
    base = expressions.lower(scope, node.base)
    if isinstance(base, Structure):
        own = methods.subscripted(scope, node, base)
        if own is not None:
            return own
    index = expressions.number_in(scope, node.index)
    if index.kind.kind == "f":
        text = "an index is a whole number, and this is {kind}: write (int)."
        scope.refuse(node.index, "index", text, kind=name_of(index.kind))
    at = operators.convert(index.expr, np.dtype(np.int32)) if index.kind.kind == "b" else index.expr
    if isinstance(base, StructArray):
        return struct_arrays.indexed(scope, node, base, at)  # type: ignore[no-any-return]
    if isinstance(base, Whole):
        whole = replace(base, index=(*base.index, at))
        if len(whole.index) < len(whole.shape):
            assert isinstance(base.kind.of, ArrayOf)
            return replace(whole, kind=base.kind.of)
        kind = base.kind.of
        if isinstance(kind, Pointer) and base.cells is not None:
            return PointerElement(kind, base.cells, whole.array, whole.index, whole.shape)
        assert isinstance(kind, (np.dtype, Struct))
        return Element(
            kind, whole.array, whole.index, whole.shape, whole.constant, apart=whole.apart
        )
    if isinstance(base, Address) and base.kind.rows:
        return row_of(base, at)
    element = pointed(scope, node, base)
    if isinstance(element, PointerElement):
        return replace(element, index=(memory.added(element.index[0], at),))
    assert isinstance(element.array.type, ArrayType)
    stride = elements_in(element.kind, element.array.type)
    at = memory.times(at, stride) if stride > 1 else at
    return replace(element, index=(memory.added(element.index[0], at),))


def row_of(base: Address, at: Expr) -> Address:
    """A row of what a pointer to rows points to."""
    kind = replace(base.kind, rows=base.kind.rows[1:])
    offset = memory.added(base.offset, memory.times(at, base.stride))
    return Address(kind, base.array, offset)


def with_rows(scope: CScope, node: syntax.Node, kind: Pointer) -> Pointer:
    """A pointer to rows whose lengths are numbers."""
    rows = list[int]()
    for row in kind.rows:
        length = row if isinstance(row, int) else expressions.constant_in(scope, row)
        if length is None or length < 1:
            text = "the length of a row has to be known before the kernel runs, and above 0."
            scope.refuse(node, "rows", text)
        rows.append(length)
    return replace(kind, rows=tuple(rows)) if rows else kind


def member_row(scope: CScope, node: syntax.Member, kind: Struct) -> int:
    """The number of a member. Raises NotSupportedError for a name that is none."""
    row = kind.member(node.name)
    if row is None:
        names = ", ".join(name for name, _ in kind.members)
        text = "{kind} has no member {name}: it has {names}."
        values = {"kind": kind.name, "name": node.name, "names": names}
        scope.refuse(node, "member", text, **values)
    return row


def _is_this(scope: CScope, node: syntax.Expression) -> bool:
    """Whether a name is that of the structure that a method belongs to."""
    named = isinstance(node, syntax.Name) and node.id == "this"
    return named and isinstance(scope.meaning("this"), StructVariable)


def _member(scope: CScope, node: syntax.Member) -> Meaning | None:
    base: Meaning | None
    if node.through and _is_this(scope, node.base):
        base = scope.meaning("this")
    elif node.through:
        base = pointed(scope, node, expressions.lower(scope, node.base))
    else:
        base = place_of(scope, node.base, allow_values=True)
    if isinstance(base, StructVariable):
        return struct_arrays.member(scope, node, base, member_row(scope, node, base.kind))  # type: ignore[no-any-return]
    if isinstance(base, Element) and isinstance(base.kind, Struct):
        if base.kind.is_union:
            member_row(scope, node, base.kind)
            return unions.member(scope, node, base, node.name)
        kind = base.kind.members[member_row(scope, node, base.kind)][1]
        if isinstance(kind, ArrayOf):
            return memory.member_array(scope, node, base, node.name)
        return memory.member(scope, node, base, node.name)
    if base is None or isinstance(base, Structure):
        return None
    text = "{kind} has no members."
    have = getattr(base, "kind", None)
    scope.refuse(node, "member", text, kind=word("this") if have is None else name_of(have))


def address_of(scope: CScope, node: syntax.Unary | syntax.Cast) -> Address:
    """`&place`, or where the operand of a cast lies."""
    place = place_of(scope, node.operand)
    if isinstance(place, Whole):
        return memory.decayed(place)
    if isinstance(place, Element):
        return memory.address_of_element(place)
    text = "the address of this is not known: take that of an array's element."
    scope.refuse(node, "address", text)


# Setting


def writing(scope: CScope, node: syntax.Node, place: Meaning) -> Write:
    """What sets a place to a value of its type."""
    if isinstance(place, Variable):
        _refuse_constant(scope, node, place.constant, place.name)
        return _writing_variable(place)
    if isinstance(place, StructVariable):
        writes = [writing(scope, node, part) for part in place.members]

        find = place.find

        def write_members(frame: CallFrame, mask: Mask, value: Value) -> None:
            if find is not None:
                find(frame, mask)
            for write, part in zip(writes, value, strict=True):
                write(frame, mask, part)

        return write_members
    if isinstance(place, StructArray):
        each = [writing(scope, node, one) for one in struct_arrays.in_order(place)]

        def write_all(frame: CallFrame, mask: Mask, value: Value) -> None:
            for write, part in zip(each, value, strict=True):
                write(frame, mask, part)

        return write_all
    if isinstance(place, PointerVariable):
        return _writing_pointer(scope, place)
    if isinstance(place, Whole):
        return _writing_array(scope, node, memory.decayed(place), place.kind)
    if isinstance(place, Element):
        assert isinstance(place.array.type, ArrayType)
        constant = place.constant or not place.array.type.writable
        _refuse_constant(scope, node, constant, word("what this points to"))
        if isinstance(place.kind, Struct) and place.kind.is_union:
            return unions.writing(scope, node, place)
        if isinstance(place.kind, Struct):
            return _writing_record(scope, node, place)
        return _writing_element(scope, node, place)
    text = "only variables, elements and members can be set."
    scope.refuse(node, "no-place", text)


def _refuse_constant(scope: CScope, node: syntax.Node, constant: bool, name: object) -> None:
    if constant:
        text = "{name} is const: it cannot be changed."
        scope.refuse(node, "const", text, name=name)


def _writing_variable(variable: Variable) -> Write:
    slot, row = variable.slot, variable.row

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        frame.assign(slot, mask, value)
        for tell in frame.context.on_assign:
            tell(frame.step, row, mask, value)

    return write


def _writing_array(
    scope: CScope, node: syntax.Node, address: Address | Whole, kind: CType
) -> Write:
    """Sets all elements of an array that is a member of a structure."""
    writes = [writing(scope, node, one) for one in memory.in_order(address, kind)]

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        for each, part in zip(writes, value, strict=True):
            each(frame, mask, part)

    return write


def _writing_pointer(scope: CScope, pointer: PointerVariable) -> Write:
    """Sets a pointer to a packed one."""
    slots = pointer_slots(scope, pointer)

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        for slot, part in zip(slots, value, strict=False):
            frame.assign(slot, mask, part)

    return write


def pointer_slots(scope: CScope, pointer: PointerVariable) -> list[int]:
    """Where its array and the number of its element are; none as long as it points to nothing."""
    if pointer.array_type is None:
        return []
    return [scope.slot_of(pointer.key, kind) for kind in (pointer.array_type, INT64)]


def _writing_element(scope: CScope, node: syntax.Node, element: Element, vector: int = 0) -> Write:
    point, find = memory.point_of(scope, node, vector), memory.finding(element)

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        elements, index = find(frame, mask)
        frame.context.store(frame, point, elements, index, mask, value)

    return write


def _writing_record(scope: CScope, node: syntax.Node, element: Element) -> Write:
    assert isinstance(element.kind, Struct)
    writes: list[Write] = []
    element, find = memory.found_once(scope, memory.aligned(scope, node, element))
    assert isinstance(element.kind, Struct)
    marks = memory.vector_marks(element.kind)
    for (name, kind), vector in zip(element.kind.members, marks, strict=True):
        if isinstance(kind, ArrayOf):
            address = memory.member_array(scope, node, element, name)
            writes.append(_writing_array(scope, node, address, kind))
            continue
        member = memory.member(scope, node, element, name)
        if isinstance(member.kind, Struct):
            writes.append(_writing_record(scope, node, member))
        else:
            writes.append(_writing_element(scope, node, member, vector))

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        if find is not None:
            find(frame, mask)
        for each, part in zip(writes, value, strict=True):
            each(frame, mask, part)

    return write


def assigned(scope: CScope, node: syntax.Assignment) -> Typed:
    """`target = value`."""
    if isinstance(node.target, syntax.Conditional):
        return choices.assigned(scope, node, node.target)
    place = place_of(scope, node.target)
    assert place is not None
    if isinstance(place, PointerVariable):
        return set_pointer(scope, node, place, expressions.lower(scope, node.value))
    if isinstance(place, PointerElement):
        return pointer_arrays.set_to(scope, node, place, expressions.lower(scope, node.value))
    kind = getattr(place, "kind", None)
    own = methods.assigned(scope, node, kind) if isinstance(kind, Struct) else None
    if own is not None:
        return own
    if isinstance(place, Whole) and isinstance(node.value, syntax.Values):
        return _array_assigned(scope, node, place, node.value)
    if isinstance(node.value, syntax.Values) and node.value.kind is None and kind is not None:
        found: Typed = expressions.structure(scope, node.value, kind, node.value.items)
    else:
        found = expressions.lower(scope, node.value)
    if not isinstance(place, (Variable, Element, StructVariable)):
        text = "{kind} cannot be set: set its elements one by one."
        name = word("this") if kind is None else name_of(kind)
        scope.refuse(node, "no-place", text, kind=name)
    value = expressions.converted(scope, node.value, found, place.kind)
    expr = expressions.expr_of(scope, node, value)
    bound(scope, node, place, expr.type)
    write = writing(scope, node.target, place)
    run = expr.run

    def work(frame: CallFrame, mask: Mask) -> Value:
        fresh = run(frame, mask)
        write(frame, mask, fresh)
        return fresh

    whole = Expr(expr.type, work, UNKNOWN, pure=False)
    return Structure(place.kind, whole) if isinstance(place.kind, Struct) else number(whole)


def _array_assigned(
    scope: CScope, node: syntax.Assignment, place: Whole, values: syntax.Values
) -> Nothing:
    """The first values of an array that is a member, as a constructor sets them: `: v{1, 2}`."""
    expr = expressions.array_of(scope, node, place.kind, [values])
    write, run = writing(scope, node, place), expr.run
    return Nothing(Expr(NONE, lambda f, m: write(f, m, run(f, m)), None, pure=False))


def set_pointer(
    scope: CScope, node: syntax.Node, variable: PointerVariable, value: Typed
) -> Address | Nothing:
    """`p = address`."""
    found = expressions.converted(scope, node, value, variable.kind)
    if isinstance(found, Null):
        return Nothing(Expr(NONE, setting_null(scope, variable), None, pure=False))
    assert isinstance(found, Address)
    kind = found.array_type
    point_into(scope, node, variable, kind)
    array, offset = scope.slot_of(variable.key, kind), scope.slot_of(variable.key, INT64)
    one, other = found.array.run, operators.convert(found.offset, INT64).run

    def work(frame: CallFrame, mask: Mask) -> Value:
        elements, place = one(frame, mask), other(frame, mask)
        frame.assign(array, mask, elements)
        frame.assign(offset, mask, place)
        return place

    again = read_pointer(scope, node, replace(variable, sure=True))
    return replace(again, offset=Expr(INT64, work, UNKNOWN, pure=False))


def setting_null(scope: CScope, variable: PointerVariable) -> Callable[[CallFrame, Mask], None]:
    """`p = nullptr`."""
    offset, value = scope.slot_of(variable.key, INT64), np.int64(NULL.const)
    return lambda frame, mask: frame.assign(offset, mask, value)


def point_into(
    scope: CScope, node: syntax.Node, variable: PointerVariable, kind: ArrayType
) -> None:
    """Notes what a pointer points into. Raises NotSupportedError where that is not one space."""
    if variable.array_type is not None and variable.array_type != kind:
        text = (
            "{name} points to {one} memory on one way and to {other} memory on another: use two"
            " pointers."
        )
        values = {
            "name": variable.name,
            "one": SPACES[variable.array_type.space],
            "other": SPACES[kind.space],
        }
        scope.refuse(node, "two-spaces", text, **values)
    variable.array_type = kind


def bound(scope: CScope, node: syntax.Node, place: Meaning, given: Type) -> None:
    """The pointers in a variable are going to be set to those in a value of a type."""
    if isinstance(place, PointerVariable):
        assert isinstance(given, TupleType)
        if given.items:
            assert isinstance(given.items[0], ArrayType)
            point_into(scope, node, place, given.items[0])
    elif isinstance(place, StructVariable):
        assert isinstance(given, TupleType)
        for part, item in zip(place.members, given.items, strict=True):
            bound(scope, node, part, item)


def changed(
    scope: CScope,
    node: syntax.Assignment | syntax.Unary | syntax.Postfix,
    mark: str,
    target: syntax.Expression,
    value: syntax.Expression,
    gives_old: bool,
) -> Typed:
    """`target += value`, `++target`, `target++`."""
    if isinstance(target, syntax.Conditional):
        if isinstance(node, syntax.Assignment):
            return choices.assigned(scope, node, target)
        return choices.counted(scope, node, target)
    place = place_of(scope, target)
    if isinstance(place, PointerVariable):
        return _moved(scope, node, mark, place, value, gives_old)
    if isinstance(place, PointerElement):
        text = "a pointer in an array is moved by itself: write rows[i] = rows[i] + n;"
        scope.refuse(node, "no-place", text)
    if isinstance(getattr(place, "kind", None), Struct):
        if isinstance(node, syntax.Assignment):
            own = methods.changed(scope, node, mark, target, value)
        else:
            own = methods.counted(scope, node, target)
        if own is not None:
            return own
    if not isinstance(place, (Variable, Element)) or not isinstance(place.kind, np.dtype):
        text = "{mark}= is for numbers: set the members one by one."
        scope.refuse(node, "no-place", text, mark=mark)
    given = expressions.lower(scope, value)
    if isinstance(place, Variable):
        return _changed_variable(scope, node, mark, place, target, given, gives_old)
    return _changed_element(scope, node, mark, place, target, given, gives_old)


def _changed_variable(
    scope: CScope,
    node: syntax.Node,
    mark: str,
    variable: Variable,
    target: syntax.Node,
    given: Typed,
    gives_old: bool,
) -> Typed:
    old, write = read_variable(scope, target, variable), writing(scope, target, variable)
    result = expressions.combined(scope, node, mark, Number(variable.kind, old), given)
    assert isinstance(result, Number)
    find, fresh = old.run, operators.convert(result.expr, variable.kind).run

    def work(frame: CallFrame, mask: Mask) -> Value:
        before = find(frame, mask) if gives_old else None
        after = fresh(frame, mask)
        write(frame, mask, after)
        return before if gives_old else after

    return number(Expr(variable.kind, work, UNKNOWN, pure=False))


def _changed_element(
    scope: CScope,
    node: syntax.Node,
    mark: str,
    element: Element,
    target: syntax.Node,
    given: Typed,
    gives_old: bool,
) -> Typed:
    """A load and a store of the same element; the load comes first, as in `a[i] += a[j]`."""
    assert isinstance(element.array.type, ArrayType)
    assert isinstance(element.kind, np.dtype)
    constant = element.constant or not element.array.type.writable
    _refuse_constant(scope, node, constant, word("what this points to"))
    old, write = _element_twice(scope, target, element)
    result = expressions.combined(scope, node, mark, Number(element.kind, old), given)
    assert isinstance(result, Number)
    slot = scope.temporary()
    find, fresh = old.run, operators.convert(result.expr, element.kind).run

    def keeping(frame: CallFrame, mask: Mask) -> Value:
        before = frame.variables[slot] = find(frame, mask)
        return before

    if gives_old:
        kept = Number(element.kind, Expr(element.kind, keeping, pure=False))
        result = expressions.combined(scope, node, mark, kept, given)
        assert isinstance(result, Number)
        fresh = operators.convert(result.expr, element.kind).run

    def work(frame: CallFrame, mask: Mask) -> Value:
        after = fresh(frame, mask)
        write(frame, mask, after)
        return frame.variables[slot] if gives_old else after

    return number(Expr(element.kind, work, UNKNOWN, pure=False))


def _element_twice(scope: CScope, node: syntax.Node, element: Element) -> tuple[Expr, Write]:
    """Reads an element, then writes the same one: its place is found once."""
    assert isinstance(element.kind, np.dtype)
    point, find, slot = scope.point(node), memory.finding(element), scope.temporary()

    def load(frame: CallFrame, mask: Mask) -> Value:
        elements, index = frame.variables[slot] = find(frame, mask)
        return frame.context.load(frame, point, elements, index, mask)

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        elements, index = frame.variables[slot]
        frame.context.store(frame, point, elements, index, mask, value)

    return Expr(element.kind, load, pure=False), write


def _moved(
    scope: CScope,
    node: syntax.Assignment | syntax.Unary | syntax.Postfix,
    mark: str,
    pointer: PointerVariable,
    value: syntax.Expression,
    gives_old: bool,
) -> Typed:
    """`p += n`, `p++`."""
    now = read_pointer(scope, node, pointer)
    steps = expressions.lower(scope, value)
    moved = expressions.combined(scope, node, mark, now, steps)
    assert isinstance(moved, Address)
    offset = scope.slot_of(pointer.key, INT64)
    fresh = operators.convert(moved.offset, INT64).run

    def work(frame: CallFrame, mask: Mask) -> Value:
        before = frame.variables[offset]
        after = fresh(frame, mask)
        frame.assign(offset, mask, after)
        return before if gives_old else after

    return replace(now, offset=Expr(INT64, work, UNKNOWN, pure=False))


# What is declared outside of functions


def outer_array(scope: CScope, node: syntax.Name, known: GlobalVariable) -> Meaning:
    """A `__constant__` or `__device__` name."""
    variable = known.variable
    kind, shape = variable.kind, tuple[int, ...]()
    dynamic = isinstance(variable.kind, ArrayOf) and variable.kind.count is None
    if known.place == "shared" and dynamic:
        assert isinstance(variable.kind, ArrayOf)
        kind, shape = variable.kind.of, (0,)
    else:
        kind, shape = shape_of(scope, variable)
    dtype = memory_dtype(kind)
    if dtype is None and not shape and known.place in ("constant", "device"):
        with_pointers = _with_pointers(scope, variable.name, kind, known.place == "constant")
        if with_pointers is not None:
            return with_pointers
    if dtype is None or not isinstance(kind, (np.dtype, Struct)):
        text = "{name} is a {kind} outside of functions: pass it to the kernel."
        if isinstance(kind, Struct) and not kind.is_union:
            text = (
                "{name} is made of {kind}, with pointers that nobody sets: copy one structure to it"
                " with cudaMemcpyToSymbol in main, or pass it to the kernel."
            )
        scope.refuse(node, "outside", text, name=variable.name, kind=name_of(kind))
    if known.place == "shared":
        array = _shared_of_file(variable, dtype, shape)
    elif known.place == "constant":
        array = _constant_memory(scope, node, variable, dtype, shape)
    else:
        array = device_array(variable.name, dtype, max(len(shape), 1), False)
        scope.c_program.note_outer(variable.name)
    if not shape:
        return Element(kind, memory.flat(array), (ZERO,), constant=known.place == "constant")
    assert isinstance(variable.kind, ArrayOf)
    return Whole(variable.kind, array, shape, constant=known.place == "constant")


def _with_pointers(scope: CScope, name: str, kind: CType, constant: bool) -> Meaning | None:
    """A pointer outside of functions, or a structure with some, by what the launch gives for it.

    Each member is an array of its own, as of a structure that is passed. None: it is not given.
    """
    captured = scope.program.functions[0].captured
    if isinstance(kind, Struct) and not kind.is_union:
        members: list[Any] = [
            _with_pointers(scope, f"{name}.{k}", one, constant) for k, one in kind.members
        ]
        return None if None in members else StructVariable(kind, tuple(members))
    dtype = memory_dtype(kind.to if isinstance(kind, Pointer) else kind)
    if name not in captured or dtype is None:
        return None
    if isinstance(kind, np.dtype) and constant:
        array = scope.c_program.constant(name, captured[name].value, scope)
        return Element(kind, memory.flat(array), (ZERO,), constant=True)
    array = device_array(name, dtype, 1, False)
    scope.c_program.note_outer(name)
    if not isinstance(kind, Pointer):
        return Element(dtype, memory.flat(array), (ZERO,))
    first = captured.get(f"{OFFSET}{name}")
    offset = 0 if first is None else first.value
    return Address(kind, memory.flat(array), operators.constant(offset, INT64))


def _shared_of_file(variable: syntax.Variable, dtype: Scalar, shape: tuple[int, ...]) -> Expr:
    """`extern __shared__ float s[];` above all functions: one array for all of them."""
    declared = SharedDeclaration(
        variable.lineno, variable.col_offset, 0, variable.name, shape or (1,), dtype, WIDEST_ACCESS
    )
    kind = ArrayType(dtype, len(declared.shape), "shared")
    return Expr(kind, lambda frame, mask: frame.context.shared_array(declared))


def _constant_memory(
    scope: CScope,
    node: syntax.Name,
    variable: syntax.Variable,
    dtype: Scalar,
    shape: tuple[int, ...],
) -> Expr:
    captured = scope.program.functions[0].captured.get(variable.name)
    if captured is not None and isinstance(captured.value, np.ndarray):
        value = captured.value.reshape(shape or (1,))
    elif variable.value is not None:
        value = table_of(scope, variable, dtype, shape or (1,))
    else:
        text = (
            "nobody gives {name} its values: name them in a comment, as in // gpuviz: {name} ="
            " {{1, 2, 1}}."
        )
        scope.refuse(node, "constant-values", text, name=variable.name)
    return scope.c_program.constant(variable.name, value, scope)


def constant_table(scope: CScope, variable: syntax.Variable) -> Whole:
    """`const float weights[3] = {1, 2, 1};` of the file."""
    kind, shape = shape_of(scope, variable)
    dtype = memory_dtype(kind)
    assert dtype is not None
    assert isinstance(variable.kind, ArrayOf)
    value = table_of(scope, variable, dtype, shape)
    array = scope.c_program.constant(variable.name, value, scope)
    return Whole(variable.kind, array, shape, constant=True)


def table_of(
    scope: CScope, variable: syntax.Variable, dtype: Scalar, shape: tuple[int, ...]
) -> Any:
    """The values of a declared array as NumPy has them."""
    kind = variable.kind
    while isinstance(kind, ArrayOf):
        kind = kind.of
    width = int(np.prod(shape[1:], dtype=int)) if shape else 1
    found: list[Any] = []

    def fill(node: syntax.Expression, depth: int) -> None:
        of_array = isinstance(node, syntax.Values) and node.kind is None
        if isinstance(node, syntax.Values) and of_array and depth < max(len(shape), 1):
            start = len(found)
            for item in node.items:
                fill(item, depth + 1)
            if depth == 1:
                found.extend([_zero_of(kind)] * (start + width - len(found)))
            return
        found.append(_table_value(scope, variable, node, kind))

    assert variable.value is not None
    if isinstance(variable.kind, Struct):
        found.append(_table_value(scope, variable, variable.value, kind))
    else:
        fill(variable.value, 0)
    size = int(np.prod(shape, dtype=int))
    if len(found) > size:
        text = "{name} has {size} elements, and {count} values stand here."
        values = {"name": variable.name, "size": size, "count": len(found)}
        scope.refuse(variable, "constant-values", text, **values)
    found += [_zero_of(kind)] * (size - len(found))
    plain = np.array(found) if dtype.names is None else np.array(found, dtype)
    table = plain.astype(dtype).reshape(shape)
    table.flags.writeable = False
    return table


def _zero_of(kind: CType) -> Any:
    return tuple(_zero_of(part) for _, part in kind.members) if isinstance(kind, Struct) else 0


def _table_value(
    scope: CScope, variable: syntax.Variable, node: syntax.Expression, kind: CType
) -> Any:
    """A number, or of a structure the tuple of its members."""
    if isinstance(kind, Struct):
        in_braces = isinstance(node, syntax.Values) and node.kind is None
        items = node.items if isinstance(node, syntax.Values) and in_braces else None
        found = (
            expressions.lower(scope, node)
            if items is None
            else expressions.structure(scope, node, kind, items)
        )
        value: Any = expressions.expr_of(scope, node, found)
    else:
        value = expressions.number_in(scope, node).expr
    if not value.is_const:
        text = "the values of {name} have to be numbers that are known."
        scope.refuse(node, "constant-values", text, name=variable.name)
    return value.const


def sized_elements(scope: CScope, variable: syntax.Variable, kind: CType) -> CType:
    """The type with numbers for the lengths of its arrays."""
    if not isinstance(kind, ArrayOf):
        return kind
    count = None if kind.count is None else expressions.constant_in(scope, kind.count)
    of = sized_elements(scope, variable, kind.of)
    return ArrayOf(of, kind.count if count is None else at(variable, syntax.Number, count, INT))


def shape_of(scope: CScope, variable: syntax.Variable) -> tuple[CType, tuple[int, ...]]:
    """The type of the elements of a declared name, and its shape; () for a single one."""
    kind, shape = variable.kind, list[int]()
    while isinstance(kind, ArrayOf):
        count = None
        if kind.count is not None:
            count = expressions.constant_in(scope, kind.count)
        elif isinstance(variable.value, syntax.Values) and not shape:
            of = sized_elements(scope, variable, kind.of)
            count = len(braces.elements(scope, of, variable.value.items))
        if count is None or not 0 < count < 2**31:
            text = (
                "the size of {name} has to be known before the kernel runs, and above 0: use a"
                " number, a #define or a constexpr."
            )
            scope.refuse(variable, "array-size", text, name=variable.name)
        shape.append(count)
        kind = kind.of
    return kind, tuple(shape)
