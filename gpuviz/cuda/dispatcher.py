"""Kernels that launch on the emulator, and device functions that kernels call."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from types import FunctionType
from typing import Any, NoReturn

from gpuviz.cuda.arguments import Extension
from gpuviz.cuda.configuration import launch_configuration, stream_of
from gpuviz.cuda.errors import MACHINE_CODE, BadValue, UnknownAttribute, not_known
from gpuviz.cuda.launching import launch
from gpuviz.cuda.recording import watching
from gpuviz.cuda.signature import Signature
from gpuviz.device import DEFAULT_DEVICE, find_device, resident_blocks
from gpuviz.launch import LaunchConfig, ceil_divide
from gpuviz.messages import Message, RequestRefused
from gpuviz.simt.capture import Capture
from gpuviz.trace.source import FunctionSource

THREADS_OF_FORALL = 128  # of a block, where `forall` is not told


class Dispatcher:
    """What @cuda.jit makes of a function."""

    def __init__(self, function: FunctionType, signatures: tuple[Signature, ...] = ()) -> None:
        functools.update_wrapper(self, function)  # type: ignore[arg-type]
        self.py_func = function
        self.signatures = signatures

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name.startswith(("inspect_", "get_")):
            raise UnknownAttribute(Message("cuda.machine-code", MACHINE_CODE, {"name": name}))
        raise UnknownAttribute(not_known(f"kernel.{name}", dir(type(self))))


class SameForAll(dict[Any, "Kernel"]):
    """One kernel for all types of arguments, whichever are asked for."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__({None: kernel})

    def __missing__(self, types: object) -> Kernel:
        """The kernel for types that nobody has asked for yet."""
        return self[None]


class Kernel(Dispatcher):
    """A kernel: `kernel[grid, block](arguments)` runs it on the emulator.

    `extensions` are asked, one after the other, to turn each argument into another.
    """

    def __init__(
        self,
        function: FunctionType,
        signatures: tuple[Signature, ...] = (),
        extensions: Iterable[Extension] = (),
    ) -> None:
        super().__init__(function, signatures)
        self.extensions = list(extensions)

    @functools.cached_property
    def captured(self) -> Capture:
        """The kernel's source and that of its device functions, with what their names stand for."""
        return Capture(self.py_func)

    @property
    def sources(self) -> tuple[FunctionSource, ...]:
        """The kernel's source and that of its device functions."""
        return self.captured.functions

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters."""
        code = self.py_func.__code__
        return code.co_varnames[: code.co_argcount]

    @property
    def specialized(self) -> bool:
        """Whether it is compiled for the types of one signature only."""
        return len(self.signatures) == 1

    def configure(
        self, griddim: Any, blockdim: Any, stream: object = 0, sharedmem: int = 0
    ) -> ConfiguredKernel:
        """The same as kernel[griddim, blockdim, stream, sharedmem]."""
        return self[griddim, blockdim, stream, sharedmem]

    def forall(
        self, ntasks: int, tpb: int = 0, stream: object = 0, sharedmem: int = 0
    ) -> ConfiguredKernel | NoLaunch:
        """A launch with at least `ntasks` threads along x, `tpb` in each block."""
        if ntasks < 0:
            template = "Can't create ForAll with negative task count: {count}."
            raise BadValue(Message("launch.forall", template, {"count": ntasks}))
        threads = tpb or THREADS_OF_FORALL
        if ntasks == 0:
            return NoLaunch()
        return self[ceil_divide(ntasks, threads), threads, stream, sharedmem]

    @property
    def cooperative(self) -> bool:
        """Whether it asks for the group of all threads, so that all blocks run at a time."""
        found = (captured for source in self.sources for captured in source.captured.values())
        return any(c.kind == "symbol" and c.value == "cuda.cg.this_grid" for c in found)

    @property
    def overloads(self) -> SameForAll:
        """The kernel as it was compiled for each signature: on the emulator it is the same one."""
        return SameForAll(self)

    def specialize(self, *args: Any) -> Kernel:
        """The kernel for arguments like these: on the emulator it is the same one."""
        return self

    def max_cooperative_grid_blocks(self, blockdim: Any, dynsmemsize: int = 0) -> int:
        """The most blocks that a launch may have in which the whole grid is synced."""
        config = launch_configuration((1, blockdim, 0, dynsmemsize))
        return resident_blocks(find_device(DEFAULT_DEVICE), config.block.size, dynsmemsize)

    def get_max_threads_per_block(self, signature: object = None) -> int:
        """The most threads that a block of the emulated device may have."""
        return find_device(DEFAULT_DEVICE).max_threads_per_block

    def __getitem__(self, configuration: Any) -> ConfiguredKernel:
        with watching():
            config = launch_configuration(configuration)
        return ConfiguredKernel(self, config, stream_of(configuration))

    def __call__(self, *arguments: Any, **named: Any) -> NoReturn:
        """There are no blocks and threads yet: raises BadValue."""
        template = (
            "Kernel launch configuration was not specified: say how many blocks and threads run"
            " {kernel}, as in {kernel}[blocks, threads](...)."
        )
        raise BadValue(Message("launch.no-configuration", template, {"kernel": self.__name__}))

    def __repr__(self) -> str:
        return f"<kernel {self.__name__}, for the emulator>"


class ConfiguredKernel:
    """A kernel with its grid and block; calling it launches."""

    def __init__(self, kernel: Kernel, config: LaunchConfig, stream: int = 0) -> None:
        self.kernel = kernel
        self.config = config
        self.stream = stream

    def __call__(self, *arguments: Any, **named: Any) -> None:
        """Runs the kernel; when it returns, the launch is over."""
        if named:
            template = "{kernel} takes its arguments by position: leave out {names}."
            names = ", ".join(f"{name}=" for name in named)
            values = {"kernel": self.kernel.__name__, "names": names}
            raise RequestRefused(Message("launch.by-name", template, values))
        launch(self.kernel, self.config, arguments, self.stream)


class NoLaunch:
    """A launch for no work at all: nothing happens."""

    def __call__(self, *arguments: Any) -> None:
        """Does nothing, as Numba does."""


class DeviceFunction(Dispatcher):
    """A function that kernels call; the host cannot.

    `declared` has the types of its signatures (see signature.declared_types).
    """

    def __init__(
        self,
        function: FunctionType,
        signatures: tuple[Signature, ...] = (),
        declared: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        super().__init__(function, signatures)
        self.declared = declared

    def __call__(self, *arguments: Any, **named: Any) -> NoReturn:
        """The host cannot call it: raises RequestRefused."""
        template = (
            "{name} is a device function: only kernels and other device functions can call it."
        )
        values = {"name": self.py_func.__name__}
        raise RequestRefused(Message("launch.device-function", template, values))
