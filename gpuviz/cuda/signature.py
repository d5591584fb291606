"""Signatures of `@cuda.jit`: "void(float32[:], int32)", or the same made of Numba's types.

With a signature Numba compiles for those types and takes the arguments as they are said to be: a
number is converted, as C does; an array of another type would be misread, so it is refused here.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, NotSupportedError, RequestRefused

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


Signature = tuple[ParameterType, ...]


def is_signature(given: object) -> bool:
    """Whether what stands in the parentheses of @cuda.jit is a signature or a list of them."""
    return isinstance(given, (str, tuple, list)) or _is_numba_signature(given)


def read_signature(given: Any) -> Signature:
    """The types of the parameters. Raises NotSupportedError for what is not known yet."""
    if isinstance(given, list):
        if len(given) != 1:
            text = "more than one signature is not known to gpuviz yet: give one, or none"
            raise _refused(given, text)
        return read_signature(given[0])
    if isinstance(given, str):
        return _read_text(given)
    if _is_numba_signature(given):
        _check_void(given, str(given.return_type))
        given = given.args
    return tuple(_from_numba(given, kind) for kind in given)


def convert_arguments(
    signature: Signature, names: Sequence[str], arguments: Sequence[Any]
) -> list[Any]:
    """The arguments as the kernel gets them. Raises RequestRefused naming the parameter."""
    if len(signature) != len(names):
        template = (
            "the signature has {given} types, but the kernel has {needed} parameters ({names})."
        )
        values = {"given": len(signature), "needed": len(names), "names": ", ".join(names)}
        raise RequestRefused(Message("signature.count", template, values))
    triples = zip(signature, names, arguments, strict=True)
    return [_converted(kind, name, argument) for kind, name, argument in triples]


def _is_numba_signature(given: object) -> bool:
    return hasattr(given, "args") and hasattr(given, "return_type")


def _from_numba(whole: Any, kind: Any) -> ParameterType:
    """A Numba type; Numba itself is not imported for it."""
    ndim = getattr(kind, "ndim", 0)
    dtype = DTYPES.get(str(kind.dtype if ndim else kind))
    if dtype is None:
        raise _refused(whole, f"the type {kind} is not known to gpuviz yet")
    return ParameterType(dtype, ndim, kind.layout if ndim else "A")


def _read_text(text: str) -> Signature:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise _refused(text, "write it as in void(float32[:], int32)") from None
    if isinstance(tree, ast.Call) and not tree.keywords:
        _check_void(text, ast.unparse(tree.func))
        return tuple(_read_type(text, item) for item in tree.args)
    if isinstance(tree, ast.Tuple):
        return tuple(_read_type(text, item) for item in tree.elts)
    raise _refused(text, "write it as in void(float32[:], int32)")


def _check_void(whole: object, result: str) -> None:
    if result.rpartition(".")[2] not in VOID:
        raise _refused(whole, "a kernel returns nothing: begin it with void")


def _read_type(text: str, node: ast.expr) -> ParameterType:
    if not isinstance(node, ast.Subscript):
        return ParameterType(_read_number(text, node))
    axes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    steps = [ast.unparse(axis) for axis in axes]
    dense = [step == "::1" for step in steps]
    if any(step not in (":", "::1") for step in steps) or sum(dense) > 1:
        raise _refused(
            text, f"{ast.unparse(node)} is no array type: write float32[:] or float32[:,:]"
        )
    layout = "C" if dense[-1] else "F" if dense[0] else "A"
    if any(dense) and layout == "A":
        raise _refused(text, f"in {ast.unparse(node)} only the first or the last may be ::1")
    return ParameterType(_read_number(text, node.value), len(axes), layout)


def _read_number(text: str, node: ast.expr) -> np.dtype[Any]:
    name = ast.unparse(node).rpartition(".")[2]
    if name not in DTYPES:
        raise _refused(text, f"{name} is not a number type that gpuviz knows")
    return DTYPES[name]


def _refused(given: object, why: str) -> NotSupportedError:
    template = "@cuda.jit with the signature {signature}: {why}."
    return NotSupportedError(
        Message("signature.unknown", template, {"signature": str(given), "why": why})
    )


def _converted(kind: ParameterType, name: str, argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return _checked_array(kind, name, argument)
    try:
        if kind.ndim:
            raise TypeError
        with np.errstate(all="ignore"):
            return _number(kind.dtype, argument)
    except (TypeError, ValueError, OverflowError):
        raise _mismatch(kind, name, argument) from None


def _checked_array(kind: ParameterType, name: str, array: NDArray[Any]) -> NDArray[Any]:
    flags = array.flags
    dense = {"A": True, "C": flags.c_contiguous, "F": flags.f_contiguous}[kind.layout]
    if array.dtype != kind.dtype or array.ndim != kind.ndim or not dense or not kind.ndim:
        raise _mismatch(kind, name, array)
    return array


def _number(dtype: np.dtype[Any], value: Any) -> Any:
    """The number as C's conversion to `dtype` gives it: whole numbers wrap around."""
    if dtype.kind in "iu":
        bits = 8 * dtype.itemsize
        whole = operator.index(value) % (1 << bits)
        return np.array(whole, f"u{dtype.itemsize}").view(dtype)[()]
    if dtype.kind == "b":
        return np.bool_(int(value) != 0)
    return dtype.type(complex(value) if dtype.kind == "c" else float(value))


def _mismatch(kind: ParameterType, name: str, given: Any) -> RequestRefused:
    template = (
        "{name} is {wanted} in the signature of the kernel, but {given} is given: convert it, or"
        " correct the signature."
    )
    values = {"name": name, "wanted": str(kind), "given": _in_words(given)}
    return RequestRefused(Message("signature.mismatch", template, values))


def _in_words(given: Any) -> str:
    if isinstance(given, np.ndarray):
        order = "" if given.flags.c_contiguous else ", not in rows,"
        return f"a {given.ndim}D array of {given.dtype}{order}"
    return f"{given!r:.40} ({type(given).__name__})"
