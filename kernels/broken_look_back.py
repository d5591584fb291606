"""Look-back, broken: an exclusive scan in one launch, and a flag that is set too early.

**What happens.** This is *Scan, look-back*: each block scans a tile of 128 elements, publishes the
sum of its tile, and looks back for what the tiles before it have published. `flags` tells what is
there: 1 is a sum, 2 is the sum of all up to that tile.

**Why it goes wrong.** `sums[tile] = own` and the flag behind it are two writes to two places of
memory. The GPU may make the second one seen before the first one: writes wait in different queues,
go to different parts of the L2 cache, and nobody keeps their order unless told to. Then another
block sees the flag, reads the sum, and finds what was there before: here 0. All that comes later
is too small.

**Why it hides.** Between the flag and the reading of it there is mostly time enough. A machine may
run this for a year and be right. The emulator keeps the order of writes, so the result is right
there in every schedule. What it finds is that nothing promises it: a write and a read of `sums`
that no fence and no barrier puts in order.

**Where to look.** The panel Checks names the line that writes and the line that reads. There are
three fences in *Scan, look-back*: which one is missing here? Why is nothing said about `prefixes`?

**What to try.** Copy the file and write `cuda.threadfence()` between the two lines. Would
`cuda.syncthreads()` do as well? Take the other two fences away, one after the other: what is found
then? And set the size to 128: why is nothing found?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (128,)
MAX_BLOCK = (128,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "0"  # it adds whole numbers
BYTES = "8 * n + 4 + 12 * ((n + 127) // 128)"
SHOW = {"x": "curve", "y": "curve"}

TILE = 128  # elements, and the most threads of a block
SUM = 1  # the flag of a tile whose own sum is published
PREFIX = 2  # and of one whose sum with all before it is


@cuda.jit
def broken_look_back(x, y, next_tile, flags, sums, prefixes):
    part = cuda.shared.array((2, TILE), np.int32)
    shared = cuda.shared.array(2, np.int32)  # what thread 0 tells: the tile, and what is before it
    t = cuda.threadIdx.x
    if t == 0:
        shared[0] = cuda.atomic.add(next_tile, 0, 1)
    cuda.syncthreads()
    tile = shared[0]
    first = tile * TILE
    if first < x.size:  # for all threads of the block, or for none
        for k in range(t, TILE, cuda.blockDim.x):
            part[0, k] = x[first + k] if first + k < x.size else 0
        cuda.syncthreads()
        now = 0  # the row of `part` that is read; the other one is written
        distance = 1
        while distance < TILE:
            for k in range(t, TILE, cuda.blockDim.x):
                part[1 - now, k] = part[now, k] + (part[now, k - distance] if k >= distance else 0)
            cuda.syncthreads()
            now = 1 - now
            distance *= 2
        if t == 0:
            own = part[now, TILE - 1]
            sums[tile] = own
            cuda.atomic.exch(flags, tile, SUM)
            before = 0
            k = tile - 1
            while k >= 0:
                flag = cuda.atomic.add(flags, k, 0)
                cuda.threadfence()  # first the flag, then what it stands for
                if flag == PREFIX:
                    before += prefixes[k]
                    k = -1
                elif flag == SUM:
                    before += sums[k]
                    k -= 1
            prefixes[tile] = before + own
            cuda.threadfence()
            cuda.atomic.exch(flags, tile, PREFIX)
            shared[1] = before
        cuda.syncthreads()
        for k in range(t, TILE, cuda.blockDim.x):
            if first + k < x.size:
                y[first + k] = shared[1] + part[now, k] - x[first + k]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    tiles = (n + TILE - 1) // TILE
    return {
        "x": rng.integers(0, 10, n).astype(np.int32),
        "y": np.zeros(n, np.int32),
        "next_tile": np.zeros(1, np.int32),
        "flags": np.zeros(tiles, np.int32),
        "sums": np.zeros(tiles, np.int32),
        "prefixes": np.zeros(tiles, np.int32),
    }


def numpy_twin(x, y, next_tile, flags, sums, prefixes):
    y[0] = 0
    y[1:] = np.cumsum(x[:-1])


@njit
def one_thread(x, y, next_tile, flags, sums, prefixes):
    total = np.int32(0)
    for i in range(x.size):
        y[i] = total
        total += x[i]


@njit(parallel=True)
def all_threads(x, y, next_tile, flags, sums, prefixes):
    parts = (x.size + 65535) // 65536
    totals = np.zeros(parts, np.int64)
    for part in prange(parts):
        totals[part] = x[part * 65536 : (part + 1) * 65536].sum()
    for part in prange(parts):
        total = totals[:part].sum()
        for i in range(part * 65536, min((part + 1) * 65536, x.size)):
            y[i] = total
            total += x[i]


if __name__ == "__main__":
    x, y, next_tile, flags, sums, prefixes = inputs(300, seed=0).values()
    broken_look_back[3, 128](x, y, next_tile, flags, sums, prefixes)
    print("right this time" if np.array_equal(y, np.cumsum(x) - x) else "wrong")
