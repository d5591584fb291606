"""The values of a trace as plain JSON and back.

JSON has no tuples, dtypes or NaN. What it lacks stands as an object with one telling key:

    {"npy": "steps/block.npy"}           an array: the member of the file that holds it
    {"dim3": [4, 1, 1]}                  a Dim3
    {"dtype": "<f4"}                     a dtype
    {"scalar": "<f4", "value": 1.5}      a NumPy scalar
    {"complex": [1.0, -2.0]}             a complex number
    {"float": "nan"}                     NaN, inf or -inf
    {"map": {"a": ...}}                  a mapping
    {"code": "word", "template": ...}    a Message among the values of another

A list is a tuple; any other object holds the fields of a dataclass by name. What is none of these
is kept as its text. Reading is led by the declared types of what is read: a field of another type
is refused.

No library does this: those that make dataclasses of JSON have no say where a number is declared,
and recordings hold NumPy's scalars there too.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import math
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import Dim3
from gpuviz.messages import Message, word
from gpuviz.trace.members import DamagedTrace, parse_dtype

SCALAR_KINDS = "biufc"
SMALLEST_INT, LARGEST_INT = -(1 << 63), (1 << 63) - 1  # what is counted fits columns of NumPy


class ArrayWriter(Protocol):
    """Where the arrays of a value go: members of a file, or elsewhere."""

    def add_array(self, parts: Sequence[str], array: NDArray[Any]) -> str:
        """Keeps an array; the name under which it is found again. `parts`: where in the value."""


class ArrayReader(Protocol):
    """Where the arrays of a value are."""

    def array(self, name: object) -> NDArray[Any]:
        """The array of that name; raises DamagedTrace where there is none."""


def to_plain(value: Any, parts: tuple[str, ...], members: ArrayWriter) -> Any:
    """JSON for a value; arrays go into members named after `parts`."""
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, np.ndarray):
        return {"npy": members.add_array(parts, value)}
    if isinstance(value, np.generic):
        return _scalar_to_plain(value, parts, members)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = (field.name for field in dataclasses.fields(value))
        return {n: to_plain(getattr(value, n), (*parts, n), members) for n in names}
    if isinstance(value, Mapping):
        plain = {str(k): to_plain(v, (*parts, str(k)), members) for k, v in value.items()}
        return {"map": plain}
    if isinstance(value, (tuple, list)):
        items = [to_plain(v, (*parts, str(n)), members) for n, v in enumerate(value)]
        return {"dim3": items} if isinstance(value, Dim3) else items
    return _number_to_plain(value)


def _number_to_plain(value: Any) -> Any:
    if isinstance(value, np.dtype):
        return {"dtype": np.lib.format.dtype_to_descr(value)}
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {"float": repr(float(value))}
    if isinstance(value, complex):
        return {"complex": [_number_to_plain(value.real), _number_to_plain(value.imag)]}
    return int(value) if isinstance(value, int) else str(value)


def _scalar_to_plain(value: Any, parts: tuple[str, ...], members: ArrayWriter) -> Any:
    dtype = value.dtype
    if dtype.kind not in SCALAR_KINDS or type(value.item()).__module__ != "builtins":
        return {"scalar": members.add_array(parts, np.asarray(value))}
    return {"scalar": dtype.str, "value": to_plain(value.item(), parts, members)}


def from_plain(kind: Any, plain: Any, members: ArrayReader) -> Any:
    """The value of the declared type `kind` that `plain` stands for.

    Raises DamagedTrace for a value of another type.
    """
    kind = _meant(kind)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return _one_of(inner, plain, members)
    if origin is tuple:
        return _tuple(inner, plain, members)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _dataclass(kind, plain, members)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(inner[1], plain, members)
    return _checked(kind, free_value(plain, members))


def free_value(plain: Any, members: ArrayReader) -> Any:
    """The value of `plain` where the type is open."""
    if isinstance(plain, list):
        return tuple(free_value(item, members) for item in plain)
    if not isinstance(plain, dict):
        return plain
    reader = _MARKED.get(next(iter(plain), ""))
    if reader is None:
        kinds = ", ".join(plain)[:160]
        raise DamagedTrace(word("it holds an object of an unknown kind ({kinds})", kinds=kinds))
    return reader(plain, members)


@functools.cache
def _meant(kind: Any) -> Any:
    """The type itself where `kind` is a name for it, as NDArray[...] is from NumPy 2.5 on."""
    named = typing.get_origin(kind) or kind
    if not hasattr(named, "__value__"):  # typing.TypeAliasType, of Python 3.12 and newer
        return kind
    given = dict(zip(named.__type_params__, typing.get_args(kind), strict=True))
    open_places = getattr(named.__value__, "__parameters__", ())
    filled = tuple(given[place] for place in open_places)
    return _meant(named.__value__[filled] if filled else named.__value__)


def _one_of(kinds: tuple[Any, ...], plain: Any, members: ArrayReader) -> Any:
    """The value as the first of `kinds` that it can be."""
    if plain is None and types.NoneType in kinds:
        return None
    *others, last = (kind for kind in kinds if kind is not types.NoneType)
    for kind in others:
        with contextlib.suppress(DamagedTrace):
            return from_plain(kind, plain, members)
    return from_plain(last, plain, members)


def _checked(kind: Any, value: Any) -> Any:
    """`value` where it is of the declared `kind`."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        fits = value in inner if isinstance(value, str) else False
    elif origin is np.ndarray:
        fits = isinstance(value, np.ndarray) and _dtype_fits(inner[1], value.dtype)
    elif kind is int:
        fits = type(value) is int or isinstance(value, np.integer)
        fits = fits and SMALLEST_INT <= value <= LARGEST_INT
        value = int(value) if fits else value
    elif kind is float:
        fits = isinstance(value, (int, float, np.floating)) and not isinstance(value, bool)
        value = float(value) if fits else value
    else:
        fits = isinstance(value, origin or (object if kind is Any else kind))
    if not fits:
        raise DamagedTrace(
            word(
                "it has {value} where {kind} belongs", value=f"{value!r:.40}", kind=_kind_name(kind)
            )
        )
    return value


def _dtype_fits(declared: Any, dtype: np.dtype[Any]) -> bool:
    scalar = typing.get_args(declared)[0]
    return scalar is Any or dtype == np.dtype(scalar)


def _kind_name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind).replace("typing.", "")


def _tuple(inner: tuple[Any, ...], plain: Any, members: ArrayReader) -> tuple[Any, ...]:
    if not isinstance(plain, list):
        raise DamagedTrace(word("it has {value} where a list belongs", value=f"{plain!r:.40}"))
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(from_plain(inner[0], item, members) for item in plain)
    if len(inner) != len(plain):
        raise DamagedTrace(
            word("it has {count} values where {wanted} belong", count=len(plain), wanted=len(inner))
        )
    return tuple(from_plain(k, item, members) for k, item in zip(inner, plain, strict=True))


def _mapping(item: Any, plain: Any, members: ArrayReader) -> dict[str, Any]:
    entries = plain.get("map") if isinstance(plain, dict) else None
    if not isinstance(entries, dict):
        raise DamagedTrace(word("it has {value} where a mapping belongs", value=f"{plain!r:.40}"))
    return {name: from_plain(item, value, members) for name, value in entries.items()}


def _dataclass(kind: type, plain: Any, members: ArrayReader) -> Any:
    hints, needed = _fields(kind)
    if not isinstance(plain, dict) or not needed <= plain.keys():
        raise DamagedTrace(word("its {kind} is not complete", kind=kind.__name__))
    known = plain.keys() & hints.keys()  # a field that a later gpuviz has added is passed over
    return kind(**{name: from_plain(hints[name], plain[name], members) for name in known})


@functools.cache
def _fields(kind: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """The declared types of a dataclass's fields, and the names without a default."""
    missing = dataclasses.MISSING
    needed = [
        field.name
        for field in dataclasses.fields(kind)
        if field.default is missing and field.default_factory is missing
    ]
    return typing.get_type_hints(kind), frozenset(needed)


def _dim3(plain: dict[str, Any], members: ArrayReader) -> Dim3:
    items = _tuple((int, int, int), plain["dim3"], members)
    return Dim3(*items)


def _dtype(plain: dict[str, Any], members: ArrayReader) -> np.dtype[Any]:
    return parse_dtype(plain["dtype"])


def _scalar(plain: dict[str, Any], members: ArrayReader) -> Any:
    if "value" not in plain:
        return members.array(plain["scalar"])[()]
    dtype, value = parse_dtype(plain["scalar"]), free_value(plain["value"], members)
    if dtype.kind not in SCALAR_KINDS or not isinstance(value, (bool, int, float, complex)):
        raise DamagedTrace(
            word("{value} is no value of the type {dtype}", value=f"{value!r:.40}", dtype=dtype)
        )
    try:
        return dtype.type(value)
    except (OverflowError, TypeError, ValueError):
        raise DamagedTrace(
            word("{value} is no value of the type {dtype}", value=f"{value!r:.40}", dtype=dtype)
        ) from None


def _complex(plain: dict[str, Any], members: ArrayReader) -> complex:
    real, imaginary = _tuple((float, float), plain["complex"], members)
    return complex(real, imaginary)


def _float(plain: dict[str, Any], members: ArrayReader) -> float:
    if plain["float"] not in ("nan", "inf", "-inf"):
        raise DamagedTrace(word("{value} is no number", value=f"{plain['float']!r:.40}"))
    return float(plain["float"])


def _map(plain: dict[str, Any], members: ArrayReader) -> dict[str, Any]:
    return _mapping(object, plain, members)


def _message(plain: dict[str, Any], members: ArrayReader) -> Any:
    return _dataclass(Message, plain, members)


def _array(plain: dict[str, Any], members: ArrayReader) -> Any:
    return members.array(plain["npy"])


_MARKED = {
    "npy": _array,
    "dim3": _dim3,
    "dtype": _dtype,
    "scalar": _scalar,
    "complex": _complex,
    "float": _float,
    "map": _map,
    "code": _message,
}
