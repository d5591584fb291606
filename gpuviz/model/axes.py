"""On which axes of the grid the addresses of a site depend: what blocks share.

A site whose addresses shift by the same distance in most lanes from one block to another is
regular. Along an axis on which nothing shifts, all blocks touch the same elements: the blocks of
one row of a matrix product share a stripe of A.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig
from gpuviz.model.sample import NOWHERE, WarpSample

Axes = tuple[bool, bool, bool]
"""For x, y and z whether blocks that differ there touch different elements."""

COMPARED_ROWS = 16  # accesses of a site that are compared between two blocks
REGULAR_SHARE = 0.5  # of the lanes shift by the same distance; those at edges may not


def axes_of(sample: WarpSample, site: int, config: LaunchConfig) -> Axes | None:
    """The axes of a site; None where it goes wherever the data say.

    What cannot be told is taken as an axis on which blocks differ.
    """
    grid = config.grid
    varying = grid.x > 1, grid.y > 1, grid.z > 1
    home = sample.rows_at(site, 0)
    rows = ((block, sample.rows_at(site, at)) for at, block in enumerate(sample.blocks) if at)
    others = [(block, there) for block, there in rows if len(home) and len(there)]
    shifts = {}
    for block, there in others[-1:] if sum(varying) == 1 else others:  # of one axis one tells all
        shift = _shift(sample.address, home, there)
        if shift is None:
            return None
        shifts[block] = shift
    return _axes(sample, site, config, varying, shifts)


def _shift(
    address: NDArray[np.int64], home: NDArray[np.int64], there: NDArray[np.int64]
) -> int | None:
    """The distance in bytes by which most lanes shift, None where most differ."""
    count = min(len(home), len(there), COMPARED_ROWS)
    one, other = address[home[:count]], address[there[:count]]
    distances = np.sort((other - one)[(one != NOWHERE) & (other != NOWHERE)])
    if not len(distances):
        return None
    middle = int(distances[len(distances) // 2])
    alike = np.count_nonzero(distances == middle) / len(distances)
    return middle if alike >= REGULAR_SHARE else None


def _axes(
    sample: WarpSample, site: int, config: LaunchConfig, varying: Axes, shifts: dict[int, int]
) -> Axes:
    if not shifts or sum(varying) == 0:
        return varying
    if not any(shifts.values()):
        return False, False, False
    if sum(varying) == 1:
        return varying
    steps = _steps(sample, site, config)
    moving = [varies and step != 0 for varies, step in zip(varying, steps, strict=True)]
    for axes in _subsets(moving):
        if all(_predicted(axes, steps, config, block) == far for block, far in shifts.items()):
            return axes
    return varying


def _subsets(moving: Sequence[bool]) -> list[Axes]:
    """All choices of axes along which something moves, those with more axes first."""
    choices = itertools.product(*((True, False) if moves else (False,) for moves in moving))
    return sorted(((x, y, z) for x, y, z in choices), key=sum, reverse=True)


def _steps(sample: WarpSample, site: int, config: LaunchConfig) -> tuple[float, float, float]:
    """Bytes from a block to the next along each axis, if its threads went on across it."""
    size = config.block
    ends = 1, size.x, size.x * size.y
    start = _first_address(sample, site, 0)
    far = [_first_address(sample, site, thread) - start for thread in ends]
    across = size.x, size.y, size.z
    x, y, z = (step * count for step, count in zip(far, across, strict=True))
    return x, y, z


def _first_address(sample: WarpSample, site: int, thread: int) -> float:
    """Where a thread of the first block goes first at a site; NaN where it never does."""
    rows = sample.rows_at(site, 0)
    mine = rows[sample.warp[rows] == thread // WARP_SIZE]
    address = int(sample.address[mine[0], thread % WARP_SIZE]) if len(mine) else NOWHERE
    return math.nan if address == NOWHERE else address


def _predicted(
    axes: Axes, steps: tuple[float, float, float], config: LaunchConfig, block: int
) -> float:
    place = config.grid.index(block)
    return sum(
        step * at for along, step, at in zip(axes, steps, place, strict=True) if along and at
    )


@functools.lru_cache(256)
def groups(first_blocks: int, axes: Axes, grid: Dim3, stride: int = 1) -> int:
    """Into how many groups so many blocks fall that touch the same elements.

    The blocks are 0, `stride`, 2 * `stride` and so on, as far as the grid goes.
    """
    sizes = [size if along else 1 for size, along in zip(grid, axes, strict=True)]
    if first_blocks == grid.size:
        return math.prod(sizes)
    blocks = np.arange(first_blocks) * stride % grid.size
    x, y, z = blocks % grid.x, blocks // grid.x % grid.y, blocks // (grid.x * grid.y)
    return len(np.unique((z % sizes[2] * sizes[1] + y % sizes[1]) * sizes[0] + x % sizes[0]))


def period(axes: Axes, grid: Dim3) -> int:
    """After how many blocks the elements of one come again; 0: never."""
    span = 1
    for along, size in zip(axes, grid, strict=True):
        if not along and size > 1:
            return span
        span *= size
    return 0
