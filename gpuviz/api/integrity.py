"""Notices where a script has replaced functions that the check itself uses.

It finds what is done by assignment, such as `launching.execute = ..` or `np.any = ..`: functions,
classes and constants of gpuviz, functions of NumPy and of Python itself. It is no wall: a script
that means to deceive can, so grade strangers' scripts by reading them as well.
"""

from __future__ import annotations

import builtins
import json
import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

OWN = "gpuviz"
NUMPY = "numpy"
PYTHON = (builtins, json, json.decoder, json.encoder)
OFTEN_REPLACED = ("print", "input", "_")
"""Built-in names that programs put something else behind, and that decide nothing."""
MUTABLE = (dict, list, set)
OF_CLASSES = ("__doc__", "__abstractmethods__", "_abc_impl", "__annotations__", "__dict__")
"""What Python itself fills in late."""
MOST_NAMED = 5
State = dict[str, tuple[int, ...]]


class Watched:
    """The functions of gpuviz, NumPy and Python as they were when it was made."""

    def __init__(self) -> None:
        self._modules = {
            name: module
            for name, module in list(sys.modules.items())
            if isinstance(module, ModuleType) and name.partition(".")[0] in (OWN, NUMPY)
        }
        self._before = self._state()

    def replaced(self) -> tuple[str, ...]:
        """The names of those that are others now, a few at most."""
        now = self._state()
        changed = [name for name, held in self._before.items() if now.get(name) != held]
        moved = [name for name, one in self._modules.items() if sys.modules.get(name) is not one]
        return tuple(sorted([*changed, *moved]))[:MOST_NAMED]

    def _state(self) -> State:
        """By identity: what is compared has no say in it."""
        found: State = {}
        for name, module in self._modules.items():
            is_own = name.partition(".")[0] == OWN
            found.update(_of_module(name, module) if is_own else _of_functions(name, module))
        for module in PYTHON:
            found.update(_of_functions(module.__name__, module))
        return found


def _of_functions(name: str, module: ModuleType) -> Iterator[tuple[str, tuple[int, ...]]]:
    for key, value in list(vars(module).items()):
        if callable(value) and key not in OFTEN_REPLACED:
            yield f"{name}.{key}", _identity(value)


def _of_module(name: str, module: ModuleType) -> Iterator[tuple[str, tuple[int, ...]]]:
    for key, value in list(vars(module).items()):
        if isinstance(value, type) and value.__module__ == name:
            yield f"{name}.{key}", (id(value),)
            yield from _of_class(f"{name}.{key}", value)
        elif callable(value):
            yield f"{name}.{key}", _identity(value)
        elif key.isupper():
            yield f"{name}.{key}", _content(value)


def _of_class(name: str, kind: type) -> Iterator[tuple[str, tuple[int, ...]]]:
    for key, value in list(vars(kind).items()):
        if key not in OF_CLASSES:
            yield f"{name}.{key}", _identity(value)


def _identity(value: object) -> tuple[int, ...]:
    if isinstance(value, FunctionType):
        return (id(value), id(value.__code__), id(value.__defaults__), id(value.__kwdefaults__))
    return (id(value),)


def _content(value: Any) -> tuple[int, ...]:
    """Of a constant; that of one which can be filled otherwise is what it holds."""
    if isinstance(value, dict):
        return (id(value), *map(id, value), *map(id, value.values()))
    if isinstance(value, MUTABLE):
        return (id(value), *map(id, value))
    return (id(value),)
