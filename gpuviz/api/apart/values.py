"""Values as data between two processes that do not trust each other: numbers, texts, arrays and
what holds them. Nothing that is read is code, a class of the other side or a name to be imported.

Arrays that share memory here share it there. What cannot travel stays where it is and goes by a
number (`Kept`): who made it gives the numbers out, and takes them.
"""

from __future__ import annotations

import collections
import enum
import functools
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.typing import NDArray

from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.interface import as_device_array, is_cuda_array
from gpuviz.cuda.stream_order import DEFAULT
from gpuviz.cuda.streams import Stream, default_stream
from gpuviz.simt.source.enum_members import describe

DEEPEST = 50  # lists in lists
MOST_ITEMS = 100_000  # of what is given one by one, as by a generator
AS_ARRAY = 64  # numbers of a list that travel as an array from here on
SMALL_INT = 1 << 63
MOST_DIGITS = 100_000  # of a whole number, in base 16
MOST_CLASSES = 256
ITERATORS = (
    *(types.GeneratorType, map, filter, zip, enumerate, reversed),
    *map(type, (iter([]), iter(()), iter({}), iter(range(0)))),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that stays with the other side, by its number.

    `kind`: "kernel", "exception", "module", "function" (a class, too) or "object"; `bases` are the
    names of the built-in exceptions that one is.
    """

    number: int
    kind: str
    name: str
    bases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sent:
    """One value: what it is, its plain value, and what it holds."""

    what: str
    value: Any = None
    items: tuple[Sent, ...] = ()
    kept: Kept | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """`size` bytes that arrays look at, of which those from `first` on travel."""

    size: int
    first: int
    content: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class View:
    """An array, by the row of its memory and the byte in it at which its element 0 begins."""

    memory: int
    at: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype[Any]
    writeable: bool


@dataclass(frozen=True, slots=True)
class Parcel:
    """Some values with their arrays, and the memory of those."""

    values: tuple[Sent, ...] = ()
    views: tuple[View, ...] = ()
    memories: tuple[Memory, ...] = ()


class CannotTravel(TypeError):
    """A value that is no data; the words say what it is."""


def nothing_is_kept(value: object) -> Kept:
    """Of a side that keeps nothing: raises CannotTravel."""
    kind = type(value).__name__
    raise CannotTravel(f"{article(kind)} {kind} is no number, text or array: it cannot be passed.")


def article(noun: str) -> str:
    """What stands before a noun."""
    return "an" if noun[:1].lower() in tuple("aeiou") else "a"


def unknown(kept: Kept) -> object:
    """Of a side that was given nothing: raises CannotTravel."""
    raise CannotTravel(f"{kept.name} is not known here.")


@dataclass(eq=False)
class Packer:
    """Makes a parcel of values; `keep` takes what cannot travel."""

    keep: Callable[[object], Kept] = nothing_is_kept
    known: dict[int, int] = field(default_factory=dict)
    """What the other side has already, by id: the row of it among the values that it sent."""
    _seen: dict[int, int] = field(default_factory=dict)
    _holding: list[Any] = field(default_factory=list)  # so that no id is given out twice
    _arrays: list[NDArray[Any]] = field(default_factory=list)

    @property
    def held(self) -> list[Any]:
        """What may be met again, in the order in which it was packed."""
        return self._holding

    def parcel(self, values: Iterable[object]) -> Parcel:
        """The values with their memory. Raises CannotTravel where nothing keeps what is no data."""
        sent = tuple(self._sent(value, 0) for value in values)
        return Parcel(sent, *_views(self._arrays))

    def _sent(self, value: Any, depth: int) -> Sent:
        if value is None or value is Ellipsis or value is NotImplemented:
            return Sent(str(value))
        if id(value) in self.known:
            return Sent("known", self.known[id(value)])
        if id(value) in self._seen:
            return Sent("again", self._seen[id(value)])
        for kind, pack in _PACKED:
            if isinstance(value, kind):
                return pack(self, value, depth)
        if is_cuda_array(value):
            return self._device_array(as_device_array(value), depth)
        return Sent("kept", kept=self.keep(value))

    def _held(self, value: Any) -> int:
        """Notes something that may be met again; its row."""
        self._holding.append(value)
        self._seen[id(value)] = len(self._seen)
        return self._seen[id(value)]

    def _number(self, value: Any, depth: int) -> Sent:
        if isinstance(value, enum.Enum):
            return self._member(value, depth)
        for kind in (bool, int, float, complex):
            if isinstance(value, kind):
                break
        plain: Any = kind(value)
        if kind is int and not -SMALL_INT <= plain < SMALL_INT:
            return Sent("large int", hex(plain))
        return Sent(kind.__name__, plain)

    def _scalar(self, value: np.generic, depth: int) -> Sent:
        if value.dtype.hasobject:
            return Sent("kept", kept=self.keep(value))
        if isinstance(value, np.void):
            self._held(value)
            return Sent("record", self._array_row(np.asarray(value)))
        return Sent("scalar", value)

    def _member(self, value: enum.Enum, depth: int) -> Sent:
        name, is_whole, names, rows, values, row = describe(value) or ("", False, (), (), (), 0)
        items = tuple(self._sent(one, depth + 1) for one in (names, rows, values))
        return Sent("member", [name, is_whole, row], items)

    def _text(self, value: str, depth: int) -> Sent:
        return Sent("str", str.__str__(value))

    def _bytes(self, value: bytes, depth: int) -> Sent:
        if isinstance(value, bytearray):
            self._held(value)
        return Sent(
            "bytearray" if isinstance(value, bytearray) else "bytes", np.frombuffer(value, np.uint8)
        )

    def _array(self, value: NDArray[Any], depth: int) -> Sent:
        if value.dtype.hasobject:
            return Sent("kept", kept=self.keep(value))
        self._held(value)
        return Sent("array", self._array_row(np.asarray(value).view(np.ndarray)))

    def _array_row(self, array: NDArray[Any]) -> int:
        self._arrays.append(array)
        return len(self._arrays) - 1

    def _device_array(self, value: DeviceArray, depth: int) -> Sent:
        self._held(value)
        fresh = () if value.fresh is None else (self._sent(value.fresh, depth + 1),)
        return Sent("device", self._array_row(value.data), fresh)

    def _stream(self, value: Stream, depth: int) -> Sent:
        self._held(value)
        return Sent("stream", value.number == DEFAULT)

    def _items(self, what: str, value: Any, depth: int) -> Sent:
        if depth > DEEPEST:
            raise CannotTravel(f"{article(what)} {what} holds others too deeply: pass a flat one.")
        return Sent(what, None, tuple(self._sent(one, depth + 1) for one in value))

    def _list(self, value: list[Any], depth: int) -> Sent:
        self._held(value)
        if len(value) >= AS_ARRAY:
            for kind, dtype in ((float, np.float64), (int, np.int64)):
                if all(type(one) is kind for one in value):
                    try:
                        return Sent("numbers", np.array(value, dtype))
                    except OverflowError:
                        break
        return self._items("list", value, depth)

    def _tuple(self, value: tuple[Any, ...], depth: int) -> Sent:
        made = self._items("tuple", value, depth)
        names = getattr(type(value), "_fields", None)
        if isinstance(names, tuple) and all(isinstance(one, str) for one in names):
            return Sent("namedtuple", [type(value).__name__, *names], made.items)
        return made

    def _set(self, value: Any, depth: int) -> Sent:
        return self._items("set" if isinstance(value, set) else "frozenset", value, depth)

    def _dict(self, value: Mapping[Any, Any], depth: int) -> Sent:
        self._held(value)
        return self._items("dict", [one for pair in dict(value).items() for one in pair], depth)

    def _iterator(self, value: Iterator[Any], depth: int) -> Sent:
        found = list(islice(value, MOST_ITEMS + 1))
        if len(found) > MOST_ITEMS:
            raise CannotTravel(f"it gives more than {MOST_ITEMS} values one by one: pass fewer.")
        return self._items("iterator", found, depth)

    def _slice(self, value: slice, depth: int) -> Sent:
        return self._items("slice", (value.start, value.stop, value.step), depth)

    def _range(self, value: range, depth: int) -> Sent:
        return self._items("range", (value.start, value.stop, value.step), depth)

    def _dtype(self, value: np.dtype[Any], depth: int) -> Sent:
        return Sent("dtype", value)

    def _scalar_type(self, value: type, depth: int) -> Sent:
        if issubclass(value, np.generic) and value.__module__ == "numpy":
            return Sent("scalar type", np.dtype(value))
        return Sent("kept", kept=self.keep(value))


_PACKED: tuple[tuple[Any, Callable[[Packer, Any, int], Sent]], ...] = (
    (np.ndarray, Packer._array),
    (np.generic, Packer._scalar),
    ((bool, int, float, complex), Packer._number),
    (enum.Enum, Packer._member),
    (str, Packer._text),
    ((bytes, bytearray), Packer._bytes),
    (list, Packer._list),
    (tuple, Packer._tuple),
    (dict, Packer._dict),
    ((set, frozenset), Packer._set),
    (slice, Packer._slice),
    (range, Packer._range),
    (np.dtype, Packer._dtype),
    (DeviceArray, Packer._device_array),
    (Stream, Packer._stream),
    (ITERATORS, Packer._iterator),
    (type, Packer._scalar_type),
)


def _views(arrays: list[NDArray[Any]]) -> tuple[tuple[View, ...], tuple[Memory, ...]]:
    """The arrays, and what they look at: arrays of one owner look at the same memory."""
    owners = [_extent(_owner(array)) for array in arrays]
    wholes = _merged(owners)
    views = []
    looked_at: dict[int, list[NDArray[Any]]] = {row: [] for row in range(len(wholes))}
    for array, owner in zip(arrays, owners, strict=True):
        row = next(row for row, whole in enumerate(wholes) if whole.holds(owner))
        at = _first_byte(array) - wholes[row].first
        writeable = bool(array.flags.writeable)
        views.append(View(row, at, array.shape, array.strides, array.dtype, writeable))
        looked_at[row] += [array] if array.size else []
    memories = []
    for row, whole in enumerate(wholes):
        extents = [_extent(one) for one in looked_at[row]]
        low = min((one.first for one in extents), default=whole.first)
        high = max((one.end for one in extents), default=low)
        content = _bytes_at(low, high, looked_at[row])
        memories.append(Memory(whole.end - whole.first, low - whole.first, content))
    return tuple(views), tuple(memories)


class Extent(NamedTuple):
    """Bytes of this process's memory: the first, and the one behind the last."""

    first: int
    end: int

    def holds(self, other: Extent) -> bool:
        """Whether the other lies in it."""
        return self.first <= other.first and other.end <= self.end


def _merged(extents: Iterable[Extent]) -> list[Extent]:
    """Those that overlap as one."""
    found: list[Extent] = []
    for one in sorted(set(extents)):
        if found and (one.first < found[-1].end or one.first == found[-1].first):
            found[-1] = Extent(found[-1].first, max(one.end, found[-1].end))
        else:
            found.append(one)
    return found


def _owner(array: NDArray[Any]) -> NDArray[Any]:
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _extent(array: NDArray[Any]) -> Extent:
    if array.size == 0:
        return Extent(_first_byte(array), _first_byte(array))
    low, high = byte_bounds(array)
    return Extent(int(low), int(high))


def _first_byte(array: NDArray[Any]) -> int:
    return int(array.__array_interface__["data"][0])


class _Bytes:
    """Some bytes of memory, with what they are of: it lives as long as they do."""

    def __init__(self, low: int, high: int, owners: list[NDArray[Any]]) -> None:
        self.owners = owners
        self.__array_interface__ = {
            "data": (low, True),
            "shape": (high - low,),
            "typestr": "|u1",
            "version": 3,
        }


def _bytes_at(low: int, high: int, owners: list[NDArray[Any]]) -> NDArray[np.uint8]:
    return np.asarray(_Bytes(low, high, owners)) if high > low else np.empty(0, np.uint8)


@dataclass(eq=False)
class Unpacker:
    """Makes the values of a parcel; `take` gives what stays with the other side.

    Raises ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError or
    RecursionError for a parcel that nobody packed.
    """

    take: Callable[[Kept], object] = unknown
    known: Sequence[Any] = ()
    """What this side has sent, by row."""
    seen: list[Any] = field(default_factory=list)
    """What may be met again, in the order in which it was met."""
    _arrays: list[NDArray[Any]] = field(default_factory=list)

    def values(self, parcel: Parcel) -> list[Any]:
        """The values, in memory of their own."""
        memories = [_filled(one) for one in parcel.memories]
        self._arrays = [_array(one, memories) for one in parcel.views]
        return [self._value(one) for one in parcel.values]

    def _value(self, sent: Sent) -> Any:
        make = _UNPACKED[sent.what]
        return make(self, sent) if callable(make) else make

    def _plain(self, sent: Sent) -> Any:
        kind: Any = {"bool": bool, "int": int, "float": float, "complex": complex, "str": str}
        value = sent.value
        if not isinstance(value, kind[sent.what]):
            raise ValueError(sent.what)
        return value

    def _large_int(self, sent: Sent) -> int:
        return int(str(sent.value)[:MOST_DIGITS], 16)

    def _scalar(self, sent: Sent) -> np.generic:
        if not isinstance(sent.value, np.generic):
            raise ValueError(sent.what)
        return sent.value

    def _record(self, sent: Sent) -> Any:
        return self._held(self._array_of(sent)[()].copy())

    def _array_of(self, sent: Sent) -> NDArray[Any]:
        return self._arrays[_row(sent.value)]

    def _array_seen(self, sent: Sent) -> Any:
        return self._held(self._array_of(sent))

    def _held(self, value: Any) -> Any:
        self.seen.append(value)
        return value

    def _device_array(self, sent: Sent) -> Any:
        made = DeviceArray(self._array_of(sent))
        made.memory.for_kernels = True
        self._held(made)
        if sent.items:
            fresh = self._value(sent.items[0])
            if fresh.dtype != np.bool_ or fresh.shape != made.shape:
                raise ValueError(sent.what)
            made.fresh = fresh
        return made

    def _stream(self, sent: Sent) -> Any:
        """One of its own there: what each side asks for, it orders itself."""
        return self._held(default_stream() if sent.value else Stream())

    def _bytes(self, sent: Sent) -> Any:
        content = np.asarray(sent.value, np.uint8).tobytes()
        return self._held(bytearray(content)) if sent.what == "bytearray" else content

    def _numbers(self, sent: Sent) -> Any:
        if not isinstance(sent.value, np.ndarray) or sent.value.dtype.kind not in "if":
            raise ValueError(sent.what)
        return self._held(sent.value.tolist())

    def _list(self, sent: Sent) -> Any:
        made = self._held([])
        made.extend(map(self._value, sent.items))
        return made

    def _tuple(self, sent: Sent) -> tuple[Any, ...]:
        return tuple(map(self._value, sent.items))

    def _namedtuple(self, sent: Sent) -> Any:
        name, *names = sent.value
        return _tuple_class(str(name), tuple(map(str, names)))(*map(self._value, sent.items))

    def _dict(self, sent: Sent) -> Any:
        made = self._held({})
        parts = list(map(self._value, sent.items))
        made.update(zip(parts[::2], parts[1::2], strict=True))
        return made

    def _member(self, sent: Sent) -> Any:
        name, is_whole, row = sent.value
        names, rows, values = map(self._value, sent.items)
        pairs = tuple((str(one), values[at]) for one, at in zip(names, rows, strict=True))
        kind = _enum_class(str(name), bool(is_whole), pairs)
        return list(kind)[_row(row)]


def _row(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def _filled(memory: Memory) -> NDArray[np.uint8]:
    made = np.empty(_row(memory.size), np.uint8)
    made[_row(memory.first) :][: len(memory.content)] = memory.content
    return made


def _array(view: View, memories: Sequence[NDArray[np.uint8]]) -> NDArray[Any]:
    memory = memories[_row(view.memory)]
    if 0 in view.shape:
        return np.empty(view.shape, view.dtype)
    made: NDArray[Any] = np.ndarray(view.shape, view.dtype, memory, view.at, view.strides)
    made.flags.writeable = view.writeable
    return made


@functools.lru_cache(MOST_CLASSES)
def _tuple_class(name: str, names: tuple[str, ...]) -> Any:
    return collections.namedtuple(name, names)


@functools.lru_cache(MOST_CLASSES)
def _enum_class(name: str, is_whole: bool, members: tuple[tuple[str, Any], ...]) -> Any:
    kind: Any = enum.IntEnum if is_whole else enum.Enum
    return kind(name, members)


_UNPACKED: Mapping[str, Any] = {
    "None": None,
    "Ellipsis": Ellipsis,
    "NotImplemented": NotImplemented,
    **dict.fromkeys(("bool", "int", "float", "complex", "str"), Unpacker._plain),
    "large int": Unpacker._large_int,
    "scalar": Unpacker._scalar,
    "record": Unpacker._record,
    "array": Unpacker._array_seen,
    "device": Unpacker._device_array,
    "stream": Unpacker._stream,
    "bytes": Unpacker._bytes,
    "bytearray": Unpacker._bytes,
    "numbers": Unpacker._numbers,
    "list": Unpacker._list,
    "tuple": Unpacker._tuple,
    "namedtuple": Unpacker._namedtuple,
    "dict": Unpacker._dict,
    "member": Unpacker._member,
    "set": lambda self, sent: set(self._tuple(sent)),
    "frozenset": lambda self, sent: frozenset(self._tuple(sent)),
    "iterator": lambda self, sent: iter(self._tuple(sent)),
    "slice": lambda self, sent: slice(*self._tuple(sent)),
    "range": lambda self, sent: range(*self._tuple(sent)),
    "dtype": lambda self, sent: np.dtype(sent.value),
    "scalar type": lambda self, sent: np.dtype(sent.value).type,
    "again": lambda self, sent: self.seen[_row(sent.value)],
    "known": lambda self, sent: self.known[_row(sent.value)],
    "kept": lambda self, sent: self.take(sent.kept),
}
