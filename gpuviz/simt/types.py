"""Numba's types on CUDA, as far as kernels need them, and how they combine.

A scalar type is a NumPy dtype. The rules are those of Numba's typing for every pair of types
(tests/simt/test_types.py asks Numba itself): `binary_type`, `unary_type`, `unify`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpuviz.messages import Message, listed, word
from gpuviz.trace.source import SPACES, Space

Scalar = np.dtype[Any]

BOOL = np.dtype(np.bool_)
INT8 = np.dtype(np.int8)
UINT8 = np.dtype(np.uint8)
UINT16 = np.dtype(np.uint16)
INT32 = np.dtype(np.int32)
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)
UINT64 = np.dtype(np.uint64)
FLOAT16 = np.dtype(np.float16)
FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)
COMPLEX64 = np.dtype(np.complex64)
COMPLEX128 = np.dtype(np.complex128)

_SIZES = {
    "b": (1,),
    "i": (1, 2, 4, 8),
    "u": (1, 2, 4, 8),
    "f": (2, 4, 8),
    "c": (8, 16),
    "M": (8,),
    "m": (8,),
}
"""Bytes of the number types that kernels know, by NumPy's kind."""
_FITS_FLOAT32 = {np.dtype(t) for t in (np.bool_, np.int8, np.int16, np.uint8, np.float16)}
_FITS_FLOAT16 = {BOOL, INT8, FLOAT16}
_HALF_OPERATORS = ("Add", "Sub", "Mult", "Div")
_UNSAFE = ((UINT16, FLOAT32), (UINT8, FLOAT16), (UINT16, COMPLEX64))
"""Conversions that NumPy takes for safe, and Numba does not."""


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array in device memory, or a part of one."""

    dtype: Scalar
    ndim: int
    space: Space
    writable: bool = True


@dataclass(frozen=True, slots=True)
class TupleType:
    """A tuple with a type for each item; `names` are those of a named tuple's."""

    items: tuple[Type, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RangeType:
    """range(...) that has a name; `dtype` is the type of its numbers."""

    dtype: Scalar


@dataclass(frozen=True, slots=True)
class SliceType:
    """slice(...) as a value; Numba keeps those with a step apart from those without."""

    has_step: bool


@dataclass(frozen=True, slots=True)
class IteratorType:
    """What gives one item after the other, of a source of some kind.

    `array` is that of `a.flat`, whose elements have numbers.
    """

    item: Type
    source: Hashable
    array: ArrayType | None = None


@dataclass(frozen=True, slots=True)
class StaticType:
    """Something that exists only while the kernel is read: a module, a function, a type, None."""

    what: str


@dataclass(frozen=True, slots=True)
class EnumType:
    """The members of an enumeration; `rows` says which member each of `names` stands for."""

    name: str
    whole: bool  # the members are whole numbers (IntEnum)
    names: tuple[str, ...]
    rows: tuple[int, ...]
    values: tuple[object, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class OptionalType:
    """A number, or None, as each thread has it; or an array, or None."""

    item: Scalar | ArrayType


@dataclass(frozen=True, slots=True)
class MixedType:
    """What a name holds that has different types on different ways: it cannot be read."""

    one: Type
    other: Type


Type = (
    Scalar
    | EnumType
    | MixedType
    | OptionalType
    | ArrayType
    | TupleType
    | RangeType
    | SliceType
    | IteratorType
    | StaticType
)

NONE = StaticType("None")
NUMBERS = "numbers"  # as the storage of a variable: of whatever type
RANGES = "ranges"
SLICES = "slices"
OPTIONALS = "optionals"
OPTIONAL_ARRAYS = "optional arrays"


def is_time(*kinds: Scalar) -> bool:
    """Whether any of some types is a time, or a length of time."""
    return any(kind.kind in "mM" for kind in kinds)


def is_text(dtype: np.dtype[Any]) -> bool:
    """Whether elements are texts, of characters or bytes: kernels can only store constant ones."""
    return dtype.kind in "US" and dtype.itemsize > 0


def is_number_type(dtype: np.dtype[Any]) -> bool:
    """Whether kernels know numbers, or times, of this type."""
    return dtype.isnative and dtype.itemsize in _SIZES.get(dtype.kind, ())


def is_scalar(kind: object) -> bool:
    """Whether a type is a number's."""
    return isinstance(kind, np.dtype)


def all_static(kind: Type) -> bool:
    """Whether it is a tuple of what exists only while the kernel is read: types, functions."""
    if not isinstance(kind, TupleType) or not kind.items:
        return False
    return all(isinstance(item, StaticType) for item in kind.items)


def storable(kind: Type) -> bool:
    """Whether a variable can hold it while the kernel runs: a module or function it cannot."""
    if isinstance(kind, TupleType):
        return all(storable(item) for item in kind.items)
    return not isinstance(kind, StaticType)


def holds_local(kind: Type) -> bool:
    """Whether it is a local array, or a tuple with one in it."""
    if isinstance(kind, TupleType):
        return any(holds_local(item) for item in kind.items)
    if isinstance(kind, OptionalType):
        return holds_local(kind.item)
    return isinstance(kind, ArrayType) and kind.space == "local"


def storage(kind: Type) -> Hashable:
    """What types have in common that one variable can hold, one after the other: all numbers."""
    if isinstance(kind, np.dtype):
        return NUMBERS
    if isinstance(kind, RangeType):
        return RANGES
    if isinstance(kind, SliceType):
        return SLICES
    if isinstance(kind, OptionalType):
        return OPTIONAL_ARRAYS if isinstance(kind.item, ArrayType) else OPTIONALS
    return tuple(map(storage, kind.items)) if isinstance(kind, TupleType) else kind


def type_name(kind: Type) -> object:
    """The type in a student's words, as a value of a Message."""
    if isinstance(kind, ArrayType):
        return _array_name(kind)
    if isinstance(kind, EnumType):
        return word("member of {name}", name=kind.name)
    if isinstance(kind, TupleType):
        return word("tuple of {count}", count=len(kind.items))
    if isinstance(kind, OptionalType):
        return word("{kind} or None", kind=type_name(kind.item))
    if isinstance(kind, RangeType):
        return word("range of {dtype}", dtype=str(kind.dtype))
    if isinstance(kind, IteratorType):
        return word("iterator over {kind}", kind=type_name(kind.item))
    if isinstance(kind, SliceType):
        return word("slice with a step") if kind.has_step else word("slice without a step")
    if isinstance(kind, StaticType):
        return kind.what
    return word("string") if isinstance(kind, np.dtype) and kind.kind == "U" else str(kind)


def unlike_names(one: Type, other: Type) -> tuple[object, object]:
    """The names of two types for a sentence that tells them apart."""
    names = type_name(one), type_name(other)
    return names if names[0] != names[1] else (_whole_name(one), _whole_name(other))


def _whole_name(kind: Type) -> object:
    if isinstance(kind, TupleType):
        return word("tuple ({items})", items=listed([_whole_name(item) for item in kind.items]))
    if isinstance(kind, IteratorType):
        return word("iterator over {kind}", kind=_whole_name(kind.item))
    if isinstance(kind, ArrayType):
        space = SPACES[kind.space]
        return word("{array} in {space} memory", array=_array_name(kind), space=space)
    return type_name(kind)


def _array_name(kind: ArrayType) -> Message:
    if kind.dtype.names and not kind.ndim:
        fields = listed(kind.dtype.names)
        if kind.writable:
            return word("record with {fields}", fields=fields)
        return word("read-only record with {fields}", fields=fields)
    dtype = _element_name(kind.dtype)
    if kind.writable:
        return word("{ndim}D array of {dtype}", ndim=kind.ndim, dtype=dtype)
    return word("read-only {ndim}D array of {dtype}", ndim=kind.ndim, dtype=dtype)


def _element_name(dtype: Scalar) -> object:
    if dtype.names is not None:
        return word("records with {fields}", fields=listed(dtype.names))
    return word("strings") if dtype.kind == "U" else str(dtype)


def literal_type(value: bool | int | float | complex) -> Scalar | None:
    """The type of a number of Python's: int64 (uint64 where it does not fit), float64, ...

    None for a whole number that has no place in 64 bits.
    """
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        if -(2**63) <= value < 2**63:
            return INT64
        return UINT64 if 0 <= value < 2**64 else None
    return FLOAT64 if isinstance(value, float) else COMPLEX128


def unify(one: Type, other: Type) -> Type | None:
    """The type of a variable that holds either, None where Numba refuses."""
    if one == other or isinstance(one, MixedType):
        return one
    if isinstance(other, MixedType):
        return other
    if isinstance(one, np.dtype) and isinstance(other, np.dtype):
        unlike = is_time(one, other) and one.kind != other.kind
        return None if unlike else np.promote_types(one, other)
    if isinstance(one, TupleType) and isinstance(other, TupleType):
        return _unify_tuples(one, other)
    if isinstance(one, OptionalType) or isinstance(other, OptionalType) or NONE in (one, other):
        return _unify_optional(one, other)
    if isinstance(one, RangeType) and isinstance(other, RangeType):
        wide = np.promote_types(one.dtype, other.dtype)
        return RangeType(wide) if wide.kind in "iu" else None
    if isinstance(one, EnumType) and one.whole:
        return unify(INT64, other)
    return unify(one, INT64) if isinstance(other, EnumType) and other.whole else None


def binary_type(operator: str, left: Scalar, right: Scalar) -> Scalar | None:
    """The type of `left operator right`, None where Numba refuses.

    `operator` is the syntax tree's name: Add, Sub, Mult, ...
    """
    if is_time(left, right):
        return _time_type(operator, left, right)
    if operator in ("LShift", "RShift"):
        return _wide_int(left) if _integral(left, right) else None
    if operator in ("BitAnd", "BitOr", "BitXor"):
        if left == right == BOOL:
            return BOOL
        return _integer_result(left, right) if _integral(left, right) else None
    if operator in ("FloorDiv", "Mod") and "c" in left.kind + right.kind:
        return None
    if operator == "Pow" and (left, right) == (BOOL, INT32):
        return FLOAT32  # as Numba has it: the overload for float32 is the nearest one
    if operator == "Pow" and left.kind == "f" and _integral(right):
        return max(left, FLOAT32)
    if operator in _HALF_OPERATORS and FLOAT16 in (left, right) and {left, right} <= _FITS_FLOAT16:
        return FLOAT16
    if _integral(left, right):
        return FLOAT64 if operator == "Div" else _integer_result(left, right)
    return _float_result(left, right)


def unary_type(operator: str, operand: Scalar) -> Scalar | None:
    """The type of `operator operand`, None where Numba refuses."""
    if operand.kind == "M" or (operand.kind == "m" and operator in ("Not", "Invert")):
        return None
    if operator == "Not":
        return BOOL
    if operator == "Invert":
        return (BOOL if operand == BOOL else _wide_int(operand)) if _integral(operand) else None
    return _wide_int(operand) if _integral(operand) else operand


def best_overload(
    kinds: Sequence[Scalar], overloads: Sequence[tuple[Scalar, ...]]
) -> tuple[Scalar, ...]:
    """The argument types that Numba converts `kinds` to: those with the mildest conversions.

    Numba ranks by unsafe, then safe conversions, then promotions; the first wins among equals.
    """

    def harm(overload: tuple[Scalar, ...]) -> tuple[int, ...]:
        harms = [_conversion(*pair) for pair in zip(kinds, overload, strict=True)]
        return tuple(map(sum, zip(*harms, strict=True)))

    return min(overloads, key=harm)


def range_type(kinds: Sequence[Scalar]) -> Scalar:
    """The type of a loop variable over range() with arguments of `kinds`."""
    return best_overload(kinds, [(kind,) * len(kinds) for kind in (INT32, INT64, UINT64)])[0]


def castable(source: Scalar, target: Scalar) -> bool:
    """Whether Numba converts numbers of one type to another where they are stored."""
    if is_text(source) or is_text(target):
        return source.kind == target.kind
    if is_time(source, target):
        return source.kind == target.kind or (source.kind == "m" and target == INT64)
    return source.kind != "c" or target.kind == "c"


def _conversion(source: Scalar, target: Scalar) -> tuple[int, int, int]:
    """(1, 0, 0) unsafe, (0, 1, 0) safe, (0, 0, 1) a promotion, zeros for the same type."""
    if source == target:
        return (0, 0, 0)
    if not np.can_cast(source, target) or (source, target) in _UNSAFE:
        return (1, 0, 0)
    return (0, 0, 1) if source.kind == target.kind else (0, 1, 0)


def _time_type(operator: str, left: Scalar, right: Scalar) -> Scalar | None:
    """Of times M and lengths of time m, and of lengths and real numbers."""
    sides = "".join("#" if kind.kind in "biuf" else kind.kind for kind in (left, right))
    apply = _TIME_OPERATORS.get((operator, sides))
    return None if apply is None else apply.resolve_dtypes((left, right, None))[-1]


_TIME_OPERATORS: dict[tuple[str, str], np.ufunc] = {
    ("Sub", "MM"): np.subtract,
    ("Sub", "Mm"): np.subtract,
    ("Sub", "mm"): np.subtract,
    ("Add", "Mm"): np.add,
    ("Add", "mM"): np.add,
    ("Add", "mm"): np.add,
    ("Mult", "m#"): np.multiply,
    ("Mult", "#m"): np.multiply,
    ("Div", "mm"): np.true_divide,
    ("Div", "m#"): np.true_divide,
    ("FloorDiv", "m#"): np.floor_divide,
}


def _unify_optional(one: Type, other: Type) -> Type | None:
    """Numbers of two types, or arrays of one, where one of them or both may be None."""
    kinds = [kind.item if isinstance(kind, OptionalType) else kind for kind in (one, other)]
    numbers = [kind for kind in kinds if kind != NONE]
    item = numbers[0] if len(numbers) == 1 else unify(*numbers)
    return OptionalType(item) if isinstance(item, (np.dtype, ArrayType)) else None


def _unify_tuples(one: TupleType, other: TupleType) -> Type | None:
    if len(one.items) != len(other.items) or one.names != other.names:
        return None
    items = [unify(a, b) for a, b in zip(one.items, other.items, strict=True)]
    known = tuple(item for item in items if item is not None)
    return TupleType(known, one.names) if len(known) == len(items) else None


def _integral(*kinds: Scalar) -> bool:
    return all(kind.kind in "biu" for kind in kinds)


def _wide_int(kind: Scalar) -> Scalar:
    return UINT64 if kind.kind == "u" else INT64


def _integer_result(left: Scalar, right: Scalar) -> Scalar:
    return UINT64 if left.kind == right.kind == "u" else INT64


def _float_result(left: Scalar, right: Scalar) -> Scalar:
    narrow = {left, right} <= _FITS_FLOAT32 | {FLOAT32, COMPLEX64}
    if "c" in left.kind + right.kind:
        return COMPLEX64 if narrow else COMPLEX128
    return FLOAT32 if narrow else FLOAT64
