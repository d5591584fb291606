"""As conflicts_after_barrier, without its conflicts."""

from typing import Any

import numpy as np
from numba import cuda

SIZES = {"n": 30720}
BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("y",)


@cuda.jit
def rows_after_barrier(x: Any, y: Any) -> None:
    """A row of a tile for each warp: 1 wavefront."""
    tile = cuda.shared.array(1024, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i]
    cuda.syncthreads()
    y[i] = tile[1023 - t]


def inputs(n: int, seed: int) -> dict[str, Any]:
    """As many numbers as threads."""
    x = np.random.default_rng(seed).random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x: Any, y: Any) -> None:
    """The same without a GPU."""
    y[:] = x.reshape(-1, 1024)[:, ::-1].reshape(-1)
