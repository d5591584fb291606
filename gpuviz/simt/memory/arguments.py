"""The arguments of a launch as kernels see them: arrays in device memory, numbers, tuples."""

from __future__ import annotations

import enum
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, NotSupportedError, shortened
from gpuviz.simt.memory.allocation import place
from gpuviz.simt.memory.arrays import GlobalArray
from gpuviz.simt.memory.records import is_known
from gpuviz.simt.source.enum_members import describe
from gpuviz.simt.types import (
    NONE,
    ArrayType,
    EnumType,
    TupleType,
    Type,
    is_number_type,
    literal_type,
)
from gpuviz.trace.source import ArrayInfo

Fresh = Mapping[str, NDArray[np.bool_]]
Bound = tuple[Type, Any]
"""The type of an argument, and its value while the kernel runs."""


@dataclass(frozen=True, slots=True)
class BoundArguments:
    """The arguments by position, and the arrays among them by name.

    What stands in a tuple t is named t[0], t[0][1], ...; `hosts` holds the arrays that were passed,
    `parameters` the parameter that each came with, `scalars` the numbers as they were passed,
    `records` single records, whose copy is in `hosts`.
    """

    kinds: list[Type] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    infos: list[ArrayInfo] = field(default_factory=list)
    arrays: dict[str, GlobalArray] = field(default_factory=dict)
    hosts: dict[str, NDArray[Any]] = field(default_factory=dict)
    parameters: dict[str, str] = field(default_factory=dict)
    scalars: dict[str, Any] = field(default_factory=dict)
    records: dict[str, np.void] = field(default_factory=dict)

    def addresses(self, names: set[str]) -> frozenset[int]:
        """Where the arrays lie that came with some parameters."""
        return frozenset(a.address for n, a in self.arrays.items() if self.parameters[n] in names)

    def beside(self, names: Container[str]) -> list[str]:
        """The arrays that came with some parameters, or share memory with one that did."""
        return self._sharing(a for n, a in self.arrays.items() if self.parameters[n] in names)

    def written(self) -> list[str]:
        """The arrays that the kernel wrote into, be it through another one."""
        return self._sharing(array for array in self.arrays.values() if array.was_written)

    def _sharing(self, arrays: Iterable[GlobalArray]) -> list[str]:
        others = [array.data for array in arrays]
        return [
            name
            for name, array in self.arrays.items()
            if any(np.may_share_memory(array.data, data) for data in others)
        ]

    def finish(self) -> None:
        """Behind the launch: records go back, and what fields were written is known of records."""
        for name, record in self.records.items():
            for part in record.dtype.names or () if self.arrays[name].was_written else ():
                record[part] = self.hosts[name][part]
        for array in self.arrays.values():
            array.settle()


def bind(
    arguments: Mapping[str, Any], fresh: Fresh, outside: AbstractSet[str] = frozenset()
) -> BoundArguments:
    """The arguments of a kernel, by parameter. Raises NotSupportedError for what none can take.

    `fresh` tells, by array and in its shape, where nobody wrote yet; `outside` are the arrays that
    are no arguments: the kernel knows them by their names.
    """
    arrays = {n: a for name, value in arguments.items() for n, a in _arrays(name, value)}
    binder = _Binder(arrays, place(arrays, fresh), fresh)
    for name, value in arguments.items():
        binder.parameter = name
        kind, value = binder.bind(name, value)
        if name in outside:
            continue
        binder.bound.kinds.append(kind)
        binder.bound.values.append(value)
    return binder.bound


@dataclass(eq=False)
class _Binder:
    hosts: Mapping[str, NDArray[Any]]
    placed: Mapping[str, GlobalArray]
    fresh: Fresh
    bound: BoundArguments = field(default_factory=BoundArguments)
    parameter: str = ""  # the one that is being bound

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
        """An array where it lies."""
        bound, array, set_before = self.bound, self.placed[name], name not in self.fresh
        first = array.address + array.offset * value.itemsize
        steps = None if value.flags.c_contiguous else value.strides
        info = ArrayInfo(name, "global", value.shape, value.dtype, first, set_before, "", steps)
        array.row = len(bound.infos)
        bound.infos.append(info)
        bound.arrays[name], bound.hosts[name] = array, value
        bound.parameters[name] = self.parameter
        return ArrayType(value.dtype, value.ndim, "global", value.flags.writeable), array

    def _record(self, name: str, value: np.void) -> Bound:
        """A record is an array without dimensions: copied to the device, and back at the end."""
        self.bound.records[name] = value
        return self._array(name, self.hosts[name])

    def _tuple(self, name: str, value: tuple[Any, ...]) -> Bound:
        items = [self.bind(f"{name}[{row}]", item) for row, item in enumerate(value)]
        names = tuple(getattr(value, "_fields", ()))
        return TupleType(tuple(kind for kind, _ in items), names), tuple(v for _, v in items)

    def _member(self, name: str, value: enum.Enum) -> Bound:
        described = describe(value)
        assert described is not None
        self.bound.scalars[name] = value
        kind = EnumType(*described[:-1])
        return kind, np.int64(value.value if kind.whole else described[-1])

    def _none(self, name: str, value: None) -> Bound:
        return NONE, None

    _KINDS: tuple[tuple[type, Callable[[_Binder, str, Any], Bound]], ...] = (
        (np.ndarray, _array),
        (tuple, _tuple),
        (np.void, _record),
        (enum.Enum, _member),
        (type(None), _none),
    )


def _arrays(name: str, value: Any) -> Iterator[tuple[str, NDArray[Any]]]:
    """The arrays in an argument, in the order in which they are bound."""
    if isinstance(value, tuple):
        for row, item in enumerate(value):
            yield from _arrays(f"{name}[{row}]", item)
    elif isinstance(value, np.ndarray):
        _check_array(name, value)
        yield name, value
    elif isinstance(value, np.void):
        yield from _arrays(name, np.array(value))


def _check_array(name: str, value: NDArray[Any]) -> None:
    if not value.dtype.isnative and is_known(value.dtype.newbyteorder("=")):
        template = (
            "argument {name} has the type {dtype}, whose bytes stand in the order of another"
            " machine (a file's, often), and a GPU reads its own order alone: pass"
            ' {name}.astype({name}.dtype.newbyteorder("=")).'
        )
        values = {"name": name, "dtype": value.dtype}
        raise NotSupportedError(Message("argument.byte-order", template, values))
    if not is_known(value.dtype):
        template = (
            "argument {name} has the type {dtype}: kernels take arrays of numbers, and of records"
            " of numbers."
        )
        values = {"name": name, "dtype": value.dtype}
        raise NotSupportedError(Message("argument.dtype", template, values))


def _number(value: Any) -> Any:
    """A number as a NumPy scalar of the type that Numba gives it, None for anything else."""
    kind = None
    if isinstance(value, np.generic) and is_number_type(value.dtype):
        kind = value.dtype
    elif isinstance(value, (bool, int, float, complex)):
        kind = literal_type(value)
    return None if kind is None else np.array(value).astype(kind)[()]


def _unknown(name: str, value: Any) -> NotSupportedError:
    template = "argument {name} is {value} ({kind}): kernels take arrays, and numbers of 64 bits."
    if isinstance(value, list):
        template = (
            "argument {name} is {value}, a list, and kernels take arrays: pass np.array(..) of it."
        )
    values = {"name": name, "value": shortened(repr(value)), "kind": type(value).__name__}
    return NotSupportedError(Message("argument.kind", template, values))
