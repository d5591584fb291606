"""Warp sum, broken: a sum as old books teach it, with lanes that are said to keep step.

**What happens.** A block adds up its elements in shared memory: the upper half to the lower half,
then half of that, and so on. Between the rounds stands a barrier. In the last rounds only one
warp is left, and the author saves the barriers: the lanes of a warp do everything together anyway.
The sum may well be right, and gpuviz reports a race.

**Why it was right once.** Up to 2016 the lanes of a warp shared one program counter. They could not
be at different places, and books and slides of that time leave out these barriers on purpose,
because it is faster. They made `part` *volatile*, so that each number really went through memory.

**Why it is wrong today.** Since compute capability 7.0 every lane has a counter of its own. The
lanes of a warp *usually* go together, and nobody promises it. A compiler may also keep a number in
a register and write it back later, when neither volatile nor a barrier forbids it.

**Where to look.** Take lane 0 in the round in which 16 lanes add. It reads `part[16]`. Which lane
wrote that, in which round, and what has lane 0 done to wait for it?

**What to try.** `gpuviz run broken_warp_sum --schedule adversarial` runs the lanes in an order in
which the sum comes out wrong. Set the block to 2: the mistake is gone. In a copy, repair it with
`cuda.syncwarp()`, which lets the lanes of a warp wait for each other, and no other warp. *Sum,
shuffle* needs neither.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (128,)
MAX_BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("total",)
FLOPS = "n"
BYTES = "4 * n + 8"
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
WARP = 32
ZERO = np.float32(0)


@cuda.jit
def broken_warp_sum(x, total):
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
        if half > WARP:  # what is left then is the work of a single warp
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
    broken_warp_sum[8, 128](d_x, d_total)
    d_total.copy_to_host(total)
    print("right this time" if np.allclose(total[0], x.sum(dtype=np.float64)) else "wrong")
