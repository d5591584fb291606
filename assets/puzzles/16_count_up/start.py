"""Count up: how many elements of x are larger than a half?"""

import numpy as np
from numba import cuda

SIZES = {"n": 256}
THREADS = ("n",)
BLOCK = (64,)
OUTPUTS = ("count",)


@cuda.jit
def count_up(x, count):
    i = cuda.grid(1)
    if i < x.size and x[i] > 0.5:
        cuda.atomic.add(count, 0, 1)


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "count": np.zeros(1, np.int32)}


def numpy_twin(x, count):
    count[0] = np.count_nonzero(x > 0.5)
