"""Arrays of the module in a kernel, with and without cuda.const.array_like: Numba freezes them."""

from __future__ import annotations

import ast

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.records import is_known
from gpuviz.simt.types import ArrayType, type_name


def constant_array(scope: Scope, node: ast.expr, value: NDArray[np.generic]) -> Expr:
    """What a name stands for that is an array outside the kernel: it can only be read."""
    name = ast.unparse(node)
    if not is_known(value.dtype):
        text = "{name} is an array of {dtype}: kernels know numbers, and records of them."
        scope.refuse(node, "constant-dtype", text, name=name, dtype=value.dtype)

    def run(frame: Frame, mask: Mask) -> Value:
        machine = frame.context.machine
        return machine.constants.array(name, value, machine.arrays)

    return Expr(ArrayType(value.dtype, value.ndim, "constant", writable=False), run)


def array_like(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """cuda.const.array_like(a): the array itself, which is constant already."""
    kind = arguments[0].type if len(arguments) == 1 else None
    if not isinstance(kind, ArrayType) or kind.space != "constant":
        text = "cuda.const.array_like takes an array of the module, outside the kernel{instead}."
        instead = "" if kind is None else f", not a {type_name(kind)}"
        scope.refuse(node, "constant-array", text, instead=instead)
    return arguments[0]
