"""Where the arrays of a launch lie in device memory.

Arrays that share memory on the host share it there, too: a view keeps its parent's address. Arrays
whose elements overlap look at one row of elements, so that a write through one is seen by all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from gpuviz.messages import Message, NotSupportedError
from gpuviz.simt.memory.arrays import ADDRESS_STEP, LAST_WRITER_LIMIT, GlobalArray, c_strides

Arrays = Mapping[str, NDArray[Any]]
Flags = Mapping[str, NDArray[np.bool_]]


class Extent(NamedTuple):
    """Bytes of the host's memory: the first, and the one behind the last."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class _Row:
    """Elements side by side, gaps between those of a view included, and what is kept of each."""

    first: int  # its place on the host
    data: NDArray[Any]
    fresh: NDArray[np.bool_] | None
    writer: NDArray[np.int64] | None


def place(arrays: Arrays, fresh: Flags) -> dict[str, GlobalArray]:
    """The arrays, by name and in this order, where they lie in device memory.

    `fresh` has, for some of them and laid out alike, flags of the elements that nobody wrote yet.
    Raises NotSupportedError for a view that does not step by whole elements.
    """
    addresses = _addresses(arrays)
    rows = _rows(arrays, fresh)
    return {
        name: _placed(name, number, value, rows[name], addresses[name])
        for number, (name, value) in enumerate(arrays.items())
    }


def _placed(name: str, number: int, value: NDArray[Any], row: _Row, address: int) -> GlobalArray:
    before = _first_byte(value) - row.first
    return GlobalArray(
        name,
        number,
        row.data,
        value.shape,
        _element_strides(name, value),
        address - before,
        offset=before // value.itemsize,
        writer=row.writer,
        fresh=row.fresh,
    )


def _addresses(arrays: Arrays) -> dict[str, int]:
    """Of the first element of each array: what the arrays are parts of starts on a boundary."""
    owners = {name: _extent(_owner(value)) for name, value in arrays.items()}
    merged = _merged(owners.values())
    starts: dict[Extent, int] = {}
    free, found = ADDRESS_STEP, {}
    for name, value in arrays.items():
        memory = merged[owners[name]]
        if memory not in starts:
            starts[memory] = free
            free += -(-max(memory.end - memory.first, 1) // ADDRESS_STEP) * ADDRESS_STEP
        found[name] = starts[memory] + _first_byte(value) - memory.first
    return found


def _rows(arrays: Arrays, fresh: Flags) -> dict[str, _Row]:
    """The row of each array; elements that overlap and are alike share one."""
    found: dict[str, _Row] = {}
    extents = {name: _extent(value) for name, value in arrays.items()}
    for alike in _grouped(arrays, {n: _alike(v, extents[n]) for n, v in arrays.items()}):
        merged = _merged(extents[name] for name in alike)
        for part in _grouped(alike, {name: merged[extents[name]] for name in alike}):
            found |= dict.fromkeys(part, _row(part, [extents[name] for name in part], fresh))
    return found


def _row(arrays: Arrays, extents: list[Extent], fresh: Flags) -> _Row:
    data, flags = _side_by_side(list(arrays.values()), extents), None
    if arrays.keys() <= fresh.keys():
        parts = [fresh[name] for name in arrays]
        flags = _side_by_side(parts, [_extent(part) for part in parts])
    writer = np.full(len(data), -1, np.int64) if len(data) <= LAST_WRITER_LIMIT else None
    return _Row(min(extents).first, data, flags, writer)


def _side_by_side(parts: list[NDArray[Any]], extents: list[Extent]) -> NDArray[Any]:
    """All elements from the lowest to the highest of some views of one memory, not copied."""
    if len(parts) == 1 and parts[0].flags.c_contiguous:
        return parts[0].reshape(-1)
    first, end = min(extents).first, max(extent.end for extent in extents)
    chosen = next((row for row, part in enumerate(parts) if part.flags.writeable), 0)
    part, size = parts[chosen], parts[chosen].itemsize
    index: Any = (..., *(slice(None, None, -1 if s < 0 else 1) for s in part.strides))
    lowest: NDArray[Any] = part[index]  # of no dimension, too, it is a view
    before = (extents[chosen].first - first) // size
    start = as_strided(lowest, (before + 1,), (-size,))[::-1]
    return as_strided(start, ((end - first) // size,), (size,))


def _owner(value: NDArray[Any]) -> NDArray[Any]:
    """The array whose memory a view looks at."""
    while isinstance(value.base, np.ndarray):
        value = value.base
    return value


def _extent(value: NDArray[Any]) -> Extent:
    if value.size == 0 or value.flags.c_contiguous:
        first = _first_byte(value)
        return Extent(first, first + value.nbytes)
    return Extent(*byte_bounds(value))


def _first_byte(value: NDArray[Any]) -> int:
    """Where element 0 lies on the host; of a view that runs backwards it is not the lowest."""
    return int(value.__array_interface__["data"][0])


def _alike(value: NDArray[Any], extent: Extent) -> tuple[np.dtype[Any], int]:
    """What arrays must have in common to step through memory alike."""
    return value.dtype, extent.first % max(value.itemsize, 1)


def _grouped(arrays: Arrays, keys: Mapping[str, object]) -> list[dict[str, NDArray[Any]]]:
    """The arrays by what they have in common."""
    groups: dict[object, dict[str, NDArray[Any]]] = {}
    for name, value in arrays.items():
        groups.setdefault(keys[name], {})[name] = value
    return list(groups.values())


def _merged(extents: Iterable[Extent]) -> dict[Extent, Extent]:
    """For each extent all that it overlaps with, directly or through others."""
    chains: list[list[Extent]] = []
    end = -1
    for extent in sorted(set(extents)):
        if extent.first >= end:
            chains.append([])
        chains[-1].append(extent)
        end = max(end, extent.end)
    whole = {id(c): Extent(c[0].first, max(extent.end for extent in c)) for c in chains}
    return {extent: whole[id(chain)] for chain in chains for extent in chain}


def _element_strides(name: str, value: NDArray[Any]) -> tuple[int, ...]:
    """Elements from one to the next, by dimension; without gaps as NumPy would lay them out."""
    if value.flags.c_contiguous:
        return c_strides(value.shape)
    if value.flags.f_contiguous:
        return c_strides(value.shape[::-1])[::-1]
    steps = [step for step, size in zip(value.strides, value.shape, strict=True) if size > 1]
    if any(step % value.itemsize for step in steps):
        template = (
            "argument {name} is a view whose elements do not lie on multiples of their size, where"
            " a GPU could read them: pass {name}.copy(), or make the type of its records with"
            " np.dtype([...], align=True)."
        )
        raise NotSupportedError(Message("argument.strided", template, {"name": name}))
    return tuple(step // value.itemsize for step in value.strides)
