"""Histogram, shared: each block counts in shared memory, then adds its counts to the result.

**What happens.** `values` are the brightnesses of a picture's pixels. Each block has counters of
its own, `part`, in shared memory. It sets them to zero, counts its values there, and at the end
adds its 256 counts to `bins`. A copy for each block is called *private*, and the method
*privatisation*.

**Why that is better.** *Histogram* makes an atomic addition in global memory for each value: 8192
for 8192 values. Here 4 blocks make 256 each, 1024, and that number does not grow with the values,
only with the blocks. The others are atomic, too, for two threads of a block may want the same
counter. But in shared memory a line at a counter is short: only the threads of one block stand in
it, and none of them leaves the SM.

**Why there are two barriers.** The first one: no thread counts before all counters are zero.
Shared memory is not emptied for a new block. The second: no counter is added to `bins` before all
have counted.

**Why the loops have the step they have.** `range(cuda.grid(1), values.size, cuda.gridsize(1))` is
a *grid-stride loop*: a thread takes the value with its own number, then the one as many places
further as the grid has threads, until there are no more. So few blocks can count many values, and
each block's 256 additions at the end are spread over all that it counted. The loops over the
counters go by the block's threads in the same way: they are right for a block of any size.

**What it costs.** 1024 bytes of shared memory in each block, and the additions at the end. With
few values for each block that does not pay: with as many blocks as *Histogram* has, 1000 values
would cost 1024 additions at the end instead of 1000.

**What to try.** Look at the curve of `bins`: two hills, a dark and a bright part of the picture.
Step through the counting and watch `part`. Set the block to 64: how many additions in global
memory are there now? In a copy take out the first barrier: what does the check say? The method is
that of chapter 9 of *Programming Massively Parallel Processors* (Hwu, Kirk, El Hajj).
"""

import numpy as np
from numba import cuda, get_num_threads, njit, prange

SIZES = {"n": 8192}
BLOCK = (256,)
THREADS = ("(n + 7) // 8",)  # each thread counts 8 values
OUTPUTS = ("bins",)
FLOPS = "0"  # it counts in whole numbers
BYTES = "n + 1024"
SHOW = {"bins": "curve"}

BINS = 256


@cuda.jit
def histogram_shared(values, bins):
    part = cuda.shared.array(BINS, np.int32)
    for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        part[k] = 0
    cuda.syncthreads()  # all counters are zero
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        cuda.atomic.add(part, values[i], 1)
    cuda.syncthreads()  # all values of the block are counted
    for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        cuda.atomic.add(bins, k, part[k])


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    dark, bright = rng.normal(70, 15, n), rng.normal(180, 25, n)
    pixels = np.where(rng.random(n) < 0.6, dark, bright)
    return {
        "values": np.clip(pixels, 0, 255).astype(np.uint8),
        "bins": np.zeros(BINS, np.int32),
    }


def numpy_twin(values, bins):
    bins[:] = np.bincount(values, minlength=BINS)


@njit
def one_thread(values, bins):
    bins[:] = 0
    for i in range(values.size):
        bins[values[i]] += 1


@njit(parallel=True)
def all_threads(values, bins):
    parts = get_num_threads()
    counts = np.zeros((parts, BINS), np.int32)
    for part in prange(parts):
        for i in range(values.size * part // parts, values.size * (part + 1) // parts):
            counts[part, values[i]] += 1
    bins[:] = counts.sum(axis=0)


if __name__ == "__main__":
    values, bins = inputs(1000, seed=0).values()
    histogram_shared[2, 64](values, bins)
    assert np.array_equal(bins, np.bincount(values, minlength=BINS)), "histogram_shared is wrong"
    print("histogram_shared is right")
