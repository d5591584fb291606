"""What may have changed without being followed: functions of others, kernels, branches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_places import AddressOf, Place, place_of
from gpuviz.cuda_c.host_scopes import blur
from gpuviz.cuda_c.host_shapes import leaves, parts_of
from gpuviz.cuda_c.host_state import Jumped, ProgramEnd, Returned, Walk
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    HostPointer,
    Memory,
    Object,
    data_of,
    is_dim3,
    is_vector,
)
from gpuviz.cuda_c.refusals import Place as TextPlace
from gpuviz.cuda_c.refusals import refuse
from gpuviz.messages import EnglishTemplate

KEEPS_LENGTH = ("data", "size", "begin", "end", "at", "front", "back", "empty", "capacity")
"""Methods of a vector that leave it as long as it is."""


def refuse_node(walk: Walk, node: Any, template: EnglishTemplate, **values: object) -> NoReturn:
    """Raises NotSupportedError at a node of the program."""
    place = TextPlace(node.lineno, node.col_offset + 1)
    refuse(walk.unit.file, place, "program", template, **values)


def expose(walk: Walk, value: Any) -> None:
    """Something unknown may write where a value points to."""
    if isinstance(value, HostPointer):
        walk.notes.lose(value.memory)
        for cell in value.memory.cells.values():
            _forget(walk, cell)
    elif isinstance(value, Object):
        for cell in value.members.values():
            expose(walk, cell.value)
    elif isinstance(value, AddressOf):
        _forget_place(walk, value.place)


def expose_argument(walk: Walk, node: syntax.Expression, value: Any) -> None:
    """The same of an argument: a function that is not known may take it as a reference."""
    expose(walk, value)
    if not isinstance(node, (syntax.Name, syntax.Member)):
        return
    place = place_of(walk, node)
    if place is not None and not isinstance(value, HostPointer):
        _forget_place(walk, place)


def _forget_place(walk: Walk, place: Place) -> None:
    """Something unknown may have changed what stands there."""
    inner = place.get()
    if isinstance(inner, Object) and not is_dim3(inner.kind):
        _forget(walk, Cell(inner))
    elif isinstance(inner, HostPointer):
        expose(walk, inner)
    else:
        place.put(UNKNOWN)


def forget_names(walk: Walk, names: Iterable[str]) -> None:
    """Something unknown may have changed variables, and what they point to."""
    for name in names:
        cell = walk.scopes.cell(name)
        if cell is not None:
            _forget(walk, cell)


def _forget(walk: Walk, cell: Cell) -> None:
    if isinstance(cell.value, HostPointer):
        walk.notes.lose(cell.value.memory)
    elif is_vector(cell.value):
        data = data_of(cell.value)
        if isinstance(data, HostPointer):
            walk.notes.lose(data.memory)
        cell.value.members["count"].value = UNKNOWN
    elif isinstance(cell.value, Object):
        for part in cell.value.members.values():
            _forget(walk, part)
    else:
        cell.value = UNKNOWN


def forget_lengths(walk: Walk, body: Any) -> None:
    """A loop was left off: vectors that it makes longer have an unknown length."""
    for part in parts_of(body):
        if not isinstance(part, syntax.Member) or part.name in KEEPS_LENGTH:
            continue
        cell = walk.scopes.cell(part.base.id) if isinstance(part.base, syntax.Name) else None
        if cell is None or not is_vector(cell.value):
            continue
        element = cell.value.kind.members[0][1]
        cell.value.members["count"].value = UNKNOWN
        cell.value.members["data"].value = HostPointer(Memory(None, False, True), 0, element)


def do_perhaps(walk: Walk, node: syntax.Node, parts: list[Any]) -> None:
    """Statements of which a node is made may be done or not: what they change is unknown behind."""
    if walk.is_whole and walk.reaches_device(parts):
        refuse_node(
            walk,
            node,
            "whether this is done depends on a value that gpuviz does not follow, and the GPU works"
            " in it: let the program decide by numbers that it computes itself.",
        )
    if walk.is_whole and leaves(parts):
        walk.doubt = node
    before = walk.scopes.snapshot()
    walk.perhaps.append(node)
    with walk.notes.of_loop():
        for part in parts:
            try:
                walk.do(part)
            except (Returned, Jumped):
                continue
            except ProgramEnd:
                if walk.is_tired:
                    raise
        for memory in walk.notes.written:
            memory.forget()
    walk.perhaps.pop()
    blur(before)
