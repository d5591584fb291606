"""Kernels and their recording wrappers, compiled for any compute capability, with or without a GPU.

A kernel is called as a device function by inlining it (`inline="always"`): numba.cuda compiles a
separate device function only for a GPU that is there, and inlined code has one function to look at.
The same wrapper runs on a GPU and is compiled in the tests.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numba
from numba import cuda

from gpuviz.engines.cuda_gpu import special_registers
from gpuviz.engines.thread_records import TIMED_FIELDS, wrapper_source

RECORDING_KERNEL = "recording_kernel"

_HOLD_SOURCE = """
def hold(cycles):
    end = clock64() + cycles
    while clock64() < end:
        pass
"""

_CLOCK_RATE_SOURCE = """
def clock_rate(readings):
    start_clock, start_ns = clock64(), globaltimer()
    end_ns = start_ns
    while end_ns - start_ns < 200000:
        end_ns = globaltimer()
    readings[0], readings[1] = clock64() - start_clock, end_ns - start_ns
"""
"""200 us are long beside the global timer's ticks of up to about one."""


@functools.lru_cache(maxsize=32)
def recording_wrapper(kernel: Any, threads_per_record: int) -> Any:
    """A kernel that runs `kernel`'s function and has each thread, or warp, record itself.

    `kernel` is a @cuda.jit kernel. The wrapper takes its arguments and then an int64 array
    [TIMED_FIELDS, records].
    """
    body = standalone(kernel.py_func)
    parameters = len(inspect.signature(body).parameters)
    source = wrapper_source(RECORDING_KERNEL, "body", parameters, TIMED_FIELDS, threads_per_record)
    return cuda.jit(_function(source, RECORDING_KERNEL, body=_inlined(body)))


@functools.cache
def hold_kernel() -> Any:
    """A kernel that keeps the GPU busy for its one argument, a number of cycles (int64)."""
    return cuda.jit(_function(_HOLD_SOURCE, "hold"))


@functools.cache
def clock_rate_kernel() -> Any:
    """A kernel that reads, some time apart, an SM's clock and the global timer.

    Its one argument is an int64 array [2] for the cycles and the nanoseconds between.
    """
    return cuda.jit(_function(_CLOCK_RATE_SOURCE, "clock_rate"))


def compile_ptx(
    kernel: Any, arguments: Sequence[object], compute_capability: tuple[int, int]
) -> str:
    """PTX of a @cuda.jit kernel for `arguments` (arrays and scalars). Needs NVVM, no GPU."""
    types = tuple(numba.typeof(value) for value in arguments)
    ptx, _ = cuda.compile_ptx(standalone(kernel.py_func), types, cc=compute_capability)
    return str(ptx)


def standalone(function: FunctionType) -> FunctionType:
    """A copy of a kernel's function whose device functions are inlined where it is compiled."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        if _is_device_function(names.get(name)):
            names[name] = _inlined(standalone(names[name].py_func))
    copy = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__doc__ = function.__doc__
    return copy


def _is_device_function(value: object) -> bool:
    options = getattr(value, "targetoptions", None)
    return isinstance(options, dict) and bool(options.get("device")) and hasattr(value, "py_func")


def _inlined(function: FunctionType) -> Any:
    """A device function to be inlined; the bundled numba.cuda drops the keyword for it."""
    device_function = cuda.jit(device=True)(function)
    device_function.targetoptions["inline"] = "always"
    return device_function


def _function(source: str, name: str, **names: object) -> Callable[..., object]:
    registers = {
        "smid": special_registers.smid,
        "clock64": special_registers.clock64,
        "globaltimer": special_registers.globaltimer,
    }
    namespace: dict[str, Any] = {"cuda": cuda, **registers, **names}
    exec(compile(source, f"<gpuviz {name}>", "exec"), namespace)
    function: Callable[..., object] = namespace[name]
    return function
