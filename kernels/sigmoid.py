"""Sigmoid: y = 1 / (1 + exp(-x)) by a device function with two sides.

**What happens.** A *device function* is called by threads on the GPU, as a normal function is
called on the CPU. Here every thread reads one `x[i]`, calls `logistic` with it and writes what
comes back. The sigmoid turns any number into one between 0 and 1: large negative ones into nearly
0, large positive ones into nearly 1.

**Why the function has two sides.** For v = -100, `exp(-v)` is `exp(100)`: more than a float32 can
hold. So negative numbers go another way, in which the exponential is always at most 1: exp(v) /
(1 + exp(v)) is the same number.

**Why a branch can cost time.** A warp executes one instruction at a time, for all of its 32 lanes
that have come to it. Where some lanes have v >= 0 and some have not, the warp walks through both
sides one after the other, and on each side the other lanes are masked off. This is *divergence*.
Our inputs have random signs, so nearly every warp diverges.

**Why it hardly matters here.** The two sides are short, and the time goes into moving 8 bytes per
element. In a long branch divergence would show. A compiler may even remove so short a branch:
every lane computes both sides and picks one.

**What to try.** Follow one warp and watch its active mask at the two `return` lines. Copy this
file, sort `x` in `inputs`, and count the divergent branches again: then at most one warp has
lanes on both sides of the sign.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "4 * n"  # sign, exponential, addition, division
BYTES = "8 * n"
TOLERANCE = 1e-6


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def logistic(v):
    if v >= 0:
        return np.float32(1) / (np.float32(1) + math.exp(-v))
    e = math.exp(v)
    return e / (np.float32(1) + e)


@cuda.jit
def sigmoid(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = logistic(x[i])


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    x = 3 * rng.standard_normal(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    e = np.exp(-np.abs(x))
    y[:] = np.where(x >= 0, 1, e) / (1 + e)


@njit
def one_thread(x, y):
    for i in range(x.size):
        y[i] = np.float32(1) / (np.float32(1) + math.exp(-x[i]))


@njit(parallel=True)
def all_threads(x, y):
    for i in prange(x.size):
        y[i] = np.float32(1) / (np.float32(1) + math.exp(-x[i]))


if __name__ == "__main__":
    x, y = inputs(1000, seed=0).values()
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    sigmoid[4, 256](d_x, d_y)
    d_y.copy_to_host(y)
    assert np.allclose(y, 1 / (1 + np.exp(-x))), "sigmoid is wrong"
    print("sigmoid is right")
