"""All of the shared memory of a block as rows of a table: arrays one under the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuviz.insight.memory_banks import BANK_BYTES, BANKS
from gpuviz.insight.shared_memory import SharedArray
from gpuviz.messages import Message, word
from gpuviz.scene.memory_view.words import phrase
from gpuviz.scene.numbers import byte_count, kernel_value
from gpuviz.scene.stage.words import block_name, element_name
from gpuviz.trace import Trace

WIDEST_ROW = 64  # elements: longer rows of an array are broken
USUAL_ROW = 32  # elements of one that is broken, or has no rows
NOTHING = "·"  # stands for an element that nobody has written yet


@dataclass(frozen=True, slots=True)
class SharedRow:
    """Elements that stand side by side: `first` (flat) and those behind it."""

    array: SharedArray
    first: int
    count: int

    @property
    def name(self) -> str:
        """ "tile[3, 0–15]"."""
        shape = self.array.info.shape
        *rows, column = (int(n) for n in np.unravel_index(self.first, shape))
        last = column + self.count - 1
        span = str(column) if self.count == 1 else f"{column}–{last}"
        return f"{self.array.info.name}[{', '.join((*map(str, rows), span))}]"

    def text(self, column: int) -> str:
        """What an element holds; empty behind the end of the row."""
        if column >= self.count:
            return ""
        element = self.first + column
        known = bool(self.array.known[element])
        return kernel_value(self.array.values[element]) if known else NOTHING

    def tip(self, column: int) -> Message:
        """Its name, what it holds and its bank."""
        info, element = self.array.info, self.first + column
        name = element_name(info, element)
        bank = (info.address + element * info.dtype.itemsize) // BANK_BYTES % BANKS
        if not self.array.known[element]:
            template = "{name} lies in bank {bank}; nobody has written it yet."
            return phrase("shared-unwritten", template, name=name, bank=str(bank))
        template = "{name} is {value}; it lies in bank {bank}."
        value = kernel_value(self.array.values[element])
        return phrase("shared-element", template, name=name, value=value, bank=str(bank))


def shared_rows(arrays: Sequence[SharedArray]) -> tuple[SharedRow, ...]:
    """The rows of all arrays: along the last axis, or 32 elements of a long one."""
    rows: list[SharedRow] = []
    for array in arrays:
        along = array.info.shape[-1]
        step = along if len(array.info.shape) > 1 and along <= WIDEST_ROW else USUAL_ROW
        for begin in range(0, array.info.size, along):
            rows += [
                SharedRow(array, begin + at, min(step, along - at)) for at in range(0, along, step)
            ]
    return tuple(rows)


def shared_title(trace: Trace, block: int, arrays: Sequence[SharedArray]) -> Message:
    """How much there is, and how much of it was written."""
    size = sum(array.info.size * array.info.dtype.itemsize for array in arrays)
    values = {
        "block": block_name(trace, block),
        "size": byte_count(size),
        "arrays": word("1 array") if len(arrays) == 1 else word("{n} arrays", n=len(arrays)),
        "written": sum(int(array.known.sum()) for array in arrays),
        "all": sum(array.info.size for array in arrays),
    }
    template = (
        "All shared memory of block {block} now: {size} in {arrays}; {written} of {all} written"
    )
    return phrase("shared-title", template, **values)
