"""A drop-in for `numba.cuda` on the emulator: `from gpuviz import cuda` runs kernels on any CPU.

It offers what the gallery needs so far; a name that is missing is an AttributeError that says so.
"""

from __future__ import annotations

from typing import NoReturn

from gpuviz.cuda.arrays import (
    device_array,
    device_array_like,
    pinned_array,
    pinned_array_like,
    to_device,
)
from gpuviz.cuda.dispatcher import jit
from gpuviz.cuda.intrinsics import (
    blockDim,
    blockIdx,
    grid,
    gridDim,
    gridsize,
    laneid,
    shared,
    syncthreads,
    threadIdx,
    warpsize,
)

__all__ = [
    "blockDim",
    "blockIdx",
    "device_array",
    "device_array_like",
    "grid",
    "gridDim",
    "gridsize",
    "is_available",
    "jit",
    "laneid",
    "pinned_array",
    "pinned_array_like",
    "shared",
    "synchronize",
    "syncthreads",
    "threadIdx",
    "to_device",
    "warpsize",
]


def is_available() -> bool:
    """Whether kernels can be launched: always, on the emulator."""
    return True


def synchronize() -> None:
    """Waits for all launches; on the emulator they are done when they return."""


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"gpuviz's stand-in for numba.cuda does not offer cuda.{name} yet")
