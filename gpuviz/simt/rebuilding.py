"""The arrays of a trace as its launch began with them, each where it lay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.memory import ADDRESS_STEP
from gpuviz.trace.source import ArrayInfo


def rebuilt(
    infos: Iterable[ArrayInfo], contents: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """Arrays by name, with the `contents` of each; those that shared memory share it again."""
    found: dict[str, NDArray[Any]] = {}
    for group in _together([info for info in infos if info.name in contents]):
        start = min(_boundaries(info)[0] for info in group)
        end = max(_boundaries(info)[1] for info in group)
        memory = np.zeros(end - start, np.uint8)
        for info in group:
            array: NDArray[Any] = np.ndarray(
                info.shape, info.dtype, memory, info.address - start, info.strides
            )
            array[...] = contents[info.name]
            found[info.name] = array
    return found


def _boundaries(info: ArrayInfo) -> tuple[int, int]:
    """The boundaries of allocations around an array: nothing else lies between them."""
    first, end = info.extent
    rounded = -(-max(end, first + 1) // ADDRESS_STEP) * ADDRESS_STEP
    return first // ADDRESS_STEP * ADDRESS_STEP, rounded


def _together(infos: list[ArrayInfo]) -> list[list[ArrayInfo]]:
    """The arrays in groups of those that lie between the same boundaries."""
    groups: list[list[ArrayInfo]] = []
    reached = -1
    for info in sorted(infos, key=_boundaries):
        first, end = _boundaries(info)
        if first >= reached:
            groups.append([])
        groups[-1].append(info)
        reached = max(reached, end)
    return groups
