"""Notices where a script has replaced functions that the check itself uses.

It finds what is done by assignment, such as `launching.execute = ..` or `np.any = ..`. It is no
wall: a script that means to deceive can, so grade strangers' scripts by reading them as well.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

OWN = "gpuviz"
MOST_NAMED = 5
State = dict[str, tuple[object, ...]]


class Watched:
    """The functions of gpuviz and NumPy as they were when it was made."""

    def __init__(self) -> None:
        self._before = dict(_state())

    def replaced(self) -> tuple[str, ...]:
        """The names of those that are others now, a few at most."""
        now = dict(_state())
        changed = (name for name, held in self._before.items() if _other(held, now.get(name)))
        return tuple(sorted(changed))[:MOST_NAMED]


def _other(before: tuple[object, ...], now: tuple[object, ...] | None) -> bool:
    if now is None or len(before) != len(now):
        return True
    return any(one is not other for one, other in zip(before, now, strict=True))


def _state() -> Iterator[tuple[str, tuple[object, ...]]]:
    for name, module in list(sys.modules.items()):
        if isinstance(module, ModuleType) and (name == OWN or name.startswith(f"{OWN}.")):
            yield from _of_module(name, module)
    for name, value in list(vars(np).items()):
        if callable(value) and not isinstance(value, type):
            yield f"numpy.{name}", (value,)


def _of_module(name: str, module: ModuleType) -> Iterator[tuple[str, tuple[object, ...]]]:
    for key, value in list(vars(module).items()):
        if isinstance(value, FunctionType):
            yield f"{name}.{key}", (value, value.__code__)
        elif isinstance(value, type) and value.__module__ == name:
            yield f"{name}.{key}", (value,)
            yield from _of_class(f"{name}.{key}", value)


def _of_class(name: str, kind: type) -> Iterator[tuple[str, tuple[object, ...]]]:
    for key, value in list(vars(kind).items()):
        if isinstance(value, FunctionType | property | classmethod | staticmethod):
            held: Any = getattr(value, "__code__", None)
            yield f"{name}.{key}", (value, held)
