"""Where a thread stands: threadIdx and its like, cuda.grid and cuda.gridsize, laneid, warpsize."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.execution.thread_group import ThreadGroup, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.registry import declare_value, intrinsic
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import INT32, INT64, TupleType

AXES = "xyz"


def whole_index(name: str) -> Expr | None:
    """The three numbers of threadIdx and its like as a tuple; None for other names."""
    find = _INDICES.get(name)
    if find is None:
        return None
    return Expr(TupleType((INT32,) * len(AXES)), lambda f, m: find(f.context.thread_group))


def _dimensions(values: tuple[int, ...]) -> tuple[Value, ...]:
    return tuple(np.int32(value) for value in values)


_INDICES: dict[str, Callable[[ThreadGroup], tuple[Value, ...]]] = {
    "cuda.threadIdx": lambda thread_group: thread_group.thread_index,
    "cuda.blockIdx": lambda thread_group: thread_group.block_index,
    "cuda.blockDim": lambda thread_group: _dimensions(thread_group.config.block),
    "cuda.gridDim": lambda thread_group: _dimensions(thread_group.config.grid),
}


@intrinsic("cuda.grid", unit="arithmetic", words=("ndim",))
def _grid(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    return _along_axes(scope, node, arguments, lambda thread_group: thread_group.global_index)


@intrinsic("cuda.gridsize", unit="arithmetic", words=("ndim",))
def _gridsize(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    return _along_axes(scope, node, arguments, _grid_threads)


def _grid_threads(thread_group: ThreadGroup) -> tuple[Value, ...]:
    config = thread_group.config
    return tuple(np.int64(g * b) for g, b in zip(config.grid, config.block, strict=True))


def _along_axes(
    scope: Scope,
    node: ast.Call,
    arguments: list[Expr],
    find: Callable[[ThreadGroup], tuple[Value, ...]],
) -> Expr:
    known = arguments[0].const if len(arguments) == 1 else UNKNOWN
    count = int(known) if isinstance(known, (int, np.integer)) else 0
    if count not in (1, 2, 3):
        text = "{name} needs 1, 2 or 3, the number of dimensions, written as a literal."
        scope.refuse(node, "dimensions", text, name=ast.unparse(node.func))
    if count == 1:
        return Expr(INT64, lambda f, m: find(f.context.thread_group)[0])
    return Expr(TupleType((INT64,) * count), lambda f, m: find(f.context.thread_group)[:count])


def _coordinate(find: Callable[[ThreadGroup], tuple[Value, ...]], axis: int) -> Expr:
    """threadIdx.x and its like: int32, as in Numba."""
    return Expr(INT32, lambda f, m: find(f.context.thread_group)[axis])


for _name, _find in _INDICES.items():
    for _axis, _letter in enumerate(AXES):
        declare_value(f"{_name}.{_letter}", _coordinate(_find, _axis))
declare_value("cuda.laneid", Expr(INT32, lambda f, m: f.context.thread_group.lane_index))
declare_value("cuda.warpsize", operators.constant(np.int32(WARP_SIZE), INT32))  # no literal
