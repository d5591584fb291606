"""Rows of arrays: `row = a[i]`, and `row[j]` is `a[i, j]`.

A row's value is a tuple: the array, then the indices that are given already. They are checked with
the others, where an element is read or written, in the array's own dimensions.
"""

from __future__ import annotations

from typing import Any

from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.memory import AnyArray
from gpuviz.simt.types import ArrayType, RowType


def row_of(base: Expr, index: list[Expr]) -> Expr:
    """The part of an array, or of a row, that lies behind its first indices."""
    kind = base.type if isinstance(base.type, RowType) else None
    array = kind.array if kind is not None else base.type
    assert isinstance(array, ArrayType)
    run, parts = base.run, [part.run for part in index]
    given = len(index) + (kind.given if kind is not None else 0)

    def view(frame: Frame, mask: Mask) -> Value:
        whole, leading = whole_and_index(run(frame, mask))
        return (whole, *leading, *(part(frame, mask) for part in parts))

    return Expr(RowType(array, given), view, UNKNOWN, pure=False)


def whole_and_index(value: Any) -> tuple[AnyArray, list[Value]]:
    """The array, and the indices that are given already, of an array or a row."""
    if isinstance(value, tuple):
        return value[0], list(value[1:])
    return value, []


def shape_of(value: Any) -> tuple[int, ...]:
    """The shape of an array, or of what is left of it in a row."""
    whole, leading = whole_and_index(value)
    return whole.shape[len(leading) :]
