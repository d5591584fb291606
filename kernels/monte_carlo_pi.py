"""Monte Carlo pi: each thread throws darts at a square and counts those that hit the circle.

**What happens.** A dart falls anywhere in a square with side 1. A quarter of a circle with radius
1 lies in it, with the area pi / 4, and that is the share of the darts that hit it. Each thread
throws 64 darts and counts its hits. The block adds up these counts in shared memory, as *Sum,
shared* does, and adds the sum to `hits`. Then pi is about `4 * hits / (64 * n)`.

**Why each thread has a generator of its own.** A single generator for all would be a place where
everybody stands in line. Here each thread has its own *state*, one number of 32 bits, in a
register. It begins with a seed from `seeds`, and before each number three shifts and exclusive ors
mix its bits: the *xorshift* of G. Marsaglia (2003). Its `2 ** 32 - 1` states come once each; only 0
would stay 0 for ever, so no seed may be 0.

**Why the upper bits.** A float32 has 24 bits for its digits. `state >> 8` leaves 24 bits, and
times `2 ** -24` makes a number from 0 up to but not 1. All of these are equally likely.

**How good is it?** Each dart hits with probability p = pi / 4. The share of N darts has the
standard deviation sqrt(p (1 - p) / N), and four times that is 1.64 / sqrt(N): the *standard error*
of pi. With n = 512 threads N is 32768, and the error about 0.009. A digit more costs a hundred
times the darts. For areas one would rather take a formula; in many dimensions, as in finance or
physics, nothing else works.

**Why it suits a GPU.** The threads share nothing until the end, the memory is hardly needed, and
all arithmetic is in registers. Whether a dart hits is no branch here that could split a warp for
long: it adds 1 or it does not. For real work take a generator that is tested for many streams,
such as those of cuRAND or `numba.cuda.random`: streams of a small generator may overlap.

**What to try.** Compute `4 * hits / (64 * n)` from `hits` at the end. Run it with other seeds
(`gpuviz run monte_carlo_pi --seed 1`): two of three times the result should be within 0.009 of pi.
Set `n` to 2048: half the error?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 512}
BLOCK = (128,)
MAX_BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("hits",)
FLOPS = "64 * 5 * n"
BYTES = "4 * n + 4"

DARTS = 64  # of each thread
LARGEST_BLOCK = 1024
TO_UNIT = np.float32(2**-24)
ONE = np.float32(1)


@cuda.jit(device=True, inline="always")
def next_state(state):
    """Marsaglia's xorshift of 32 bits."""
    state ^= np.uint32(state << np.uint32(13))
    state ^= np.uint32(state >> np.uint32(17))
    state ^= np.uint32(state << np.uint32(5))
    return np.uint32(state)


@cuda.jit
def monte_carlo_pi(seeds, hits):
    part = cuda.shared.array(LARGEST_BLOCK, np.int32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    inside = 0
    if i < seeds.size:
        state = seeds[i]
        for _ in range(DARTS):
            state = next_state(state)
            x = np.float32(state >> np.uint32(8)) * TO_UNIT
            state = next_state(state)
            y = np.float32(state >> np.uint32(8)) * TO_UNIT
            if x * x + y * y < ONE:
                inside += 1
    part[t] = inside
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] += part[t + half]
        cuda.syncthreads()
        active = half
    if t == 0:
        cuda.atomic.add(hits, 0, part[0])


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    seeds = rng.integers(1, 2**32, n, dtype=np.uint32)  # none is 0
    return {"seeds": seeds, "hits": np.zeros(1, np.int32)}


def numpy_twin(seeds, hits):
    state = seeds.astype(np.uint32)
    places = []
    for _ in range(2 * DARTS):
        state = state ^ (state << np.uint32(13))
        state = state ^ (state >> np.uint32(17))
        state = state ^ (state << np.uint32(5))
        places.append((state >> np.uint32(8)).astype(np.float32) * TO_UNIT)
    x, y = np.array(places[::2]), np.array(places[1::2])
    hits[0] = np.count_nonzero(x * x + y * y < ONE)


@njit
def next_number(state):
    state = np.uint32(state ^ np.uint32(state << np.uint32(13)))
    state = np.uint32(state ^ np.uint32(state >> np.uint32(17)))
    return np.uint32(state ^ np.uint32(state << np.uint32(5)))


@njit
def hits_of(seed):
    state = np.uint32(seed)
    inside = 0
    for _ in range(DARTS):
        state = next_number(state)
        x = np.float32(state >> np.uint32(8)) * TO_UNIT
        state = next_number(state)
        y = np.float32(state >> np.uint32(8)) * TO_UNIT
        if x * x + y * y < ONE:
            inside += 1
    return inside


@njit
def one_thread(seeds, hits):
    total = 0
    for i in range(seeds.size):
        total += hits_of(seeds[i])
    hits[0] = total


@njit(parallel=True)
def all_threads(seeds, hits):
    total = 0
    for i in prange(seeds.size):
        total += hits_of(seeds[i])
    hits[0] = total


if __name__ == "__main__":
    seeds, hits = inputs(200, seed=0).values()
    expected = np.zeros_like(hits)
    numpy_twin(seeds, expected)
    monte_carlo_pi[4, 64](seeds, hits)
    assert np.array_equal(hits, expected), "monte_carlo_pi is wrong"
    print("monte_carlo_pi is right")
