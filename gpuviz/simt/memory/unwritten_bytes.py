"""Which bytes of shared memory nobody wrote yet, where kernels see it as elements of several types.

An array of one type keeps a mark for each element. Bytes that are elements of two types have a mark
for each byte, and each array of them a window on those marks: an element of four bytes is four
marks, seen as one number that is 0 when all of it is written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gpuviz.simt.memory.arrays import SharedArray

WINDOW_SIZES = (1, 2, 4, 8)  # bytes of elements that one number of NumPy has a mark for each of


@dataclass(eq=False)
class UnwrittenBytes:
    """The marks of one shared memory, and the arrays that look at it.

    `marks` has a row for each block, or one row as long as all blocks have written the same bytes.
    """

    address: int  # bytes, of the memory's first byte
    blocks: int
    marks: NDArray[np.bool_]  # [rows, bytes of a block's memory]
    arrays: list[SharedArray] = field(default_factory=list)

    @classmethod
    def of(cls, declared: SharedArray) -> UnwrittenBytes:
        """Those of a declared array, with what is known of it and of its fields up to now."""
        blocks, elements = declared.data.shape
        made = cls(declared.address, blocks, _marks(1, elements * declared.unit))
        made._add_with_parts(declared)
        return made

    @property
    def none_left(self) -> bool:
        """Whether all bytes of all blocks are written."""
        return not self.marks.any()

    def ignore_from(self, count: int) -> None:
        """Bytes of a block behind the first `count` belong to nobody."""
        self.marks[:, count:] = False

    def add(self, array: SharedArray) -> None:
        """One more array looks at this memory; what was written through it counts."""
        window = self._window(array)
        if window is None:  # of records: their fields have marks
            array.fresh, array.all_written = np.zeros((1, array.data.shape[1]), np.bool_), True
        else:
            if len(array.fresh) > len(window):
                self.tell_blocks_apart()
                window = self._window(array)
                assert window is not None
            window[~np.broadcast_to(array.fresh, window.shape).astype(np.bool_)] = 0
            array.fresh, array.all_written = window, False
        array.unwritten_bytes = self
        self.arrays.append(array)

    def add_new(self, array: SharedArray) -> None:
        """One more array looks at this memory, and nothing was written through it yet."""
        array.fresh = np.ones((1, array.data.shape[1]), np.bool_)
        self.add(array)

    def tell_blocks_apart(self) -> None:
        """From now on blocks differ in what they have written."""
        if len(self.marks) == self.blocks:
            return
        apart = _marks(self.blocks, self.marks.shape[1])
        apart[...] = self.marks
        self.marks = apart
        for array in self.arrays:
            window = self._window(array)
            if window is not None:
                array.fresh = window

    def _add_with_parts(self, array: SharedArray) -> None:
        self.add(array)
        for part in array.parts.values():
            self._add_with_parts(part)

    def _window(self, array: SharedArray) -> NDArray[Any] | None:
        """The marks of each element of an array, at the places that its data has."""
        size, start = array.dtype.itemsize, array.address - self.address
        if size not in WINDOW_SIZES or array.dtype.names is not None:
            return None
        row = self.marks.shape[1]
        memory = as_strided(self.marks.reshape(-1)[:1], (start + size,), (1,))
        first = memory[start:].view(f"u{size}")
        shape = (len(self.marks), array.data.shape[1])
        return as_strided(first, shape, (row, array.unit))


def _marks(rows: int, count: int) -> NDArray[np.bool_]:
    """Shape (rows, count), all set; windows may reach beyond the last byte as far as a row does."""
    spare = -(-max(WINDOW_SIZES) // max(count, 1)) + 1
    return np.ones((rows + spare, count), np.bool_)[:rows]
