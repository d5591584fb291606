"""What a kernel knows from outside: arrays of the module, which Numba freezes, and texts."""

from __future__ import annotations

import ast

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.scope import Expr, Scope, static
from gpuviz.simt.memory.records import is_known
from gpuviz.simt.types import ArrayType, Scalar, is_text


def constant_array(scope: Scope, node: ast.expr, value: NDArray[np.generic]) -> Expr:
    """What a name stands for that is an array outside the kernel: it can only be read."""
    name = ast.unparse(node)
    if not is_known(value.dtype):
        text = "{name} is an array of {dtype}: kernels know numbers, and records of them."
        scope.refuse(node, "constant-dtype", text, name=name, dtype=value.dtype)

    def run(frame: CallFrame, mask: Mask) -> Value:
        launch_state = frame.context.launch_state
        return launch_state.constants.array(name, value, launch_state.arrays)

    return Expr(ArrayType(value.dtype, value.ndim, "constant", writable=False), run)


def device_array(name: str, dtype: Scalar, ndim: int, read_only: bool) -> Expr:
    """An array in device memory that the kernel knows from outside: no copy, as in Numba."""

    def run(frame: CallFrame, mask: Mask) -> Value:
        return frame.context.launch_state.device_arrays[name]

    return Expr(ArrayType(dtype, ndim, "global", not read_only), run)


def bytes_array(scope: Scope, node: ast.expr, value: Expr) -> Expr:
    """A constant of bytes as the array of uint8 that it is; other expressions as they are."""
    if not isinstance(value.const, bytes):
        return value
    known = scope.program.byte_arrays
    array = known.setdefault(value.const, np.array(bytearray(value.const)))
    return constant_array(scope, node, array)


def character(scope: Scope, node: ast.Subscript, text: str, index: Expr) -> Expr:
    """One character of a constant text: which one is known while the source is read."""
    known = index.const
    if not isinstance(known, (int, np.integer)) or not -len(text) <= known < len(text):
        template = "{text}: the index of a text must be a literal between 0 and {last}."
        values = {"text": ast.unparse(node), "last": len(text) - 1}
        scope.refuse(node, "text-index", template, **values)
    return static("str", text[known])


def text_of(value: Expr) -> Expr:
    """A constant text as the value of an element; other expressions as they are."""
    if not isinstance(value.const, (str, bytes)):
        return value
    text = np.array(value.const)
    return Expr(text.dtype, lambda frame, mask: text[()])


def refuse_reading(scope: Scope, node: ast.expr, dtype: Scalar) -> None:
    """Raises NotSupportedError where the element that is read is a text."""
    if is_text(dtype):
        text = "{text} is a text: kernels store constant texts in arrays, and read none."
        scope.refuse(node, "text-element", text, text=ast.unparse(node))
