"""What chosen threads touch in the whole launch: outlined, and bright where cells are small."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.thread_touches import Threads, TouchedArray
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Edges, Item
from gpuviz.scene.stage.arrays.geometry import ArrayGeometry
from gpuviz.scene.stage.arrays.outline import NO_EDGES, outline
from gpuviz.scene.stage.colours import argb, mix
from gpuviz.scene.stage.viewpoint import Viewpoint

EDGE = 1.6  # pixels
MOST_EDGES = 2000  # more would be a net over the values: then cells are bright instead
OUTLINED_FROM = 5.0  # pixels of a cell: smaller ones are bright as well
LEVELS = 8  # of brightness, by how many elements of a cell are touched
FAINTEST, BRIGHTEST = 0.45, 0.9


@dataclass(frozen=True, slots=True, eq=False)
class LitCells:
    """The cells of one array that some threads read, or that they write."""

    cells: NDArray[np.int64]
    share: NDArray[np.float64]  # [len(cells)] touched elements of the cell that has the most: 1
    edges: NDArray[np.float64]  # [n, 4]; none where they would be too many

    @property
    def all_outlined(self) -> bool:
        """Whether every cell has its outline."""
        return len(self.edges) > 0 or len(self.cells) == 0


NO_CELLS = LitCells(np.zeros(0, np.int64), np.zeros(0), NO_EDGES)
Lit = tuple[LitCells, LitCells]
"""Cells read and cells written."""
NOTHING_LIT: Lit = (NO_CELLS, NO_CELLS)


def chosen_threads(view: Viewpoint) -> Threads | None:
    """The chosen thread, or those of the chosen warp or block."""
    if view.block is None:
        return None
    if view.thread is not None:
        return Threads(view.block, view.thread, view.thread + 1)
    size = view.facts.shape.threads
    if view.warp is None:
        return Threads(view.block, 0, size)
    first = view.warp * WARP_SIZE
    return Threads(view.block, first, min(first + WARP_SIZE, size))


@functools.lru_cache(64)
def lit_cells(touched: TouchedArray, geometry: ArrayGeometry) -> Lit:
    """Cells read and cells written."""
    return _lit(touched.read, geometry), _lit(touched.written, geometry)


def brighten(
    view: Viewpoint, lit: Lit, pixels: NDArray[np.uint32], geometry: ArrayGeometry
) -> None:
    """Colour cells in `pixels` whose outline alone would not be seen; writes win."""
    small = min(geometry.cell) < OUTLINED_FROM or geometry.elements_per_cell > 1
    for one, color in zip(lit, (view.theme.read, view.theme.write), strict=True):
        if small or not one.all_outlined:
            pixels[one.cells] = _shades(color, view.theme.background)[
                np.rint(one.share * LEVELS).astype(np.intp)
            ]


def lit_edges(view: Viewpoint, lit: Lit) -> list[Item]:
    """The outlines of what is read and of what is written."""
    colors = (view.theme.read, view.theme.write)
    pairs = zip(lit, colors, strict=True)
    return [Edges(one.edges, color, EDGE) for one, color in pairs if len(one.edges)]


def _lit(elements: NDArray[np.int64], geometry: ArrayGeometry) -> LitCells:
    cells, count = np.unique(geometry.cell_of(elements), return_counts=True)
    edges = outline(geometry, cells)
    share = count / count.max() if len(count) else count.astype(np.float64)
    return LitCells(cells, share, edges if len(edges) <= MOST_EDGES else edges[:0])


@functools.cache
def _shades(color: str, back: str) -> NDArray[np.uint32]:
    """[9] from faint to bright."""
    steps = np.linspace(FAINTEST, BRIGHTEST, LEVELS + 1).tolist()
    return np.array([argb(mix(color, back, step)) for step in steps], np.uint32)
