"""As gathered, from elements in a row."""

from typing import Any

import numpy as np
from numba import cuda

SIZES = {"n": 1024}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("y",)


@cuda.jit
def in_a_row(x: Any, y: Any) -> None:
    """A row for each warp: 4 sectors."""
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    y[i] = x[t]


def inputs(n: int, seed: int) -> dict[str, Any]:
    """As many numbers as threads."""
    x = np.random.default_rng(seed).random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x: Any, y: Any) -> None:
    """The same without a GPU."""
    y[:] = x[np.arange(y.size) % 256]
