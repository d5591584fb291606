"""Dropout with random numbers; the share that stays is about right and reproducible."""

import numpy as np
from numba import cuda
from numba.cuda import random


@cuda.jit
def dropout(x, p, states):
    i = cuda.grid(1)
    if i < x.size:
        if random.xoroshiro128p_uniform_float64(states, i) < p:
            x[i] = 0
        else:
            x[i] /= 1 - p


def run():
    states = random.create_xoroshiro128p_states(1024, seed=7)
    x = np.ones(1000)
    dropout[4, 256](x, 0.25, states)
    return x


first, again = run(), run()
assert np.array_equal(first, again)
assert abs((first == 0).mean() - 0.25) < 0.06
assert np.allclose(first[first > 0], 4 / 3)
