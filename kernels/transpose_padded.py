"""Transpose, padded: the tile has one column more, and the bank conflicts are gone.

**What happens.** This is *Transpose, tiled* with one change: the tile is 32 x 33 instead of 32 x
32. The last column is never used. It only moves the rows apart.

**Why that helps.** Word number k of shared memory lies in bank k % 32. With rows of 32 words the
elements of one column lie 32 words apart, all in the same bank. With rows of 33 words each row
begins one bank further on: a column visits all 32 banks, and a warp reads it in one wavefront.

**Why rows stay cheap.** The 32 elements of a row still lie side by side, in 32 different banks.
Loading the tile had no conflicts before and has none now.

**What it costs.** 32 floats of shared memory: 4224 bytes for a block instead of 4096. With the
default launch the bank conflicts fall from 3968 to 0; the sectors stay as they were.

**What to try.** Compare the wavefronts of both kernels. Choose a warp and look at the banks of
`tile[col, row]`. Would a tile of 32 x 34 do as well? Copy the file, set `WIDTH`, and see.
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
WIDTH = TILE + 1


@cuda.jit
def transpose_padded(a, b):
    tile = cuda.shared.array((TILE, WIDTH), np.float32)
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
    transpose_padded[(7, 3), (8, 8)](d_a, d_b)
    d_b.copy_to_host(b)
    assert np.array_equal(b, a.T), "transpose_padded is wrong"
    print("transpose_padded is right")
