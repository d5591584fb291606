"""Where a thread stands: threadIdx and its like, cuda.grid and cuda.gridsize, laneid, warpsize."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt.cohort import Cohort, Value
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import INT32, INT64, TupleType

AXES = "xyz"


def geometry(name: str) -> Expr | None:
    """threadIdx.x and its like: int32, as in Numba; None for other names."""
    where, _, axis = name.rpartition(".")
    if where in _GEOMETRY and axis in AXES:
        find, position = _GEOMETRY[where], AXES.index(axis)
        return Expr(INT32, lambda f, m: find(f.context.cohort)[position])
    if name == "cuda.laneid":
        return Expr(INT32, lambda f, m: f.context.cohort.lane_index)
    return operators.constant(32, INT32) if name == "cuda.warpsize" else None


def whole_geometry(name: str) -> Expr | None:
    """The three numbers of threadIdx and its like as a tuple; None for other names."""
    find = _GEOMETRY.get(name)
    if find is None:
        return None
    return Expr(TupleType((INT32,) * len(AXES)), lambda f, m: find(f.context.cohort))


def _dimensions(values: tuple[int, ...]) -> tuple[Value, ...]:
    return tuple(np.int32(value) for value in values)


_GEOMETRY: dict[str, Callable[[Cohort], tuple[Value, ...]]] = {
    "cuda.threadIdx": lambda cohort: cohort.thread_index,
    "cuda.blockIdx": lambda cohort: cohort.block_index,
    "cuda.blockDim": lambda cohort: _dimensions(cohort.config.block),
    "cuda.gridDim": lambda cohort: _dimensions(cohort.config.grid),
}


def _grid(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    return _along_axes(scope, node, arguments, lambda cohort: cohort.global_index)


def _gridsize(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    return _along_axes(scope, node, arguments, _grid_threads)


def _grid_threads(cohort: Cohort) -> tuple[Value, ...]:
    config = cohort.config
    return tuple(np.int64(g * b) for g, b in zip(config.grid, config.block, strict=True))


def _along_axes(
    scope: Scope,
    node: ast.Call,
    arguments: list[Expr],
    find: Callable[[Cohort], tuple[Value, ...]],
) -> Expr:
    known = arguments[0].const if len(arguments) == 1 else UNKNOWN
    count = int(known) if isinstance(known, (int, np.integer)) else 0
    if count not in (1, 2, 3):
        text = "{name} needs 1, 2 or 3, the number of dimensions, written as a literal."
        scope.refuse(node, "dimensions", text, name=ast.unparse(node.func))
    if count == 1:
        return Expr(INT64, lambda f, m: find(f.context.cohort)[0])
    return Expr(TupleType((INT64,) * count), lambda f, m: find(f.context.cohort)[:count])


FUNCTIONS: dict[str, Callable[[Scope, ast.Call, list[Expr]], Expr]] = {
    "cuda.grid": _grid,
    "cuda.gridsize": _gridsize,
}
