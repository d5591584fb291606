"""print(...) in a kernel: a line for each active thread, in linear order, as CUDA formats it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.expressions.tuples import items_of
from gpuviz.simt.lower.intrinsics.thread_indices import whole_index
from gpuviz.simt.lower.registry import intrinsic
from gpuviz.simt.lower.scope import Expr, Run, Scope, Symbol
from gpuviz.simt.types import NONE, TupleType, type_name

MOST_ITEMS = 32  # of one print: Numba prints no more on CUDA

Lines = list[str]
Part = Callable[[CallFrame, Mask, NDArray[np.bool_]], Lines]
"""What each active thread writes for one item; the third is where they are, (blocks, lanes)."""


@intrinsic("builtins.print")
def _print(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """Its value is None."""
    if len(arguments) > MOST_ITEMS:
        text = "print in a kernel takes {most} items at most."
        scope.refuse(node, "print-items", text, most=MOST_ITEMS)
    parts = [
        _part(scope, argument, source)
        for argument, source in zip(arguments, node.args, strict=True)
    ]

    def run(frame: CallFrame, mask: Mask) -> None:
        thread_group = frame.context.thread_group
        where = np.broadcast_to(mask.lanes, (thread_group.blocks, thread_group.lane_count))
        columns = [part(frame, mask, where) for part in parts]
        for row in range(int(np.count_nonzero(where))):
            frame.context.launch_state.print_line(" ".join(column[row] for column in columns))

    return Expr(NONE, run, None, pure=False)


def _part(scope: Scope, argument: Expr, source: ast.expr) -> Part:
    if isinstance(argument.const, str):
        return _text(argument.const)
    if isinstance(argument.const, Symbol):
        argument = whole_index(argument.const.name) or argument
    kind = argument.type
    if isinstance(kind, TupleType):
        return _in_brackets([_part(scope, item, source) for item in items_of(scope, argument)])
    if isinstance(kind, np.dtype) and kind.kind in WRITTEN:
        return _number(argument.run, WRITTEN[kind.kind])
    text = (
        "print in a kernel writes numbers, truth values, tuples of them and literal texts; {text}"
        " is a {kind}."
    )
    scope.refuse(source, "print-item", text, text=ast.unparse(source), kind=type_name(kind))


def _text(words: str) -> Part:
    return lambda frame, mask, where: [words] * int(np.count_nonzero(where))


def _number(run: Run, written: Callable[[Any], str]) -> Part:
    def part(frame: CallFrame, mask: Mask, where: NDArray[np.bool_]) -> Lines:
        values = np.broadcast_to(run(frame, mask), where.shape)[where]
        return [written(value) for value in values.tolist()]

    return part


def _in_brackets(items: list[Part]) -> Part:
    """A tuple as Python writes it."""
    form = "({},)" if len(items) == 1 else "({})"

    def part(frame: CallFrame, mask: Mask, where: NDArray[np.bool_]) -> Lines:
        columns = [item(frame, mask, where) for item in items]
        rows = zip(*columns, strict=True) if items else [()] * int(np.count_nonzero(where))
        return [form.format(", ".join(row)) for row in rows]

    return part


WRITTEN: dict[str, Callable[[Any], str]] = dict.fromkeys("iub", str) | {"f": "{:.6f}".format}
"""How numbers are written, by NumPy's kind."""
