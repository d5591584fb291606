"""A kernel with its types, as bytes that numba-cuda's compiler can be offered in another process.

What the drop-in stands for there is named, not packed: modules and intrinsics by their names below
`numba.cuda`, device functions by their Python functions. Packing is Numba's own cloudpickle.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from gpuviz.cuda.intrinsics import IntrinsicStub
from gpuviz.simt.source.overloads import members_told, told_of

if TYPE_CHECKING:
    from gpuviz.cuda.dispatcher import Dispatcher
    from gpuviz.cuda.overloads import ArgumentType

HOUSE, OWN, REAL = "gpuviz", "gpuviz.cuda", "numba.cuda"
RANDOM = f"{OWN}.random"
MOST_BYTES = 1 << 23  # arrays that a kernel captures may be large
MODULE, NAME, DEVICE = "module", "name", "device"
"""Kinds of what is named: a module, a name below `numba.cuda`, a device function."""


def packed(kernel: Dispatcher, types: Sequence[ArgumentType]) -> bytes | None:
    """The kernel's Python function and Numba's types; None where they cannot be packed."""
    if not all(map(_is_known, types)):
        return None
    from gpuviz.cuda.overloads import numba_types

    return packed_objects(kernel.py_func, numba_types(types))


def packed_objects(function: FunctionType, *others: object) -> bytes | None:
    """A function of the script's and what goes with it; None where they cannot be packed."""
    cloudpickle: Any = importlib.import_module("numba.cloudpickle")

    class Packer(cloudpickle.Pickler):  # type: ignore[misc]
        def persistent_id(self, obj: Any) -> tuple[str, object] | None:
            return _named(cloudpickle, obj)

    bytes_of = io.BytesIO()
    try:
        _by_value(cloudpickle, function)
        Packer(bytes_of).dump((function, *others))
    except Exception:  # whatever a script's globals may raise: then nobody is asked
        return None
    return bytes_of.getvalue() if bytes_of.tell() <= MOST_BYTES else None


def _is_known(kind: ArgumentType) -> bool:
    return all(map(_is_known, kind)) if isinstance(kind, tuple) else kind is not None


def _named(cloudpickle: Any, obj: Any) -> tuple[str, object] | None:
    """How something of the drop-in's is named; None for all else.

    Raises TypeError for what is only ours.
    """
    if isinstance(obj, ModuleType):
        below = obj.__name__ == OWN or obj.__name__.startswith(f"{OWN}.")
        return (MODULE, REAL + obj.__name__.removeprefix(OWN)) if below else None
    if isinstance(obj, IntrinsicStub):
        return NAME, obj.__name__
    from gpuviz.cuda.dispatcher import Dispatcher

    if isinstance(obj, Dispatcher):
        if obj.py_func.__module__ == RANDOM:
            return NAME, f"random.{obj.py_func.__name__}"
        _by_value(cloudpickle, obj.py_func)
        return DEVICE, obj.py_func
    if isinstance(obj, FunctionType) and _is_told(obj):
        raise TypeError(f"only this process has been told of {obj.__name__} with @overload")
    home = obj.__module__ if isinstance(obj, (type, FunctionType)) else type(obj).__module__
    if isinstance(home, str) and home.partition(".")[0] == HOUSE:
        raise TypeError(f"{type(obj).__name__} has no meaning for numba.cuda")
    return None


def _is_told(function: FunctionType) -> bool:
    """Whether it is overloaded, or uses what a script has added to Numba's types."""
    return bool(told_of(function)) or not members_told().keys().isdisjoint(
        function.__code__.co_names
    )


def _by_value(cloudpickle: Any, function: FunctionType) -> None:
    """Modules of the script's are packed, not imported again."""
    module = sys.modules.get(function.__module__)
    if module is not None and function.__module__ != "__main__":
        with suppress(ValueError):
            cloudpickle.register_pickle_by_value(module)
