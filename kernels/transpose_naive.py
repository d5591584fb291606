"""Transpose, naive: B = A turned over, each thread carries one element across.

**What happens.** The thread at `[row, col]` reads one element of A and writes it to `[col, row]`
of B. Nothing is computed: all that a transpose costs is moving.

**Why reading is cheap.** The 32 lanes of a warp are neighbours along x, which is the column of A.
They read 32 floats that lie side by side: 128 bytes, 4 sectors, and all of each sector is used.

**Why writing is dear.** The same 32 lanes write to one column of B, each to a row of its own.
Every lane needs 4 bytes and moves a sector of 32: a warp's store is spread over 32 sectors. With
64 x 64 elements that makes 512 sectors read and 4096 written, for the same 16 KB.

**Why swapping does not help.** Let neighbouring lanes write neighbours instead, and they read
down a column. One side of a transpose always goes against the grain, as long as each thread goes
straight from A to B. The tiled transpose takes a detour through shared memory.

**What to try.** Choose a warp and look at its elements in A, then in B. Compare the sectors of
load and store. Set the block to 8 x 32 and look again: a warp is now 4 rows of 8. Why does that
save three of four sectors, without any detour?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"m": 64, "n": 64}
BLOCK = (32, 32)
THREADS = ("n", "m")
OUTPUTS = ("b",)
FLOPS = "0"
BYTES = "8 * m * n"
TOLERANCE = 0


@cuda.jit
def transpose_naive(a, b):
    col, row = cuda.grid(2)
    if row < a.shape[0] and col < a.shape[1]:
        b[col, row] = a[row, col]


def inputs(m, n, seed):
    rng = np.random.default_rng(seed)
    a = rng.random((m, n), dtype=np.float32)
    return {"a": a, "b": np.zeros((n, m), np.float32)}


def numpy_twin(a, b):
    b[:] = a.T


@njit
def one_thread(a, b):
    for row in range(b.shape[0]):
        for col in range(b.shape[1]):
            b[row, col] = a[col, row]


@njit(parallel=True)
def all_threads(a, b):
    for row in prange(b.shape[0]):
        for col in range(b.shape[1]):
            b[row, col] = a[col, row]


if __name__ == "__main__":
    a, b = inputs(20, 50, seed=0).values()
    d_a = cuda.to_device(a)
    d_b = cuda.device_array_like(b)
    transpose_naive[(7, 3), (8, 8)](d_a, d_b)
    d_b.copy_to_host(b)
    assert np.array_equal(b, a.T), "transpose_naive is wrong"
    print("transpose_naive is right")
