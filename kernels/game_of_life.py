"""Game of life: cells are born and die by the number of their neighbours, all at the same moment.

**What happens.** A field of cells, 1 for alive and 0 for dead. Each thread looks at the eight
neighbours of one cell and counts the living ones. With three of them the cell lives in the next
*generation*; with two it stays what it is; otherwise it is dead. That is all, and gliders fly,
blinkers blink, blocks stay for ever.

**Why two fields.** The rule speaks of one moment: everyone decides by what there is *now*. So the
threads read from `cells` and write to `after`, and nobody sees what another has decided. For the
generation after that, the host swaps the two names, and launches again: at the end of a launch all
threads of all blocks have finished. *Game of life, broken* shows what one field does.

**Why the world is a ring.** The field is rolled up: left of the first column comes the last, and
above the first row the last, a *torus*. `(col + 1) % columns` does this without any `if`. For
`col - 1` no arithmetic is needed: -1 is the last element, in Numba as in Python.

**Why it is slow all the same.** Nine numbers are read for one that is written, and each number is
read by nine threads. Neighbours share them through the cache. One bit would be enough for a cell,
and takes 32 of them here: packed into bits, a word of 32 cells could be computed at once.

**What to try.** Compare the two pictures and find the glider: it moves by one cell down and to the
right every four generations. Set rows and columns to 64: the same creatures in a larger world. In
a copy write the result back into `cells` and read what gpuviz says.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 32, "columns": 48}
BLOCK = (16, 16)
THREADS = ("columns", "rows")
OUTPUTS = ("after",)
FLOPS = "0"  # it counts in whole numbers
BYTES = "8 * rows * columns"
SHOW = {"cells": "picture", "after": "picture"}


@cuda.jit
def game_of_life(cells, after):
    col, row = cuda.grid(2)
    rows, columns = cells.shape
    if row < rows and col < columns:
        above = row - 1  # above the first row comes the last: -1
        below = (row + 1) % rows
        left = col - 1
        right = (col + 1) % columns
        alive = cells[above, left] + cells[above, col] + cells[above, right]
        alive += cells[row, left] + cells[row, right]
        alive += cells[below, left] + cells[below, col] + cells[below, right]
        after[row, col] = 1 if alive == 3 or (alive == 2 and cells[row, col] == 1) else 0


def inputs(rows, columns, seed):
    rng = np.random.default_rng(seed)
    return {"cells": creatures(rows, columns, rng), "after": np.zeros((rows, columns), np.int32)}


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


def numpy_twin(cells, after):
    alive = np.zeros_like(cells)
    for down, right in np.ndindex(3, 3):
        alive += np.roll(cells, (down - 1, right - 1), (0, 1))
    alive -= cells
    after[:] = (alive == 3) | ((alive == 2) & (cells == 1))


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
def one_thread(cells, after):
    for row in range(cells.shape[0]):
        next_row(cells, after, row)


@njit(parallel=True)
def all_threads(cells, after):
    for row in prange(cells.shape[0]):
        next_row(cells, after, row)


if __name__ == "__main__":
    cells, after = inputs(20, 30, seed=0).values()
    expected = np.zeros_like(after)
    numpy_twin(cells, expected)
    d_cells = cuda.to_device(cells)
    d_after = cuda.device_array_like(after)
    game_of_life[(2, 2), (16, 16)](d_cells, d_after)
    d_after.copy_to_host(after)
    assert np.array_equal(after, expected), "game_of_life is wrong"
    print("game_of_life is right")
