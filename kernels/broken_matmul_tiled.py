"""Matmul, tiled, broken: C = A B with tiles in shared memory, and a mistake in their use.

**What happens.** A block goes along its rows of A and down its columns of B in strides of 16. In
each stride it loads two tiles and multiplies them, as in *Matmul, tiled*. Something has been left
out. Find it before you look at the other file.

**Why nobody notices.** The warps of a block take turns, and nobody promises in which order. As
long as they stay close together, the result is right. One warp that is late, because it waited
for memory or because the GPU is a newer one, and a few elements of C are wrong. The next run is
right again.

**Where to look.** Follow one element of `tile_a` through two strides. Who writes it? Who reads
it? What keeps the two apart, in both directions: no reading before it is written, and no writing
over it before it is read?

**What to try.** `gpuviz run broken_matmul_tiled --schedule adversarial` runs the threads in an
order in which C comes out wrong. Read both lines that gpuviz names, and find out which of the two
has to wait for the other. Set all three sizes to 16: the mistake is gone. Why? Copy the file,
repair it with one line, and check that it stays silent at every size.
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
def broken_matmul_tiled(a, b, c):
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
    broken_matmul_tiled[(2, 2), (16, 16)](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    print("right this time" if np.allclose(c, a @ b) else "wrong")
