"""Pointers that lie in arrays: each is a number that tells an array and an element of it.

0 is nullptr. What a number means is known to the launch alone, and to all of its threads.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.memory.arrays import GlobalArray
from gpuviz.simt.memory.views import PerLaneArray

FIRST = 1 << 43  # the code of an array's element 0; smaller ones lie before it
ROW = 44  # bits of the element
NOWHERE = np.int64(-(1 << 62))  # the element that nullptr points to


@dataclass(eq=False)
class PointerCodes:
    """The arrays that pointers in arrays of one launch point into."""

    _arrays: list[Any] = field(default_factory=list)
    _rows: dict[tuple[object, ...], int] = field(default_factory=dict)

    def code(self, elements: Any, offset: Value) -> Value:
        """Of pointers to the element `offset` of arrays, int64 by lane."""
        row: Value = np.int64(0)
        if isinstance(elements, PerLaneArray):
            for lanes, part in elements.parts:
                row = np.where(lanes, self._row(part), row)
        else:
            row = np.int64(self._row(elements))
        code = ((row + 1) << ROW) + FIRST + np.asarray(offset)
        return np.where(np.asarray(offset) < NOWHERE // 2, np.int64(0), code)

    def meaning(
        self, codes: Value, mask: Mask, name: str, dtype: np.dtype[Any]
    ) -> tuple[Any, Value]:
        """The arrays and elements of codes, by lane; of nullptr alone an array without elements.

        That has a name and a type.
        """
        codes = np.asarray(codes)
        rows = (codes >> ROW) - 1
        lanes = mask.lanes & (codes != 0)
        found = np.unique(np.broadcast_to(rows, lanes.shape)[lanes])
        if not len(found):
            return GlobalArray(name, 0, np.zeros(1, dtype), (0,), (1,), 0), NOWHERE
        elements = self._arrays[found[0]]
        for row in found[1:]:
            elements = self._arrays[row].merged(rows == row, elements)
        inside = (codes & ((1 << ROW) - 1)) - FIRST
        return elements, np.where(codes == 0, NOWHERE, inside)

    def _row(self, elements: Any) -> int:
        key = id(elements.root), elements.layout, id(elements.outside)
        if key not in self._rows:
            self._rows[key] = len(self._arrays)
            self._arrays.append(elements)
        return self._rows[key]
