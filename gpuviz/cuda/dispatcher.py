"""`cuda.jit`: kernels that launch on the emulator, and device functions that kernels call."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.recording import current_recording
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.launch import Dim3, LaunchConfig, check_launch
from gpuviz.messages import Message, NotSupportedError, RequestRefused
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import ExecutionOptions, execute
from gpuviz.trace.source import FunctionSource

HARMLESS_OPTIONS = {
    "device",
    "inline",
    "fastmath",
    "debug",
    "opt",
    "lineinfo",
    "cache",
    "max_registers",
    "link",
    "launch_bounds",
    "lto",
}
"""Options of @cuda.jit that change neither what a kernel computes nor what is counted here."""


class Kernel:
    """A kernel: `kernel[grid, block](arguments)` runs it on the emulator."""

    def __init__(self, function: FunctionType) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function

    @functools.cached_property
    def sources(self) -> tuple[FunctionSource, ...]:
        """The kernel's source and that of its device functions."""
        return capture_kernel(self.py_func)

    def __getitem__(self, configuration: Any) -> Callable[..., None]:
        config = launch_configuration(configuration)
        return functools.partial(launch, self, config)

    def __call__(self, *arguments: Any) -> NoReturn:
        template = (
            "{kernel} is a kernel: say how many blocks and threads run it,"
            " as in {kernel}[blocks, threads](...)."
        )
        raise RequestRefused(Message("launch.no-configuration", template, {"kernel": self.__name__}))


class DeviceFunction:
    """A function that kernels call; the host cannot."""

    def __init__(self, function: FunctionType) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *arguments: Any) -> NoReturn:
        template = "{name} is a device function: only kernels and other device functions can call it."
        raise RequestRefused(Message("launch.device-function", template, {"name": self.__name__}))


def jit(function: Any = None, device: bool = False, **options: Any) -> Any:
    """`@cuda.jit` in its forms without a signature. Raises NotSupportedError for options that would change results."""
    unknown = sorted(options.keys() - HARMLESS_OPTIONS)
    if unknown or not (function is None or isinstance(function, FunctionType)):
        what = ", ".join(unknown) or "a signature"
        template = "@cuda.jit with {what} is not known to gpuviz yet: leave it out, types follow the arguments."
        raise NotSupportedError(Message("jit.options", template, {"what": what}))
    make = DeviceFunction if device else Kernel
    return make if function is None else make(function)


def launch_configuration(given: Any) -> LaunchConfig:
    """What stands between the brackets: (grid, block[, stream[, dynamic shared bytes]])."""
    parts = given if isinstance(given, tuple) else (given,)
    if not 2 <= len(parts) <= 4:
        template = "a launch needs blocks and threads in its brackets: kernel[blocks, threads](...)."
        raise RequestRefused(Message("launch.configuration", template))
    dynamic = int(parts[3]) if len(parts) == 4 else 0
    if dynamic:
        template = "dynamic shared memory ({bytes} bytes) is not known to gpuviz yet: give the array its size."
        raise NotSupportedError(Message("launch.dynamic-shared", template, {"bytes": dynamic}))
    return LaunchConfig(_shape("grid", parts[0]), _shape("block", parts[1]), dynamic)


def launch(kernel: Kernel, config: LaunchConfig, *arguments: Any) -> None:
    """Runs a kernel, and tells the recording that is open."""
    recording = current_recording()
    device = recording.device if recording else find_device(DEFAULT_DEVICE)
    check_launch(config, device)
    names = kernel.py_func.__code__.co_varnames[: kernel.py_func.__code__.co_argcount]
    if len(names) != len(arguments):
        template = "{kernel} takes {needed} arguments ({names}), {given} are given."
        values = {
            "kernel": kernel.__name__,
            "needed": len(names),
            "names": ", ".join(names),
            "given": len(arguments),
        }
        raise RequestRefused(Message("launch.argument-count", template, values))
    by_name = {n: _on_device(a) for n, a in zip(names, arguments, strict=True)}
    options = ExecutionOptions(
        seed=recording.seed if recording else 0, record=recording is not None, device_id=device.id
    )
    execution = execute(kernel.sources, config, by_name, options)
    if recording is not None:
        recording.launches.append(execution.trace)


def _on_device(argument: Any) -> Any:
    return argument.data if isinstance(argument, DeviceArray) else argument


def _shape(what: str, given: Any) -> Dim3:
    parts = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    try:
        whole = [operator.index(part) for part in parts if not isinstance(part, (bool, np.bool_))]
    except TypeError:
        whole = []
    if not 1 <= len(parts) <= 3 or len(whole) != len(parts):
        template = "{what} is {given}: give one to three whole numbers, for example 4 or (16, 16)."
        raise RequestRefused(Message("launch.not-a-shape", template, {"what": what, "given": given}))
    return Dim3(*whole)
