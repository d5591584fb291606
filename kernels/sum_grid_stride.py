"""Sum, grid-stride: each thread sums many elements, then the warps, the block, and the total.

**What happens.** Four stages, each with the means that reach that far. A thread adds up elements
in a register. The lanes of a warp exchange their sums by shuffles. Lane 0 of each warp stores the
sum of its warp in shared memory, and the first warp adds up those. At last one thread of the block
adds to `total` by an atomic addition. This is the sum that one would really use.

**Why a thread takes many elements.** `range(cuda.grid(1), x.size, cuda.gridsize(1))` is a
*grid-stride loop*: a thread goes on by as many elements as the grid has threads. The grid need not
fit the array, and the warps still read 32 neighbours at a time. Here a thread adds 8 elements, one
after the other, without waiting for anybody. Only then come the exchanges, five in each of 32
warps: *Sum, shuffle* needs as many for 1000 elements.

**Why there is one barrier.** *Sum, shared* meets after each of its 8 rounds. Shuffles need no
barrier: whoever takes part in one waits there for the others of the warp. The one that is left
stands between the warps: the first warp reads what all of them have stored.

**Why the first warp alone goes on.** A block has at most 1024 threads: 32 warps, just as many as a
warp has lanes. One more round of shuffles is always enough.

**What it costs.** 4 atomic additions for 8192 elements, 32 numbers of shared memory in each block,
and one barrier. *Sum, shuffle* adds to `total` once for each warp, 256 times for 8192 elements.
With large arrays the memory is what limits this kernel, and no sum can be faster than reading its
elements.

**What to try.** Step through a block and watch `value`: when is it the sum of 8 elements, of 256,
of 2048? Set the size to 8000: which threads turn once less? Set the block to 48, whose second warp
has 16 lanes. Numba's simulator knows no warps: this kernel runs on a GPU and on the emulator. More
on such sums: M. Harris, *Optimizing Parallel Reduction in CUDA*, and J. Luitjens, *Faster Parallel
Reductions on Kepler*, both of NVIDIA.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 8192}
BLOCK = (256,)
MAX_BLOCK = (1024,)
THREADS = ("min((n + 7) // 8, 65536)",)  # 8 elements a thread, and more once the GPU is full
OUTPUTS = ("total",)
FLOPS = "n"
BYTES = "4 * n + 8"
TOLERANCE = 1e-5

WARP = 32
ALL_LANES = 0xFFFFFFFF
ZERO = np.float32(0)


@cuda.jit(device=True, inline="always")
def warp_sum(value, lane, lanes):
    """The sum of a warp with so many lanes, right in lane 0."""
    offset = WARP // 2
    while offset > 0:
        above = cuda.shfl_down_sync(ALL_LANES, value, offset)
        if lane + offset < lanes:
            value += above
        offset //= 2
    return value


@cuda.jit
def sum_grid_stride(x, total):
    parts = cuda.shared.array(WARP, np.float32)
    warp = cuda.threadIdx.x // WARP
    lane = cuda.threadIdx.x % WARP
    lanes = min(WARP, cuda.blockDim.x - warp * WARP)
    value = ZERO
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        value += x[i]
    value = warp_sum(value, lane, lanes)
    if lane == 0:
        parts[warp] = value
    cuda.syncthreads()  # every warp has stored its sum
    if warp == 0:
        warps = (cuda.blockDim.x + WARP - 1) // WARP
        value = parts[lane] if lane < warps else ZERO
        value = warp_sum(value, lane, lanes)
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
    x, total = inputs(8000, seed=0).values()
    sum_grid_stride[4, 256](x, total)
    assert np.allclose(total[0], x.sum(dtype=np.float64)), "sum_grid_stride is wrong"
    print("sum_grid_stride is right")
