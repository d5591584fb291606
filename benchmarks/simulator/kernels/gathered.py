"""Gathered: each warp reads 32 sectors, of which each is new to its SM once."""

from typing import Any

import numpy as np
from numba import cuda

SIZES = {"n": 1024}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("y",)


@cuda.jit
def gathered(x: Any, y: Any) -> None:
    """A column of 32 x 32 elements for each warp: it waits for the slowest of 32 sectors."""
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    y[i] = x[(t % 32) * 32 + t // 32]


def inputs(n: int, seed: int) -> dict[str, Any]:
    """As many numbers as threads."""
    x = np.random.default_rng(seed).random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x: Any, y: Any) -> None:
    """The same without a GPU."""
    y[:] = x.reshape(32, 32).T[:8].reshape(-1)[np.arange(y.size) % 256]
