"""Bitonic sort: a fixed network of compare-and-exchange steps puts all numbers in order.

**What happens.** Two sorted rows, one upwards and one downwards, make a *bitonic* row. Comparing
its first half with its second, number by number, leaves the smaller ones in the first half, and
both halves are bitonic again: so go on with half the distance until it is 1. `sort_tile` does that
for 128 numbers in shared memory. Then runs of 256, 512 and 1024 follow: `exchange_far` compares
numbers that are far apart, one launch for each distance, and once both lie within 128 again
`merge_tile` does the rest of the run. For 1000 numbers that is 10 launches.

**Why a GPU likes it.** Which two numbers are compared in which step is known before any number is:
it hangs on their places alone. So in each step half as many threads as there are numbers work side
by side, none waits for another, and no two touch the same number. A quicksort has less to do, but
what comes next depends on the numbers.

**Why there are launches between.** A step needs all of the step before. Within a block a barrier is
enough for that; across blocks it takes the end of a launch. Each far step reads and writes all
numbers in global memory. That is why the tiles are there: of the 55 steps for 1024 numbers 6 are
far, and the other 49 happen in shared memory.

**Why it makes more comparisons than others.** n numbers with n = 1024 take 55 steps of 512
comparisons, 28160 in all; a merge sort makes about 9000. So for many numbers *Radix sort* wins, but
for what fits in one block this network is hard to beat. It is by Batcher (1968), from before there
were any GPUs.

**Why there is padding.** The network needs a power of two. The rest is filled with infinity, which
goes to the end and is not copied back. Equal numbers may change places: the sort is not *stable*.

**What to try.** Play the film of `y`: sorted tiles, up and down in turn, then runs of twice the
length. Set n to 2000: how many launches more? Step through `merge_tile` and find out who compares
with whom. Take the barrier out of a copy.
"""

import numpy as np
from numba import cuda

SIZES = {"n": 1000}
OUTPUTS = ("y",)
SHOW = {"x": "curve", "y": "curve"}
BYTES = "8 * n"

TILE = 128  # numbers that a block sorts in shared memory
HALF = TILE // 2  # its threads: one for each pair


@cuda.jit(device=True, inline="always")
def put_in_order(keys, i, j, upwards):
    """Exchanges two numbers if they stand in the wrong order."""
    first, second = keys[i], keys[j]
    if (first > second) == upwards:
        keys[i] = second
        keys[j] = first


@cuda.jit(device=True, inline="always")
def lower_of_pair(pair, distance):
    """The place of the first number of a pair; that of the second is `distance` further on."""
    return pair // distance * 2 * distance + pair % distance


@cuda.jit
def sort_tile(keys):
    """Sorts TILE numbers: one block upwards, the next one downwards."""
    part = cuda.shared.array(TILE, np.float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * TILE
    part[t] = keys[start + t]
    part[t + HALF] = keys[start + t + HALF]
    run = 2
    while run <= TILE:
        distance = run // 2
        while distance > 0:
            cuda.syncthreads()  # until the step before is done
            i = lower_of_pair(t, distance)
            put_in_order(part, i, i + distance, ((start + i) & run) == 0)
            distance //= 2
        run *= 2
    cuda.syncthreads()
    keys[start + t] = part[t]
    keys[start + t + HALF] = part[t + HALF]


@cuda.jit
def exchange_far(keys, run, distance):
    """One step of a run that is longer than a tile."""
    pair = cuda.grid(1)
    if pair < keys.size // 2:
        i = lower_of_pair(pair, distance)
        put_in_order(keys, i, i + distance, (i & run) == 0)


@cuda.jit
def merge_tile(keys, run):
    """The last steps of a run: all that happen within a tile."""
    part = cuda.shared.array(TILE, np.float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * TILE
    part[t] = keys[start + t]
    part[t + HALF] = keys[start + t + HALF]
    distance = HALF
    while distance > 0:
        cuda.syncthreads()  # until the step before is done
        i = lower_of_pair(t, distance)
        put_in_order(part, i, i + distance, ((start + i) & run) == 0)
        distance //= 2
    cuda.syncthreads()
    keys[start + t] = part[t]
    keys[start + t + HALF] = part[t + HALF]


def pipeline(x, y):
    size = TILE
    while size < x.size:
        size *= 2
    padded = np.full(size, np.inf, np.float32)
    padded[: x.size] = x
    keys = cuda.to_device(padded)

    tiles = size // TILE
    sort_tile[tiles, HALF](keys)
    run = 2 * TILE
    while run <= size:
        distance = run // 2
        while distance >= TILE:
            exchange_far[tiles, HALF](keys, run, distance)
            distance //= 2
        merge_tile[tiles, HALF](keys, run)
        run *= 2
    keys[: x.size].copy_to_host(y)


def inputs(n, seed):
    x = np.random.default_rng(seed).random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = np.sort(x)


if __name__ == "__main__":
    x, y = inputs(300, seed=0).values()
    pipeline(x, y)
    assert np.array_equal(y, np.sort(x)), "bitonic_sort is wrong"
    print("bitonic_sort is right")
