"""What the methods of a std::vector do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_places import element, place_of
from gpuviz.cuda_c.host_state import Walk
from gpuviz.cuda_c.host_unknowns import expose
from gpuviz.cuda_c.host_values import (
    POINTER_BYTES,
    UNKNOWN,
    HostPointer,
    Memory,
    Object,
    as_kind,
    between,
    bytes_of,
    count_of,
    data_of,
    elements,
    empty_vector,
    moved,
)
from gpuviz.cuda_c.host_variables import vector


def method_of_vector(walk: Walk, base: Object, name: str, node: syntax.Call) -> Any:
    """`base.name(..)`."""
    if name in _ASKED:
        return _ASKED[name](base)
    if name in ("at", "front", "back"):
        place = place_of(walk, node)
        return UNKNOWN if place is None else place.get()
    if name == "resize" and node.arguments:
        base.members.update(vector(walk, base.kind, node.arguments[0]).members)
        return UNKNOWN
    if name in ("push_back", "emplace_back") and len(node.arguments) == 1:
        return _append(walk, base, walk.value(node.arguments[0]))
    if name == "clear":
        base.members.update(empty_vector(base.kind).members)
        return UNKNOWN
    values = walk.values(node.arguments)
    if name == "insert" and len(values) == 3 and _same_place(values[0], _end(base)):
        return _append_all(walk, base, *values[1:])
    _lose(walk, base)
    for value in values:
        expose(walk, value)
    return UNKNOWN


def _end(base: Object) -> Any:
    return moved(data_of(base), count_of(base))


def _is_empty(base: Object) -> Any:
    count = count_of(base)
    return int(count == 0) if isinstance(count, int) else UNKNOWN


_ASKED: Mapping[str, Callable[[Object], Any]] = {
    "data": data_of,
    "begin": data_of,
    "size": count_of,
    "end": _end,
    "empty": _is_empty,
    "capacity": lambda base: UNKNOWN,
}


def _same_place(one: Any, other: Any) -> bool:
    pointers = isinstance(one, HostPointer) and isinstance(other, HostPointer)
    return pointers and one.memory is other.memory and one.offset == other.offset


def _lose(walk: Walk, base: Object) -> None:
    data = data_of(base)
    if isinstance(data, HostPointer):
        walk.notes.lose(data.memory)
    base.members["count"].value = UNKNOWN


def _longer(base: Object, more: Any) -> HostPointer | None:
    """Makes a vector longer; where its new elements begin, None where that is not known."""
    data, count = data_of(base), count_of(base)
    known = isinstance(data, HostPointer) and isinstance(count, int)
    if not known or not isinstance(more, int):
        return None
    width = None if data.to is None else bytes_of(data.to)
    old: Memory = data.memory
    memory = Memory(None if width is None else width * (count + more), False, cells=old.cells)
    if old.filled and old.contents is None and count:
        memory.forget()
    elif (new := memory.bytes()) is not None and width is not None:
        if old.contents is not None:
            new[: width * count] = old.contents[: width * count]
        memory.write()
    base.members["data"].value = HostPointer(memory, 0, data.to)
    base.members["count"].value = count + more
    return HostPointer(memory, count * (width or POINTER_BYTES), data.to)


def _append(walk: Walk, base: Object, value: Any) -> Any:
    at = None if walk.lanes else _longer(base, 1)
    if at is None:
        _lose(walk, base)
        return UNKNOWN
    place = element(walk, at, 0)
    if place is not None:
        place.put(as_kind(value, at.to))
    return UNKNOWN


def _append_all(walk: Walk, base: Object, first: Any, last: Any) -> Any:
    given = between(first, last)
    at = None if given is None or walk.lanes else _longer(base, len(given))
    row = None if at is None else elements(at)
    if row is None or given is None:
        _lose(walk, base)
        return UNKNOWN
    row[:] = given
    return UNKNOWN
