"""Which variable a name is while host code is walked through, and what a template's type is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    HostPointer,
    Memory,
    Object,
    data_of,
    is_vector_type,
    parameter_named,
    same,
    vector_of,
)
from gpuviz.cuda_c.types import CType, Pointer, Reference, Struct

Names = list[dict[str, Cell]]
Snapshot = list[tuple[Cell, Any]]


class Scopes:
    """The variables that can be named: those of the file, of the function, of its blocks."""

    def __init__(self) -> None:
        self._globals: dict[str, Cell] = {}
        self._names: Names = [self._globals]
        self._outer: list[Names] = []  # of the calls in which this one stands
        self._types: list[Mapping[str, CType]] = [{}]

    def cell(self, name: str) -> Cell | None:
        """The variable of a name; None where none is known."""
        return next((names[name] for names in reversed(self._names) if name in names), None)

    def name(self, name: str, cell: Cell) -> None:
        """Gives a variable its name, in the innermost block."""
        self._names[-1][name] = cell

    def kind(self, kind: CType) -> CType:
        """A type with what the template's parameters stand for."""
        parameter = parameter_named(kind)
        if parameter:
            return self._types[-1].get(parameter, kind)
        if isinstance(kind, Pointer):
            return Pointer(self.kind(kind.to), kind.constant)
        if isinstance(kind, Reference):
            return Reference(self.kind(kind.to), kind.constant)
        if isinstance(kind, Struct) and is_vector_type(kind):
            return vector_of(self.kind(kind.members[0][1]))
        return kind

    @contextmanager
    def block(self) -> Iterator[None]:
        """Names of a block are gone behind it."""
        self._names.append({})
        try:
            yield
        finally:
            self._names.pop()

    def here(self) -> Names:
        """The names that a lambda sees which stands here."""
        return self._names

    @contextmanager
    def within(self, names: Names) -> Iterator[None]:
        """A lambda sees the names where it stands."""
        outer, self._names = self._names, [*names, {}]
        try:
            yield
        finally:
            self._names = outer

    @contextmanager
    def function(self, types: Mapping[str, CType]) -> Iterator[None]:
        """A function sees its own names and those of the file; `types`: its template's."""
        self._outer.append(self._names)
        self._names = [self._globals, {}]
        self._types.append(types)
        try:
            yield
        finally:
            self._names = self._outer.pop()
            self._types.pop()

    def _cells(self) -> Iterator[Cell]:
        """All variables, and the members of structures."""
        for names in self._names:
            for cell in names.values():
                yield from _with_members(cell)

    def name_of(self, memory: Memory) -> str:
        """What the program calls a memory: in the outermost call that has a name for it."""
        scopes = (scope for names in (*self._outer, self._names) for scope in names)
        for name, cell in ((name, cell) for scope in scopes for name, cell in scope.items()):
            value = data_of(cell.value) if type(cell) is Cell else None
            if isinstance(value, HostPointer) and value.memory is memory:
                return name
        return ""

    def snapshot(self) -> Snapshot:
        """What all variables hold now."""
        return [(cell, cell.value) for cell in self._cells()]

    def of_lanes(self) -> Snapshot:
        """The variables that hold a number for each turn of a loop that is done at once."""
        return [(cell, cell.value) for cell in self._cells() if isinstance(cell.value, np.ndarray)]

    def lose_numbers(self, names: Iterable[str]) -> None:
        """Variables have unknown numbers now; pointers and structures stay."""
        for name in names:
            cell = self.cell(name)
            if cell is not None and not isinstance(cell.value, (HostPointer, Object)):
                cell.value = UNKNOWN


def _with_members(cell: Cell) -> Iterator[Cell]:
    if type(cell) is not Cell:  # another name of an element
        return
    yield cell
    if isinstance(cell.value, Object):
        for member in cell.value.members.values():
            yield from _with_members(member)


def blur(before: Snapshot) -> None:
    """What has changed since is unknown."""
    for cell, value in before:
        if cell.value is not value and not same(cell.value, value):
            cell.value = UNKNOWN
