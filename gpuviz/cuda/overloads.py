"""What a kernel was launched with, by type: as Numba keeps the kernels that it compiled.

A launch writes down types without Numba; Numba is imported when a script asks for them.
"""

from __future__ import annotations

import importlib
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuviz.cuda.args import ArgHint
from gpuviz.cuda.interface import as_device_array, is_cuda_array
from gpuviz.cuda.signature import ParameterType

if TYPE_CHECKING:
    from gpuviz.cuda.dispatcher import Kernel

ArgumentType = ParameterType | tuple[Any, ...] | None
"""The type of an argument; of a tuple those of its items; None for what is neither."""
PLAIN = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}
"""The types that Numba takes Python's numbers for."""


class Overloads(dict[Any, "Kernel"]):
    """The kernel by the types of its arguments: one for all of them, whichever are asked for."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__()
        self._kernel = kernel

    def __missing__(self, types: Any) -> Kernel:
        """The kernel for types that nobody has asked for yet."""
        self[types] = self._kernel
        return self._kernel

    def add(self, types: Sequence[ArgumentType]) -> None:
        """A kernel for these types is there from now on."""
        self[numba_types(types)] = self._kernel


def numba_types(types: Sequence[ArgumentType]) -> tuple[Any, ...]:
    """The same types as Numba has them."""
    return tuple(_numbas(kind) for kind in types)


def type_of(argument: Any) -> ArgumentType:
    """The type of an argument of a launch."""
    value = argument.value if isinstance(argument, ArgHint) else argument
    if isinstance(value, tuple):
        kinds = tuple(type_of(item) for item in value)
        named = getattr(type(value), "_make", None)  # of a namedtuple: its fields have names
        return kinds if named is None else named(kinds)
    if is_cuda_array(value):
        value = as_device_array(value, sync=False).data
    if isinstance(value, np.ndarray):
        flags = value.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return ParameterType(value.dtype, value.ndim, layout)
    if isinstance(value, np.generic):
        return ParameterType(value.dtype)
    plain = PLAIN.get(type(value))
    return None if plain is None else ParameterType(np.dtype(plain))


def compiled_for(arguments: Iterable[Any]) -> Hashable:
    """The types of arguments, as far as Numba compiles a kernel anew for them."""
    kinds = [(type_of(argument), argument) for argument in arguments]
    return tuple(type(argument) if kind is None else kind for kind, argument in kinds)


def _numbas(kind: ArgumentType) -> Any:
    types: Any = importlib.import_module("numba.core.types")
    if kind is None:
        return types.pyobject
    if isinstance(kind, tuple):
        pyclass = type(kind) if hasattr(kind, "_fields") else None
        return types.BaseTuple.from_types([_numbas(item) for item in kind], pyclass)
    element = importlib.import_module("numba.np.numpy_support").from_dtype(kind.dtype)
    return types.Array(element, kind.ndim, kind.layout) if kind.ndim else element
