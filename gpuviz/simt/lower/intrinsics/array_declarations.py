"""Arrays that a kernel makes: cuda.shared.array, cuda.local.array, and NumPy's that it cannot."""

from __future__ import annotations

import ast
from typing import Any, NoReturn

import numpy as np

from gpuviz.messages import word
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions.arguments import arguments_of
from gpuviz.simt.lower.expressions.dtypes import type_given
from gpuviz.simt.lower.registry import intrinsic, special_form
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope, Symbol, static
from gpuviz.simt.memory.local import LOCAL_LIMIT, WIDEST_ACCESS, LocalDeclaration
from gpuviz.simt.memory.shared import SharedDeclaration
from gpuviz.simt.types import ArrayType, Scalar, type_name

Given = dict[str | None, Expr]

PARAMETERS = ("shape", "dtype", "alignment")

NEW_ARRAYS = frozenset(
    f"numpy.{name}"
    for name in (
        *("zeros", "ones", "full", "empty_like", "zeros_like", "ones_like", "full_like"),
        *("array", "arange", "linspace", "copy", "eye", "concatenate"),
    )
)
WHOLE_ARRAYS = frozenset(
    f"numpy.{name}"
    for name in ("min", "max", "amin", "amax", "dot", "matmul", "cumsum", "sort", "where")
)


@special_form("cuda.shared.array")
def _shared(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    return _declared(scope, node, "shared", *arguments_of(scope, node, lower))


@special_form("cuda.local.array")
def _local(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    return _declared(scope, node, "local", *arguments_of(scope, node, lower))


@special_form("numpy.empty")
def _empty(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    """An array of the thread's own, where kernels may ask for memory."""
    if not scope.program.thread_memory:
        _refuse_new(scope, node, lower)
    given, keywords = arguments_of(scope, node, lower)
    if len(given) == 1 and not keywords:
        given = [*given, static("type", Symbol("numpy.float64"))]
    return _declared(scope, node, "local", given, keywords)


@special_form(*NEW_ARRAYS)
def _refuse_new(scope: Scope, node: ast.Call, lower: Lower) -> NoReturn:
    text = (
        "{name} makes a new array, and a kernel cannot: declare cuda.local.array(shape, dtype),"
        " or cuda.shared.array for all threads of a block, or pass an array in."
    )
    scope.refuse(node, "new-array", text, name=ast.unparse(node.func))


@special_form(*WHOLE_ARRAYS)
def _refuse_whole(scope: Scope, node: ast.Call, lower: Lower) -> NoReturn:
    text = "{name} works on whole arrays: in a kernel write a loop over single elements."
    scope.refuse(node, "array-expression", text, name=ast.unparse(node.func))


@intrinsic("cuda.const.array_like", words=("ndarray",))
def _array_like(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """cuda.const.array_like(a): the array itself. One of the module is constant already; of others
    Numba makes no copy, and leaves them where they are.
    """
    kind = arguments[0].type if len(arguments) == 1 else None
    if not isinstance(kind, ArrayType):
        text = "cuda.const.array_like takes an array of the module, outside the kernel{instead}."
        instead = "" if kind is None else word(", not a {kind}", kind=type_name(kind))
        scope.refuse(node, "constant-array", text, instead=instead)
    return arguments[0]


def _declared(
    scope: Scope, node: ast.Call, space: str, arguments: list[Expr], keywords: Given
) -> Expr:
    """An array of the block (space "shared") or of the thread ("local")."""
    if len(arguments) > len(PARAMETERS) or not keywords.keys() <= set(PARAMETERS):
        text = "cuda.{space}.array takes a shape, a dtype and an alignment."
        scope.refuse(node, f"{space}-arguments", text, space=space)
    given: Given = dict(zip(PARAMETERS, arguments, strict=False))
    given |= keywords
    shape = _static_shape(scope, node, space, given.get("shape"))
    dtype = _dtype(scope, node, space, given.get("dtype"))
    alignment = _alignment(scope, node, given.get("alignment"))
    declare = shared_array if space == "shared" else local_array
    return declare(scope, node, shape, dtype, alignment)


def shared_array(
    scope: Scope, node: Any, shape: tuple[int, ...], dtype: Scalar, alignment: int
) -> Expr:
    """An array of the block; `Scope.name_hint` is its name."""
    name, place = scope.name_hint or "shared", scope.place(node)
    declared = SharedDeclaration(
        place.line, place.column, scope.number, name, shape, dtype, alignment
    )

    def run(frame: CallFrame, mask: Mask) -> Value:
        return frame.context.shared_array(declared)

    return Expr(ArrayType(dtype, len(shape), "shared"), run)


def local_array(
    scope: Scope, node: Any, shape: tuple[int, ...], dtype: Scalar, alignment: int
) -> Expr:
    """Numba reserves it once a call: met again in a loop, it still holds what was written."""
    name, place = scope.name_hint or "local", scope.place(node)
    declared = LocalDeclaration(
        place.line, place.column, scope.number, name, shape, dtype, alignment
    )
    _reserve(scope, node, declared)
    slot = scope.temporary()

    def run(frame: CallFrame, mask: Mask) -> Value:
        if frame.variables[slot] is None:
            level = frame.context.depth if scope.calls_itself else 0
            of_call = declared._replace(level=level) if level else declared
            array = frame.variables[slot] = frame.context.local_array(of_call)
            array.forget(frame.entry)
        return frame.variables[slot]

    return Expr(ArrayType(dtype, len(shape), "local"), run)


def _reserve(scope: Scope, node: Any, declared: LocalDeclaration) -> None:
    reserved = scope.program.local_arrays
    reserved.add(declared)
    needed = sum(array.nbytes for array in reserved)
    if needed > LOCAL_LIMIT:
        text = (
            "With {name} the local arrays of a thread take {needed} bytes, but a thread may have"
            " {limit} at most: use a smaller array, or one in global memory."
        )
        values = {"name": declared.name, "needed": needed, "limit": LOCAL_LIMIT}
        scope.refuse(node, "too-much-local", text, **values)


def _static_shape(scope: Scope, node: ast.Call, space: str, given: Expr | None) -> tuple[int, ...]:
    known = given.const if given is not None else UNKNOWN
    shape = known if isinstance(known, tuple) else (known,)
    if any(isinstance(part, ast.Attribute) and part.attr == "warpsize" for part in ast.walk(node)):
        scope.refuse(node, f"{space}-shape", not_in_numba_cuda.WARP_SHAPE, space=space)
    if all(map(_is_count, shape)) and not all(type(size) is int for size in shape):
        scope.refuse(node, f"{space}-shape", not_in_numba_cuda.SHAPE, space=space)
    if space == "shared" and shape == (0,):
        return (0,)  # the launch gives the size
    if not shape or not all(_is_count(size) for size in shape):
        text = (
            "the shape of a {space} array must be known before the kernel runs: use whole numbers"
            " above 0, or constants of the module such as TILE = 16."
        )
        scope.refuse(node, f"{space}-shape", text, space=space)
    return tuple(int(size) for size in shape)


def _is_count(size: object) -> bool:
    return isinstance(size, (int, np.integer)) and not isinstance(size, bool) and int(size) > 0


def _dtype(scope: Scope, node: ast.Call, space: str, given: Expr | None) -> Scalar:
    dtype = type_given(given)
    if dtype is None:
        text = (
            "the type of a {space} array must be a number type such as float32 (from numba) or"
            " np.float32."
        )
        scope.refuse(node, f"{space}-dtype", text, space=space)
    return dtype


def _alignment(scope: Scope, node: ast.Call, given: Expr | None) -> int:
    """Bytes of which the array's address is a multiple, as Numba checks it."""
    if given is None or given.const is None:
        return WIDEST_ACCESS
    known = given.const
    if not isinstance(known, (int, np.integer)) or known <= 0 or known & (known - 1) or known % 8:
        text = "Alignment must be a power of two and a multiple of 8, written as a literal."
        scope.refuse(node, "alignment", text)
    return max(int(known), WIDEST_ACCESS)
