"""What kernels may use, known by identity: whatever a script calls it, and wherever it keeps it."""

from __future__ import annotations

import builtins
import cmath
import enum
import math
import operator
import sys
from types import BuiltinFunctionType, ModuleType
from typing import Any

import numpy as np

from gpuviz.simt.number_types import is_numba_type

CUDA_MODULES = ("numba.cuda", "gpuviz.cuda")
MODULES = {
    **dict.fromkeys(CUDA_MODULES, "cuda"),
    "math": "math",
    "cmath": "cmath",
    "numba.cuda.fp16": "cuda.fp16",
    "numpy": "numpy",
    "operator": "operator",
    "numba": "numba",
    "numba.types": "numba.types",
    "numba.core.types": "numba.types",
    "numba.cuda.types": "numba.types",
}
NAMESPACES = (
    *("threadIdx", "blockIdx", "blockDim", "gridDim"),
    *("shared", "local", "const", "atomic", "fp16", "cg", "libdevice"),
)
"""Members of cuda whose members kernels use."""
SIMULATED_VECTORS = "numba.cuda.simulator.vector_types"
NUMPY_TYPES = frozenset(np.sctypeDict.values())
UNKNOWN, EXCEPTION, NAMED_TUPLE = "unknown:", "exception:", "named tuple:"
"""What the names begin with of things that kernels cannot use, of a script's own exceptions, and of
classes of named tuples, whose fields follow."""
TUPLE = "tuple:"
"""The same of tuples of arrays, types, functions and others: the number of items follows, and the
names of its fields. The items stand under "t[0]", "t[1]"."""
NOT_YET = f"{UNKNOWN}later"
"""A name that nothing had when a kernel with a signature was compiled."""
OVERLOADED = "overloaded:"
"""The same of functions that are others for other arguments: the parameters follow, with a "!"
behind those whose kind matters. "name(kinds)" stands for one of the functions."""

set_aside: list[ModuleType] = []
"""What `numba.cuda` really is while another module stands in its place: kernels may be of both."""


class Symbols:
    """The canonical dotted names of objects: "cuda.atomic.add", "numpy.float32", "builtins.int".

    It is made of what the CUDA modules hold when it is made.
    """

    def __init__(self) -> None:
        self._cuda: dict[int, str] = {}
        known = [sys.modules[name] for name in CUDA_MODULES if name in sys.modules]
        for module in (*known, *set_aside):
            self._collect("cuda", vars(module))

    def of(self, value: Any) -> str | None:
        """The name of `value`, None where it has none in a kernel."""
        if isinstance(value, ModuleType) and value.__name__ in MODULES:
            return MODULES[value.__name__]
        if _is_plain(value):
            return None
        return self._cuda.get(id(value)) or _type_symbol(value) or _function_symbol(value)

    def member(self, owner: Any, path: list[str]) -> tuple[str | None, Any]:
        """What `owner.a.b` is for the path [a, b]: a symbol, else a value.

        (None, None) where `owner` is nothing that keeps names for others: an array, a number.
        """
        for depth, attribute in enumerate(path):
            symbol = self.of(owner)
            if symbol is not None and not isinstance(owner, ModuleType):
                return ".".join([symbol, *path[depth:]]), None
            if isinstance(owner, enum.IntEnum) and path[depth:] == ["value"]:
                return None, np.int64(owner)
            if not _keeps_names(owner):
                return None, None
            try:
                owner = getattr(owner, attribute)
            except AttributeError:
                if not isinstance(owner, ModuleType):
                    return None, None
                name = symbol or f"{UNKNOWN}{owner.__name__}"
                return ".".join([name, *path[depth:]]), None
            if symbol in ("math", "cmath", "numpy") and callable(owner):
                return self.of(owner) or f"{symbol}.{attribute}", None
        return self.of(owner), owner

    def _collect(self, prefix: str, members: dict[str, Any]) -> None:
        for name, member in members.items():
            if name.startswith("_") or _is_plain(member) or _type_symbol(member):
                continue
            if _function_symbol(member):  # numba-cuda has names of math's own, such as exp2
                continue
            symbol = f"{prefix}.{name}"
            self._cuda.setdefault(id(member), symbol)
            if name in NAMESPACES and prefix == "cuda":
                self._collect(symbol, vars(member))


def _is_plain(value: Any) -> bool:
    return isinstance(value, (int, float, complex, np.generic, np.ndarray, str, tuple))


def _keeps_names(value: Any) -> bool:
    """Whether Numba looks into it for a name: a module, an enumeration, a tuple with names."""
    enumeration = isinstance(value, type) and issubclass(value, enum.Enum)
    return isinstance(value, ModuleType) or enumeration or hasattr(value, "_fields")


def _type_symbol(value: Any) -> str | None:
    if isinstance(value, type) and value in NUMPY_TYPES:
        return f"numpy.{np.dtype(value).name}"
    if isinstance(value, type) and value.__module__ == SIMULATED_VECTORS:
        return f"cuda.{value.__name__}"
    if not is_numba_type(value):
        return None
    if hasattr(value, "bitwidth") and not hasattr(value, "fields"):
        return f"numba.{value}"
    return "numba.bool_" if str(value) == "bool" else None


def _function_symbol(value: Any) -> str | None:
    name = getattr(value, "__name__", None)
    if not isinstance(name, str):
        return None
    if isinstance(value, np.ufunc):
        return f"numpy.{name}"
    for module in (builtins, operator):
        if getattr(module, name, None) is value:
            return f"{module.__name__}.{name}"
    for module in (math, cmath):
        if isinstance(value, BuiltinFunctionType) and getattr(module, name, None) is value:
            return f"{module.__name__}.{name}"
    return None
