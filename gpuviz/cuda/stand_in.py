"""Puts the emulator in place of `numba.cuda`. No other module of gpuviz may do that."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

import gpuviz.cuda
from gpuviz.cuda.errors import UnknownModule, not_known

NAME = "numba.cuda"
OWN_NAME = gpuviz.cuda.__name__
SUBMODULES = ("cg", "libdevice", "random")
ABSENT = object()


@contextmanager
def standing_in() -> Iterator[None]:
    """Inside the `with`, `numba.cuda` is `gpuviz.cuda`, whatever way a script imports it.

    Modules below it that are not there raise UnknownModule. Afterwards all is as it was, except
    that numba itself stays imported.
    """
    numba = importlib.import_module("numba")
    modules = {name: module for name, module in sys.modules.items() if _is_cuda(name)}
    attribute = vars(numba).get("cuda", ABSENT)
    finder = _NothingBelow()
    _remove(modules)
    sys.modules[NAME] = gpuviz.cuda
    sys.modules.update({f"{NAME}.{name}": getattr(gpuviz.cuda, name) for name in SUBMODULES})
    numba.cuda = gpuviz.cuda  # type: ignore[attr-defined]
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _remove([name for name in sys.modules if _is_cuda(name)])
        sys.modules.update(modules)
        _put_back(numba, attribute)


class _NothingBelow(MetaPathFinder):
    """Says so when a module below `numba.cuda` is imported that is not there."""

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


def _remove(names: Sequence[str] | dict[str, ModuleType]) -> None:
    for name in names:
        del sys.modules[name]


def _put_back(numba: ModuleType, attribute: object) -> None:
    if attribute is ABSENT:
        del numba.cuda
    else:
        numba.cuda = attribute  # type: ignore[attr-defined]


def _is_cuda(name: str) -> bool:
    return name == NAME or name.startswith(f"{NAME}.")
