"""The arguments of a launch as kernels see them: arrays in device memory, numbers, tuples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, NotSupportedError
from gpuviz.simt.memory import ADDRESS_STEP, LAST_WRITER_LIMIT, GlobalArray, c_strides
from gpuviz.simt.types import ArrayType, TupleType, Type, literal_type
from gpuviz.trace.source import ArrayInfo

Fresh = Mapping[str, NDArray[np.bool_]]
Bound = tuple[Type, Any]
"""The type of an argument, and its value while the kernel runs."""

SIZES = {"b": (1,), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8), "c": (8, 16)}
"""Bytes of the number types that kernels know, by NumPy's kind."""


@dataclass(frozen=True, slots=True)
class BoundArguments:
    """The arguments by position, and the arrays among them by name.

    What stands in a tuple t is named t[0], t[0][1], ...; `hosts` holds the arrays that were passed,
    `parameters` the parameter that each came with, `scalars` the numbers as they were passed.
    """

    kinds: list[Type] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    infos: list[ArrayInfo] = field(default_factory=list)
    arrays: dict[str, GlobalArray] = field(default_factory=dict)
    hosts: dict[str, NDArray[Any]] = field(default_factory=dict)
    parameters: dict[str, str] = field(default_factory=dict)
    scalars: dict[str, Any] = field(default_factory=dict)

    def addresses(self, names: set[str]) -> frozenset[int]:
        """Where the arrays lie that came with some parameters."""
        return frozenset(a.address for n, a in self.arrays.items() if self.parameters[n] in names)


def bind(arguments: Mapping[str, Any], fresh: Fresh) -> BoundArguments:
    """The arguments of a kernel, by parameter. Raises NotSupportedError for what none can take.

    `fresh` tells, by array and in its shape, where nobody wrote yet.
    """
    binder = _Binder(fresh)
    for name, value in arguments.items():
        binder.parameter = name
        kind, value = binder.bind(name, value)
        binder.bound.kinds.append(kind)
        binder.bound.values.append(value)
    return binder.bound


@dataclass(eq=False)
class _Binder:
    fresh: Fresh
    bound: BoundArguments = field(default_factory=BoundArguments)
    parameter: str = ""  # the one that is being bound
    _places: dict[int, int] = field(default_factory=dict)
    _free: int = ADDRESS_STEP

    def bind(self, name: str, value: Any) -> Bound:
        """Type and value of one argument, or of an item of one."""
        for kind, known in self._KINDS:
            if isinstance(value, kind):
                return known(self, name, value)
        scalar = _number(value)
        if scalar is None:
            raise _unknown(name, value)
        self.bound.scalars[name] = value
        return scalar.dtype, scalar

    def _array(self, name: str, value: NDArray[Any]) -> Bound:
        """An array where it lies; one that is not laid out densely is refused."""
        _check_array(name, value)
        bound, set_before = self.bound, name not in self.fresh
        place = self._place(value)
        array = _global_array(name, len(bound.infos), value, place)
        array.fresh = None if set_before else _flat(self.fresh[name])
        bound.infos.append(
            ArrayInfo(name, "global", value.shape, value.dtype, place, initialised=set_before)
        )
        bound.arrays[name], bound.hosts[name] = array, value
        bound.parameters[name] = self.parameter
        return ArrayType(value.dtype, value.ndim, "global", value.flags.writeable), array

    def _tuple(self, name: str, value: tuple[Any, ...]) -> Bound:
        items = [self.bind(f"{name}[{row}]", item) for row, item in enumerate(value)]
        names = tuple(getattr(value, "_fields", ()))
        return TupleType(tuple(kind for kind, _ in items), names), tuple(v for _, v in items)

    def _place(self, value: NDArray[Any]) -> int:
        """Where an array lies in device memory: bytes; one that is passed twice lies there once."""
        host = value.__array_interface__["data"][0]
        if host not in self._places:
            self._places[host] = self._free
            self._free += -(-max(value.nbytes, 1) // ADDRESS_STEP) * ADDRESS_STEP
        return self._places[host]

    _KINDS: tuple[tuple[type, Callable[[_Binder, str, Any], Bound]], ...] = (
        (np.ndarray, _array),
        (tuple, _tuple),
    )


def _global_array(name: str, row: int, value: NDArray[Any], address: int) -> GlobalArray:
    writer = np.full(value.size, -1, np.int64) if value.size <= LAST_WRITER_LIMIT else None
    strides = c_strides(value.shape)
    if not value.flags.c_contiguous:
        strides = c_strides(value.shape[::-1])[::-1]
    return GlobalArray(name, row, _flat(value), value.shape, strides, address, writer=writer)


def _flat(array: NDArray[Any]) -> NDArray[Any]:
    """The elements of a dense array as they lie in memory, not copied."""
    return array.reshape(-1, order="C" if array.flags.c_contiguous else "F")


def _check_array(name: str, value: NDArray[Any]) -> None:
    if not _is_number_type(value.dtype):
        template = "argument {name} has the type {dtype}: arrays of numbers are known so far."
        values = {"name": name, "dtype": value.dtype}
        raise NotSupportedError(Message("argument.dtype", template, values))
    if not (value.flags.c_contiguous or value.flags.f_contiguous):
        template = "argument {name} is a view with gaps: pass np.ascontiguousarray({name})."
        raise NotSupportedError(Message("argument.strided", template, {"name": name}))


def _is_number_type(dtype: np.dtype[Any]) -> bool:
    return dtype.isnative and dtype.itemsize in SIZES.get(dtype.kind, ())


def _number(value: Any) -> Any:
    """A number as a NumPy scalar of the type that Numba gives it, None for anything else."""
    kind = None
    if isinstance(value, np.generic) and _is_number_type(value.dtype):
        kind = value.dtype
    elif isinstance(value, (bool, int, float, complex)):
        kind = literal_type(value)
    return None if kind is None else np.array(value).astype(kind)[()]


def _unknown(name: str, value: Any) -> NotSupportedError:
    template = "argument {name} is {value} ({kind}): kernels take arrays, and numbers of 64 bits."
    values = {"name": name, "value": repr(value)[:40], "kind": type(value).__name__}
    return NotSupportedError(Message("argument.kind", template, values))
