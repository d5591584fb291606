"""Puts the emulator in place of `numba.cuda`. No other module of gpuviz may do that."""

from __future__ import annotations

import functools
import importlib
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import gpuviz.cuda
from gpuviz.cuda import numba_on_demand
from gpuviz.cuda.dispatcher import Kernel
from gpuviz.cuda.errors import UnknownModule, not_known
from gpuviz.cuda.signature import is_signature
from gpuviz.simt.source.symbols import set_aside

NAME = "numba.cuda"
OWN_NAME = gpuviz.cuda.__name__
ABSENT = object()
BELOW = (
    *("args", "cg", "compiler", "extending", "libdevice", "random", "types"),
    *("cudadrv", "cudadrv.devicearray", "cudadrv.devices", "cudadrv.driver", "cudadrv.error"),
    *("cudadrv.runtime", "errors"),
)
"""Modules below `numba.cuda` that scripts import, and that the drop-in has as well."""
OF_NUMBA = {f"{NAME}.{name}": f"numba.{name}" for name in ("core", "core.config", "core.errors")}
"""Modules below `numba.cuda` that numba-cuda has, and Numba itself has elsewhere: its warnings."""
TARGETS: dict[str, Callable[..., Any]] = {
    "vectorize": gpuviz.cuda.vectorize,
    "guvectorize": gpuviz.cuda.guvectorize,
}
HOST = (
    *("to_device", "device_array", "device_array_like", "as_cuda_array", "is_cuda_array"),
    *("from_cuda_array_interface", "managed_array", "mapped_array", "mapped_array_like"),
    *("pinned_array", "pinned_array_like", "pinned", "mapped", "event", "event_elapsed_time"),
    *("stream", "default_stream", "legacy_default_stream", "per_thread_default_stream"),
    *("external_stream", "profile_start", "profile_stop", "profiling"),
    *("synchronize", "close", "defer_cleanup", "current_context", "get_current_device"),
    *("select_device", "gpus", "list_devices", "is_available", "detect", "In", "Out", "InOut"),
    *("Reduce", "reduce", "declare_device", "is_float16_supported", "is_supported_version"),
    *("require_context", "runtime"),
)
"""What the host calls, and what needs a GPU in the real numba.cuda."""
HOUSES = ("numba", "numba_cuda", "gpuviz")  # whose own modules stay as they are
_diverted: list[ExitStack] = []  # the changes, and one entry for each `with` that is open
_diverting = threading.Lock()

_kernels: WeakKeyDictionary[Any, Kernel] = WeakKeyDictionary()


def emulated(dispatcher: Any) -> Kernel:
    """The kernel of the emulator for a dispatcher of Numba's, the same one each time."""
    if dispatcher not in _kernels:
        extensions = getattr(dispatcher, "extensions", ())
        _kernels[dispatcher] = Kernel(dispatcher.py_func, (), extensions)
    return _kernels[dispatcher]


def configured(dispatcher: Any, configuration: Any) -> Any:
    """For dispatcher[configuration]."""
    return emulated(dispatcher)[configuration]


def configure(
    dispatcher: Any, griddim: Any, blockdim: Any, stream: object = 0, sharedmem: int = 0
) -> Any:
    """For dispatcher.configure(...)."""
    return emulated(dispatcher)[griddim, blockdim, stream, sharedmem]


def forall(
    dispatcher: Any, ntasks: int, tpb: int = 0, stream: object = 0, sharedmem: int = 0
) -> Any:
    """For dispatcher.forall(...)."""
    return emulated(dispatcher).forall(ntasks, tpb, stream, sharedmem)


def launched(launch: Any, *arguments: Any) -> None:
    """For a configuration of Numba's that was made before: its call."""
    kernel = emulated(launch.dispatcher)
    kernel[launch.griddim, launch.blockdim, launch.stream, launch.sharedmem](*arguments)


LAUNCHES = {"__getitem__": configured, "configure": configure, "forall": forall}
"""What a dispatcher does to launch, and what it does instead."""
CLASSES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("numba.cuda.dispatcher", "CUDADispatcher", LAUNCHES),
    ("numba.cuda.dispatcher", "_LaunchConfiguration", {"__call__": launched}),
    ("numba.cuda.simulator.kernel", "FakeCUDAKernel", LAUNCHES),
)
"""The classes of Numba's kernels, by module, and what they do instead while gpuviz records."""


@contextmanager
def standing_in() -> Iterator[None]:
    """Inside the `with`, `numba.cuda` is `gpuviz.cuda`, whatever way a script imports it.

    `@vectorize` and `@guvectorize` with target="cuda" are the drop-in's as well. Modules below it
    that are not there raise UnknownModule. Afterwards all is as it was, except that numba itself
    stays imported.
    """
    stands = _StandIn()
    stands.put()
    with ExitStack() as changes:
        if numba_on_demand.is_to_come():
            changes.enter_context(_attribute(sys.modules["numba"], "cuda", gpuviz.cuda))
            changes.enter_context(_when_numba_comes(stands, changes))
        else:
            _in_numba(changes)
        try:
            yield
        finally:
            stands.take_away()


class _StandIn:
    """The drop-in's modules in the place of those of `numba.cuda`."""

    def __init__(self) -> None:
        self._finder = _NothingBelow()
        self._real: dict[str, ModuleType] = {}
        self._set_aside: list[ModuleType] = []

    def put(self) -> None:
        """From now on they are what is imported."""
        if not numba_on_demand.is_to_come():
            importlib.import_module("numba")
        self._real = {name: module for name, module in sys.modules.items() if _is_cuda(name)}
        _remove(self._real)
        sys.modules.update(_own_modules())
        sys.meta_path.insert(0, self._finder)
        self._set_aside = [self._real[NAME]] if NAME in self._real else []
        set_aside.extend(self._set_aside)

    def take_away(self) -> None:
        """All is as it was."""
        sys.meta_path.remove(self._finder)
        _remove([name for name in sys.modules if _is_cuda(name)])
        sys.modules.update(self._real)
        for module in self._set_aside:
            set_aside.remove(module)


@contextmanager
def _when_numba_comes(stands: _StandIn, changes: ExitStack) -> Iterator[None]:
    """Inside the `with`, Numba is imported as if nothing stood in, and then the same as ever."""

    def behind() -> None:
        stands.put()
        _in_numba(changes)

    one = numba_on_demand.Waiting(stands.take_away, behind)
    numba_on_demand.waiting.append(one)
    try:
        yield
    finally:
        numba_on_demand.waiting.remove(one)


def _in_numba(changes: ExitStack) -> None:
    """Numba's own names for the drop-in."""
    numba = importlib.import_module("numba")
    changes.enter_context(_attribute(numba, "cuda", gpuviz.cuda))
    _divert_targets(changes)


@contextmanager
def launches_diverted() -> Iterator[None]:
    """Inside the `with`, kernels of the real numba.cuda are launched on the emulator.

    What the host calls to reserve memory, to copy and to wait is the drop-in's as well, also where
    a module imported its name before. A kernel with a signature, which Numba compiles when it is
    defined, is the drop-in's too where there is no GPU to compile it for. It may be nested and
    entered by several threads: the last one that leaves puts all back.
    """
    with _diverting:
        if not _diverted:
            _diverted.append(_divert())
        _diverted.append(ExitStack())
    try:
        yield
    finally:
        with _diverting:
            _diverted.pop()
            if len(_diverted) == 1:
                _diverted.pop().close()


def _divert() -> ExitStack:
    changes = ExitStack()
    real = importlib.import_module(NAME)
    if real is gpuviz.cuda:
        return changes
    for file, name, methods in CLASSES:
        kind = getattr(sys.modules.get(file), name, None)
        for method, instead in methods.items() if kind is not None else ():
            changes.enter_context(_attribute(kind, method, instead))
    own = {name: getattr(gpuviz.cuda, name) for name in HOST}
    own["jit"] = _compiling_nothing(real.jit, real.is_available)
    known = {id(getattr(real, name)): name for name in own if hasattr(real, name)}
    for module, key, name in _early_names(known):
        changes.enter_context(_attribute(module, key, own[name]))
    for name, value in own.items():
        changes.enter_context(_attribute(real, name, value))
    _divert_targets(changes)
    return changes


def _divert_targets(changes: ExitStack) -> None:
    """Puts the drop-in's @vectorize and @guvectorize in place, for target="cuda"."""
    numba = importlib.import_module("numba")
    own = {name: with_target(getattr(numba, name), ours) for name, ours in TARGETS.items()}
    known = {id(getattr(numba, name)): name for name in own}
    for module, key, name in [*_early_names(known), *((numba, name, name) for name in own)]:
        changes.enter_context(_attribute(module, key, own[name]))


def _compiling_nothing(numbas: Callable[..., Any], has_gpu: Callable[[], bool]) -> Any:
    """Numba's @cuda.jit, and ours for what it would compile at once for a GPU that is not there."""

    @functools.wraps(numbas)
    def jit(func_or_sig: Any = None, *arguments: Any, **options: Any) -> Any:
        chosen = gpuviz.cuda.jit if is_signature(func_or_sig) and not has_gpu() else numbas
        return chosen(func_or_sig, *arguments, **options)

    return jit


def _early_names(names: dict[int, str]) -> list[tuple[ModuleType, str, str]]:
    """Where modules hold what they imported by name from numba.cuda, Numba's own left out.

    `names` has the names of the objects by their ids.
    """
    return [
        (module, key, names[id(held)])
        for module_name, module in list(sys.modules.items())
        if isinstance(module, ModuleType) and module_name.partition(".")[0] not in HOUSES
        for key, held in list(vars(module).items())
        if id(held) in names
    ]


class _NothingBelow(MetaPathFinder):
    """Says so when a module below `numba.cuda` is imported that the drop-in does not have."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None for all other modules; raises UnknownModule for these."""
        package, _, name = fullname.rpartition(".")
        if fullname in OF_NUMBA and numba_on_demand.load():
            return numba_on_demand.existing(fullname)
        own = package == OWN_NAME and PathFinder.find_spec(fullname, path) is None
        if own or fullname.startswith(f"{NAME}."):
            top = name if own else fullname.removeprefix(f"{NAME}.")
            raise UnknownModule(not_known(f"cuda.{top}", gpuviz.cuda.__all__))
        return None


def _own_modules() -> dict[str, ModuleType]:
    """The drop-in's modules by the names of Numba's."""
    own = {NAME: gpuviz.cuda, f"{NAME}.api": gpuviz.cuda}
    own |= {f"{NAME}.{name}": importlib.import_module(f"{OWN_NAME}.{name}") for name in BELOW}
    if not numba_on_demand.is_to_come():
        own |= {name: importlib.import_module(numbas) for name, numbas in OF_NUMBA.items()}
    return own


def with_target(numbas: Callable[..., Any], own: Callable[..., Any]) -> Callable[..., Any]:
    """Numba's decorator for the CPU, ours for the GPU."""

    @functools.wraps(numbas)
    def decorator(*arguments: Any, **options: Any) -> Any:
        chosen = own if options.get("target") == "cuda" else numbas
        return chosen(*arguments, **options)

    return decorator


@contextmanager
def _attribute(owner: Any, name: str, value: object) -> Iterator[None]:
    """Inside the `with`, the attribute is `value`."""
    kept = vars(owner).get(name, ABSENT)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if kept is not ABSENT:
            setattr(owner, name, kept)
        elif name in vars(owner):
            delattr(owner, name)


def _remove(names: Iterable[str]) -> None:
    for name in names:
        del sys.modules[name]


def _is_cuda(name: str) -> bool:
    return name == NAME or name.startswith(f"{NAME}.")
