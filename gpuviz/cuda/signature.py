"""Signatures of `@cuda.jit`: "void(float32[:], int32)", or the same made of Numba's types.

What they mean for the arguments of a launch stands in gpuviz/cuda/conversion.py.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np

from gpuviz.cuda.errors import BadType
from gpuviz.messages import Message, NotSupportedError, word
from gpuviz.simt.number_types import element_type

VOID = ("void", "none")
NAMES = {
    np.bool_: "bool boolean bool_ b1",
    np.int8: "int8 i1 char",
    np.int16: "int16 i2 short",
    np.int32: "int32 i4 intc",
    np.int64: "int64 i8 intp ssize_t longlong int_ long_",
    np.uint8: "uint8 u1 uchar byte",
    np.uint16: "uint16 u2 ushort",
    np.uint32: "uint32 u4 uintc",
    np.uint64: "uint64 u8 uintp size_t ulonglong uint ulong",
    np.float16: "float16 f2",
    np.float32: "float32 f4",
    np.float64: "float64 f8 double",
    np.complex64: "complex64 c8",
    np.complex128: "complex128 c16",
}
"""Numba's names of the number types."""
DTYPES = {name: np.dtype(kind) for kind, names in NAMES.items() for name in names.split()}


@dataclass(frozen=True, slots=True)
class ParameterType:
    """What a signature says of one parameter: a number (`ndim` 0) or an array.

    `layout` is "A" for any, "C" for rows without gaps, "F" for columns without gaps.
    """

    dtype: np.dtype[Any]
    ndim: int = 0
    layout: str = "A"

    def __str__(self) -> str:
        if not self.ndim:
            return str(self.dtype)
        axes = [":"] * self.ndim
        if self.layout != "A":
            axes[-1 if self.layout == "C" else 0] = "::1"
        return f"{self.dtype}[{','.join(axes)}]"


Kind = ParameterType | tuple[Any, ...] | None
"""A type of a signature; of a tuple those of its items. None stands for a type that is taken as it
comes: a record, a date."""
Signature = tuple[Kind, ...]


def is_signature(given: object) -> bool:
    """Whether what stands in the parentheses of @cuda.jit is a signature or a list of them."""
    return isinstance(given, (str, tuple, list)) or _is_numba_signature(given)


def read_signatures(given: Any) -> tuple[Signature, ...]:
    """The types of the parameters, for each signature that is given.

    Raises NotSupportedError for what is no signature.
    """
    if isinstance(given, list):
        return tuple(signature for item in given for signature in read_signatures(item))
    if isinstance(given, str):
        return (_read_text(given),)
    if _is_numba_signature(given):
        given = given.args
    return (tuple(_from_numba(kind) for kind in given),)


def declared_types(given: Any) -> tuple[tuple[str, ...], ...]:
    """For each signature of a device function the types of its result and its parameters.

    "" stands for what is no number, or is not said.
    """
    rows = []
    for item in given if isinstance(given, list) else [given]:
        (signature,) = read_signatures(item)
        kinds = [str(one.dtype) if is_number(one) else "" for one in signature]
        result = DTYPES.get(_result_name(item))
        rows.append(("" if result is None else str(result), *kinds))
    return tuple(rows)


def is_number(kind: Kind) -> TypeGuard[ParameterType]:
    """Whether a parameter is a number."""
    return isinstance(kind, ParameterType) and not kind.ndim


def in_words(kind: Kind) -> str:
    """A type as a signature has it."""
    if isinstance(kind, tuple):
        return f"Tuple({', '.join(map(in_words, kind))})"
    return "any" if kind is None else str(kind)


def _result_name(given: Any) -> str:
    if isinstance(given, str):
        return given.partition("(")[0].strip().rpartition(".")[2]
    return str(getattr(given, "return_type", None))


def number_signature(given: Any) -> tuple[tuple[np.dtype[Any], ...], np.dtype[Any]]:
    """The types of arguments and result of a function of numbers, "float32(float32, int32)".

    Raises NotSupportedError for what is no such signature.
    """
    (signature,) = read_signatures(given)
    result = DTYPES.get(_result_name(given))
    kinds = tuple(kind.dtype for kind in signature if is_number(kind))
    if result is None or len(kinds) != len(signature):
        raise _refused(given, word("write it with numbers only, as in float32(float32, int32)"))
    return kinds, result


def check_result(given: Any) -> None:
    """Raises BadType for a kernel's signature that promises a result."""
    for item in given if isinstance(given, list) else [given]:
        if isinstance(item, str) and item.endswith(")") and not item.startswith("("):
            result = item.partition("(")[0].strip()
        else:
            result = str(getattr(item, "return_type", None) or VOID[0])
        if result.rpartition(".")[2] not in VOID:
            template = "the signature {given}: a kernel returns nothing, so begin it with void."
            raise BadType(Message("signature.result", template, {"given": str(item)}))


def _is_numba_signature(given: object) -> bool:
    return hasattr(given, "args") and hasattr(given, "return_type")


def _from_numba(kind: Any) -> Kind:
    """A Numba type; Numba itself is not imported for it."""
    items = getattr(kind, "types", None)
    if isinstance(items, tuple):
        return tuple(_from_numba(item) for item in items)
    ndim = getattr(kind, "ndim", 0)
    element = kind.dtype if ndim else kind
    dtype = DTYPES.get(str(element)) or element_type(element)
    return None if dtype is None else ParameterType(dtype, ndim, kind.layout if ndim else "A")


def _read_text(text: str) -> Signature:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise _refused(text, word("write it as in void(float32[:], int32)")) from None
    if isinstance(tree, ast.Call) and not tree.keywords:
        return tuple(_read_type(text, item) for item in tree.args)
    if isinstance(tree, ast.Tuple):
        return tuple(_read_type(text, item) for item in tree.elts)
    raise _refused(text, word("write it as in void(float32[:], int32)"))


def _read_type(text: str, node: ast.expr) -> Kind:
    if isinstance(node, ast.Call):
        return _read_made(text, node)
    if not isinstance(node, ast.Subscript):
        return ParameterType(_read_number(text, node))
    axes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    steps = [ast.unparse(axis) for axis in axes]
    dense = [step == "::1" for step in steps]
    if any(step not in (":", "::1") for step in steps) or sum(dense) > 1:
        why = "{array} is no array type: write float32[:] or float32[:,:]"
        raise _refused(text, word(why, array=ast.unparse(node)))
    layout = "C" if dense[-1] else "F" if dense[0] else "A"
    if any(dense) and layout == "A":
        why = "in {array} only the first or the last may be ::1"
        raise _refused(text, word(why, array=ast.unparse(node)))
    return ParameterType(_read_number(text, node.value), len(axes), layout)


def _read_made(text: str, node: ast.Call) -> Kind:
    """A type made of others: UniTuple(int32, 2), Tuple((int32, int8)), Array(int32, 1, "C")."""
    match ast.unparse(node.func).rpartition(".")[2], node.args:
        case "UniTuple", [item, ast.Constant(int(count))]:
            return (_read_type(text, item),) * count
        case "Tuple", [ast.Tuple(items) | ast.List(items)]:
            return tuple(_read_type(text, item) for item in items)
        case "Array", [item, ast.Constant(int(ndim)), ast.Constant("A" | "C" | "F" as layout)]:
            return ParameterType(_read_number(text, item), ndim, str(layout))
    why = "{kind} is not a type that gpuviz knows"
    raise _refused(text, word(why, kind=ast.unparse(node)))


def _read_number(text: str, node: ast.expr) -> np.dtype[Any]:
    name = ast.unparse(node).rpartition(".")[2]
    if name not in DTYPES:
        raise _refused(text, word("{name} is not a number type that gpuviz knows", name=name))
    return DTYPES[name]


def _refused(given: object, why: Message) -> NotSupportedError:
    template = "@cuda.jit with the signature {signature}: {why}."
    return NotSupportedError(
        Message("signature.unknown", template, {"signature": str(given), "why": why})
    )
