"""A kernel compiled and loaded for a launch: how long that took, and what the driver says of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from numba import cuda

from gpuviz.engines.cuda_gpu.arrays import DeviceArguments
from gpuviz.launch import LaunchConfig


@dataclass(frozen=True, slots=True)
class LoadedKernel:
    """What the driver says of a kernel that is loaded. Bytes: of a block, and of a thread."""

    registers: int
    shared_bytes: int
    local_bytes: int
    blocks_per_sm: int  # for the launch that it was loaded for


def loaded_kernel(kernel: Any, arguments: DeviceArguments, config: LaunchConfig) -> LoadedKernel:
    """Of a kernel that has been compiled for these arguments."""
    compiled = kernel.overloads[argument_types(kernel, arguments)]
    blocks = cuda.current_context().get_active_blocks_per_multiprocessor(
        compiled._codelibrary.get_cufunc(), config.block.size, config.dynamic_shared_bytes
    )
    return LoadedKernel(
        compiled.regs_per_thread,
        compiled.shared_mem_per_block,
        compiled.local_mem_per_thread,
        int(blocks),
    )


_compiled: WeakKeyDictionary[Any, dict[object, float]] = WeakKeyDictionary()


def argument_types(kernel: Any, arguments: DeviceArguments) -> tuple[Any, ...]:
    """Numba's types of a launch's arguments: the key of `kernel.overloads`."""
    return tuple(kernel.typeof_pyval(value) for value in arguments.values.values())


def compile_seconds(kernel: Any, arguments: DeviceArguments) -> float:
    """Seconds to compile `kernel` for these arguments and load it: now, or when it was compiled."""
    types = argument_types(kernel, arguments)
    known = _compiled.setdefault(kernel, {})
    if types not in known:
        began = time.perf_counter()
        kernel.compile(types)
        known[types] = time.perf_counter() - began
    return known[types]
