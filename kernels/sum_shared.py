"""Sum, shared: each block adds up its elements in shared memory, then once to the total.

**What happens.** Every thread puts its element into `part`, an array in shared memory. Then the
block folds it: the upper half of the values is added to the lower half, again and again, until
one is left. 256 values need 8 rounds. That one number goes to the total with `cuda.atomic.add`.

**What it is called.** To make one value of many is a *reduction*; done in rounds that halve what is
left it is a *tree reduction*, and done by the threads of one block a *block reduction*
(`BlockReduce` in NVIDIA's library CUB). It works for whatever may be computed in any order: the
sum, the product, the largest number. The loop below stands in other kernels with the same names:
inside of `sum_of_block` in *Softmax* and *Layer norm*, with `max` inside of `largest_of_block` in
*Softmax* and *Attention*. It is explained here only.

**Why this is better than an atomic addition each.** *Atomic sum* lets every thread stand in line
for the same element. Here a block of 256 comes to the line once instead of 256 times. With 1000
elements that is 4 atomic additions instead of 1000.

**Why there is a barrier in the loop.** A thread adds a value that another thread stored in the
round before. `cuda.syncthreads()` after each round makes sure that it is there. The barrier
stands outside the `if`: every thread of the block has to come to it, also those that have nothing
to add.

**Why threads go idle.** In each round half as many threads add. The lower ones keep working, so
whole warps drop out together; only in the last five rounds is a warp partly busy.

**Why the last digits may differ.** The sum is made in another order than NumPy's, and rounding
depends on the order.

**What to try.** Step through the rounds and watch `active` halve. Try a block of 100: how does
the loop manage a number that is no power of two? Find out how many lanes of each warp take part
in the last round. Then compare with *Sum, shuffle*, which needs no shared memory.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
MAX_BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("total",)
FLOPS = "n"
BYTES = "4 * n + 8"
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)


@cuda.jit
def sum_shared(x, total):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    part[t] = x[i] if i < x.size else ZERO
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] += part[t + half]
        cuda.syncthreads()
        active = half
    if t == 0:
        cuda.atomic.add(total, 0, part[0])


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
    sum_shared[4, 256](d_x, d_total)
    d_total.copy_to_host(total)
    assert np.allclose(total[0], x.sum(dtype=np.float64)), "sum_shared is wrong"
    print("sum_shared is right")
