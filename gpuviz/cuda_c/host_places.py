"""Places of the host's memory that can be read and set while its code is walked through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_arithmetic import NUMBERS
from gpuviz.cuda_c.host_state import Walk
from gpuviz.cuda_c.host_values import (
    POINTER_BYTES,
    UNKNOWN,
    Cell,
    HostPointer,
    Memory,
    Object,
    as_kind,
    bytes_of,
    count_of,
    data_of,
    dtype_of,
    elements,
    fresh,
    inside,
    is_vector,
    same,
)
from gpuviz.cuda_c.types import ArrayOf, CType, dimensions


class Place:
    """What can be set: `get` and `put`; `cell`: the variable or member that it is, if it is one."""

    def __init__(
        self, get: Callable[[], Any], put: Callable[[Any], None], cell: Cell | None = None
    ) -> None:
        self.get, self.put, self.cell = get, put, cell


class Alias(Cell):
    """A reference to an element: setting it sets the element."""

    def __init__(self, place: Place, kind: CType | None) -> None:
        self.place, self.kind = place, kind

    @property
    def value(self) -> Any:
        """What the element holds."""
        return self.place.get()

    @value.setter
    def value(self, value: Any) -> None:
        self.place.put(value)

    def put(self, value: Any) -> None:
        """Sets the element."""
        self.place.put(as_kind(value, self.kind))


class AddressOf:
    """`&variable`."""

    def __init__(self, place: Place) -> None:
        self.place = place


def pointed_to(value: Any) -> HostPointer | None:
    """The pointer that a value is or is the address of; of a vector that to its elements."""
    value = data_of(value)
    if isinstance(value, AddressOf):
        value = value.place.get()
    return value if isinstance(value, HostPointer) else None


class Record:
    """A structure of numbers that lies in memory."""

    def __init__(self, walk: Walk, base: HostPointer, index: Any) -> None:
        self._walk, self._base, self._index = walk, base, index

    def member(self, name: str) -> Place:
        """A member of it."""
        walk, memory, index = self._walk, self._base.memory, self._index

        def get() -> Any:
            walk.notes.read.add(memory)
            row = elements(self._base)
            if row is None or not memory.filled or not inside(index, len(row)):
                return UNKNOWN
            return _plain(row[name][index])

        def put(value: Any) -> None:
            row = elements(self._base)
            if row is None or name not in row.dtype.names or not inside(index, len(row)):
                walk.notes.lose(memory)
                return
            walk.notes.write(memory)
            if _set_in(row[name], index, value):
                memory.write()
            else:
                memory.forget()

        return Place(get, put)

    def put(self, value: Any) -> None:
        """Sets all of it."""
        memory, row = self._base.memory, elements(self._base)
        self._walk.notes.write(memory)
        fits = row is not None and inside(self._index, len(row))
        if fits and _set_in(row, self._index, value):
            memory.write()
        else:
            memory.forget()


def _set_in(row: Any, index: Any, value: Any) -> bool:
    """Sets one element of an array, or one for each turn; whether all of its value is known."""
    if isinstance(value, NUMBERS) and row.dtype.names is None:
        row[index] = value
        return True
    if not isinstance(value, Object) or row.dtype.names != tuple(value.members):
        return False
    done = [
        _set_array(row[name], index, cell.value, cell.kind)
        if isinstance(cell.kind, ArrayOf)
        else _set_in(row[name], index, cell.value)
        for name, cell in value.members.items()
    ]
    return all(done)


def _set_array(row: Any, index: Any, value: Any, kind: ArrayOf) -> bool:
    known = elements(value) if isinstance(value, HostPointer) and value.memory.filled else None
    if known is None:
        return False
    row[index] = known.reshape(dimensions(kind)[1])
    return True


def place_of(walk: Walk, node: Any) -> Place | None:
    """Where an expression lies; None where that is not known."""
    if isinstance(node, syntax.Name):
        cell = walk.scopes.cell(node.id)
        return None if cell is None else of_cell(cell)
    if isinstance(node, syntax.Index):
        return element(walk, walk.value(node.base), walk.value(node.index))
    if isinstance(node, syntax.Unary) and node.mark == "*":
        return element(walk, walk.value(node.operand), 0)
    if isinstance(node, syntax.Member):
        return _member(walk, node)
    if isinstance(node, syntax.Cast):
        return place_of(walk, node.operand)
    if isinstance(node, syntax.Call) and isinstance(node.called, syntax.Member):
        return _of_method(walk, node, node.called)
    return None


def of_cell(cell: Cell) -> Place:
    """The place of a variable or member."""
    return cell.place if isinstance(cell, Alias) else Place(lambda: cell.value, cell.put, cell)


def _lost(walk: Walk, memory: Memory) -> Place:
    """Somewhere in a memory."""
    return Place(lambda: UNKNOWN, lambda value: walk.notes.lose(memory))


def _of_method(walk: Walk, node: syntax.Call, called: syntax.Member) -> Place | None:
    """What `v.at(3)`, `v.front()` and `v.back()` refer to; of other methods it is somewhere."""
    base = walk.value(called.base)
    if is_vector(base) and called.name == "at" and node.arguments:
        return element(walk, base, walk.value(node.arguments[0]))
    if is_vector(base) and called.name in ("front", "back"):
        last = count_of(base) - 1 if isinstance(count_of(base), int) else UNKNOWN
        return element(walk, base, 0 if called.name == "front" else last)
    data = data_of(base)
    return _lost(walk, data.memory) if isinstance(data, HostPointer) else None


def _member(walk: Walk, node: syntax.Member) -> Place | None:
    """`base.name`, `base->name`."""
    at = element(walk, walk.value(node.base), 0) if node.through else place_of(walk, node.base)
    value = UNKNOWN if at is None else at.get()
    if at is not None and at.cell is None and isinstance(value, Record):
        return value.member(node.name)
    if not isinstance(value, Object):
        return None
    return of_cell(value.members.setdefault(node.name, Cell()))


def element(walk: Walk, base: Any, index: Any) -> Place | None:
    """`base[index]`, at one index or at that of each turn."""
    if isinstance(base, AddressOf) and same(index, 0):
        return base.place
    base = data_of(base)
    if not isinstance(base, HostPointer):
        return None
    if not isinstance(index, (int, np.ndarray)):
        return _lost(walk, base.memory)
    if isinstance(base.to, ArrayOf):
        return _row_at(walk, base, base.to, index)
    dtype = dtype_of(base.to)
    if dtype is None:
        return _cell_in(walk, base, index, base.to)
    if dtype.names is not None:
        if base.memory.cells:
            return _cell_in(walk, base, index, base.to)
        record = Record(walk, base, index)
        return Place(lambda: record, record.put)
    return _number_at(walk, base, index)


def _row_at(walk: Walk, base: HostPointer, rows: ArrayOf, index: Any) -> Place:
    """A row of an array of arrays: a pointer to its first element."""
    width = bytes_of(rows)
    if width is None or not isinstance(index, int):
        return _lost(walk, base.memory)
    row = HostPointer(base.memory, base.offset + index * width, rows.of)
    return Place(lambda: row, lambda value: walk.notes.lose(base.memory))


def _number_at(walk: Walk, base: HostPointer, index: Any) -> Place:
    """A number in memory, or one for each turn."""
    memory = base.memory

    def get() -> Any:
        walk.notes.read.add(memory)
        row = elements(base) if walk.follows(memory) else None
        if row is None or not memory.filled or memory.is_outdated:
            return UNKNOWN
        try:
            return _plain(row[index])
        except IndexError:
            return UNKNOWN

    def put(value: Any) -> None:
        walk.notes.write(memory)
        if not isinstance(value, NUMBERS) or not walk.follows(memory):
            memory.forget()
            return
        row = elements(base)
        fits = np.shape(value) in ((), np.shape(index))
        if row is None or not fits or not inside(index, len(row)):
            memory.forget()
            return
        row[index] = np.asarray(value).astype(row.dtype)
        memory.write_elements(base.offset, row.dtype.itemsize, index)

    return Place(get, put)


def _cell_in(walk: Walk, base: HostPointer, index: Any, kind: CType | None) -> Place:
    """A pointer or a structure in memory."""
    memory = base.memory
    if not isinstance(index, int):
        return _lost(walk, memory)
    width = (None if kind is None else bytes_of(kind)) or POINTER_BYTES
    at = base.offset + index * width
    if at not in memory.cells:
        memory.cells[at] = Cell(UNKNOWN if kind is None else fresh(kind), kind)
    return of_cell(memory.cells[at])


def _plain(found: Any) -> Any:
    return found if isinstance(found, np.ndarray) else found.item()
