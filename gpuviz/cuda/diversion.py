"""What a launch of a real Numba kernel becomes while gpuviz records: one on the emulator."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from gpuviz.cuda.dispatcher import Kernel

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
