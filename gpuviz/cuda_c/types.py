"""The types of CUDA C: numbers by NumPy's dtypes, pointers, arrays and structures.

Sizes are those of CUDA on Linux: long has 64 bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from gpuviz.cuda_c.syntax import Expression

Scalar = np.dtype[Any]

BOOL = np.dtype(np.bool_)
CHAR = np.dtype(np.int8)
INT = np.dtype(np.int32)
UNSIGNED = np.dtype(np.uint32)
LONG = np.dtype(np.int64)
UNSIGNED_LONG = np.dtype(np.uint64)
HALF = np.dtype(np.float16)
FLOAT = np.dtype(np.float32)
DOUBLE = np.dtype(np.float64)


@dataclass(frozen=True, slots=True)
class Void:
    """No value."""


@dataclass(frozen=True, slots=True)
class Auto:
    """The type of what the name is set to first."""


@dataclass(frozen=True, slots=True)
class TypeOf:
    """`decltype(of)`: the type of an expression, which is known where that is lowered."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Pointer:
    """The address of elements; `constant`: they can only be read through it.

    `rows`: of `float (*a)[N]` and `float a[M][N]` the sizes of the dimensions behind the first,
    numbers where a function is lowered.
    """

    to: CType
    constant: bool = False
    rows: tuple[Expression | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """Another name of a variable; `constant`: it can only be read through it."""

    to: CType
    constant: bool = False


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """So many elements; None: as many as its first value, or the launch, has."""

    of: CType
    count: Expression | None

    @property
    def length(self) -> int | None:
        """The count, where it is a number already."""
        value = getattr(self.count, "value", None)
        return int(value) if isinstance(value, int) and value > 0 else None


def dimensions(kind: CType) -> tuple[CType, tuple[int, ...]]:
    """The type of the elements of a member, and its lengths; () for a single one."""
    shape = list[int]()
    while isinstance(kind, ArrayOf):
        shape.append(kind.length or 0)
        kind = kind.of
    return kind, tuple(shape)


@dataclass(frozen=True, slots=True)
class Struct:
    """A structure and its members in order."""

    name: str
    members: tuple[tuple[str, CType], ...]
    alignment: int = 0  # bytes; 0: that of its widest member
    base: Struct | None = None  # whose members are the first ones
    is_union: bool = False  # whether its members are the same bits

    @property
    def lineage(self) -> tuple[Struct, ...]:
        """The structure, its base, the base of that and so on."""
        return (self,) if self.base is None else (self, *self.base.lineage)

    def member(self, name: str) -> int | None:
        """The number of a member, None where there is none of that name."""
        return next((row for row, (known, _) in enumerate(self.members) if known == name), None)


CType = Scalar | Void | Auto | TypeOf | Pointer | Reference | ArrayOf | Struct

VOID = Void()

_NAMED: dict[str, CType] = {
    "size_t": UNSIGNED_LONG,
    "ssize_t": LONG,
    "ptrdiff_t": LONG,
    "intptr_t": LONG,
    "uintptr_t": UNSIGNED_LONG,
    "uint": UNSIGNED,
    "uchar": np.dtype(np.uint8),
    "ushort": np.dtype(np.uint16),
    "half": HALF,
    "__half": HALF,
    "wchar_t": INT,
    "clock_t": LONG,
    "cudaError_t": INT,
    **{f"int{bits}_t": np.dtype(f"i{bits // 8}") for bits in (8, 16, 32, 64)},
    **{f"uint{bits}_t": np.dtype(f"u{bits // 8}") for bits in (8, 16, 32, 64)},
}
VECTORS: dict[str, Struct] = {
    f"{word}{count}": Struct(
        f"{word}{count}",
        tuple((name, np.dtype(kind)) for name in "xyzw"[:count]),
        min(np.dtype(kind).itemsize * count, 16) if count != 3 else 0,
    )
    for word, kind in {
        "char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4",
        "longlong": "i8", "ulonglong": "u8", "float": "f4", "double": "f8",
        "long": "i8", "ulong": "u8", "half": "f2",
    }.items()
    for count in ((2,) if word == "half" else (1, 2, 3, 4))
}  # fmt: skip
"""float4 and its like, by name."""
GROUPS: dict[str, Struct] = {
    name: Struct(name, ())
    for name in ("thread_block", "thread_block_tile", "thread_group", "grid_group",
                 "coalesced_group")
}  # fmt: skip
"""Types of cooperative groups, of files that include them."""
GROUP_OPERATORS: dict[str, Struct] = {
    name: Struct(name, ()) for name in ("plus", "less", "greater", "bit_and", "bit_or", "bit_xor")
}
"""What cg::reduce and its like combine numbers by; each is a template of their type."""
DIM3 = Struct("dim3", tuple((name, UNSIGNED) for name in "xyz"))

KNOWN: dict[str, CType] = {
    **_NAMED, **VECTORS, "dim3": DIM3, "uint3": VECTORS["uint3"], "__half2": VECTORS["half2"]
}  # fmt: skip
"""Types that have one name, by it."""

BASIC_WORDS = frozenset(
    ("unsigned", "signed", "short", "long", "int", "char", "float", "double", "bool", "void")
)


def basic(words: list[str]) -> CType | None:
    """The type of such words as ["unsigned", "long"], in any order; None for none of them."""
    counts = {word: words.count(word) for word in BASIC_WORDS}
    for word, kind in (("void", VOID), ("bool", BOOL), ("float", FLOAT), ("double", DOUBLE)):
        if counts[word]:
            return kind if len(words) == 1 else None
    letter = "u" if counts["unsigned"] else "i"
    if counts["char"]:
        return np.dtype(f"{letter}1")
    if counts["short"]:
        return np.dtype(f"{letter}2")
    if counts["long"]:
        return np.dtype(f"{letter}8")
    return np.dtype(f"{letter}4") if words else None


def memory_dtype(kind: CType) -> Scalar | None:
    """How a type lies in memory; None for what no array of gpuviz can hold."""
    if isinstance(kind, np.dtype):
        return kind
    if isinstance(kind, ArrayOf):
        of, shape = dimensions(kind)
        element = memory_dtype(of)
        return np.dtype((element, shape)) if element is not None and all(shape) else None
    if not isinstance(kind, Struct) or kind.is_union:
        return None
    members = [(name, memory_dtype(part)) for name, part in kind.members]
    twice = len({name for name, _ in members}) < len(members)  # no C
    if not members or twice or any(part is None for _, part in members):
        return None
    plain = np.dtype(members, align=True)
    if kind.alignment <= plain.alignment:
        return plain
    fields: Mapping[str, Any] = plain.fields or {}
    return np.dtype(
        {
            "names": [name for name, _ in members],
            "formats": [part for _, part in members],
            "offsets": [fields[name][1] for name, _ in members],
            "itemsize": -(-plain.itemsize // kind.alignment) * kind.alignment,
        },
        align=True,
    )


def has_arrays(kind: CType) -> bool:
    """Whether a structure has arrays."""
    members = kind.members if isinstance(kind, Struct) else ()
    return isinstance(kind, ArrayOf) or any(has_arrays(part) for _, part in members)


def without_reference(kind: CType) -> CType:
    """The type of what a reference is another name of."""
    return kind.to if isinstance(kind, Reference) else kind


def name_of(kind: CType) -> str:
    """The type as it is written in C."""
    if isinstance(kind, np.dtype):
        return _C_NAMES.get(kind, str(kind))
    if isinstance(kind, Pointer):
        return f"{'const ' if kind.constant else ''}{name_of(kind.to)}*"
    if isinstance(kind, Reference):
        return f"{'const ' if kind.constant else ''}{name_of(kind.to)}&"
    if isinstance(kind, ArrayOf):
        return f"{name_of(kind.of)}[]"
    if isinstance(kind, Struct):
        return kind.name
    if isinstance(kind, TypeOf):
        return "decltype(..)"
    return "auto" if isinstance(kind, Auto) else "void"


def as_constant(kind: CType) -> CType:
    """The same type, where `const` stands before it."""
    return replace(kind, constant=True) if isinstance(kind, (Pointer, Reference)) else kind


_C_NAMES: dict[Scalar, str] = {
    BOOL: "bool",
    CHAR: "char",
    np.dtype(np.uint8): "unsigned char",
    np.dtype(np.int16): "short",
    np.dtype(np.uint16): "unsigned short",
    INT: "int",
    UNSIGNED: "unsigned int",
    LONG: "long long",
    UNSIGNED_LONG: "unsigned long long",
    HALF: "half",
    FLOAT: "float",
    DOUBLE: "double",
}
