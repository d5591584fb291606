"""print(...) in a kernel: a line for each active thread, in linear order, as CUDA formats it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.cohort import Mask
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower.scope import Expr, Run, Scope
from gpuviz.simt.types import NONE, type_name

MOST_ITEMS = 32  # of one print: Numba prints no more on CUDA

Part = str | tuple[Run, Callable[[Any], str]]
"""A text, or a number and how it is written."""


def print_call(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """Its value is None."""
    if len(arguments) > MOST_ITEMS:
        text = "print in a kernel takes {most} items at most."
        scope.refuse(node, "print-items", text, most=MOST_ITEMS)
    parts = [
        _part(scope, argument, source)
        for argument, source in zip(arguments, node.args, strict=True)
    ]

    def run(frame: Frame, mask: Mask) -> None:
        _print(frame, mask, parts)

    return Expr(NONE, run, None, pure=False)


def _part(scope: Scope, argument: Expr, source: ast.expr) -> Part:
    if isinstance(argument.const, str):
        return argument.const
    kind = argument.type
    if isinstance(kind, np.dtype) and kind.kind in "iu":
        return argument.run, str
    if isinstance(kind, np.dtype) and kind.kind == "f":
        return argument.run, "{:.6f}".format
    text = (
        "print in a kernel writes whole numbers, fractions and literal texts; {text} is a {kind}."
    )
    scope.refuse(source, "print-item", text, text=ast.unparse(source), kind=type_name(kind))


def _print(frame: Frame, mask: Mask, parts: list[Part]) -> None:
    cohort = frame.context.cohort
    where = np.broadcast_to(mask.lanes, (cohort.blocks, cohort.lane_count))
    columns = [_column(frame, mask, part, where) for part in parts]
    for row in range(int(np.count_nonzero(where))):
        frame.context.machine.print_line(" ".join(column[row] for column in columns))


def _column(frame: Frame, mask: Mask, part: Part, where: Any) -> list[str]:
    """What each active thread writes for one item."""
    if isinstance(part, str):
        return [part] * int(np.count_nonzero(where))
    run, written = part
    values = np.broadcast_to(run(frame, mask), where.shape)[where]
    return [written(value) for value in values.tolist()]
