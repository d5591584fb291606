"""Atomic sum: total = the sum of x, every thread adds its element to the same place.

**What happens.** `total[0] += x[i]` would be wrong here: it is a read, an addition and a write, and
while one thread is between its read and its write, another reads the same old total. One of the
two additions is lost. `cuda.atomic.add(total, 0, x[i])` does all three as one: no other thread
comes between. The launch may be of any shape, every element is counted exactly once.

**Why it is slow.** All threads want the same 8 bytes, and only one addition at a time can be made
there. A thousand threads stand in line for one element: this is *contention*. The GPU could add
thousands of numbers at once, but here it works like a single, slow thread. The more threads, the
longer the line.

**Why the last digits may differ.** Who comes first is not defined, so the additions are made in
another order each time. Sums of floats depend on the order: `(a + b) + c` is not always
`a + (b + c)`, because each step is rounded. The total is a float64, so that the differences stay
below anything that matters; a float32 has seven digits, and the last ones would change.

**How it is done better.** Let each block add up its elements in shared memory first, and let one
thread of the block add that result to the total: one atomic operation per block instead of one per
thread.

**What to try.** Watch `total[0]` in the inspector: each thread finds what the one before it left.
Count the atomic operations and compare them with the requests. Copy this file, write
`total[0] += x[i]` instead, and read what gpuviz says about the race.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("total",)
FLOPS = "n"
BYTES = "4 * n + 8"
TOLERANCE = 1e-9


@cuda.jit
def sum_atomic(x, total):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(total, 0, x[i])


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "total": np.zeros(1, np.float64)}


def numpy_twin(x, total):
    total[0] = x.sum(dtype=np.float64)


@njit
def one_thread(x, total):
    result = 0.0
    for i in range(x.size):
        result += x[i]
    total[0] = result


@njit(parallel=True)
def all_threads(x, total):
    result = 0.0
    for i in prange(x.size):
        result += x[i]
    total[0] = result


if __name__ == "__main__":
    x, total = inputs(1000, seed=0).values()
    d_x, d_total = cuda.to_device(x), cuda.to_device(total)
    sum_atomic[4, 256](d_x, d_total)
    d_total.copy_to_host(total)
    assert np.allclose(total[0], x.sum(dtype=np.float64)), "sum_atomic is wrong"
    print("sum_atomic is right")
