"""The edges of a set of cells: one outline around cells that touch each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.stage.arrays.geometry import ArrayGeometry

NO_EDGES = np.zeros((0, 4))


def outline(geometry: ArrayGeometry, cells: NDArray[np.int64]) -> NDArray[np.float64]:
    """[n, 4] the straight edges x0, y0, x1, y1 around some cells, in pixels."""
    if len(cells) == 0:
        return NO_EDGES
    row, column = np.divmod(geometry.places(cells), geometry.columns)
    top = int(row.min())
    inside = np.zeros((int(row.max()) - top + 3, geometry.columns + 2), bool)
    inside[row - top + 1, column + 1] = True
    across, down = _runs(inside), _runs(inside.T)
    width, height = geometry.cell
    lying = np.stack([across[:, 1], across[:, 0], across[:, 2], across[:, 0]], axis=1)
    standing = np.stack([down[:, 0], down[:, 1], down[:, 0], down[:, 2]], axis=1)
    scale = np.array([width, height, width, height])
    edges: NDArray[np.float64] = np.concatenate([lying, standing]) * scale
    y = geometry.y + top * height
    edges += np.array([geometry.x, y, geometry.x, y]) - 0.5
    return edges


def _runs(inside: NDArray[np.bool_]) -> NDArray[np.int64]:
    """[n, 3] the lines between rows at which inside changes, and where on them: line, start, stop.

    Counted without the empty border of one cell.
    """
    changes = (inside[1:] != inside[:-1]).astype(np.int8)
    turns = np.diff(changes, axis=1, prepend=0, append=0)
    (line, start), (_, stop) = np.nonzero(turns > 0), np.nonzero(turns < 0)
    return np.stack([line, start - 1, stop - 1], axis=1)
