"""Histogram, broken: count how often each of 256 values occurs, and lose some of them.

**What happens.** `values` holds bytes. Each thread takes one and adds 1 to the counter with that
number. It looks like *Histogram*, and the counters add up to less than there are elements: run it
and compare the largest error with 0.

**Why it goes wrong.** It is one line of Python, but not one step of the hardware. A counter is
read, 1 is added, the result is written. Think of two threads with the same value that both read
before either has written.

**Why it is worse on a GPU than you may think.** The lanes of a warp usually execute the line
together. If five of them have the same value, all five read the same old number, and all five write
the same new one: four counts are lost nearly every time, not once in a thousand runs.

**Where to look.** Choose a warp, stop at the line that counts, and look for two lanes with the
same element of `bins`. gpuviz names two threads that met.

**What to try.** Set the size to 2: is the mistake still there? Does it depend on the seed? Copy
the file and repair it: the plain addition has to become a call. Would a barrier
help?
"""

import numpy as np
from numba import cuda, get_num_threads, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("bins",)
FLOPS = "0"  # it counts in whole numbers
BYTES = "n + 1024"


@cuda.jit
def broken_histogram(values, bins):
    i = cuda.grid(1)
    if i < values.size:
        bins[values[i]] += 1


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 256, n).astype(np.uint8)
    return {"values": values, "bins": np.zeros(256, np.int32)}


def numpy_twin(values, bins):
    bins[:] = np.bincount(values, minlength=256)


@njit
def one_thread(values, bins):
    bins[:] = 0
    for i in range(values.size):
        bins[values[i]] += 1


@njit(parallel=True)
def all_threads(values, bins):
    parts = get_num_threads()
    counts = np.zeros((parts, 256), np.int32)
    for part in prange(parts):
        for i in range(values.size * part // parts, values.size * (part + 1) // parts):
            counts[part, values[i]] += 1
    bins[:] = counts.sum(axis=0)


if __name__ == "__main__":
    values, bins = inputs(1000, seed=0).values()
    d_values, d_bins = cuda.to_device(values), cuda.to_device(bins)
    broken_histogram[4, 256](d_values, d_bins)
    d_bins.copy_to_host(bins)
    right = np.array_equal(bins, np.bincount(values, minlength=256))
    print("right this time" if right else "wrong")
