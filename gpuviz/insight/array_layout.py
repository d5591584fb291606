"""How an array lies in memory, by the names under which layouts are chosen."""

from __future__ import annotations

import itertools
import operator

from gpuviz.operation.inputs import LayoutName
from gpuviz.trace import ArrayInfo


def layout_of(info: ArrayInfo) -> LayoutName | None:
    """The layout of an array; None: another one than can be chosen."""
    if info.strides is None:
        return "contiguous"
    columns = itertools.accumulate((info.dtype.itemsize, *info.shape[:-1]), operator.mul)
    if info.strides == tuple(columns):
        return "transposed"
    is_sliced = bool(info.strides) and info.strides[-1] == 2 * info.dtype.itemsize
    return "sliced" if is_sliced else None
