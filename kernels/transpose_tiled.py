"""Transpose, tiled: B = A turned over, by way of a tile in shared memory.

**What happens.** A block loads its part of A into a tile in shared memory, row by row. After the
barrier the threads go along the rows of B, and take from the tile what belongs there: neighbouring
lanes write neighbours. The turn happens inside the tile, and both sides of global memory see whole
rows.

**Why there are loops.** The turned part of a block that is not square is as high as the block is
wide. The loops bring every thread to its next element there. In a square block each goes round
once.

**Why there is a barrier.** The element that a thread writes to B was loaded by another thread,
usually of another warp. `cuda.syncthreads()` lets no one read the tile before all have filled it.

**Why it is fast.** Compare with *Transpose, naive*: at 64 x 64 elements its stores take 4096
sectors, here they take 512, as many as the loads. With so few elements both take little longer than
the launch itself. At 2048 x 2048 an RTX 3090 needs much less time (modelled).

**What is left to repair.** Shared memory has 32 banks, and word number k lies in bank k % 32. A
tile of 32 columns puts a whole column into one bank. A warp that reads a column asks one bank for
32 words, which it hands out one after the other: 32 wavefronts where 1 would do. Count the bank
conflicts: 31 for each of the 128 warps, 3968 in all. *Transpose, padded* shows what to do. On a T4
that gains no time (modelled): its memory takes longer than all those wavefronts.

**What to try.** Look at the lines `tile[y, x] = ..` and `.. = tile[col, row]` with one warp chosen:
which banks does it touch? Set the block to 16 x 16, then to 32 x 8: how many conflicts are left,
and how many sectors?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"m": 64, "n": 64}
BLOCK = (32, 32)
MAX_BLOCK = (32, 32)  # a larger block would reach beyond its tile
THREADS = ("n", "m")
OUTPUTS = ("b",)
FLOPS = "0"
BYTES = "8 * m * n"
TOLERANCE = 0

TILE = 32


@cuda.jit
def transpose_tiled(a, b):
    tile = cuda.shared.array((TILE, TILE), np.float32)
    width, height = cuda.blockDim.x, cuda.blockDim.y
    first_col, first_row = cuda.blockIdx.x * width, cuda.blockIdx.y * height
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    if first_row + y < a.shape[0] and first_col + x < a.shape[1]:
        tile[y, x] = a[first_row + y, first_col + x]
    cuda.syncthreads()
    row = y
    while row < width:  # the turned part of the block; once each in a block that is square
        col = x
        while col < height:
            if first_col + row < b.shape[0] and first_row + col < b.shape[1]:
                b[first_col + row, first_row + col] = tile[col, row]
            col += width
        row += height


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
    transpose_tiled[(7, 3), (8, 8)](d_a, d_b)
    d_b.copy_to_host(b)
    assert np.array_equal(b, a.T), "transpose_tiled is wrong"
    print("transpose_tiled is right")
