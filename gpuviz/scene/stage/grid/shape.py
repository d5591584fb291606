"""A launch in cells: which cell of a tile is which thread, and how many tiles stand where."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig


@dataclass(frozen=True, slots=True)
class Sheets:
    """The layers of a block: z is laid out in a plane, each layer below a row of cells for its
    name.
    """

    width: int
    height: int
    count: int = 1
    in_a_row: int = 1

    @property
    def across(self) -> int:
        """Cells from left to right, with one between two layers."""
        return self.in_a_row * (self.width + 1) - 1

    @property
    def down(self) -> int:
        """Cells from top to bottom."""
        if self.count == 1:
            return self.height
        return math.ceil(self.count / self.in_a_row) * (self.height + 1)

    def place(self, thread: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Row and column of the cells of some threads, linear in their block."""
        layer, within = np.divmod(thread, self.width * self.height)
        row, column = np.divmod(within, self.width)
        if self.count == 1:
            return row, column
        down, right = np.divmod(layer, self.in_a_row)
        return down * (self.height + 1) + 1 + row, right * (self.width + 1) + column

    def thread_in(self, row: int, column: int) -> int | None:
        """The thread in a cell; None between two layers."""
        if self.count == 1:
            return row * self.width + column
        down, row = divmod(row, self.height + 1)
        right, column = divmod(column, self.width + 1)
        layer = down * self.in_a_row + right
        if row == 0 or column == self.width or layer >= self.count:
            return None
        return (layer * self.height + row - 1) * self.width + column


@dataclass(frozen=True, slots=True)
class GridShape:
    """The launch in cells: tiles in the grid, threads in a tile."""

    blocks: int
    columns: int | None  # tiles in a row; None: a 1D grid, wrapped as it fits
    rows: int  # of tiles in a layer, where they are not wrapped
    layers: int  # of tiles: grid.z
    threads: int
    sheets: Sheets

    @classmethod
    def of(cls, config: LaunchConfig) -> GridShape:
        """1D blocks have a warp in each row; others are drawn in their shape."""
        grid = config.grid
        wrapped = _is_line(grid)
        return cls(
            config.blocks,
            None if wrapped else grid.x,
            grid.y,
            1 if wrapped else grid.z,
            config.block.size,
            _sheets(config.block),
        )

    @property
    def across(self) -> int:
        """Cells in a row of a tile."""
        return self.sheets.across

    @property
    def down(self) -> int:
        """Rows of cells in a tile."""
        return self.sheets.down


def _sheets(block: Dim3) -> Sheets:
    if _is_line(block):
        across = min(block.size, WARP_SIZE)
        return Sheets(across, math.ceil(block.size / across))
    fanned = (Sheets(block.x, block.y, block.z, wide) for wide in range(1, block.z + 1))
    return min(fanned, key=lambda sheets: max(sheets.across, sheets.down))


def _is_line(shape: Dim3) -> bool:
    return max(shape) == shape.size
