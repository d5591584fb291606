"""A hash of 64-bit unsigned integers that lives from wrap-around."""

import numpy as np
from numba import cuda, uint64


@cuda.jit(device=True)
def mix(z):
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@cuda.jit
def hashes(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = mix(uint64(i))


out = np.zeros(100, np.uint64)
hashes[4, 32](out)
mask = (1 << 64) - 1
for i in range(100):
    z = i
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    assert int(out[i]) == z ^ (z >> 31)
