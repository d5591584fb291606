"""Puts the emulator in place of `numba.cuda`. No other module of gpuviz may do that."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

import gpuviz.cuda
from gpuviz.cuda.errors import UnknownModule, not_known

NAME = "numba.cuda"
OWN_NAME = gpuviz.cuda.__name__
ABSENT = object()
BELOW = (
    *("args", "cg", "libdevice", "random", "types"),
    *("cudadrv", "cudadrv.devicearray", "cudadrv.devices", "cudadrv.driver", "cudadrv.error"),
)
"""Modules below `numba.cuda` that scripts import, and that the drop-in has as well."""
TARGETS: dict[str, Callable[..., Any]] = {
    "vectorize": gpuviz.cuda.vectorize,
    "guvectorize": gpuviz.cuda.guvectorize,
}


@contextmanager
def standing_in() -> Iterator[None]:
    """Inside the `with`, `numba.cuda` is `gpuviz.cuda`, whatever way a script imports it.

    `@vectorize` and `@guvectorize` with target="cuda" are the drop-in's as well. Modules below it
    that are not there raise UnknownModule. Afterwards all is as it was, except that numba itself
    stays imported.
    """
    numba = importlib.import_module("numba")
    modules = {name: module for name, module in sys.modules.items() if _is_cuda(name)}
    finder = _NothingBelow()
    _remove(modules)
    sys.modules.update(_own_modules())
    sys.meta_path.insert(0, finder)
    with ExitStack() as attributes:
        attributes.enter_context(_attribute(numba, "cuda", gpuviz.cuda))
        for name, own in TARGETS.items():
            decorator = _with_target(getattr(numba, name), own)
            attributes.enter_context(_attribute(numba, name, decorator))
        try:
            yield
        finally:
            sys.meta_path.remove(finder)
            _remove([name for name in sys.modules if _is_cuda(name)])
            sys.modules.update(modules)


class _NothingBelow(MetaPathFinder):
    """Says so when a module below `numba.cuda` is imported that the drop-in does not have."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None for all other modules; raises UnknownModule for these."""
        package, _, name = fullname.rpartition(".")
        own = package == OWN_NAME and PathFinder.find_spec(fullname, path) is None
        if own or fullname.startswith(f"{NAME}."):
            top = name if own else fullname.removeprefix(f"{NAME}.")
            raise UnknownModule(not_known(f"cuda.{top}", gpuviz.cuda.__all__))
        return None


def _own_modules() -> dict[str, ModuleType]:
    """The drop-in's modules by the names of Numba's."""
    below = {f"{NAME}.{name}": importlib.import_module(f"{OWN_NAME}.{name}") for name in BELOW}
    return {NAME: gpuviz.cuda, f"{NAME}.api": gpuviz.cuda, **below}


def _with_target(numbas: Callable[..., Any], own: Callable[..., Any]) -> Callable[..., Any]:
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
        if kept is ABSENT:
            delattr(owner, name)
        else:
            setattr(owner, name, kept)


def _remove(names: Iterable[str]) -> None:
    for name in names:
        del sys.modules[name]


def _is_cuda(name: str) -> bool:
    return name == NAME or name.startswith(f"{NAME}.")
