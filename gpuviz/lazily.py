"""Packages whose names are imported when somebody asks for them."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # typing itself takes longer to import than all the rest here
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def lazily(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """The `__getattr__` of a package, which `names` tells the modules below it with their names.

    It raises AttributeError for another name, as Python does.
    """
    homes = {name: module for module, found in names.items() for name in found}

    def __getattr__(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{homes[name]}"), name)

    return __getattr__
