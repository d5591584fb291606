"""Pi by throwing darts: a stream of random numbers for each thread."""

import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32


@cuda.jit
def throw(states, times, hits):
    i = cuda.grid(1)
    inside = 0
    for _ in range(times):
        x = xoroshiro128p_uniform_float32(states, i)
        y = xoroshiro128p_uniform_float32(states, i)
        if x**2 + y**2 <= 1.0:
            inside += 1
    hits[i] = inside


states = create_xoroshiro128p_states(128, seed=1)
hits = np.zeros(128, np.int32)
throw[2, 64](states, 100, hits)
assert abs(4 * hits.sum() / 12800 - np.pi) < 0.1
