"""Which access of a launch is looked at: one that a warp has just made, or the last at a site."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.memory_banks import BANK_BYTES, BANKS, bank_map
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_warp import SECTOR_BYTES, WarpAccess
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class Warp:
    """A warp of a launch: linear block, warp within it."""

    block: int
    warp: int


@dataclass(frozen=True, slots=True)
class ShownAccess:
    """One access, who made it and in which step."""

    who: Warp
    step: int
    access: WarpAccess


class AccessReader:
    """Finds accesses of the followed blocks of one trace, in the order that is played."""

    def __init__(self, trace: Trace, order: PlayOrder) -> None:
        self._trace, self._order = trace, order
        self._played = np.argsort(order.accessed, kind="stable")

    def focus(self, instant: Instant, block: int | None, warp: int | None) -> Warp | None:
        """The chosen warp; else the one that took the latest step, of the chosen block if any."""
        if block is not None and warp is not None:
            return Warp(block, warp)
        steps = self._trace.steps
        if steps is None:
            return None
        played = self._order.step[: instant.steps]
        if block is not None:
            played = played[steps.block[played] == block]
        if not len(played):
            return None
        return Warp(int(steps.block[played[-1]]), int(steps.warp[played[-1]]))

    def latest_step(self, who: Warp, instant: Instant) -> int | None:
        """The step that a warp has taken last."""
        steps = self._trace.steps
        if steps is None:
            return None
        played = self._order.step[: instant.steps]
        mine = np.flatnonzero((steps.block[played] == who.block) & (steps.warp[played] == who.warp))
        return int(played[mine[-1]]) if len(mine) else None

    def of_step(self, step: int) -> tuple[ShownAccess, ...]:
        """The accesses that happen with a step and in which a lane took part, in their order."""
        at, when = int(self._order.position[step]), self._order.accessed
        first, stop = np.searchsorted(when, (at, at + 1), sorter=self._played)
        shown = (self._shown(int(row)) for row in self._played[first:stop])
        return tuple(one for one in shown if one.access.active.any())

    def latest(self, site: int, who: Warp, instant: Instant) -> ShownAccess | None:
        """A warp's latest access at a site; None before the first."""
        rows, position = self._at_site(site, who)
        before = np.flatnonzero(position < instant.steps)
        return self._shown(int(rows[before[-1]])) if len(before) else None

    def next_moment(self, site: int, who: Warp | None, moment: int) -> int | None:
        """The moment right after the next access at a site, from the start again after the last.

        None if the warp, without one any followed warp, never makes one.
        """
        _, position = self._at_site(site, who)
        if not len(position):
            return None
        later = np.flatnonzero(position >= moment)
        return int(position[later[0] if len(later) else 0]) + 1

    def _at_site(self, site: int, who: Warp | None) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """(rows of Accesses, when they are played), in that order."""
        table, steps = self._trace.accesses, self._trace.steps
        if table is None or steps is None:
            return np.zeros(0, np.intp), np.zeros(0, np.int64)
        wanted = table.site == site
        if who is not None:
            wanted &= (steps.block[table.step] == who.block) & (steps.warp[table.step] == who.warp)
        rows = np.flatnonzero(wanted)
        position = self._order.accessed[rows]
        in_order = np.argsort(position, kind="stable")
        return rows[in_order], position[in_order]

    def _shown(self, row: int) -> ShownAccess:
        trace = self._trace
        table, steps = trace.accesses, trace.steps
        assert table is not None
        assert steps is not None
        step, access = int(table.step[row]), WarpAccess.of_row(trace, table, row)
        return ShownAccess(Warp(int(steps.block[step]), int(steps.warp[step])), step, access)


def most_telling(accesses: tuple[ShownAccess, ...]) -> ShownAccess | None:
    """The access that moves most, the first of those that move equally much."""
    return max(accesses, key=lambda shown: _moved_bytes(shown.access), default=None)


def _moved_bytes(access: WarpAccess) -> int:
    if access.site.kind == "atomic" or access.site.space in ("local", "constant"):
        return int(access.active.sum()) * access.site.itemsize
    if access.site.space == "shared":
        return bank_map(access).wavefronts * BANKS * BANK_BYTES
    return access.sectors * SECTOR_BYTES
