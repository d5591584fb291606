"""Puts the emulator in place of `numba.cuda`. No other module of gpuviz may do that."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import gpuviz.cuda

NAME = "numba.cuda"


@contextmanager
def standing_in() -> Iterator[None]:
    """Inside the `with`, `numba.cuda` is `gpuviz.cuda`, whatever way a script imports it."""
    numba = importlib.import_module("numba")
    modules = {name: m for name, m in sys.modules.items() if _is_cuda(name)}
    attribute = vars(numba).get("cuda")
    for name in modules:
        del sys.modules[name]
    sys.modules[NAME] = gpuviz.cuda
    numba.cuda = gpuviz.cuda  # type: ignore[attr-defined]
    try:
        yield
    finally:
        _restore(numba, modules, attribute)


def _restore(numba: ModuleType, modules: dict[str, ModuleType], attribute: object) -> None:
    for name in [name for name in sys.modules if _is_cuda(name)]:
        del sys.modules[name]
    sys.modules.update(modules)
    if attribute is None:
        del numba.cuda
    else:
        numba.cuda = attribute  # type: ignore[attr-defined]


def _is_cuda(name: str) -> bool:
    return name == NAME or name.startswith(f"{NAME}.")
