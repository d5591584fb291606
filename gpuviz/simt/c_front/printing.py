"""printf in a kernel: the lines of each active thread, in linear order."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.simt.c_front import memory
from gpuviz.simt.c_front.pointer_values import offset_of
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Address, Nothing, Number, Typed, Words
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import Expr
from gpuviz.simt.types import INT64, NONE

MOST_ITEMS = 32  # CUDA C++ Programming Guide 13.0, 10.33: besides the format
WIDEST = 200  # characters of a number
FORMAT = re.compile(r"%([-+ #0]*)(\d*)(?:\.(\d+))?(hh|h|ll|l|z|t|j)?([diouxXcsfFeEgGp%])")


def printf(scope: CScope, node: syntax.Call, arguments: list[Typed]) -> Typed:
    """`printf(format, numbers...)`."""
    form = arguments[0] if arguments else None
    if not isinstance(form, Words):
        scope.refuse(node, "printf", "printf needs a literal text first.")
    marks = [match for match in FORMAT.finditer(form.value) if match[5] != "%"]
    given = arguments[1:]
    if len(marks) != len(given) or len(given) > MOST_ITEMS:
        text = "the format of printf asks for {wanted} values, and {given} are given."
        scope.refuse(node, "printf", text, wanted=len(marks), given=len(given))
    _check(scope, node, marks, given)
    runs = [_shown(value) for value in given]

    def run(frame: CallFrame, mask: Mask) -> None:
        group = frame.context.thread_group
        where = np.broadcast_to(mask.lanes, (group.blocks, group.lane_count))
        columns = [
            [part.value] * int(np.count_nonzero(where))
            if isinstance(part, Words)
            else np.broadcast_to(part(frame, mask), where.shape)[where].tolist()
            for part in runs
        ]
        for row in range(int(np.count_nonzero(where))):
            said = _written(form.value, [column[row] for column in columns])
            for line in said.removesuffix("\n").split("\n"):
                frame.context.launch_state.print_line(line)

    return Nothing(Expr(NONE, run, None, pure=False))


def _shown(value: Typed) -> Any:
    """What finds the number that is printed; of a pointer the bytes from where its array begins."""
    if isinstance(value, Address):
        offset, size = offset_of(value), value.array_type.dtype.itemsize
        return operators.convert(memory.times(offset, size), INT64).run
    return value.expr.run if isinstance(value, Number) else value


def _check(
    scope: CScope, node: syntax.Call, marks: list[re.Match[str]], given: list[Typed]
) -> None:
    """Raises NotSupportedError for a value of another type than its % asks for."""
    for mark, value in zip(marks, given, strict=True):
        fits = isinstance(value, Words) if mark[5] == "s" else isinstance(value, Number)
        fits = fits or (mark[5] == "p" and isinstance(value, Address))
        if isinstance(value, Number) and mark[5] not in "sp":
            wants_fraction = mark[5] in "fFeEgG"
            fits = wants_fraction is (value.kind.kind == "f")
        wide = max(int(mark[2] or 0), int(mark[3] or 0))
        if not fits or wide > WIDEST:
            text = (
                "{mark} does not fit the value that is given for it: %d is for int, %f for float."
            )
            scope.refuse(node, "printf", text, mark=mark[0])


def _written(form: str, values: list[Any]) -> str:
    left = iter(values)

    def one(match: re.Match[str]) -> str:
        if match[5] == "%":
            return "%"
        value, letter = next(left), match[5]
        if letter == "c":
            value = chr(int(value) & 0xFF)
        elif letter in "ouxX" and value < 0:
            value += 1 << (64 if match[4] in ("l", "ll", "z") else 32)
        elif letter == "p":
            return f"0x{value:x}"
        letter = {"u": "d", "i": "d"}.get(letter, letter)
        precision = f".{match[3]}" if match[3] else ""
        return str(f"%{match[1]}{match[2]}{precision}{letter}" % value)

    return FORMAT.sub(one, form)
