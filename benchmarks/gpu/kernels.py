"""The microbenchmarks' kernels. Those that time themselves write each warp's first and last clock.

Indices are unsigned where an address must come quickly: Numba adds no test for negative ones then.
A load whose index depends on the load before it can neither be left out nor moved by a compiler.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

from gpuviz.engines.cuda_gpu.special_registers import clock64, globaltimer, smid

UNROLLED = 16  # operations of a chain in one turn of its loop
INDEPENDENT_LOADS = 4  # of a warp, so that many warps keep the memory busy
STRIDED_ELEMENTS = 64 * 32 * INDEPENDENT_LOADS  # for strides up to 64
SHARED_ELEMENTS = 33 * 32 * INDEPENDENT_LOADS  # for strides up to 33
RECORDED = ("sm", "start_clock", "end_clock", "start_ns", "end_ns")  # of a block
WARP = 32


@cuda.jit(device=True, inline="always")
def note(clocks, began, ended):
    """The first lane of each warp writes its two readings."""
    thread = cuda.threadIdx.x
    if thread % WARP == 0:
        warp = cuda.blockIdx.x * (cuda.blockDim.x // WARP) + thread // WARP
        clocks[warp, 0] = began
        clocks[warp, 1] = ended


def empty(arrays: int) -> Any:
    """A kernel that takes so many arrays and does nothing."""
    parameters = ", ".join(f"array_{number}" for number in range(arrays))
    names: dict[str, Any] = {}
    exec(f"def empty({parameters}):\n    pass", names)
    return cuda.jit(names["empty"])


@cuda.jit
def clock_rate(nanoseconds, readings):
    """Clocks and nanoseconds that pass while both are read."""
    began_ns, began = globaltimer(), clock64()
    while globaltimer() - began_ns < nanoseconds:
        pass
    readings[0, 0] = clock64() - began
    readings[0, 1] = globaltimer() - began_ns


@cuda.jit
def chase(following, steps, clocks):
    """Follows indices through memory, each load waiting for the one before it."""
    i = following[0]
    for _ in range(steps):  # the caches fill
        i = following[i]
    began = clock64()
    for _ in range(steps):
        i = following[i]
    ended = clock64()
    note(clocks, began, ended)
    if i >= following.size:  # never, but no compiler knows
        following[0] = i


@cuda.jit
def read(a, count, total):
    """Sums an array up, four loads of a thread at a time; `count` is a whole number of turns."""
    threads = cuda.gridsize(1)
    found = np.float32(0)
    for i in range(cuda.grid(1), count, 4 * threads):
        found += a[i] + a[i + threads] + a[i + 2 * threads] + a[i + 3 * threads]
    if found == np.float32(-1):  # never, but no compiler knows
        total[0] = found


@cuda.jit
def write(a, count, value):
    """Fills an array likewise."""
    threads = cuda.gridsize(1)
    for i in range(cuda.grid(1), count, 4 * threads):
        a[i] = value
        a[i + threads] = value
        a[i + 2 * threads] = value
        a[i + 3 * threads] = value


@cuda.jit
def copy(a, b, count):
    """Copies an array likewise."""
    threads = cuda.gridsize(1)
    for i in range(cuda.grid(1), count, 4 * threads):
        b[i] = a[i]
        b[i + threads] = a[i + threads]
        b[i + 2 * threads] = a[i + 2 * threads]
        b[i + 3 * threads] = a[i + 3 * threads]


@cuda.jit
def mix(a, count, multiply_adds, total):
    """Reads an array and does so many dependent multiply-adds with each element."""
    found = np.float32(0)
    for i in range(cuda.grid(1), count, cuda.gridsize(1)):
        x = a[i]
        for _ in range(multiply_adds):
            x = x * np.float32(0.5) + np.float32(1)
        found += x
    if found == np.float32(-1):
        total[0] = found


@cuda.jit
def read_apart(a, count, stride, total):
    """Each thread reads one element, `stride` after its neighbour's."""
    i = cuda.grid(1)
    if i < count:
        x = a[i * stride]
        if x == np.float32(-1):
            total[0] = x


@cuda.jit
def strided(zeros, stride, turns, clocks):
    """All warps of a block read the same lines of L1, lanes `stride` words apart."""
    lane = np.uint64(cuda.threadIdx.x % WARP)
    i = cuda.local.array(INDEPENDENT_LOADS, np.uint64)
    for j in range(INDEPENDENT_LOADS):
        i[j] = (lane + np.uint64(j * WARP)) * stride
    for j in range(INDEPENDENT_LOADS):  # L1 fills
        i[j] += zeros[i[j]]
    cuda.syncthreads()
    began = clock64()
    for _ in range(turns):
        for j in range(INDEPENDENT_LOADS):
            i[j] += zeros[i[j]]
    ended = clock64()
    note(clocks, began, ended)
    if i[0] + i[1] + i[2] + i[3] == np.uint64(1):  # never
        zeros[0] = 1


@functools.cache
def shared_strided(dtype: Any) -> Any:
    """`strided` in shared memory, for words of this unsigned type."""

    @cuda.jit
    def kernel(stride, turns, clocks):
        tile = cuda.shared.array(SHARED_ELEMENTS, dtype)
        for k in range(cuda.threadIdx.x, SHARED_ELEMENTS, cuda.blockDim.x):
            tile[k] = 0
        lane = np.uint64(cuda.threadIdx.x % WARP)
        i = cuda.local.array(INDEPENDENT_LOADS, np.uint64)
        for j in range(INDEPENDENT_LOADS):
            i[j] = (lane + np.uint64(j * WARP)) * stride
        cuda.syncthreads()
        began = clock64()
        for _ in range(turns):
            for j in range(INDEPENDENT_LOADS):
                i[j] += tile[i[j]]
        ended = clock64()
        note(clocks, began, ended)
        if i[0] + i[1] + i[2] + i[3] == np.uint64(1):  # never
            clocks[0, 0] = 0

    return kernel


def _device(function: Callable[..., Any]) -> Any:
    return cuda.jit(device=True, inline="always")(function)


STEPS = {  # x becomes .. and stays finite
    "fma": (np.float32, _device(lambda x, a, b: x * a + b)),
    "imad": (np.int32, _device(lambda x, a, b: np.int32(x * a + b))),
    "fma64": (np.float64, _device(lambda x, a, b: x * a + b)),
    "sqrt": (np.float32, _device(lambda x, a, b: math.sqrt(x))),
    "exp": (np.float32, _device(lambda x, a, b: math.exp(-x))),
    "div": (np.float32, _device(lambda x, a, b: a / x)),
}


@functools.cache
def chain(operation: str, independent: int) -> Any:
    """A kernel whose threads do so many independent chains of one operation at a time."""
    dtype, step = STEPS[operation]

    @cuda.jit
    def kernel(values, turns, clocks):
        x = cuda.local.array(independent, dtype)
        for j in range(independent):
            x[j] = values[j]
        a, b = values[independent], values[independent + 1]
        cuda.syncthreads()
        began = clock64()
        for _ in range(turns):
            for _u in range(UNROLLED):
                for j in range(independent):
                    x[j] = step(x[j], a, b)
        ended = clock64()
        note(clocks, began, ended)
        for j in range(independent):
            values[j] = x[j]

    return kernel


@cuda.jit
def atomics(target, shift, spacing, turns):
    """Each thread adds to the element (its number >> shift) * spacing, again and again."""
    i = (cuda.grid(1) >> shift) * spacing % target.size
    for _ in range(turns):
        cuda.atomic.add(target, i, 1)


@functools.cache
def shared_atomics(dtype: Any) -> Any:
    """`atomics` in shared memory; the word is the thread's number >> shift."""

    @cuda.jit
    def kernel(shift, turns, target):
        tile = cuda.shared.array(1024, dtype)
        tile[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        i = cuda.threadIdx.x >> shift
        for _ in range(turns):
            cuda.atomic.add(tile, i, 1)
        cuda.syncthreads()
        target[cuda.threadIdx.x] = tile[cuda.threadIdx.x]

    return kernel


@cuda.jit
def barriers(turns, clocks):
    """Barriers in a row."""
    cuda.syncthreads()
    began = clock64()
    for _ in range(turns):
        cuda.syncthreads()
    ended = clock64()
    note(clocks, began, ended)


@cuda.jit
def block_log(cycles, records):
    """Each block lasts so many cycles and writes RECORDED."""
    began_ns, began = globaltimer(), clock64()
    while clock64() - began < cycles:
        pass
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        block = cuda.blockIdx.x
        records[block, 0] = smid()
        records[block, 1] = began
        records[block, 2] = clock64()
        records[block, 3] = began_ns
        records[block, 4] = globaltimer()
