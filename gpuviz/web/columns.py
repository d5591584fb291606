"""Columns of numbers as bytes that compress well, and that a browser reads at once.

A column is written plane by plane: first the lowest byte of every number, then the next one. What
rises is written as the steps from one number to the next. Both make long runs of equal bytes of
what a launch does, in which deflate finds little to keep.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Form = Literal["plain", "steps"]
TYPES = ("u1", "u2", "u4", "u8", "i1", "i4", "f4")


@dataclass(slots=True)
class ColumnWriter:
    """The columns of one payload, one behind the other."""

    data: bytearray = field(default_factory=bytearray)
    places: dict[str, dict[str, object]] = field(default_factory=dict)

    def add(self, name: str, dtype: str, values: NDArray[Any], form: Form = "plain") -> None:
        """Adds a column; `form` says how it is written."""
        flat = np.ravel(values)
        if form == "steps":
            flat = np.diff(flat, prepend=flat.dtype.type(0))
        column = flat.astype(np.dtype(dtype).newbyteorder("<"))
        self.places[name] = {
            "type": dtype,
            "count": len(column),
            "at": len(self.data),
            "form": form,
        }
        self.data += planes(column)

    def add_values(self, name: str, values: Mapping[int, NDArray[np.uint64]]) -> None:
        """Adds the bits of values, one column for each number of bytes that they take."""
        for size, bits in values.items():
            self.add(f"{name}{size}", f"u{size}", bits)


def planes(column: NDArray[Any]) -> bytes:
    """The lowest byte of every number, then the next one of every number, and so on."""
    size = column.dtype.itemsize
    return np.ascontiguousarray(column).view(np.uint8).reshape(-1, size).T.tobytes()


def by_size(
    bits: NDArray[np.uint64], active: NDArray[np.bool_], sizes: NDArray[np.int64]
) -> dict[int, NDArray[np.uint64]]:
    """Of rows of 32 lanes the values of the active ones, row after row, by the bytes of each row's
    type; sizes of other types are left out.
    """
    found = {}
    for size in (1, 2, 4, 8):
        rows = np.flatnonzero(sizes == size)
        found[size] = bits[rows][active[rows]]
    return found


def masks_of(active: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """[n] from [n, 32]: bit l is lane l."""
    weights = np.uint32(1) << np.arange(32, dtype=np.uint32)
    masks: NDArray[np.uint32] = (active * weights).sum(axis=1, dtype=np.uint32)
    return masks


def lanes_of(masks: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """[n, 32] from [n]."""
    lanes: NDArray[np.bool_] = (masks[:, None] >> np.arange(32, dtype=np.uint32)) & 1 > 0
    return lanes
