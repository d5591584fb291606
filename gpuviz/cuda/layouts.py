"""How arrays lie in memory: what a copy between host and device asks of both."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.typing import NDArray

errmsg_contiguous_buffer = (
    "Array contains non-contiguous buffer and cannot be transferred as a single memory region."
    " Please ensure contiguous buffer with numpy .ascontiguousarray()"
)
"""What Numba says of an array with gaps."""


def array_core(ary: Any) -> Any:
    """An array without the dimensions that only repeat it (those with a stride of 0)."""
    if not ary.strides or not ary.size:
        return ary
    return ary[tuple(0 if stride == 0 else slice(None) for stride in ary.strides)]


def has_gaps(ary: NDArray[Any]) -> bool:
    """Whether an array's elements, each of them once, are no region of memory."""
    flags = array_core(ary).flags
    return not (flags.c_contiguous or flags.f_contiguous)


def overreaches(ary: NDArray[Any]) -> bool:
    """Whether elements lie outside of the bytes that a launch copies: as many as they take.

    A host array with gaps does, and one that runs backwards. What repeats elements does not.
    """
    if not ary.size:
        return False
    low, high = byte_bounds(ary)
    return low < ary.__array_interface__["data"][0] or high - low > ary.nbytes


def copy_of(ary: NDArray[Any]) -> NDArray[Any]:
    """A copy in memory of its own that lies alike: what only repeats in one does in the other."""
    if not ary.size or 0 not in ary.strides:
        return ary.copy(order="K")
    core = tuple(slice(0, 1) if stride == 0 else slice(None) for stride in ary.strides)
    copied = np.broadcast_to(ary[core].copy(order="K"), ary.shape)
    copied.flags.writeable = True
    return copied


def check_alike(device: Any, other: Any) -> None:
    """A copy between host and device moves bytes: type, shape and order must be the same."""
    one, two = device.squeeze(), other.squeeze()
    if one.dtype != two.dtype:
        raise TypeError(f"one array has the type {one.dtype}, the other {two.dtype}")
    if one.shape != two.shape:
        raise ValueError(f"one array has the shape {device.shape}, the other {other.shape}")
    if one.size and one.strides != two.strides:
        raise ValueError("one array lies in memory by rows, the other by columns")
