"""A module's tuple of tuples as a table of neighbours."""

import numpy as np
from numba import cuda

OFFSETS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@cuda.jit
def count_walls(maze, out):
    r, c = cuda.grid(2)
    if r < maze.shape[0] and c < maze.shape[1]:
        n = 0
        for dr, dc in OFFSETS:
            if 0 <= r + dr < maze.shape[0] and 0 <= c + dc < maze.shape[1]:
                n += 1 if maze[r + dr, c + dc] else 0
        out[r, c] = n


maze = np.random.default_rng(0).random((13, 17)) < 0.4
out = np.zeros((13, 17), np.int32)
count_walls[(2, 3), (8, 8)](maze, out)
padded = np.pad(maze, 1).astype(int)
want = padded[1:-1, 2:] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[:-2, 1:-1]
assert np.array_equal(out, want)
