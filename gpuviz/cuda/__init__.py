"""A drop-in for `numba.cuda` on the emulator: `from gpuviz import cuda` runs kernels on any CPU.

For a name of Numba's that it does not have it says so, in words.
"""

from __future__ import annotations

import importlib
from typing import Any

from gpuviz.cuda import cg
from gpuviz.cuda import libdevice as libdevice
from gpuviz.cuda import random as random
from gpuviz.cuda import types as types
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
from gpuviz.cuda.cache_hints import CACHE_HINTS
from gpuviz.cuda.compiler import COMPILING
from gpuviz.cuda.cudadrv import devicearray as devicearray
from gpuviz.cuda.cudadrv import driver as driver
from gpuviz.cuda.decorators import declare_device, jit
from gpuviz.cuda.devices import (
    OF_NUMBA_CUDA,
    MemoryInfo,
    close,
    cuda_error,
    current_context,
    defer_cleanup,
    detect,
    get_current_device,
    gpus,
    is_available,
    is_float16_supported,
    is_supported_version,
    list_devices,
    profile_start,
    profile_stop,
    profiling,
    require_context,
    runtime,
    select_device,
)
from gpuviz.cuda.errors import (
    CudaSupportError,
    KernelRuntimeError,
    UnknownAttribute,
    not_known,
)
from gpuviz.cuda.foreign_code import LINKABLE
from gpuviz.cuda.generalized import guvectorize
from gpuviz.cuda.interface import is_cuda_array
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
    const,
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
    shfl_sync_intrinsic,
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
    vote_sync_intrinsic,
    warpsize,
)
from gpuviz.cuda.pointers import MemoryPointer
from gpuviz.cuda.reduction import Reduce
from gpuviz.cuda.streams import (
    default_stream,
    event,
    event_elapsed_time,
    external_stream,
    legacy_default_stream,
    per_thread_default_stream,
    stream,
    synchronize,
)
from gpuviz.cuda.vectorizing import vectorize
from gpuviz.cuda.vectors import VECTORS
from gpuviz.simt.source.executed_texts import remember_executed

__all__ = [
    "CudaSupportError",
    "In",
    "InOut",
    "KernelRuntimeError",
    "MemoryInfo",
    "MemoryPointer",
    "Out",
    "Reduce",
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
    "close",
    "clz",
    "const",
    "cuda_error",
    "current_context",
    "declare_device",
    "default_stream",
    "defer_cleanup",
    "detect",
    "device_array",
    "device_array_like",
    "devicearray",
    "driver",
    "eq_sync",
    "event",
    "event_elapsed_time",
    "external_stream",
    "ffs",
    "fma",
    "fp16",
    "from_cuda_array_interface",
    "get_current_device",
    "gpus",
    "grid",
    "gridDim",
    "gridsize",
    "guvectorize",
    "implementation",
    "is_available",
    "is_cuda_array",
    "is_float16_supported",
    "is_supported_version",
    "jit",
    "laneid",
    "lanemask_lt",
    "legacy_default_stream",
    "list_devices",
    "local",
    "managed_array",
    "mapped",
    "mapped_array",
    "mapped_array_like",
    "match_all_sync",
    "match_any_sync",
    "nanosleep",
    "per_thread_default_stream",
    "pinned",
    "pinned_array",
    "pinned_array_like",
    "popc",
    "profile_start",
    "profile_stop",
    "profiling",
    "reduce",
    "require_context",
    "runtime",
    "select_device",
    "selp",
    "shared",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_sync_intrinsic",
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
    "vectorize",
    "vote_sync_intrinsic",
    "warpsize",
]


reduce = Reduce
implementation = "gpuviz"
"""Which of several `numba.cuda` this is."""
globals().update(VECTORS, **CACHE_HINTS, **OF_NUMBA_CUDA, **COMPILING, **LINKABLE)
__all__ += sorted(VECTORS)
remember_executed()


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    if name in types.NAMES:
        return getattr(types, name)
    if name == "config":  # Numba's own, which its warnings ask
        return importlib.import_module("numba.core.config")
    raise UnknownAttribute(not_known(f"cuda.{name}", __all__))
