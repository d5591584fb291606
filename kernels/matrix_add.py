"""Matrix add: C = A + B on a grid of two dimensions, x along the columns.

**What happens.** Grid and block have two dimensions now. `cuda.grid(2)` gives a thread its x and
its y; we call them `col` and `row`, and the thread adds the one element `[row, col]`. The guard
has two sides, because the blocks may stick out at the right edge and at the bottom.

**Why x is the column.** Threads are numbered with x running fastest, so the lanes of a warp are
neighbours along x. A NumPy matrix lies in memory row by row, so neighbours along a row are
neighbours in memory. Put the two together and a warp of a 32 x 8 block reads one piece of one
row: 128 bytes, 4 sectors, all of them needed.

**What happens the other way round.** With `row, col = cuda.grid(2)` and `THREADS = ("m", "n")`
the result is the same, but each lane of a warp reads from another row. It needs 4 bytes and moves
a sector of 32: eight times the sectors for the same sum.

**Why it is slow all the same.** As in vector add, one addition pays for 12 bytes. The second
dimension is for us, not for the hardware: a block of 32 x 8 is 8 warps, exactly like a block of
256.

**What to try.** Compare the blocks 32 x 8 and 8 x 32: the same number of sectors, but spread over
four times as many 128-byte lines. Try 7 x 5 and find out which lanes of which rows make up a
warp. Set the rows to 1.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"m": 36, "n": 96}
BLOCK = (32, 8)
THREADS = ("n", "m")
OUTPUTS = ("c",)
FLOPS = "m * n"
BYTES = "12 * m * n"
TOLERANCE = 1e-6


@cuda.jit
def matrix_add(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = a[row, col] + b[row, col]


def inputs(m, n, seed):
    rng = np.random.default_rng(seed)
    a = rng.random((m, n), dtype=np.float32)
    b = rng.random((m, n), dtype=np.float32)
    return {"a": a, "b": b, "c": np.zeros((m, n), np.float32)}


def numpy_twin(a, b, c):
    np.add(a, b, out=c)


@njit
def one_thread(a, b, c):
    for row in range(c.shape[0]):
        for col in range(c.shape[1]):
            c[row, col] = a[row, col] + b[row, col]


@njit(parallel=True)
def all_threads(a, b, c):
    for row in prange(c.shape[0]):
        for col in range(c.shape[1]):
            c[row, col] = a[row, col] + b[row, col]


if __name__ == "__main__":
    a, b, c = inputs(20, 50, seed=0).values()
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    d_c = cuda.device_array_like(c)
    matrix_add[(2, 3), (32, 8)](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    assert np.allclose(c, a + b), "matrix_add is wrong"
    print("matrix_add is right")
