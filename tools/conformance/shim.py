"""Puts a drop-in where `numba.cuda` stands, for numba-cuda's own tests.

What numba-cuda offers to scripts is taken out of its modules, and the drop-in's names stand there
instead; a name that the drop-in lacks is an AttributeError. What stays is numba-cuda's inside that
tests import (types, typing, its compiler, `numba.cuda.testing`). Neither its simulator nor a driver
can answer in the drop-in's place: both raise NumbaReached.
"""

from __future__ import annotations

import importlib
import inspect
from types import ModuleType
from typing import Any

from gpuviz.cuda.stand_in import with_target

REAL = "numba.cuda"
BELOW = (
    *("api", "args", "cg", "libdevice", "random", "errors"),
    *("cudadrv.devicearray", "cudadrv.devices", "cudadrv.driver", "cudadrv.error"),
    "cudadrv.runtime",
)
"""Modules below `numba.cuda` that scripts import, and whose names are the drop-in's."""
CLOSED = (
    ("cudadrv.driver", "Driver", ("ensure_initialized", "__getattr__")),
    ("simulator.kernel", "FakeCUDAKernel", ("__init__",)),
    ("simulator.kernel", "BlockManager", ("__init__",)),
)
"""What of numba-cuda would run kernels: classes by module, and their methods that raise."""
PARTLY = ("compiler",)
"""The same, where numba-cuda's inside goes on to use the names that the drop-in has not."""
LOADED = ("bf16", "fp8", "fp16", "libdevicedecl", "vector_types", "testing")
"""What numba-cuda's compiler imports later, when its names would be gone."""
STAYS = frozenset(
    ["HAS_NUMBA", "implementation", "config_default_cc", "numba_cuda_default_ptx_cc", "config"]
)
"""Names of `numba.cuda` that say nothing of how kernels run."""


ABSENT = object()


class NumbaReached(RuntimeError):
    """A test came through to numba-cuda's own driver or simulator."""


def put_in_place(name: str) -> ModuleType:
    """Puts the module of this name where `numba.cuda` stands; that module."""
    own = importlib.import_module(name)
    real = importlib.import_module(REAL)
    for part in LOADED:
        importlib.import_module(f"{REAL}.{part}")
    below = {part: importlib.import_module(f"{REAL}.{part}") for part in (*BELOW, *PARTLY)}
    _close_numbas()
    for public in [key for key, value in vars(real).items() if _is_offered(key, value)]:
        delattr(real, public)
    _answer_with(real, own)
    _share_with_numba(own)
    for part, module in below.items():
        _replace(module, _part_of(own, part), own, keep=part in PARTLY)
    return own


def _is_offered(name: str, value: object) -> bool:
    """Whether a name of `numba.cuda` is for scripts, and no type."""
    if name.startswith("__") or name in STAYS or inspect.ismodule(value):
        return False
    kind = importlib.import_module(f"{REAL}.types").Type
    return not (isinstance(value, kind) or (isinstance(value, type) and issubclass(value, kind)))


def _part_of(own: ModuleType, part: str) -> ModuleType:
    """The drop-in's module of this name, or else the drop-in itself."""
    try:
        return importlib.import_module(f"{own.__name__}.{part}")
    except ImportError:
        return own


def _share_with_numba(own: ModuleType) -> None:
    """Numba's decorators with target="cuda" are the drop-in's; its warnings are those of the tests.

    The drop-in warns with Numba's own classes, of which numba-cuda has its own.
    """
    numba = importlib.import_module("numba")
    for name in ("vectorize", "guvectorize"):
        setattr(numba, name, with_target(getattr(numba, name), getattr(own, name)))
    errors, numbas = (importlib.import_module(f"{top}.core.errors") for top in (REAL, "numba"))
    for name in [name for name in vars(errors) if name.endswith("Warning")]:
        setattr(errors, name, getattr(numbas, name, getattr(errors, name)))


def _replace(module: ModuleType, part: ModuleType, own: ModuleType, *, keep: bool) -> None:
    """In a module below: its names are the drop-in's; others that it defines are gone or kept."""
    for name, value in list(vars(module).items()):
        if name.startswith("_") or not _is_offered(name, value):
            continue
        found = getattr(part, name, getattr(own, name, ABSENT))
        if found is not ABSENT:
            setattr(module, name, found)
        elif not keep and getattr(value, "__module__", None) == module.__name__:
            delattr(module, name)
    _answer_with(module, part, own)


def _answer_with(module: ModuleType, *owners: ModuleType) -> None:
    """What the module has no longer, the first of the owners that has it gives."""

    def answer(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        for owner in owners:
            try:
                return getattr(owner, name)
            except AttributeError as error:
                last = error
        raise last

    module.__getattr__ = answer  # type: ignore[method-assign]
    module.__all__ = [  # type: ignore[attr-defined]
        name for name in dir(owners[0]) if not name.startswith("_")
    ]


def _close_numbas() -> None:
    """The real driver and the simulator answer no more, also where there is a GPU."""

    def reached(*arguments: Any, **named: Any) -> Any:
        raise NumbaReached("the test reaches numba-cuda's own driver, or its simulator")

    for part, name, methods in CLOSED:
        owner = getattr(importlib.import_module(f"{REAL}.{part}"), name)
        for method in methods:
            setattr(owner, method, reached)
