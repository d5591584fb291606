"""Game of life, broken: cells decide one after the other what all should decide at once.

**What happens.** Each thread counts the living neighbours of one cell, and writes whether the cell
lives in the next generation, as in *Game of life*. To save memory there is only one field. Run it
with several seeds: the picture may even be right, and gpuviz reports a race all the same.

**Why it goes wrong.** A cell has to be judged by what its neighbours are *now*. Here a thread that
is quick has already written what its cell will be *then*, and a slow one counts that. Who is quick
and who is slow, nobody has promised.

**Why a barrier does not help.** `cuda.syncthreads()` between counting and writing would keep the
threads of *one block* apart. But the neighbours of a cell at the edge of a block belong to other
blocks, and for those it does not wait. Some of them may not even have begun.

**Where to look.** gpuviz names two threads, a line that writes and a line that reads. Are they in
the same block? Find a pair for which a barrier would be enough, and a pair for which it would not.

**What to try.** `gpuviz run broken_game_of_life --schedule adversarial` shows an order in which
the picture comes out wrong. Set rows and columns to 16, so that there is one block: now a barrier
in a copy repairs it. For a larger world you need something else. What ends when all blocks have
ended, and what has to be kept until then?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 32, "columns": 48}
BLOCK = (16, 16)
THREADS = ("columns", "rows")
OUTPUTS = ("cells",)
FLOPS = "0"  # it counts in whole numbers
BYTES = "8 * rows * columns"
SHOW = {"cells": "picture"}


@cuda.jit
def broken_game_of_life(cells):
    col, row = cuda.grid(2)
    rows, columns = cells.shape
    if row < rows and col < columns:
        alive = 0
        for i in range(-1, 2):
            for j in range(-1, 2):
                if i != 0 or j != 0:
                    alive += cells[(row + i) % rows, (col + j) % columns]
        cells[row, col] = 1 if alive == 3 or (alive == 2 and cells[row, col] == 1) else 0


def inputs(rows, columns, seed):
    rng = np.random.default_rng(seed)
    return {"cells": creatures(rows, columns, rng)}


def creatures(rows, columns, rng):
    """Gliders, blinkers, blocks and a few others, elsewhere for each seed."""
    kinds = [
        [".#.", "..#", "###"],  # a glider
        ["###"],  # a blinker
        ["##", "##"],  # a block
        [".##", "##.", ".#."],  # small, and busy for 1103 generations
    ]
    cells = np.zeros((rows, columns), np.int32)
    for number in range(max(rows * columns // 100, 4)):
        row, col = rng.integers(0, (rows, columns))
        for i, line in enumerate(kinds[number % len(kinds)]):
            for j, mark in enumerate(line):
                cells[(row + i) % rows, (col + j) % columns] = mark == "#"
    return cells


def numpy_twin(cells):
    alive = -cells
    for down, right in np.ndindex(3, 3):
        alive += np.roll(cells, (down - 1, right - 1), (0, 1))
    cells[:] = (alive == 3) | ((alive == 2) & (cells == 1))


@njit
def next_row(cells, after, row):
    rows, columns = cells.shape
    above, here, below = cells[row - 1], cells[row], cells[(row + 1) % rows]
    for col in range(columns):
        right = col + 1 if col + 1 < columns else 0
        alive = above[col - 1] + above[col] + above[right]
        alive += here[col - 1] + here[right]
        alive += below[col - 1] + below[col] + below[right]
        after[row, col] = 1 if alive == 3 or (alive == 2 and here[col] == 1) else 0


@njit
def one_thread(cells):
    before = cells.copy()
    for row in range(cells.shape[0]):
        next_row(before, cells, row)


@njit(parallel=True)
def all_threads(cells):
    before = cells.copy()
    for row in prange(cells.shape[0]):
        next_row(before, cells, row)


if __name__ == "__main__":
    cells = inputs(32, 48, seed=0)["cells"]
    expected = cells.copy()
    numpy_twin(expected)
    d_cells = cuda.to_device(cells)
    broken_game_of_life[(3, 2), (16, 16)](d_cells)
    d_cells.copy_to_host(cells)
    print("right this time" if np.array_equal(cells, expected) else "wrong")
