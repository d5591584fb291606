"""One access to global memory on its 128-byte lines: what is moved, what is needed, by which lane.

Rules: semantics.md 4; CUDA C++ Best Practices Guide 13.0, 10.2.1 (32-byte sectors).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.stage_warp import SECTOR_BYTES, WarpAccess
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import ArrayInfo

LINE_BYTES = 128
SECTORS_PER_LINE = LINE_BYTES // SECTOR_BYTES


@dataclass(frozen=True, slots=True)
class LineMap:
    """The lines that a warp's access touches, cut into cells: elements, where these are aligned."""

    address: NDArray[np.int64]  # [lines] in bytes, ascending
    moved: NDArray[np.bool_]  # [lines, 4] sectors
    needed: NDArray[np.bool_]  # [lines, cells]
    cell_bytes: int
    first_cell: NDArray[np.int64]  # [32] line * cells + cell where a lane's element begins, or -1
    cells_of_element: int

    @property
    def sectors(self) -> int:
        """How many sectors move."""
        return int(self.moved.sum())

    @property
    def needed_bytes(self) -> int:
        """Bytes that at least one lane asked for."""
        return int(self.needed.sum()) * self.cell_bytes

    @property
    def fewest_sectors(self) -> int:
        """Sectors that would do if what is needed lay side by side, at the start of a sector."""
        return -(-self.needed_bytes // SECTOR_BYTES)

    @property
    def used_share(self) -> float:
        """Needed bytes of those that move."""
        return self.needed_bytes / max(self.sectors * SECTOR_BYTES, 1)

    @property
    def cells_per_line(self) -> int:
        """Cells of each line."""
        return LINE_BYTES // self.cell_bytes

    def lanes_at(self, line: int, cell: int) -> NDArray[np.int64]:
        """The lanes whose element covers a cell."""
        spot = line * self.cells_per_line + cell
        begins = self.first_cell
        covers = (begins >= 0) & (begins <= spot) & (spot < begins + self.cells_of_element)
        return np.flatnonzero(covers)

    def address_of(self, line: int, cell: int) -> int:
        """The address of a cell's first byte."""
        return int(self.address[line]) + cell * self.cell_bytes


def line_map(access: WarpAccess) -> LineMap:
    """Where the active lanes' elements lie."""
    itemsize, active = access.site.itemsize, access.active
    first = access.info.addresses(access.element[active])
    cell = _cell_bytes(first, itemsize)
    cells = np.unique(first[:, None] // cell + np.arange(itemsize // cell))
    per_line = LINE_BYTES // cell
    lines, line_of = np.unique(cells // per_line, return_inverse=True)
    needed = np.zeros((len(lines), per_line), np.bool_)
    needed[line_of.ravel(), cells % per_line] = True
    begins = np.full(WARP_SIZE, -1, np.int64)
    row = np.searchsorted(lines, first // LINE_BYTES)
    begins[active] = row * per_line + first % LINE_BYTES // cell
    by_sector = needed.reshape(len(lines), SECTORS_PER_LINE, per_line // SECTORS_PER_LINE)
    return LineMap(
        lines * LINE_BYTES, np.any(by_sector, axis=2), needed, cell, begins, itemsize // cell
    )


def element_at(info: ArrayInfo, address: int) -> int | None:
    """The flat element that covers an address; None beside the array, and where it has gaps."""
    if info.strides is not None:
        return None
    element = (address - info.address) // info.dtype.itemsize
    return element if 0 <= element < info.size else None


def lane_step(access: WarpAccess) -> int | None:
    """Bytes from one lane's element to the next lane's; None where they follow no fixed step."""
    lanes = np.flatnonzero(access.active)
    if len(lanes) < 2:
        return None
    first = access.info.addresses(access.element[lanes])
    step, rest = divmod(int(first[1] - first[0]), int(lanes[1] - lanes[0]))
    if len(lanes) == 2 and lanes[1] - lanes[0] > 1 and step:
        return None  # two lanes far apart make no pattern
    fixed = rest == 0 and bool(np.all(first - first[0] == (lanes - lanes[0]) * step))
    return step if fixed else None


def _cell_bytes(first: NDArray[np.int64], itemsize: int) -> int:
    """The largest power of two of bytes that parts items and sectors alike."""
    return math.gcd(itemsize, SECTOR_BYTES, *(int(a) for a in np.unique(first % SECTOR_BYTES)))
