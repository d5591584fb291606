"""Bank conflicts after a barrier, in the one block of an SM: they wait for the loads before it."""

from typing import Any

import numpy as np
from numba import cuda

SIZES = {"n": 30720}
BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("y",)


@cuda.jit
def conflicts_after_barrier(x: Any, y: Any) -> None:
    """A column of a tile for each warp: 32 wavefronts."""
    tile = cuda.shared.array(1024, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i]
    cuda.syncthreads()
    y[i] = tile[(t % 32) * 32 + t // 32]


def inputs(n: int, seed: int) -> dict[str, Any]:
    """As many numbers as threads."""
    x = np.random.default_rng(seed).random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x: Any, y: Any) -> None:
    """The same without a GPU."""
    y[:] = x.reshape(-1, 32, 32).transpose(0, 2, 1).reshape(-1)
