"""Variables of the host as they are declared: numbers, arrays, vectors, structures."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_places import Alias, place_of
from gpuviz.cuda_c.host_shapes import flat, member_kind
from gpuviz.cuda_c.host_state import Walk
from gpuviz.cuda_c.host_values import (
    POINTER_BYTES,
    UNKNOWN,
    Cell,
    HostPointer,
    Memory,
    Object,
    between,
    bytes_of,
    copied,
    elements,
    fresh,
    innermost,
    is_dim3,
    is_vector,
    is_vector_type,
    numbers_of,
    whole,
)
from gpuviz.cuda_c.types import DIM3, INT, ArrayOf, Auto, CType, Pointer, Reference, Struct

LVALUES = (syntax.Name, syntax.Index, syntax.Member, syntax.Unary)
"""Expressions that may be the name of a place."""


def declare(walk: Walk, variable: syntax.Variable) -> None:
    """Makes a variable, with its first value."""
    kind = walk.scopes.kind(variable.kind)
    if isinstance(kind, Reference):
        walk.scopes.name(variable.name, referred(walk, variable.value, kind))
        return
    cell = Cell(fresh(kind), None if isinstance(kind, Auto) else kind)
    value = variable.value
    if isinstance(kind, ArrayOf):
        cell.value = array(walk, kind, value)
        cell.kind = Pointer(cell.value.to or innermost(kind))
    elif is_vector_type(kind):
        assert isinstance(kind, Struct)
        cell.value = vector(walk, kind, value)
    elif isinstance(value, syntax.Values):
        cell.put(structure(walk, kind, value))
    elif value is None and isinstance(kind, Struct) and not is_dim3(kind):
        made = by_constructor(walk, kind, [])
        cell.value = cell.value if made is None else made
    elif value is not None:
        found = _chosen(walk, variable.name, kind, walk.value(value))
        cell.put(as_dim3(found) if is_dim3(kind) else found)
    walk.scopes.name(variable.name, cell)


def _chosen(walk: Walk, name: str, kind: CType, value: Any) -> Any:
    """The size that was chosen for a variable of this name, once; else its own value."""
    is_size = name in walk.sizes and isinstance(kind, (np.dtype, Auto)) and isinstance(value, int)
    return walk.sizes.pop(name) if is_size else value


def referred(walk: Walk, node: syntax.Expression | None, kind: Reference) -> Cell:
    """The variable that a reference is another name of."""
    if not isinstance(node, LVALUES):
        return Cell(UNKNOWN if node is None else walk.value(node), kind.to)
    place = place_of(walk, node)
    if place is None:
        return Cell(UNKNOWN, kind.to)
    return place.cell if place.cell is not None else Alias(place, kind.to)


def as_dim3(value: Any) -> Any:
    """A number as the dim3 that it is where one is wanted."""
    return value if isinstance(value, Object) else dim3([value])


def dim3(sides: list[Any]) -> Object:
    """A dim3 of its x, y and z; those that are left out are 1."""
    made: Object = fresh(DIM3)
    for name, side in zip("xyz", sides, strict=False):
        made.members[name].put(side)
    return made


def array(walk: Walk, kind: ArrayOf, value: syntax.Expression | None) -> HostPointer:
    """The elements of a declared array."""
    inner = innermost(kind)
    count, width = _count_declared(walk, kind, value), bytes_of(inner)
    size = None if width is None or count is None else count * width
    memory = Memory(size, False, declared=True, count=count)
    pointer = HostPointer(memory, 0, inner)
    if isinstance(inner, Pointer) and isinstance(value, syntax.Values):
        for row, one in enumerate(walk.values(flat(value))):
            memory.cells[row * POINTER_BYTES] = Cell(one, inner)
        return pointer
    if isinstance(value, syntax.Values) and isinstance(inner, Struct):
        _fill_records(walk, pointer, value)
    elif isinstance(value, syntax.Values):
        _fill(pointer, walk.values(flat(value)))
    elif isinstance(value, syntax.Text):
        _fill(pointer, [*value.value.encode(), 0])
    elif value is not None:
        memory.forget()
    return HostPointer(memory, 0, _sized(walk, kind.of))


def _sized(walk: Walk, kind: CType) -> CType:
    """A type whose arrays have numbers for their lengths, where they are known."""
    if not isinstance(kind, ArrayOf):
        return kind
    count = None if kind.count is None else walk.value(kind.count)
    if isinstance(count, int) and kind.count is not None:
        at = kind.count
        return ArrayOf(
            _sized(walk, kind.of),
            syntax.Number(count, INT, lineno=at.lineno, col_offset=at.col_offset),
        )
    return kind


def _fill_records(walk: Walk, pointer: HostPointer, value: syntax.Values) -> None:
    """`Pair all[3] = {{1, 2}, {3, 4}};`: the rest is 0."""
    row = elements(pointer)
    rows = [_plain_record(walk, pointer.to, item) for item in value.items]
    if row is None or UNKNOWN in rows or len(rows) > len(row):
        pointer.memory.forget()
        return
    for at, one in enumerate(rows):
        row[at] = one
    pointer.memory.write()


def _plain_record(walk: Walk, kind: CType | None, node: syntax.Expression) -> Any:
    """A structure of numbers as a tuple of them; UNKNOWN where one of them is."""
    made = structure(walk, kind, node) if isinstance(node, syntax.Values) and kind else None
    made = walk.value(node) if made is None else made
    if not isinstance(made, Object) or made.kind != kind:
        return UNKNOWN
    return numbers_of(made)


def _count_declared(walk: Walk, kind: CType, value: syntax.Expression | None) -> int | None:
    """The elements of an array of arrays; None where that is not known."""
    count, known = 1, True
    while isinstance(kind, ArrayOf):
        one = None if kind.count is None else walk.value(kind.count)
        if kind.count is None and isinstance(value, syntax.Values):
            one = len(value.items)
        if kind.count is None and isinstance(value, syntax.Text):
            one = len(value.value.encode()) + 1
        known = known and whole(one)
        count *= one if isinstance(one, int) else 1
        kind = kind.of
    return count if known else None


def _fill(pointer: HostPointer, numbers: list[Any]) -> None:
    row = elements(pointer)
    if row is None or not all(isinstance(number, (int, float)) for number in numbers):
        pointer.memory.forget()
        return
    if row.dtype.names is None and len(numbers) <= len(row):
        row[: len(numbers)] = np.array(numbers).astype(row.dtype)
    pointer.memory.write()


def vector(walk: Walk, kind: Struct, value: syntax.Expression | None) -> Object:
    """A vector as its brackets, braces or first value make it."""
    count: Any = 0
    fill: Any = 0
    element = walk.scopes.kind(kind.members[0][1])
    if isinstance(value, syntax.Values) and value.kind is None:
        made = vector_with(kind, element, len(value.items), 0)
        _fill(made.members["data"].value, walk.values(flat(value)))
        return made
    if isinstance(value, syntax.Values):
        given = walk.values(value.items[:2])
        count, fill = (*given, 0, 0)[:2] if len(given) != 1 else (given[0], 0)
        listed = between(count, fill)
        if listed is not None:
            made = vector_with(kind, element, len(listed), 0)
            _fill(made.members["data"].value, listed.tolist())
            return made
    elif value is not None:
        count = walk.value(value)
    if is_vector(count):
        return copied(count)
    return vector_with(kind, element, count if isinstance(count, int) else UNKNOWN, fill)


def vector_with(kind: Struct, element: CType, count: Any, fill: Any) -> Object:
    """A vector of so many elements that all hold the same."""
    width = bytes_of(element)
    size = count * width if isinstance(count, int) and width is not None else None
    memory = Memory(size, False)
    data = HostPointer(memory, 0, element)
    if isinstance(fill, (int, float)):
        row = elements(data)
        if row is not None and row.dtype.names is None:
            row[:] = fill
            memory.write()
    else:
        memory.forget()
    return Object(kind, {"data": Cell(data), "count": Cell(count)})


def structure(walk: Walk, kind: CType, node: syntax.Values) -> Any:
    """What braces, or brackets behind a type, make of it."""
    if isinstance(kind, ArrayOf):
        return array(walk, kind, node)
    nodes = syntax.in_members_order(kind, node.items) if isinstance(kind, Struct) else node.items
    items = [
        structure(walk, member_kind(kind, row), item)
        if isinstance(item, syntax.Values) and item.kind is None
        else walk.value(item)
        for row, item in enumerate(nodes)
    ]
    alone = items[0] if len(items) == 1 else UNKNOWN
    if not isinstance(kind, Struct):
        return alone if items else 0
    if isinstance(alone, Object) and (is_dim3(kind) or alone.kind == kind):
        return alone
    if is_dim3(kind):
        return dim3(items)
    constructed = by_constructor(walk, kind, items)
    if constructed is not None:
        return constructed
    made = fresh(kind)
    for row, cell in enumerate(made.members.values()):
        cell.put(items[row] if row < len(items) else _zero(cell))
    return made


def _zero(cell: Cell) -> Any:
    """What a member is that braces leave out."""
    if isinstance(cell.value, Object) and not is_vector(cell.value) and not is_dim3(cell.kind):
        for part in cell.value.members.values():
            part.put(_zero(part))
        return cell.value
    if isinstance(cell.kind, ArrayOf) and isinstance(cell.value, HostPointer):
        cell.value.memory.filled = cell.value.memory.bytes() is not None
    return 0 if isinstance(cell.kind, np.dtype) else cell.value


def by_constructor(walk: Walk, kind: Struct, items: list[Any]) -> Object | None:
    """What a constructor of the file makes; None where none takes so many values."""
    from gpuviz.cuda_c.host_functions import constructed

    return constructed(walk, kind, items)


def do_declaration(walk: Walk, node: syntax.Declaration) -> None:
    """Declares variables in their order."""
    for variable in node.variables:
        declare(walk, variable)
