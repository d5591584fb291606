"""Radix sort: keys are put in order by one digit after another, beginning with the last.

**What happens.** A key of 16 bits has four digits of 4 bits. A *pass* puts all keys in order by one
digit, the lowest first, and leaves keys with equal digits in the order they had. After four passes
all are sorted. A pass is three launches. `count_digits` counts in each block how often each digit
occurs. `scan_counts` turns the counts into places: where do the keys with digit d of block b begin?
All those with smaller digits come before, and those with the same digit from earlier blocks.
`scatter` puts each key into its place.

**Why no two keys are compared.** The digit alone says where a key goes. So the work grows with the
number of keys and of digits, and not with n log n: what sorts millions of keys on a GPU is nearly
always a radix sort. The price is that it has to know what a key is made of.

**Why a pass has to be stable.** The second pass must not undo what the first has done: among the
keys with the same second digit those with the smaller first digit have to stay in front. So a
thread must not take the next free place with an atomic addition, as in *Histogram*: who comes first
would be a matter of luck. It counts the keys with its digit that stand before it in its block.

**Why that counting has a price.** The last thread of a block of 128 looks at 127 others, and the
first at none, in the same warp or in one that has to wait at the end. Libraries ask the whole warp
at once who has the same digit (`match_any_sync`), or sort each block in shared memory first. Then
neighbours go to neighbouring places, too; here the stores of a warp go to up to 16 places
(*scatter*), and a pass stores its keys in 474 sectors where 63 would hold them.

**Why there are three launches.** A block can place its keys only when all have counted: that takes
the end of a launch. *Onesweep* (Adinets and Merrill, 2022) does a pass in one launch: blocks look
back at the counts of those before them, as in the fastest scans.

**What to try.** Play the film: after two passes the keys are in order by their last 8 bits, and it
looks like 256 short ramps. Let `scatter` in a copy take its place with an atomic addition, and run
it in the order `adversarial`.
"""

import numpy as np
from numba import cuda

SIZES = {"n": 1000}
OUTPUTS = ("y",)
SHOW = {"x": "curve", "y": "curve"}
BYTES = "4 * n"

KEY_BITS = 16
DIGIT_BITS = 4
DIGITS = 16
LINE = 128
ZERO = np.int32(0)


@cuda.jit
def count_digits(keys, shift, counts):
    """How often each digit occurs in each block, [digit, block]."""
    bins = cuda.shared.array(DIGITS, np.int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if t < DIGITS:
        bins[t] = ZERO
    cuda.syncthreads()
    if i < keys.size:
        cuda.atomic.add(bins, (keys[i] >> shift) % DIGITS, 1)
    cuda.syncthreads()
    if t < DIGITS:
        counts[t, cuda.blockIdx.x] = bins[t]


@cuda.jit
def scan_counts(counts):
    """Each count becomes the sum of all before it; a single block."""
    part = cuda.shared.array(LINE, np.int32)
    t = cuda.threadIdx.x
    before = ZERO
    for first in range(0, counts.size, cuda.blockDim.x):
        i = first + t
        count = counts[i] if i < counts.size else ZERO
        part[t] = count
        cuda.syncthreads()
        distance = 1
        while distance < cuda.blockDim.x:
            left = part[t - distance] if t >= distance else ZERO
            cuda.syncthreads()  # all have read
            part[t] += left
            cuda.syncthreads()  # all have written
            distance *= 2
        if i < counts.size:
            counts[i] = before + part[t] - count
        before += part[cuda.blockDim.x - 1]
        cuda.syncthreads()  # all have the total: the next counts may come


@cuda.jit
def scatter(keys, shift, places, sorted_keys):
    """Each key goes to the place of its digit and block, behind those before it in its block."""
    digits = cuda.shared.array(LINE, np.int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < keys.size:
        digits[t] = (keys[i] >> shift) % DIGITS
    cuda.syncthreads()
    if i < keys.size:
        digit = digits[t]
        place = places[digit, cuda.blockIdx.x]
        for earlier in range(t):
            if digits[earlier] == digit:
                place += 1
        sorted_keys[place] = keys[i]


def pipeline(x, y):
    blocks = -(-x.size // LINE)
    keys, other = cuda.to_device(x), cuda.device_array_like(x)
    counts = cuda.device_array((DIGITS, blocks), np.int32)
    for shift in range(0, KEY_BITS, DIGIT_BITS):
        count_digits[blocks, LINE](keys, shift, counts)
        scan_counts[1, LINE](counts.ravel())
        scatter[blocks, LINE](keys, shift, counts, other)
        keys, other = other, keys  # two arrays take turns
    keys.copy_to_host(y)


def inputs(n, seed):
    x = np.random.default_rng(seed).integers(0, 1 << KEY_BITS, n).astype(np.uint16)
    return {"x": x, "y": np.zeros(n, np.uint16)}


def numpy_twin(x, y):
    y[:] = np.sort(x)


if __name__ == "__main__":
    x, y = inputs(300, seed=0).values()
    pipeline(x, y)
    assert np.array_equal(y, np.sort(x)), "radix_sort is wrong"
    print("radix_sort is right")
