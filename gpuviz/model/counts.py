"""Counters by warp, or the best that is known instead of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message
from gpuviz.trace import Counters, Site, Trace

Column = NDArray[Any]


class BlockCounts(NamedTuple):
    """Counters of every block, the sums over its warps: float64 [statements or sites, blocks]."""

    steps: NDArray[np.float64]
    requests: NDArray[np.float64]
    units: NDArray[np.float64]
    lines: NDArray[np.float64]


@dataclass(frozen=True)
class Counts:
    """Counters of the warps of every block, or of one block that stands for all.

    The first five are those of WarpCounters: numbers of any type, [statements or sites, warps].
    """

    steps: Column
    lanes: Column
    requests: Column
    units: Column
    lines: Column
    warps_per_block: int
    blocks: int
    assumptions: tuple[Message, ...] = ()

    @cached_property
    def of_blocks(self) -> BlockCounts:
        """What blocks do, whichever of their warps it is: what is linear is worked out from this,
        as blocks are fewer than warps.
        """
        columns = self.steps, self.requests, self.units, self.lines
        return BlockCounts(*map(self.by_block, columns))

    @cached_property
    def requests_by_site(self) -> NDArray[np.float64]:
        """Of the launch, float64 [sites]."""
        requests: NDArray[np.float64] = self.of_blocks.requests.sum(axis=1)
        return requests

    @cached_property
    def units_by_site(self) -> NDArray[np.float64]:
        """Of the launch, float64 [sites]."""
        units: NDArray[np.float64] = self.of_blocks.units.sum(axis=1)
        return units

    def by_block(self, by_warp: Column) -> NDArray[np.float64]:
        """The sums over the warps of each block, float64 [.., blocks]."""
        by_block = by_warp.reshape(self._shape(by_warp))
        return self._all(np.einsum("...bw->...b", by_block, dtype=np.float64))

    def slowest(self, by_warp: Column) -> NDArray[np.float64]:
        """The largest of the warps of each block, float64 [.., blocks]."""
        return self._all(by_warp.reshape(self._shape(by_warp)).max(axis=-1))

    def by_site(self, by_warp: Column) -> NDArray[np.float64]:
        """The sums over all warps of the launch, float64 [rows]."""
        alike = self.blocks * self.warps_per_block / max(by_warp.shape[-1], 1)
        sums: NDArray[np.float64] = by_warp.sum(axis=-1, dtype=np.float64) * alike
        return sums

    def _shape(self, by_warp: Column) -> tuple[int, ...]:
        """[.., blocks, warps of a block]; -1 would not do where there is no row."""
        *rows, warps = by_warp.shape
        return *rows, warps // self.warps_per_block, self.warps_per_block

    def _all(self, by_block: NDArray[np.float64]) -> NDArray[np.float64]:
        if by_block.shape[-1] == self.blocks:
            return by_block
        return np.broadcast_to(by_block, (*by_block.shape[:-1], self.blocks)).copy()


SPREAD_EVENLY = Message(
    "model.spread-evenly",
    "The launch has too many warps to count each by itself: every block is taken to do the same.",
)
NOTHING_COUNTED = Message(
    "model.nothing-counted",
    "Nobody counted what this launch does, so only the cost of starting it is known.",
)


def counts_of(trace: Trace) -> Counts:
    """The counters by warp; where there are none, the launch's sums spread evenly over its blocks.

    Without any counters all is 0.
    """
    config = trace.config
    kept = trace.warp_counters
    if kept is not None:
        columns = kept.steps, kept.lanes, kept.requests, kept.units, kept.lines
        return Counts(*columns, config.warps_per_block, config.blocks)
    note = NOTHING_COUNTED if trace.counters is None else SPREAD_EVENLY
    spread = _spread(trace, trace.counters or Counters())
    return Counts(*spread, config.warps_per_block, config.blocks, (note,))


def _spread(trace: Trace, sums: Counters) -> tuple[Column, Column, Column, Column, Column]:
    """The counters of one block: its share of the sums, divided as in the followed blocks."""
    steps, accesses = _seen_steps(trace), _seen_accesses(trace)
    blocks = max(trace.config.blocks, 1)
    requests, units, lines = (np.zeros(accesses.shape) for _ in range(3))
    for kind, totals in _sums_by_kind(sums).items():
        rows = [row for row, site in enumerate(trace.sites) if _kind(site) == kind]
        for column, total in zip((requests, units, lines), totals, strict=True):
            column[rows] = _divided(total / blocks, accesses[rows])
    by_steps = (_divided(total / blocks, steps) for total in (sums.warp_steps, sums.lane_steps))
    return next(by_steps), next(by_steps), requests, units, lines


def _divided(total: float, weights: Column) -> Column:
    """A total divided as the weights are; evenly where all of them are 0."""
    given = weights.sum()
    return (
        weights * (total / given) if given else np.full(weights.shape, total / max(weights.size, 1))
    )


def _seen_steps(trace: Trace) -> Column:
    """Steps of the followed blocks, float64 [statements, warps of a block]."""
    shape = len(trace.statements), trace.config.warps_per_block
    if trace.steps is None:
        return np.zeros(shape)
    return _table(trace.steps.statement, trace.steps.warp, shape)


def _seen_accesses(trace: Trace) -> Column:
    """Accesses of the followed blocks, float64 [sites, warps of a block]."""
    shape = len(trace.sites), trace.config.warps_per_block
    if trace.steps is None or trace.accesses is None:
        return np.zeros(shape)
    return _table(trace.accesses.site, trace.steps.warp[trace.accesses.step], shape)


def _table(rows: Column, warps: Column, shape: tuple[int, int]) -> Column:
    cells = np.bincount(rows * np.int64(shape[1]) + warps, minlength=shape[0] * shape[1])
    return cells.reshape(shape).astype(np.float64)


def _sums_by_kind(sums: Counters) -> dict[str, tuple[int, int, int]]:
    """Requests, units and lines of the sites of each kind."""
    return {
        "global read": (
            sums.global_load_requests,
            sums.global_load_sectors,
            sums.global_load_lines,
        ),
        "global write": (
            sums.global_store_requests,
            sums.global_store_sectors,
            sums.global_store_lines,
        ),
        "shared read": (sums.shared_load_requests, sums.shared_load_wavefronts, 0),
        "shared write": (sums.shared_store_requests, sums.shared_store_wavefronts, 0),
        "atomic": (sums.atomic_requests, sums.atomic_operations, 0),
    }


def _kind(site: Site) -> str:
    return "atomic" if site.kind == "atomic" else f"{site.space} {site.kind}"
