"""Random numbers for kernels, one xoroshiro128+ generator for each thread, as numba.cuda.random.

The functions that take `states` and an `index` are for kernels. They are written here as kernels
are, so that a trace shows what they read and write.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.cuda.allocation import device_array
from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.decorators import jit
from gpuviz.cuda.random_states import STATE, spread_states

__all__ = [
    "create_xoroshiro128p_states",
    "init_xoroshiro128p_states",
    "init_xoroshiro128p_states_cpu",
    "xoroshiro128p_dtype",
    "xoroshiro128p_next",
    "xoroshiro128p_normal_float32",
    "xoroshiro128p_normal_float64",
    "xoroshiro128p_uniform_float32",
    "xoroshiro128p_uniform_float64",
]

xoroshiro128p_dtype = STATE
UNIT = 2.0**-53  # the step between numbers made of the upper 53 bits
TWO_PI_FLOAT32 = np.float32(2 * math.pi)
TWO_PI_FLOAT64 = np.float64(2 * math.pi)
device_function: Callable[[Callable[..., Any]], Callable[..., Any]] = jit(device=True)


def create_xoroshiro128p_states(
    n: int, seed: int, subsequence_start: int = 0, stream: object = 0
) -> DeviceArray:
    """A device array of `n` generators, 2**64 numbers apart, the first so many parts ahead."""
    states = device_array(n, dtype=STATE, stream=stream)
    states.memory.for_kernels = True
    init_xoroshiro128p_states(states, seed, subsequence_start, stream)
    return states


def init_xoroshiro128p_states(
    states: DeviceArray, seed: int, subsequence_start: int = 0, stream: object = 0
) -> None:
    """Starts the generators of a device array anew."""
    fresh = spread_states(states.size, int(seed), int(subsequence_start))
    states.copy_to_device(fresh.reshape(states.shape), stream=stream)


def init_xoroshiro128p_states_cpu(states: Any, seed: int, subsequence_start: int) -> None:
    """Starts the generators of a host array anew."""
    fresh = spread_states(states.size, int(seed), int(subsequence_start))
    states[...] = fresh.reshape(states.shape)


@device_function
def xoroshiro128p_next(states: Any, index: Any) -> Any:
    """The next uint64 of the generator `states[index]`."""
    first = states[index]["s0"]
    second = states[index]["s1"]
    result = first + second
    second ^= first
    turned = (first << np.uint64(55)) | (first >> np.uint64(9))
    states[index]["s0"] = turned ^ second ^ (second << np.uint64(14))
    states[index]["s1"] = (second << np.uint64(36)) | (second >> np.uint64(28))
    return result


@device_function
def xoroshiro128p_uniform_float64(states: Any, index: Any) -> Any:
    """A float64 of 0 or above and below 1."""
    return (xoroshiro128p_next(states, index) >> np.uint64(11)) * UNIT


@device_function
def xoroshiro128p_uniform_float32(states: Any, index: Any) -> Any:
    """A float32 from 0 to 1."""
    return np.float32(xoroshiro128p_uniform_float64(states, index))


@device_function
def xoroshiro128p_normal_float32(states: Any, index: Any) -> Any:
    """A float32 with mean 0 and standard deviation 1, by Box and Muller, of two uniform ones."""
    size = xoroshiro128p_uniform_float32(states, index)
    turn = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(-np.float32(2.0) * math.log(size)) * math.cos(TWO_PI_FLOAT32 * turn)


@device_function
def xoroshiro128p_normal_float64(states: Any, index: Any) -> Any:
    """A float64 with mean 0 and standard deviation 1; as in Numba, of two uniform float32."""
    size = xoroshiro128p_uniform_float32(states, index)
    turn = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(-np.float64(2.0) * math.log(size)) * math.cos(TWO_PI_FLOAT64 * turn)


def __getattr__(name: str) -> Any:
    """xoroshiro128p_type, Numba's type of a generator: Numba is imported when it is asked for."""
    if name != "xoroshiro128p_type":
        raise AttributeError(name)
    return importlib.import_module("numba").from_dtype(STATE)
