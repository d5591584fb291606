"""Scan, look-back: an exclusive scan in one launch, whose blocks look back at those before them.

**What happens.** Each block scans a *tile* of 128 elements, as *Scan* does, and so knows its sum.
What it lacks is the sum of everything before its tile. It publishes its own sum, then looks back,
tile by tile. Where it finds a sum, it adds it and goes one tile further back. Where it finds a
*prefix*, the sum of all up to that tile, it adds that and is done. Then it publishes its own
prefix.

**Why a block draws a ticket.** Blocks begin in any order. If a block waited for one that has not
begun, and all places of the GPU were taken by such that wait, nothing would ever go on. So a block
does not take the tile of its own number, but the next one that nobody has: an atomic addition
gives it the ticket. Whoever has tile 5 knows that tiles 0 to 4 belong to blocks that run already.

**Why there are fences.** A block writes its sum, then sets the flag of its tile. Nothing promises
that others see the two in this order. `cuda.threadfence()` between them does: who sees the flag
sees the sum as well, if there is a fence between reading the flag and reading the sum, too.
*Look-back, broken* has none where the sum is published.

**Why the flags are atomic.** They are written and read at the same time by different blocks. An
atomic exchange writes them, and an atomic addition of 0 reads what is there now and not an old
copy in a cache.

**Why it is fast.** Each element is read once and written once: with *Scan, Blelloch* it is read
twice and written twice. And a block hardly waits: a sum can be published long before the prefix is
known. This is what *decoupled* means: D. Merrill and M. Garland, *Single-pass Parallel Prefix Scan
with Decoupled Look-back* (NVIDIA, 2016). There 32 lanes look back at 32 tiles at once; here thread
0 does it alone.

**What to try.** Choose the schedule `warps` and step through thread 0 of a late block: how far
does it look back? Look at `flags` at the end: what does 2 mean? In a copy take the tile
`cuda.blockIdx.x` in the place of the ticket: the emulator finishes all the same. Why is that no
proof?
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
def scan_lookback(x, y, next_tile, flags, sums, prefixes):
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
            cuda.threadfence()  # first the sum, then its flag
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
    scan_lookback[3, 128](x, y, next_tile, flags, sums, prefixes)
    assert np.array_equal(y, np.cumsum(x) - x), "scan_lookback is wrong"
    print("scan_lookback is right")
