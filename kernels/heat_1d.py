"""Heat, 1D: one step of time in a rod, each place from itself and its two neighbours.

**What happens.** `x` are temperatures along a rod whose ends are held at 0. In a step of time a
place comes nearer to its neighbours: `y[i] = x[i] + r * (x[i - 1] - 2 * x[i] + x[i + 1])`. With
`r = 1 / 3` that is the mean of the three. To compute an element from its neighbourhood is called a
*stencil*. All of y comes from the old x, and none of x is changed: this is the step of *Jacobi*.

**Why shared memory.** Each temperature is wanted by three threads, so the block loads its part of
x once and reads it three times from `tile`. The part needs one element more on each side, the
*halo*: the neighbours of the first and of the last thread belong to other blocks. Beyond the ends
of x there is a 0.

**Why the last thread loads two elements.** `t == cuda.blockDim.x - 1` is the last thread of the
block, and to its right lies the end of the halo. Threads are counted from 0:
`t == cuda.blockDim.x` is nobody. That is all in which *Stencil, broken* differs from this kernel.

**Why there is a barrier.** Three threads read what one has loaded. Without the barrier the last
lane of a warp might read the element of the next warp before it is there.

**Why r is not larger.** With `r` up to 1 / 2 the temperatures become smoother with each step. With
more than that a hot place gives away more than it has above its neighbours: they overshoot, and
the numbers grow without end. This is the condition of *Courant, Friedrichs and Lewy* (1928) for
this equation.

**What to try.** Compare the curves of x and y: the noise has become less, and the edges are not as
steep. Choose the last thread of block 0 and step through its lines. Count what a step loads: 1000
elements and two ends for each of the 4 blocks, less the two beyond the rod, are 1006, instead of
2998 without shared memory. *Heat, 2D* takes many such steps.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
MAX_BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "3 * n"
BYTES = "8 * n"
SHOW = {"x": "curve", "y": "curve"}
TOLERANCE = 1e-5

TILE = 1024 + 2  # a block and its halo
ZERO = np.float32(0)
THIRD = np.float32(1 / 3)


@cuda.jit
def heat_1d(x, y):
    tile = cuda.shared.array(TILE, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t + 1] = x[i] if i < x.size else ZERO
    if t == 0:
        tile[0] = x[i - 1] if 0 < i <= x.size else ZERO
    if t == cuda.blockDim.x - 1:
        tile[t + 2] = x[i + 1] if i + 1 < x.size else ZERO
    cuda.syncthreads()
    if i < y.size:
        y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) * THIRD


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.random(n, dtype=np.float32) * np.float32(0.3)
    x[n // 3 : 2 * n // 3] += 1  # the hot third
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = x
    y[1:] += x[:-1]
    y[:-1] += x[1:]
    y *= THIRD


@njit
def one_thread(x, y):
    for i in range(y.size):
        left = x[i - 1] if i > 0 else ZERO
        right = x[i + 1] if i + 1 < x.size else ZERO
        y[i] = (left + x[i] + right) * THIRD


@njit(parallel=True)
def all_threads(x, y):
    for i in prange(y.size):
        left = x[i - 1] if i > 0 else ZERO
        right = x[i + 1] if i + 1 < x.size else ZERO
        y[i] = (left + x[i] + right) * THIRD


if __name__ == "__main__":
    x, y = inputs(200, seed=0).values()
    expected = np.zeros_like(y)
    numpy_twin(x, expected)
    heat_1d[4, 64](x, y)
    assert np.allclose(y, expected), "heat_1d is wrong"
    print("heat_1d is right")
