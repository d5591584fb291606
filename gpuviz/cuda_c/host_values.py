"""What variables of the host hold while its code is walked through: numbers, memory, pointers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuviz.cuda_c.types import (
    ArrayOf,
    CType,
    Pointer,
    Reference,
    Scalar,
    Struct,
    dimensions,
    memory_dtype,
)

POINTER_BYTES = 8
if TYPE_CHECKING:
    from gpuviz.cuda_c.host_syntax import Lambda

MOST_BYTES = 1 << 26  # of memory whose contents are kept
VECTOR = "vector<>"
"""The name of the type of a std::vector and its like; its one member is an element."""


class Unknown:
    """A value that only running the program would tell."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()


@dataclass(eq=False)
class Memory:
    """What malloc, cudaMalloc or a declaration gave.

    `size` in bytes, None: unknown. `contents`: its bytes, None: unknown or never written.
    """

    size: int | None
    on_device: bool
    filled: bool = False  # whether anything was written to it
    contents: np.ndarray[Any, Any] | None = None
    cells: dict[int, Cell] = field(default_factory=dict)  # pointers and structures, by their byte
    declared: bool = False  # an array whose size sizeof tells
    count: int | None = None  # of its elements, where it is declared
    is_shared: bool = False  # by host and GPU: managed
    is_pinned: bool = False
    is_freed: bool = False
    unwritten: np.ndarray[Any, Any] | None = None
    """Where only some bytes were written: true for each of the others."""
    is_outdated: bool = False  # a launch that would have written it was left out

    def forget(self) -> None:
        """Something unknown was written to it."""
        self.filled, self.contents, self.unwritten = True, None, None

    def write(self, first: int = 0, count: int | None = None) -> None:
        """So many bytes have a value from now on; all of them where `count` is None."""
        if count is None or self.size is None or (first <= 0 and count >= self.size):
            self.filled, self.unwritten = True, None
        elif not self.filled or self.unwritten is not None:
            self._flags()[first : first + count] = False

    def write_elements(self, first: int, width: int, index: Any) -> None:
        """The same of elements of so many bytes, by their numbers behind the byte `first`."""
        if not isinstance(index, np.ndarray):
            self.write(first + int(index) * width, width)
        elif self.size is None:
            self.write()
        elif not self.filled or self.unwritten is not None:
            flags = self._flags()[first:]
            rows = flags[: len(flags) // width * width].reshape(-1, width)
            rows[index] = False

    def take(self, first: int, count: int, source: HostPointer) -> None:
        """Bytes were copied from another memory: what nobody wrote on the device has no value."""
        self.write(first, count)
        given = source.memory.unwritten
        if not source.memory.on_device:
            return
        if not source.memory.filled:
            self._flags()[first : first + count] = True
        elif given is not None and given[source.offset : source.offset + count].any():
            self._flags()[first : first + count] = given[source.offset : source.offset + count]

    def _flags(self) -> np.ndarray[Any, Any]:
        if self.unwritten is None:
            self.unwritten = np.full(self.size or 0, not self.filled)
        self.filled = True
        return self.unwritten

    def bytes(self) -> np.ndarray[Any, Any] | None:
        """Its contents to be changed: zeros where nothing was written yet."""
        untouched = self.contents is None and not self.filled
        if untouched and self.size is not None and 0 <= self.size <= MOST_BYTES:
            self.contents = np.zeros(self.size, np.uint8)
        return self.contents


@dataclass(frozen=True)
class HostPointer:
    """An address: so many bytes behind the beginning of a memory."""

    memory: Memory
    offset: int = 0
    to: CType | None = None


@dataclass(frozen=True)
class KernelName:
    """A kernel that is handed on, to be launched elsewhere."""

    name: str


@dataclass(frozen=True, eq=False)
class Closure:
    """A lambda, and the names that it sees."""

    function: Lambda
    names: list[dict[str, Cell]]
    captured: dict[str, Cell] | None = None
    """Of one for the device what it copied; None where that is not known, or not asked for."""


@dataclass(eq=False)
class Object:
    """A structure: dim3, a struct of the file, a vector."""

    kind: Struct
    members: dict[str, Cell] = field(default_factory=dict)


@dataclass(eq=False)
class Cell:
    """A variable or member: what it holds, as its type has it."""

    value: Any = UNKNOWN
    kind: CType | None = None

    def put(self, value: Any) -> None:
        """Sets it."""
        self.value = as_kind(value, self.kind)


def as_kind(value: Any, kind: CType | None) -> Any:
    """A value converted as an assignment to a type does."""
    if isinstance(kind, Reference):
        kind = kind.to
    if isinstance(kind, np.dtype):
        if isinstance(value, np.ndarray):
            return value.astype(kind) if kind.kind != "b" else value != 0
        if isinstance(value, (bool, int, float)):
            return _number_as(value, kind)
        return UNKNOWN
    if isinstance(kind, Pointer) and isinstance(value, HostPointer):
        return HostPointer(value.memory, value.offset, kind.to)
    if isinstance(kind, Struct) and isinstance(value, Object):
        return copied(value)
    return value


def _number_as(value: float, kind: np.dtype[Any]) -> Any:
    try:
        if kind.kind == "b":
            return int(value != 0)
        if kind.kind == "f":
            return float(value)
        bits = kind.itemsize * 8
        whole = int(value) & ((1 << bits) - 1)
        return whole - (1 << bits) if kind.kind == "i" and whole >> (bits - 1) else whole
    except (ValueError, OverflowError):
        return UNKNOWN


def copied(value: Object) -> Object:
    """A structure of its own with the same members; a vector's has elements of its own."""
    if is_vector(value):
        pointer = data_of(value)
        data = Cell(_kept_pointer(pointer) if isinstance(pointer, HostPointer) else UNKNOWN)
        return Object(value.kind, {"data": data, "count": Cell(count_of(value))})
    return Object(value.kind, {name: _copied_cell(cell) for name, cell in value.members.items()})


def _copied_cell(cell: Cell) -> Cell:
    if isinstance(cell.kind, ArrayOf) and isinstance(cell.value, HostPointer):
        return Cell(_kept_pointer(cell.value), cell.kind)
    return Cell(copied(cell.value) if isinstance(cell.value, Object) else cell.value, cell.kind)


def fresh(kind: CType) -> Any:
    """What a variable of a type holds before it is set."""
    if isinstance(kind, Struct):
        if is_dim3(kind):
            return Object(kind, {name: Cell(1, part) for name, part in kind.members})
        if is_vector_type(kind):
            return empty_vector(kind)
        return Object(kind, {name: Cell(fresh(part), part) for name, part in kind.members})
    if isinstance(kind, ArrayOf) and dtype_of(kind) is not None:
        of, shape = dimensions(kind)
        count = int(np.prod(shape))
        return HostPointer(Memory(count * (bytes_of(of) or 0), False, count=count), 0, of)
    return UNKNOWN


def numbers_of(value: Object) -> Any:
    """A structure of numbers as a tuple of them; UNKNOWN where one of them is."""
    found: list[Any] = []
    for cell in value.members.values():
        one = cell.value
        if isinstance(one, Object):
            one = numbers_of(one)
        elif isinstance(cell.kind, ArrayOf):
            one = _numbers_in(one, cell.kind)
        if not isinstance(one, (int, float, tuple)):
            return UNKNOWN
        found.append(one)
    return tuple(found)


def _numbers_in(value: Any, kind: ArrayOf) -> Any:
    """A member that is an array as a tuple; UNKNOWN where it was not set."""
    row = elements(value) if isinstance(value, HostPointer) and value.memory.filled else None
    return UNKNOWN if row is None else tuple(row.reshape(dimensions(kind)[1]).tolist())


def elements(pointer: HostPointer) -> np.ndarray[Any, Any] | None:
    """What lies behind a pointer as elements of its type; None where that is not known."""
    dtype = dtype_of(pointer.to)
    data = pointer.memory.bytes()
    if dtype is None or data is None or not 0 <= pointer.offset <= len(data):
        return None
    count = (len(data) - pointer.offset) // dtype.itemsize
    return data[pointer.offset : pointer.offset + count * dtype.itemsize].view(dtype)


def between(first: Any, last: Any) -> np.ndarray[Any, Any] | None:
    """A copy of the elements from one iterator to another; None where they are not known."""
    if not isinstance(first, HostPointer) or not isinstance(last, HostPointer):
        return None
    row = elements(first) if first.memory.filled or first.memory.size == 0 else None
    if row is None or last.memory is not first.memory:
        return None
    return row[: (last.offset - first.offset) // row.dtype.itemsize].copy()


def innermost(kind: CType) -> CType:
    """The type of the elements of an array of arrays."""
    while isinstance(kind, ArrayOf):
        kind = kind.of
    return kind


def axes_of(value: Any) -> tuple[int, int, int] | None:
    """The x, y and z of what stands in `<<<..>>>`."""
    if isinstance(value, float) and value == int(value):
        value = int(value)
    if isinstance(value, int):
        return (value, 1, 1)
    if isinstance(value, Object) and is_dim3(value.kind):
        sides = tuple(value.members[name].value for name in "xyz")
        return sides if all(isinstance(side, int) for side in sides) else None
    return None


def kept(value: Any) -> Any:
    """A value as it is now: later changes of its memory do not reach it."""
    if isinstance(value, HostPointer):
        return _kept_pointer(value)
    if isinstance(value, Object):
        made = copied(value)
        for cell in made.members.values():
            cell.value = kept(cell.value)
        return made
    return value


def kept_or_same(value: Any) -> Any:
    """A structure of its own, whose memory is the same; anything else as it is."""
    return copied(value) if isinstance(value, Object) else value


def _kept_pointer(value: HostPointer) -> HostPointer:
    """A pointer to a copy of the memory as it is now."""
    return HostPointer(kept_memory(value.memory), value.offset, value.to)


def kept_memory(memory: Memory) -> Memory:
    """A copy of a memory as it is now."""
    contents = memory.contents if memory.filled else None
    copy = Memory(
        memory.size,
        memory.on_device,
        memory.filled,
        None if contents is None else contents.copy(),
        {at: _copied_cell(cell) for at, cell in memory.cells.items()},
    )
    copy.unwritten = None if memory.unwritten is None else memory.unwritten.copy()
    return copy


def same(one: Any, other: Any) -> bool:
    """Whether two values are known to be equal."""
    if isinstance(one, HostPointer) and isinstance(other, HostPointer):
        return one.memory is other.memory and one.offset == other.offset
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other
    return one is other


def inside(index: Any, length: int) -> bool:
    """Whether an index, or each of several, is that of an element."""
    if isinstance(index, np.ndarray):
        return not index.size or bool(int(index.min()) >= 0 and int(index.max()) < length)
    return bool(0 <= index < length)


def vector_of(kind: CType) -> Struct:
    """The type std::vector<kind> and its like."""
    return Struct(VECTOR, (("element", kind),))


def is_vector_type(kind: CType | None) -> bool:
    """Whether it is the type of a std::vector or one like it."""
    return isinstance(kind, Struct) and kind.name == VECTOR


def is_vector(value: Any) -> bool:
    """Whether it is a std::vector or one like it."""
    return isinstance(value, Object) and is_vector_type(value.kind)


def data_of(value: Any) -> Any:
    """Of a vector the pointer to its elements; anything else as it is."""
    return value.members["data"].value if is_vector(value) else value


def count_of(vector: Object) -> Any:
    """How many elements a vector has."""
    return vector.members["count"].value


def empty_vector(kind: Struct) -> Object:
    """A vector without elements."""
    data = HostPointer(Memory(0, False), 0, kind.members[0][1])
    return Object(kind, {"data": Cell(data), "count": Cell(0)})


def dtype_of(kind: CType | None) -> Scalar | None:
    """How a type lies in memory; None for pointers, vectors and structures with such members."""
    if kind is None or is_vector_type(kind):
        return None
    vectors = isinstance(kind, Struct) and any(is_vector_type(part) for _, part in kind.members)
    return None if vectors else memory_dtype(kind)


def is_dim3(kind: CType | None) -> bool:
    """Whether it is the type dim3."""
    return isinstance(kind, Struct) and kind.name == "dim3"


def type_parameter(name: str) -> Struct:
    """What stands for a template's parameter in the types of its function."""
    return Struct(f"<{name}>", ())


def parameter_named(kind: CType | None) -> str:
    """The name of the template's parameter that a type is; "" for another type."""
    named = isinstance(kind, Struct) and kind.name.startswith("<")
    return kind.name[1:-1] if named else ""  # type: ignore[union-attr]


def bytes_of(kind: CType) -> int | None:
    """sizeof(kind); None where that is not known."""
    if isinstance(kind, Pointer):
        return POINTER_BYTES
    dtype = dtype_of(kind)
    if dtype is not None:
        return dtype.itemsize
    if isinstance(kind, Struct) and kind.members and not is_vector_type(kind):
        sizes = [bytes_of(part) for _, part in kind.members]
        if None in sizes:
            return None
        widest = max(int(size or 1) for size in sizes if size) if sizes else 1
        widest = min(widest, 8)
        return int(np.ceil(sum(int(s or 0) for s in sizes) / widest)) * widest
    return None


def whole(*values: Any) -> bool:
    """Whether all are whole numbers that count something: of bytes, of elements."""
    return bool(values) and all(isinstance(value, int) and value >= 0 for value in values)


def moved(base: Any, steps: Any) -> Any:
    """A pointer so many elements further; UNKNOWN where that is not known."""
    if not isinstance(base, HostPointer) or not isinstance(steps, int):
        return UNKNOWN
    width = None if base.to is None else bytes_of(base.to)
    if width is None:
        return UNKNOWN
    return HostPointer(base.memory, base.offset + steps * width, base.to)


def truth_of(value: Any) -> bool | None:
    """Whether a value is not 0; None where that is not known, or not one for all turns."""
    if isinstance(value, np.ndarray):
        return None
    if isinstance(value, (int, float)):
        return bool(value)
    return True if isinstance(value, HostPointer) else None
