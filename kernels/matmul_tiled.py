"""Matmul, tiled: C = A B, with the tiles that a block needs kept in shared memory.

**What happens.** A block of 16 x 16 threads makes a tile of C. It goes along its rows of A and
down its columns of B in strides of 16. In each stride the threads load a tile of A and a tile of
B into *shared memory*, a small, fast memory that belongs to the block. Then every thread
multiplies along its row of one tile and its column of the other.

**Why there are two barriers.** `cuda.syncthreads()` lets no thread of the block go on before all
have arrived. The first one stands between loading and multiplying: a thread reads what 30 others
have loaded. The second stands between multiplying and the next load: without it a quick warp
would overwrite a tile that a slow warp still reads. Either mistake is a *race*, and it may stay
hidden for a thousand runs.

**Why it is fast.** An element that is loaded once serves 16 threads. In the naive product each
element of A is read n times from global memory, here n/16 times: with n = 64, 4 times instead of
64. The tiles are read without bank conflicts: 16 lanes read the same word of `tile_a` (a
broadcast), and neighbouring words of `tile_b`.

**How much faster it is.** At sides of 256 a T4 needs less than half the time of *Matmul, naive*
(modelled): not only global memory is spared, but also the slow indices of Numba, as the inner loop
has a known number of turns. In CUDA C they are fast anyway, and tiles alone gain less: on a T4
nothing (modelled), on an RTX A6000 1.5 times (measured, siboehm/SGEMM_CUDA). More is gained once
the sums lie in registers, too: see *Matmul, register tiled*.

**What happens at the edges.** Where a tile sticks out of a matrix it is filled with zeros, which
add nothing. No thread may leave early, not even one without an element of C: all must reach the
barriers, and all help to load.

**What it costs.** Two tiles of 16 x 16 floats are 2 KB of shared memory for a block. An SM has a
fixed amount of it, so larger tiles may let fewer blocks share an SM.

**What to try.** Compare the sectors with *Matmul, naive*. Set the block to 8 x 8: each thread
loads two elements of each tile, and each element of A is now read n/8 times. Larger blocks than
16 x 16 do not fit the tiles: copy this file and set `TILE`, `BLOCK` and `MAX_BLOCK` to 32. Take
one of the barriers away in a copy: which thread may now read a value too early, or too late?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"m": 64, "n": 64, "k": 64}
BLOCK = (16, 16)
MAX_BLOCK = (16, 16)  # a larger block would reach beyond its tiles
THREADS = ("n", "m")
OUTPUTS = ("c",)
FLOPS = "2 * m * n * k"
BYTES = "4 * (m * k + k * n + m * n)"
TOLERANCE = 1e-5

TILE = 16
ZERO = np.float32(0)


@cuda.jit
def matmul_tiled(a, b, c):
    tile_a = cuda.shared.array((TILE, TILE), np.float32)
    tile_b = cuda.shared.array((TILE, TILE), np.float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col, row = cuda.grid(2)
    total = ZERO
    for first in range(0, a.shape[1], TILE):
        i = tx
        while i < TILE:  # once in a block that is 16 wide
            inside = row < a.shape[0] and first + i < a.shape[1]
            tile_a[ty, i] = a[row, first + i] if inside else ZERO
            i += cuda.blockDim.x
        i = ty
        while i < TILE:  # once in a block that is 16 high
            inside = first + i < b.shape[0] and col < b.shape[1]
            tile_b[i, tx] = b[first + i, col] if inside else ZERO
            i += cuda.blockDim.y
        cuda.syncthreads()
        for i in range(TILE):
            total += tile_a[ty, i] * tile_b[i, tx]
        cuda.syncthreads()
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = total


def inputs(m, n, k, seed):
    rng = np.random.default_rng(seed)
    a = rng.random((m, k), dtype=np.float32)
    b = rng.random((k, n), dtype=np.float32)
    return {"a": a, "b": b, "c": np.zeros((m, n), np.float32)}


def numpy_twin(a, b, c):
    np.matmul(a, b, out=c)


@njit
def one_thread(a, b, c):
    for row in range(c.shape[0]):
        c[row, :] = 0
        for i in range(a.shape[1]):
            for col in range(c.shape[1]):  # innermost: along rows, as they lie in memory
                c[row, col] += a[row, i] * b[i, col]


@njit(parallel=True)
def all_threads(a, b, c):
    for row in prange(c.shape[0]):
        c[row, :] = 0
        for i in range(a.shape[1]):
            for col in range(c.shape[1]):
                c[row, col] += a[row, i] * b[i, col]


if __name__ == "__main__":
    a, b, c = inputs(30, 20, 18, seed=0).values()
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    d_c = cuda.device_array_like(c)
    matmul_tiled[(2, 2), (16, 16)](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    assert np.allclose(c, a @ b), "matmul_tiled is wrong"
    print("matmul_tiled is right")
