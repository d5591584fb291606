"""Sum, shuffle: the lanes of a warp hand their values to each other, without any memory.

**What happens.** Every thread keeps its element in a register. `cuda.shfl_down_sync` gives a lane
the value of the lane that stands `offset` places above it. Lane 0 receives from lane 16 and adds,
lane 1 from lane 17, and so on. Then the offset halves: 8, 4, 2, 1. After five exchanges lane 0
holds the sum of all 32 lanes and adds it to the total.

**Why it needs no shared memory.** *Sum, shared* writes each partial sum to shared memory, waits at
a barrier, and reads it back. A shuffle goes from register to register. It reaches the lanes of one
warp, and no others.

**Why there is no barrier.** The exchange itself is the meeting: all lanes named in the mask, here
all 32, wait for each other at the shuffle, and each gets what the others hold then. They have to
wait, for since Volta nothing promises that the lanes of a warp keep step. But a shuffle orders
nothing else. What a lane has *written to memory* before it is not safe to read after it.

**Why the lanes are counted.** The last warp of a block may be shorter than 32. A lane that is not
there has nothing to give, so its place must not be added.

**What it costs.** One atomic addition for each warp, 32 for 1000 elements, where *Sum, shared*
makes 4 and *Atomic sum* 1000. Often the two are combined: shuffles inside the warps, then the
sums of the warps through shared memory.

**What to try.** Step through the five exchanges and watch `value` in lane 0 and in lane 31: why
does it not matter what lane 31 holds in the end? Set the block to 48: the second warp has 16
lanes. Copy the file, take out the `if`, and run that block again. Numba's simulator knows no
warps: this kernel runs on a GPU and on the emulator.
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

WARP = 32
ALL_LANES = 0xFFFFFFFF
ZERO = np.float32(0)


@cuda.jit
def sum_shuffle(x, total):
    i = cuda.grid(1)
    lane = cuda.threadIdx.x % WARP
    lanes = min(WARP, cuda.blockDim.x - (cuda.threadIdx.x - lane))
    value = x[i] if i < x.size else ZERO
    offset = WARP // 2
    while offset > 0:
        above = cuda.shfl_down_sync(ALL_LANES, value, offset)
        if lane + offset < lanes:
            value += above
        offset //= 2
    if lane == 0:
        cuda.atomic.add(total, 0, value)


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
    sum_shuffle[4, 256](d_x, d_total)
    d_total.copy_to_host(total)
    assert np.allclose(total[0], x.sum(dtype=np.float64)), "sum_shuffle is wrong"
    print("sum_shuffle is right")
