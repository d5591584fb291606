"""Accesses of one warp for the tests of the memory view, made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from gpuviz.insight.stage_warp import WarpAccess
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import NO_ELEMENT, ArrayInfo, Site
from gpuviz.trace.source import AccessKind, Space

LANES = np.arange(WARP_SIZE)


def access(
    elements: Sequence[int] | np.ndarray[Any, Any],
    dtype: DTypeLike = np.float32,
    space: Space = "global",
    kind: AccessKind = "read",
    shape: tuple[int, ...] = (4096,),
    address: int = 0,
    **info: Any,
) -> WarpAccess:
    """Lanes 0, 1, .. access these elements; -1 for a lane that takes no part, as all behind."""
    element = np.full(WARP_SIZE, NO_ELEMENT, np.int64)
    element[: len(elements)] = elements
    array = ArrayInfo("a", space, shape, np.dtype(dtype), address, **info)
    site = Site(0, 5, 4, "a", space, kind, array.dtype.itemsize)
    return WarpAccess(site, 0, 0, array, element, np.zeros(WARP_SIZE, np.uint64))
