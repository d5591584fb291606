"""Histogram: count how often each of 256 values occurs, with one atomic addition per element.

**What happens.** `values` holds bytes, numbers from 0 to 255, as the pixels of a grey picture do.
Each thread takes one of them and adds 1 to the counter with that number. Two threads with the same
value want the same counter at the same time, and nobody knows before which threads those will be.
`cuda.atomic.add` reads the counter, adds and writes as one: no count is lost.

**Why the accesses look so different.** `values[i]` is coalesced: neighbouring threads read
neighbouring bytes. `bins[values[i]]` goes wherever the value says: the 32 lanes of a warp touch up
to 32 different places. This is called *scatter*.

**Why it may be slow.** Atomic operations stand in line before a slice of L2, which takes one
addition for each counter of a sector at a time. In the model a slice serves 512 neighbouring bytes:
the 256 counters lie in two slices, so all threads of the grid share two lines. With a picture that
is mostly black nearly all stand in the line of counter 0, and no two of them are served together:
the same kernel, the same size, and with 100 000 values about three times as long on a T4
(modelled). This is *contention*, and it depends on the data.

**Why the order does not matter here.** The counts are whole numbers, and whole numbers can be added
in any order. A sum of floats would differ in its last digits from run to run.

**What to try.** Step through the atomic addition and watch what each lane found in its counter:
lanes with the same value find numbers that follow each other. Copy this file, let `inputs` make
only zeros, and compare the times on a GPU. Then give each block counters of its own in shared
memory, and add those to `bins` at the end.
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
def histogram(values, bins):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(bins, values[i], 1)


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
    histogram[4, 256](d_values, d_bins)
    d_bins.copy_to_host(bins)
    assert np.array_equal(bins, np.bincount(values, minlength=256)), "histogram is wrong"
    print("histogram is right")
