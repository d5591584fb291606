"""A drop-in for `numba.cuda` on the emulator: `from gpuviz import cuda` runs kernels on any CPU.

It offers what the gallery needs so far; for a name that is missing it says so.
"""

from __future__ import annotations

from typing import NoReturn

from gpuviz.cuda import cg
from gpuviz.cuda import libdevice as libdevice
from gpuviz.cuda import random as random
from gpuviz.cuda.allocation import (
    as_cuda_array,
    device_array,
    device_array_like,
    from_cuda_array_interface,
    managed_array,
    mapped,
    mapped_array,
    mapped_array_like,
    pinned,
    pinned_array,
    pinned_array_like,
    to_device,
)
from gpuviz.cuda.args import In, InOut, Out
from gpuviz.cuda.arrays import is_cuda_array
from gpuviz.cuda.decorators import declare_device, jit
from gpuviz.cuda.errors import UnknownAttribute, not_known
from gpuviz.cuda.intrinsics import (
    activemask,
    all_sync,
    any_sync,
    atomic,
    ballot_sync,
    blockDim,
    blockIdx,
    brev,
    cbrt,
    clz,
    eq_sync,
    ffs,
    fma,
    fp16,
    grid,
    gridDim,
    gridsize,
    laneid,
    lanemask_lt,
    local,
    match_all_sync,
    match_any_sync,
    nanosleep,
    popc,
    selp,
    shared,
    shfl_down_sync,
    shfl_sync,
    shfl_up_sync,
    shfl_xor_sync,
    syncthreads,
    syncthreads_and,
    syncthreads_count,
    syncthreads_or,
    syncwarp,
    threadfence,
    threadfence_block,
    threadfence_system,
    threadIdx,
    warpsize,
)
from gpuviz.cuda.streams import default_stream, event, event_elapsed_time, stream
from gpuviz.simt.executed import remember_executed

__all__ = [
    "In",
    "InOut",
    "Out",
    "activemask",
    "all_sync",
    "any_sync",
    "as_cuda_array",
    "atomic",
    "ballot_sync",
    "blockDim",
    "blockIdx",
    "brev",
    "cbrt",
    "cg",
    "clz",
    "declare_device",
    "default_stream",
    "device_array",
    "device_array_like",
    "eq_sync",
    "event",
    "event_elapsed_time",
    "ffs",
    "fma",
    "fp16",
    "from_cuda_array_interface",
    "grid",
    "gridDim",
    "gridsize",
    "is_available",
    "is_cuda_array",
    "jit",
    "laneid",
    "lanemask_lt",
    "local",
    "managed_array",
    "mapped",
    "mapped_array",
    "mapped_array_like",
    "match_all_sync",
    "match_any_sync",
    "nanosleep",
    "pinned",
    "pinned_array",
    "pinned_array_like",
    "popc",
    "selp",
    "shared",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "stream",
    "synchronize",
    "syncthreads",
    "syncthreads_and",
    "syncthreads_count",
    "syncthreads_or",
    "syncwarp",
    "threadIdx",
    "threadfence",
    "threadfence_block",
    "threadfence_system",
    "to_device",
    "warpsize",
]


remember_executed()


def is_available() -> bool:
    """Whether kernels can be launched: always, on the emulator."""
    return True


def synchronize() -> None:
    """Waits for all launches; on the emulator they are done when they return."""


def __getattr__(name: str) -> NoReturn:
    if name.startswith("_"):
        raise AttributeError(name)
    raise UnknownAttribute(not_known(f"cuda.{name}", __all__))
