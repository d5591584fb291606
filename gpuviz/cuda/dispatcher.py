"""`cuda.jit`: kernels that launch on the emulator, and device functions that kernels call."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any, NoReturn

from gpuviz.cuda.errors import UnknownAttribute, not_known
from gpuviz.cuda.launching import launch, launch_configuration
from gpuviz.cuda.recording import watching
from gpuviz.cuda.signature import Signature, is_signature, read_signature
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, NotSupportedError, RequestRefused
from gpuviz.simt.capture import capture_kernel
from gpuviz.trace.source import FunctionSource

HARMLESS_OPTIONS = {
    "cache",
    "debug",
    "fastmath",
    "inline",
    "launch_bounds",
    "lineinfo",
    "lto",
    "max_registers",
    "opt",
}
"""Options of @cuda.jit that say how to compile: no result that they allow is excluded here."""


class Kernel:
    """A kernel: `kernel[grid, block](arguments)` runs it on the emulator."""

    def __init__(self, function: FunctionType, signature: Signature | None = None) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.signature = signature

    @functools.cached_property
    def sources(self) -> tuple[FunctionSource, ...]:
        """The kernel's source and that of its device functions."""
        return capture_kernel(self.py_func)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters."""
        code = self.py_func.__code__
        return code.co_varnames[: code.co_argcount]

    def configure(
        self, griddim: Any, blockdim: Any, stream: object = 0, sharedmem: int = 0
    ) -> ConfiguredKernel:
        """The same as kernel[griddim, blockdim, stream, sharedmem]."""
        return self[griddim, blockdim, stream, sharedmem]

    def __getitem__(self, configuration: Any) -> ConfiguredKernel:
        with watching():
            return ConfiguredKernel(self, launch_configuration(configuration))

    def __call__(self, *arguments: Any, **named: Any) -> NoReturn:
        """There are no blocks and threads yet: raises RequestRefused."""
        template = (
            "{kernel} is a kernel: say how many blocks and threads run it,"
            " as in {kernel}[blocks, threads](...)."
        )
        raise RequestRefused(
            Message("launch.no-configuration", template, {"kernel": self.__name__})
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise UnknownAttribute(not_known(f"kernel.{name}", ("configure",)))

    def __repr__(self) -> str:
        return f"<kernel {self.__name__}, for the emulator>"


class ConfiguredKernel:
    """A kernel with its grid and block; calling it launches."""

    def __init__(self, kernel: Kernel, config: LaunchConfig) -> None:
        self.kernel = kernel
        self.config = config

    def __call__(self, *arguments: Any, **named: Any) -> None:
        """Runs the kernel; when it returns, the launch is over."""
        if named:
            template = "{kernel} takes its arguments by position: leave out {names}."
            names = ", ".join(f"{name}=" for name in named)
            values = {"kernel": self.kernel.__name__, "names": names}
            raise RequestRefused(Message("launch.by-name", template, values))
        launch(self.kernel, self.config, arguments)


class DeviceFunction:
    """A function that kernels call; the host cannot."""

    def __init__(self, function: FunctionType) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *arguments: Any, **named: Any) -> NoReturn:
        """The host cannot call it: raises RequestRefused."""
        template = (
            "{name} is a device function: only kernels and other device functions can call it."
        )
        values = {"name": self.py_func.__name__}
        raise RequestRefused(Message("launch.device-function", template, values))


def jit(func_or_sig: Any = None, device: bool = False, **options: Any) -> Any:
    """`@cuda.jit`, with or without parentheses, options and a signature.

    Raises NotSupportedError for options that would change results, and for what is no function.
    """
    unknown = [name for name in sorted(options.keys() - HARMLESS_OPTIONS) if options[name]]
    if unknown:
        raise _unknown_options(unknown)
    if func_or_sig is None:
        return functools.partial(_decorate, device, None)
    if is_signature(func_or_sig):
        if device:
            raise _unknown_options(["a signature on a device function"])
        return functools.partial(_decorate, device, read_signature(func_or_sig))
    return _decorate(device, None, func_or_sig)


def _decorate(device: bool, signature: Signature | None, function: Any) -> Kernel | DeviceFunction:
    if not isinstance(function, FunctionType):
        template = "@cuda.jit stands above a function written with def, not above {what}."
        values = {"what": f"{function!r:.60}"}
        raise NotSupportedError(Message("jit.not-a-function", template, values))
    return DeviceFunction(function) if device else Kernel(function, signature)


def _unknown_options(names: list[str]) -> NotSupportedError:
    template = (
        "@cuda.jit with {what} is not known to gpuviz yet: leave it out, the types follow from the"
        " arguments."
    )
    return NotSupportedError(Message("jit.options", template, {"what": ", ".join(names)}))
