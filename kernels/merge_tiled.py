"""Merge, tiled: two sorted arrays become one by way of tiles in shared memory.

**What happens.** Each block makes a stretch of c. Its thread 0 searches for the *co-ranks* of both
ends, as each thread of *Merge path* does: now the block knows its part of a and its part of b. It
goes through them in rounds. The next 512 elements of each part come into shared memory, and of
these the next 512 elements of c are made. Each of 64 threads searches within the tiles for its
begin, and merges 8. Then the block writes them to c, neighbour beside neighbour.

**Why 512 of each.** The next 512 elements of c may all come from a, or all from b, or from both.
Nobody knows before, but more than 512 of either are never needed. Afterwards `taken` says how many
came from a, and the next round begins behind these.

**Why it pays.** Lanes side by side read and write elements side by side: 759 sectors are loaded and
500 stored, where *Merge path* takes 10934 and 4000. Jumping goes on, but in shared memory, where it
costs bank conflicts and no sectors. There are 2067 of these: threads begin 8 places apart.

**Why something is read twice.** Two tiles of 512 are brought, and 512 elements are used. What is
left over comes once more in the next round: 4896 elements are loaded here for 4000, and it may be
twice as many. A *circular buffer* would keep them: its indices go round, and new elements take the
places of those that were used. Or the end of each round is searched for in global memory, and
nothing is brought that is not used.

**Why there are two barriers in a round.** Nobody may merge before both tiles are there. And nobody
may write c, or bring the next tiles, before all have merged.

**What to try.** In a copy set the tile to 448 elements, which is 7 for each of 64 threads: of the
bank conflicts 438 are left. Why does an odd number help? Take out the second barrier, and launch it
in the order `warps`. Compare the modelled time with that of *Merge path*, here and with m = 300000
and n = 100000.
"""

import numpy as np
from numba import cuda, get_num_threads, njit, prange

SIZES = {"m": 3000, "n": 1000}
BLOCK = (64,)
THREADS = ("(m + n + 15) // 16",)  # each thread merges 16 elements, in two tiles
OUTPUTS = ("c",)
FLOPS = "0"  # it only compares
BYTES = "8 * (m + n)"
SHOW = {"a": "curve", "b": "curve", "c": "curve"}

TILE = 512  # elements that a block merges at a time


@cuda.jit(device=True, inline="always")
def co_rank(k, a, m, b, n):
    """How many of the first k merged elements come from a."""
    low = max(k - n, 0)
    high = min(k, m)
    while low < high:
        i = (low + high) // 2
        if a[i] <= b[k - 1 - i]:  # of equal elements those of a come first
            low = i + 1
        else:
            high = i
    return low


@cuda.jit
def merge_tiled(a, b, c):
    a_tile = cuda.shared.array(TILE, np.int32)
    b_tile = cuda.shared.array(TILE, np.int32)
    c_tile = cuda.shared.array(TILE, np.int32)
    ends = cuda.shared.array(2, np.int32)
    t = cuda.threadIdx.x
    stretch = (c.size + cuda.gridDim.x - 1) // cuda.gridDim.x
    first = min(cuda.blockIdx.x * stretch, c.size)
    last = min(first + stretch, c.size)
    if t == 0:
        ends[0] = co_rank(first, a, a.size, b, b.size)
        ends[1] = co_rank(last, a, a.size, b, b.size)
    cuda.syncthreads()
    a_next = ends[0]  # of a and of b: what the block takes next, and where its part ends
    b_next = first - a_next
    a_end = ends[1]
    b_end = last - a_end
    share = (TILE + cuda.blockDim.x - 1) // cuda.blockDim.x
    for done in range(first, last, TILE):
        a_count = min(TILE, a_end - a_next)
        b_count = min(TILE, b_end - b_next)
        for k in range(t, a_count, cuda.blockDim.x):
            a_tile[k] = a[a_next + k]
        for k in range(t, b_count, cuda.blockDim.x):
            b_tile[k] = b[b_next + k]
        cuda.syncthreads()  # both tiles are there
        count = min(TILE, last - done)
        begin = min(t * share, count)
        i = co_rank(begin, a_tile, a_count, b_tile, b_count)
        j = begin - i
        for k in range(begin, min(begin + share, count)):
            if j == b_count or (i < a_count and a_tile[i] <= b_tile[j]):
                c_tile[k] = a_tile[i]
                i += 1
            else:
                c_tile[k] = b_tile[j]
                j += 1
        taken = co_rank(count, a_tile, a_count, b_tile, b_count)
        cuda.syncthreads()  # all have merged: the tiles may go, and the next ones may come
        for k in range(t, count, cuda.blockDim.x):
            c[done + k] = c_tile[k]
        a_next += taken
        b_next += count - taken


def inputs(m, n, seed):
    rng = np.random.default_rng(seed)
    return {
        "a": np.sort(rng.integers(0, 1000, m)).astype(np.int32),
        "b": np.sort(rng.integers(400, 600, n)).astype(np.int32),  # all in the middle of a
        "c": np.zeros(m + n, np.int32),
    }


def numpy_twin(a, b, c):
    c[:] = np.sort(np.concatenate([a, b]), kind="stable")


@njit
def merge_from(i, j, a, b, part):
    for k in range(part.size):
        if j == b.size or (i < a.size and a[i] <= b[j]):
            part[k] = a[i]
            i += 1
        else:
            part[k] = b[j]
            j += 1


@njit
def one_thread(a, b, c):
    merge_from(0, 0, a, b, c)


@njit(parallel=True)
def all_threads(a, b, c):
    parts = get_num_threads()
    for part in prange(parts):
        first, last = c.size * part // parts, c.size * (part + 1) // parts
        low, high = max(first - b.size, 0), min(first, a.size)
        while low < high:
            i = (low + high) // 2
            if a[i] <= b[first - 1 - i]:
                low = i + 1
            else:
                high = i
        merge_from(low, first - low, a, b, c[first:last])


if __name__ == "__main__":
    a, b, c = inputs(300, 100, seed=0).values()
    d_a, d_b, d_c = cuda.to_device(a), cuda.to_device(b), cuda.device_array_like(c)
    merge_tiled[1, 32](d_a, d_b, d_c)
    d_c.copy_to_host(c)
    assert np.array_equal(c, np.sort(np.concatenate([a, b]))), "merge_tiled is wrong"
    print("merge_tiled is right")
