"""Vector add: c = a + b, one thread for each element.

**What happens.** The launch starts a grid of blocks, and every block has the same number of
threads. Each thread asks `cuda.grid(1)` who it is: `blockIdx.x * blockDim.x + threadIdx.x`. That
number is the index of its element. It reads `a[i]` and `b[i]`, adds them and writes `c[i]`.
Nobody waits for anybody.

**Why there is a guard.** A grid comes in whole blocks. 1000 elements in blocks of 256 need 4
blocks, and those have 1024 threads: the last 24 have no element. `if i < c.size` keeps them away
from memory that is not theirs.

**Why it is fast.** Neighbouring threads read neighbouring elements. The 32 threads of a warp read
128 bytes in a row, which are 4 sectors of 32 bytes, and every byte that moves is needed. This is
called *coalesced*.

**Why it is slow all the same.** One addition needs 12 bytes of memory traffic: two floats in, one
out. In the time that one byte takes, a T4 could do 25 operations, and other GPUs 10 to 100, so it
waits for memory. And when `a` and `b` have to be copied to the GPU first, the copies alone usually
take longer than the whole addition takes on the CPU.

**What to try.** Set the block to 31, 32 and 33 and count the idle lanes: a warp always has 32
lanes, used or not. Set it to 1: 1000 warps with one working lane each. Ask for one block of 500
000 threads and read the answer. Copy this file, take the guard away, and see what the last
threads do.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("c",)
FLOPS = "n"
BYTES = "12 * n"
TOLERANCE = 1e-6


@cuda.jit
def vector_add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    a = rng.random(n, dtype=np.float32)
    b = rng.random(n, dtype=np.float32)
    return {"a": a, "b": b, "c": np.zeros(n, np.float32)}


def numpy_twin(a, b, c):
    np.add(a, b, out=c)


@njit
def one_thread(a, b, c):
    for i in range(c.size):
        c[i] = a[i] + b[i]


@njit(parallel=True)
def all_threads(a, b, c):
    for i in prange(c.size):
        c[i] = a[i] + b[i]


if __name__ == "__main__":
    a, b, c = inputs(1000, seed=0).values()
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    d_c = cuda.device_array_like(c)  # room on the device; the kernel writes all of it
    vector_add[4, 256](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    assert np.allclose(c, a + b), "vector_add is wrong"
    print("vector_add is right")
