"""The accesses of a few followed blocks to global memory: what caches are shown."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpuviz.trace import NO_ELEMENT, Accesses, ArrayInfo, Trace

MOST_BLOCKS = 4  # are looked at: the first, the last, and some between
MOST_ROWS = 4096  # accesses of warps that are looked at, over all those blocks
NOWHERE = -1  # the address of a lane that is not active
NO_ROWS = np.zeros(0, np.int64)


@dataclass(frozen=True)
class WarpSample:
    """Accesses to global memory, row by row in the order in which each block made them."""

    blocks: tuple[int, ...]  # linear
    block: NDArray[np.int64]  # [rows] which of `blocks`
    warp: NDArray[np.int32]  # [rows] of the block
    site: NDArray[np.int32]  # [rows]
    address: NDArray[np.int64]  # [rows, 32] of the element in bytes, NOWHERE

    def rows_at(self, site: int, block: int) -> NDArray[np.int64]:
        """Those of one site in the block with that place in `blocks`."""
        return self._rows.get((site, block), NO_ROWS)

    @cached_property
    def ascending(self) -> NDArray[np.int64]:
        """[rows, 32] the addresses of each access in order, whichever lane has them."""
        if (self.address[:, 1:] >= self.address[:, :-1]).all():
            return self.address
        return np.sort(self.address, axis=1)

    @cached_property
    def _rows(self) -> dict[tuple[int, int], NDArray[np.int64]]:
        """Of each site in each block, by numbers."""
        order = np.lexsort((self.site, self.block))
        site, block = self.site[order], self.block[order]
        ends = np.flatnonzero((site[1:] != site[:-1]) | (block[1:] != block[:-1])) + 1
        bounds = itertools.pairwise((0, *ends.tolist(), len(order)))
        return {(int(site[first]), int(block[first])): order[first:end] for first, end in bounds}


def sample_of(trace: Trace) -> WarpSample | None:
    """The first accesses of each block that is looked at; None where none was followed."""
    accesses, steps = trace.accesses, trace.steps
    if accesses is None or steps is None or not len(accesses) or not trace.followed:
        return None
    blocks = chosen_blocks(trace.followed)
    rows = [NO_ROWS]
    global_sites = np.array([site.space == "global" for site in trace.sites], np.bool_)
    of_block = np.where(global_sites[accesses.site], steps.block[accesses.step], NOWHERE)
    for block in blocks:
        rows.append(np.flatnonzero(of_block == block)[: MOST_ROWS // len(blocks)])
    counts = [len(part) for part in rows[1:]]
    chosen = np.concatenate(rows)
    if not len(chosen):
        return None
    return WarpSample(
        blocks,
        np.repeat(np.arange(len(blocks)), counts),
        steps.warp[accesses.step[chosen]],
        accesses.site[chosen],
        _addresses(accesses, chosen, trace.arrays),
    )


def chosen_blocks(followed: tuple[int, ...]) -> tuple[int, ...]:
    """The first, the last and some between, ascending."""
    count = min(MOST_BLOCKS, len(followed))
    last = len(followed) - 1
    return tuple(followed[place * last // max(count - 1, 1)] for place in range(count))


def _addresses(
    accesses: Accesses, rows: NDArray[np.int64], arrays: tuple[ArrayInfo, ...]
) -> NDArray[np.int64]:
    element, of_array = accesses.element[rows], accesses.array[rows]
    starts = np.array([array.address for array in arrays])[of_array]
    sizes = np.array([array.dtype.itemsize for array in arrays])[of_array]
    addresses: NDArray[np.int64] = element * sizes[:, None] + starts[:, None]
    for number, array in enumerate(arrays):
        if array.strides is not None and array.space == "global":
            mine = of_array == number
            addresses[mine] = array.addresses(element[mine])
    addresses[element == NO_ELEMENT] = NOWHERE
    return addresses
