"""How long the Collatz sequence of each number is: every lane loops as long as it needs."""

import numpy as np
from numba import cuda


@cuda.jit
def collatz(lengths):
    start = cuda.grid(1) + 1
    if start <= lengths.size:
        n = start
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n //= 2
            else:
                n = 3 * n + 1
            steps += 1
        lengths[start - 1] = steps


lengths = np.zeros(100, np.int32)
collatz[4, 32](lengths)
assert list(lengths[:7]) == [0, 1, 7, 2, 5, 8, 16]
assert lengths[96] == 118
