"""cuda.shared.array and cuda.local.array: arrays that a kernel declares."""

from __future__ import annotations

import ast

import numpy as np

from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.local_memory import LOCAL_LIMIT, WIDEST_ACCESS, LocalDeclaration
from gpuviz.simt.lower.mathematics import type_named
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope, Symbol
from gpuviz.simt.shared_memory import SharedDeclaration
from gpuviz.simt.types import ArrayType, Scalar

Given = dict[str | None, Expr]

PARAMETERS = ("shape", "dtype", "alignment")
SPACES = {"cuda.shared.array": "shared", "cuda.local.array": "local"}
"""What declares an array, by canonical name, and the memory that the array lies in."""


def declared_array(
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
    declare = _shared_array if space == "shared" else _local_array
    return declare(scope, node, shape, dtype, alignment)


def _shared_array(
    scope: Scope, node: ast.Call, shape: tuple[int, ...], dtype: Scalar, alignment: int
) -> Expr:
    name, place = scope.name_hint or "shared", scope.place(node)
    declared = SharedDeclaration(
        place.line, place.column, scope.number, name, shape, dtype, alignment
    )

    def run(frame: Frame, mask: Mask) -> Value:
        return frame.context.shared_array(declared)

    return Expr(ArrayType(dtype, len(shape), "shared"), run)


def _local_array(
    scope: Scope, node: ast.Call, shape: tuple[int, ...], dtype: Scalar, alignment: int
) -> Expr:
    """Numba reserves it once a call: met again in a loop, it still holds what was written."""
    name, place = scope.name_hint or "local", scope.place(node)
    declared = LocalDeclaration(
        place.line, place.column, scope.number, name, shape, dtype, alignment
    )
    _reserve(scope, node, declared)
    slot = scope.temporary()

    def run(frame: Frame, mask: Mask) -> Value:
        if frame.variables[slot] is None:
            array = frame.variables[slot] = frame.context.local_array(declared)
            array.forget(frame.entry)
        return frame.variables[slot]

    return Expr(ArrayType(dtype, len(shape), "local"), run)


def _reserve(scope: Scope, node: ast.Call, declared: LocalDeclaration) -> None:
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


def type_given(given: Expr | None) -> Scalar | None:
    """The type of elements that an argument names, None where it names none."""
    known = None if given is None else given.const
    dtype = type_named(known.name) if isinstance(known, Symbol) else known
    if isinstance(known, str):
        dtype = type_named(f"numpy.{known}")
    return dtype if isinstance(dtype, np.dtype) else None


def _alignment(scope: Scope, node: ast.Call, given: Expr | None) -> int:
    """Bytes of which the array's address is a multiple, as Numba checks it."""
    if given is None or given.const is None:
        return WIDEST_ACCESS
    known = given.const
    if not isinstance(known, (int, np.integer)) or known <= 0 or known & (known - 1) or known % 8:
        text = "Alignment must be a power of two and a multiple of 8, written as a literal."
        scope.refuse(node, "alignment", text)
    return max(int(known), WIDEST_ACCESS)
