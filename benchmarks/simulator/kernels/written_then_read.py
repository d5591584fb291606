"""Written, then read: what a load finds that the same launch has stored."""

from typing import Any

import numpy as np
from numba import cuda

SIZES = {"n": 65536}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("y",)


@cuda.jit
def written_then_read(x: Any, y: Any) -> None:
    """L2 has y when it is read: DRAM is asked for x alone."""
    i = cuda.grid(1)
    y[i] = x[i]
    cuda.syncthreads()
    y[i] = y[i] + np.float32(1)


def inputs(n: int, seed: int) -> dict[str, Any]:
    """As many numbers as threads."""
    x = np.random.default_rng(seed).random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x: Any, y: Any) -> None:
    """The same without a GPU."""
    np.add(x, np.float32(1), out=y)
