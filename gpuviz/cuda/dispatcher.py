"""Kernels that launch on the emulator, and device functions that kernels call."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import CodeType, FunctionType, MappingProxyType
from typing import Any, NoReturn

from gpuviz.cuda.arguments import Extension, check_host_arrays
from gpuviz.cuda.configuration import launch_configuration
from gpuviz.cuda.errors import BadValue, UnknownAttribute, machine_code, not_known
from gpuviz.cuda.jit_options import check_bound, is_debug, most_threads
from gpuviz.cuda.launching import launch
from gpuviz.cuda.machine_code import MachineCode
from gpuviz.cuda.overloads import ArgumentType, Overloads, compiled_for, numba_types, type_of
from gpuviz.cuda.performance_warnings import warn_of_small_grid
from gpuviz.cuda.recording import emulated_device, listeners, watching
from gpuviz.cuda.signature import Signature, read_signatures
from gpuviz.cuda.streams import number_of
from gpuviz.device import resident_blocks
from gpuviz.launch import LaunchConfig, ceil_divide
from gpuviz.messages import Message, NotSupportedError, RequestRefused
from gpuviz.simt.capture import Capture

DECLARED = "declared"
"""For what a kernel is compiled that is compiled once, for the types of its signatures."""
THREADS_OF_FORALL = 128  # of a block, where `forall` is not told
OF_COMPILED = (
    *("inspect_", "get_", "regs_per_thread", "const_mem_size", "local_mem_per_thread"),
    *("library", "ptx", "nopython_signatures", "type_annotation"),
)
"""What a compiled kernel has, and how such names begin."""


class Dispatcher:
    """What @cuda.jit makes of a function; `declared_signatures` are those that it was given."""

    def __init__(
        self, function: FunctionType, declared_signatures: tuple[Signature, ...] = ()
    ) -> None:
        functools.update_wrapper(self, function)  # type: ignore[arg-type]
        self.py_func = function
        self.declared_signatures = declared_signatures

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name.startswith(OF_COMPILED) or name in OF_COMPILED:
            raise UnknownAttribute(machine_code(name))
        raise UnknownAttribute(not_known(f"kernel.{name}", dir(type(self))))


class Kernel(MachineCode, Dispatcher):
    """A kernel: `kernel[grid, block](arguments)` runs it on the emulator.

    `extensions` are asked, one after the other, to turn each argument into another. `options` are
    those of @cuda.jit. `_taken` are bytes of static shared memory, by the types of the launch.
    """

    extensions: list[Extension]
    specialized: bool

    def __init__(
        self,
        function: FunctionType,
        declared_signatures: tuple[Signature, ...] = (),
        extensions: Iterable[Extension] = (),
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        super().__init__(function, declared_signatures)
        self.extensions = list(extensions)
        self.options = options
        self._compiled: dict[Any, dict[str, Any]] = {}
        self.specialized = len(declared_signatures) == 1
        self._taken: dict[tuple[ArgumentType, ...], int] = dict.fromkeys(declared_signatures, 0)
        self._overloads = Overloads(self)
        self._captures: dict[Hashable, Capture] = {}
        self._special: dict[Hashable, Kernel] = {}
        if declared_signatures:
            self._compile_now(DECLARED)

    def captured(self, arguments: Sequence[Any]) -> Capture:
        """The kernel's source and that of its device functions, with what their names stand for.

        It is what they stood for when the kernel was compiled: with a signature where it was
        decorated, without at the first launch with arguments of these types.
        """
        fixed = self.specialized or self.declared_signatures
        types = DECLARED if fixed else compiled_for(arguments)
        if types not in self._captures:
            self._captures[types] = Capture(self.py_func, debug=is_debug(self.options))
        return self._captures[types]

    def _compile_now(self, types: Hashable) -> None:
        """Its names are for these types what they are now."""
        with suppress(NotSupportedError):  # which a launch says
            debug = is_debug(self.options)
            self._captures[types] = Capture(self.py_func, with_signature=True, debug=debug)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters."""
        code: CodeType = self.py_func.__code__
        return code.co_varnames[: code.co_argcount]

    def with_defaults(self, arguments: Sequence[Any]) -> Sequence[Any]:
        """The arguments, and behind them the defaults of parameters that were left out.

        With a signature there are none: it has a type for each parameter.
        """
        defaults = () if self.declared_signatures else self.py_func.__defaults__ or ()
        left_out = len(self.parameters) - len(arguments)
        return (*arguments, *defaults[-left_out:]) if 0 < left_out <= len(defaults) else arguments

    def configure(
        self,
        griddim: Any,
        blockdim: Any,
        stream: object = 0,
        sharedmem: int = 0,
        cluster: object = None,
    ) -> ConfiguredKernel:
        """The same as kernel[griddim, blockdim, stream, sharedmem]; clusters are refused."""
        clusters = () if cluster is None else (cluster,)
        return self[(griddim, blockdim, stream, sharedmem, *clusters)]

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
        captured = next(iter(self._captures.values()), None) or Capture(self.py_func)
        found = (one for source in captured.functions for one in source.captured.values())
        return any(c.kind == "symbol" and c.value == "cuda.cg.this_grid" for c in found)

    @property
    def overloads(self) -> Overloads:
        """The kernel by the types that it was compiled for, those of its launches: the same one.

        The keys are tuples of Numba's types.
        """
        for types in self._taken:
            self._overloads.add(types)
        return self._overloads

    @property
    def signatures(self) -> list[Any]:
        """The types that it was compiled for: tuples of Numba's types."""
        return list(self.overloads)

    def compile(self, sig: Any) -> Kernel:
        """The kernel for a signature: on the emulator it is the same one."""
        for types in read_signatures(sig):
            self._taken.setdefault(types, 0)
            if types not in self._captures:
                self._compile_now(types)
        return self

    def recompile(self) -> None:
        """Compiles it afresh, for the types that it was compiled for: its names are read anew.

        Those of device functions are not, as in Numba.
        """
        for types in self._captures:
            self._compile_now(types)

    def disable_compile(self, val: bool = True) -> None:
        """Compiles it for no more types: the emulator needs no compiler."""

    def bind(self) -> None:
        """Loads it on the device: the emulator has nothing to load."""

    def launched(self, arguments: Sequence[Any], shared_bytes: int) -> None:
        """A launch with these arguments, and so much static shared memory of a block."""
        types = tuple(map(type_of, self.with_defaults(arguments)))
        if self.specialized:
            types = next(iter(self._taken), types)
        self._taken[types] = shared_bytes
        for recording in listeners():
            recording.launched(self, types)

    def specialize(self, *args: Any) -> Kernel:
        """The kernel for arguments like these alone. Raises RuntimeError where it is that already.

        On the emulator it differs by its types only.
        """
        if self.specialized:
            raise RuntimeError("Dispatcher already specialized")
        types = compiled_for(args)
        if types not in self._special:
            same = self._special[types] = copy.copy(self)
            same.specialized = True
            same._taken = {tuple(type_of(argument) for argument in args): 0}
            same._overloads = Overloads(same)
            same._captures = {}
            same._compile_now(DECLARED)
        return self._special[types]

    def max_cooperative_grid_blocks(self, blockdim: Any, dynsmemsize: int = 0) -> int:
        """The most blocks that a launch may have in which the whole grid is synced."""
        config = launch_configuration((1, blockdim, 0, dynsmemsize))
        return resident_blocks(emulated_device(), config.block.size, dynsmemsize)

    def get_max_threads_per_block(self, signature: Any = None) -> int | dict[Any, int]:
        """The most threads that a block of the emulated device may have.

        Without a signature it is said for each, as Numba does, if it is not for one alone.
        """
        most = self.max_threads_per_block
        return most if signature is not None else self._of_each(lambda _: most)

    def get_shared_mem_per_block(self, signature: Any = None) -> int | dict[Any, int]:
        """Bytes of static shared memory of a block, as the last launch took them; 0 without one."""
        if signature is None:
            return self._of_each(lambda taken: taken)
        types = tuple(getattr(signature, "args", signature))
        by_types = dict(zip(map(numba_types, self._taken), self._taken.values(), strict=True))
        return by_types.get(types, 0)

    @property
    def max_threads_per_block(self) -> int:
        """The most threads that a block of the emulated device may have."""
        return emulated_device().max_threads_per_block

    @property
    def shared_mem_per_block(self) -> int:
        """Bytes of static shared memory of a block, as the launches took them; 0 without one."""
        return max(self._taken.values(), default=0)

    def _of_each(self, value: Callable[[int], int]) -> int | dict[Any, int]:
        """By types what a function makes of the shared memory; of one alone without them."""
        if self.specialized:
            return value(self.shared_mem_per_block)
        return {numba_types(types): value(taken) for types, taken in self._taken.items()}

    def __getitem__(self, configuration: Any) -> ConfiguredKernel:
        with watching():
            config = launch_configuration(configuration)
        warn_of_small_grid(config)
        return ConfiguredKernel(self, config, configuration)

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
    """A kernel with its grid and block, as they were `given`; calling it launches."""

    def __init__(self, kernel: Kernel, config: LaunchConfig, given: Any) -> None:
        self.dispatcher = kernel
        self.config = config
        self.stream = given[2] if len(given) > 2 else 0

    @property
    def griddim(self) -> tuple[int, ...]:
        """Blocks along x, y and z."""
        return tuple(self.config.grid)

    @property
    def blockdim(self) -> tuple[int, ...]:
        """Threads of a block along x, y and z."""
        return tuple(self.config.block)

    @property
    def sharedmem(self) -> int:
        """Bytes of dynamic shared memory of a block."""
        return self.config.dynamic_shared_bytes

    def __call__(self, *arguments: Any, **named: Any) -> None:
        """Runs the kernel; when it returns, the launch is over.

        Raises ValueError for a host array that Numba could not copy (see check_host_arrays).
        """
        kernel = self.dispatcher
        if named:
            template = "{kernel} takes its arguments by position: leave out {names}."
            names = ", ".join(f"{name}=" for name in named)
            values = {"kernel": kernel.__name__, "names": names}
            raise RequestRefused(Message("launch.by-name", template, values))
        check_host_arrays(kernel.__name__, kernel.parameters, arguments)
        self.launch(*arguments)

    def launch(self, *arguments: Any) -> None:
        """Runs the kernel on arrays of any layout, as if each lay on the device already."""
        kernel = self.dispatcher
        check_bound(kernel.__name__, most_threads(kernel.options), self.config.block.size)
        trace = launch(kernel, self.config, arguments, number_of(self.stream))
        kernel.launched(arguments, trace.shared_bytes)


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
        declared_signatures: tuple[Signature, ...] = (),
        declared: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        super().__init__(function, declared_signatures)
        self.declared = declared
        if declared_signatures:
            with suppress(NotSupportedError):  # which the launch of a kernel says
                Capture(function, with_signature=True, owner=self)

    def __call__(self, *arguments: Any, **named: Any) -> NoReturn:
        """The host cannot call it: raises RequestRefused."""
        template = (
            "{name} is a device function: only kernels and other device functions can call it."
        )
        values = {"name": self.py_func.__name__}
        raise RequestRefused(Message("launch.device-function", template, values))

    def __getitem__(self, configuration: Any) -> NoReturn:
        """Nor launch it: raises RequestRefused."""
        template = (
            "{name} is a device function, which is called by kernels and not launched: leave out"
            " device=True to make a kernel of it."
        )
        values = {"name": self.py_func.__name__}
        raise RequestRefused(Message("launch.device-function-launched", template, values))
