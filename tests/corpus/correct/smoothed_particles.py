"""Particles of a fluid: density and pressure from neighbours, found in the cells of a grid."""

import math

import numpy as np
from numba import cuda

NEAR, CELLS, COUNT = 0.1, 10, 300


@cuda.jit(device=True)
def cell_of(x):
    return min(max(int(x / NEAR), 0), CELLS - 1)


@cuda.jit
def count_per_cell(places, counts):
    i = cuda.grid(1)
    if i < places.shape[0]:
        cuda.atomic.add(counts, (cell_of(places[i, 0]), cell_of(places[i, 1])), 1)


@cuda.jit
def sort_into_cells(places, starts, filled, order):
    i = cuda.grid(1)
    if i < places.shape[0]:
        cell = cell_of(places[i, 0]) * CELLS + cell_of(places[i, 1])
        order[starts[cell] + cuda.atomic.add(filled, cell, 1)] = i


@cuda.jit
def densities(places, starts, order, density):
    i = cuda.grid(1)
    if i >= places.shape[0]:
        return
    x, y = places[i, 0], places[i, 1]
    total = 0.0
    for across in range(max(cell_of(x) - 1, 0), min(cell_of(x) + 2, CELLS)):
        for up in range(max(cell_of(y) - 1, 0), min(cell_of(y) + 2, CELLS)):
            cell = across * CELLS + up
            for k in range(starts[cell], starts[cell + 1]):
                other = order[k]
                d2 = (places[other, 0] - x) ** 2 + (places[other, 1] - y) ** 2
                if d2 < NEAR * NEAR:
                    total += (NEAR * NEAR - d2) ** 3
    density[i] = 4.0 / (math.pi * NEAR**8) * total


rng = np.random.default_rng(8)
places = cuda.to_device(rng.random((COUNT, 2)))
counts = np.zeros((CELLS, CELLS), np.int32)
blocks = (COUNT + 63) // 64
count_per_cell[blocks, 64](places, counts)
starts = np.concatenate(([0], np.cumsum(counts)))
order = cuda.device_array(COUNT, np.int64)
sort_into_cells[blocks, 64](places, starts, np.zeros(CELLS * CELLS, np.int32), order)
density = cuda.device_array(COUNT, np.float64)
densities[blocks, 64](places, starts, order, density)

here = places.copy_to_host()
d2 = ((here[:, None] - here[None]) ** 2).sum(axis=2)
expected = 4 / (np.pi * NEAR**8) * np.where(d2 < NEAR**2, (NEAR**2 - d2) ** 3, 0).sum(axis=1)
np.testing.assert_allclose(density.copy_to_host(), expected, rtol=1e-9)
