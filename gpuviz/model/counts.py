"""Counters by warp, or the best that is known instead of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message
from gpuviz.trace import Counters, Site, Trace

Column = NDArray[Any]


class Counts(NamedTuple):
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

    def by_block(self, by_warp: Column) -> NDArray[np.float64]:
        """The sums over the warps of each block, float64 [.., blocks]."""
        shape = (*by_warp.shape[:-1], -1, self.warps_per_block)
        return self._all(np.asarray(by_warp.reshape(shape).sum(axis=-1), np.float64))

    def slowest(self, by_warp: Column) -> NDArray[np.float64]:
        """The largest of the warps of each block, float64 [blocks]."""
        return self._all(by_warp.reshape(-1, self.warps_per_block).max(axis=-1))

    def by_site(self, by_warp: Column) -> NDArray[np.float64]:
        """The sums over all warps of the launch, float64 [rows]."""
        alike = self.blocks * self.warps_per_block / max(by_warp.shape[-1], 1)
        sums: NDArray[np.float64] = by_warp.sum(axis=-1, dtype=np.float64) * alike
        return sums

    def _all(self, by_block: NDArray[np.float64]) -> NDArray[np.float64]:
        if by_block.shape[-1] == self.blocks:
            return by_block
        return np.broadcast_to(by_block, (*by_block.shape[:-1], self.blocks)).copy()


def counts_of(trace: Trace) -> Counts:
    """The counters by warp; where there are none, the launch's sums spread evenly over its warps.

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


SPREAD_EVENLY = Message(
    "model.spread-evenly",
    "The launch has too many warps to count each by itself: every warp is taken to do the same.",
)
NOTHING_COUNTED = Message(
    "model.nothing-counted",
    "Nobody counted what this launch does, so only the cost of starting it is known.",
)


def _spread(trace: Trace, counters: Counters) -> tuple[Column, Column, Column, Column, Column]:
    """One block's counters: the sums, shared alike by statements and by the sites of one kind."""
    config = trace.config
    share = np.full(config.warps_per_block, 1 / max(config.warps, 1))
    steps = _shared_alike([counters.warp_steps] * len(trace.statements), len(trace.statements))
    lanes = _shared_alike([counters.lane_steps] * len(trace.statements), len(trace.statements))
    sums = np.array([_sums_of(site, trace, counters) for site in trace.sites]).reshape(-1, 3)
    requests, units, lines = (column[:, None] * share for column in sums.T)
    return steps[:, None] * share, lanes[:, None] * share, requests, units, lines


def _shared_alike(sums: list[int], parts: int) -> NDArray[np.float64]:
    return np.array(sums, np.float64) / max(parts, 1)


def _sums_of(site: Site, trace: Trace, counters: Counters) -> tuple[float, float, float]:
    """Requests, units and lines of one site."""
    alike = sum(1 for other in trace.sites if _kind(other) == _kind(site))
    requests, units, lines = {
        "global read": (
            counters.global_load_requests,
            counters.global_load_sectors,
            counters.global_load_lines,
        ),
        "global write": (
            counters.global_store_requests,
            counters.global_store_sectors,
            counters.global_store_lines,
        ),
        "shared read": (counters.shared_load_requests, counters.shared_load_wavefronts, 0),
        "shared write": (counters.shared_store_requests, counters.shared_store_wavefronts, 0),
        "atomic": (counters.atomic_requests, counters.atomic_operations, 0),
    }.get(_kind(site), (0, 0, 0))
    return requests / alike, units / alike, lines / alike


def _kind(site: Site) -> str:
    return "atomic" if site.kind == "atomic" else f"{site.space} {site.kind}"
