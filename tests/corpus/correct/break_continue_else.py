"""Primes by trial division: break, continue and the else of a loop."""

import numpy as np
from numba import cuda


@cuda.jit
def primes(flags):
    n = cuda.grid(1)
    if n >= flags.size or n < 2:
        return
    for d in range(2, n):
        if d * d > n:
            flags[n] = 1
            break
        if d % 2 == 0 and d > 2:
            continue
        if n % d == 0:
            break
    else:
        flags[n] = 1


flags = np.zeros(200, np.int8)
primes[4, 64](flags)
want = [n > 1 and all(n % d for d in range(2, n)) for n in range(200)]
assert np.array_equal(flags, want)
