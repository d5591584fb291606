"""Where a warp diverges: the stretches of its steps that not all of its lanes take together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.warp_steps import WarpSteps

DEEPEST = 2  # a branch in a branch is found, what is further inside belongs to it
MOST_CHANGES = 2000  # of the active lanes within one region; behind them no new side is looked for
SAMPLE = 200  # regions by which is judged how deep branches lie in each other


@dataclass(frozen=True, slots=True)
class BranchSide:
    """One way through a branch: its lanes as bits, and its steps first <= k < stop."""

    mask: int
    first: int
    stop: int


@dataclass(frozen=True, slots=True)
class BranchRegion:
    """The steps first <= k < stop, from where lanes part to where they are together again."""

    first: int
    stop: int
    line: int  # of the step that parted them
    sides: tuple[BranchSide, ...]  # in the order in which they are taken
    level: int  # 0: of the whole warp; 1: inside a side of another one


class BranchRegions:
    """The regions of one warp; what is asked for is worked out, the rest is not."""

    def __init__(self, steps: WarpSteps) -> None:
        self._steps = steps
        self._runs = _runs(steps.mask != steps.present)

    def between(self, first: int, stop: int) -> tuple[BranchRegion, ...]:
        """Those that have steps among first <= k < stop, an outer one before those inside it."""
        seen = self._runs[(self._runs[:, 0] < stop) & (self._runs[:, 1] > first)]
        found = [
            region for begin, end in seen.tolist() for region in _nested(self._steps, begin, end, 0)
        ]
        inside = (region for region in found if region.first < stop and region.stop > first)
        return tuple(sorted(inside, key=lambda region: (region.first, region.level)))

    def count(self, first: int, stop: int) -> int:
        """How many of the whole warp have steps among first <= k < stop."""
        return int(np.count_nonzero((self._runs[:, 0] < stop) & (self._runs[:, 1] > first)))

    def at(self, step: int) -> BranchRegion | None:
        """The innermost region that holds a step (its number in the warp)."""
        around = self.between(step, step + 1)
        return around[-1] if around else None

    @cached_property
    def levels(self) -> int:
        """How deep branches lie in each other, 0: the warp does not diverge."""
        sample = self._runs[:SAMPLE].tolist()
        regions = (
            region for begin, end in sample for region in _nested(self._steps, begin, end, 0)
        )
        return max((region.level + 1 for region in regions), default=0)


def _runs(apart: NDArray[np.bool_]) -> NDArray[np.int64]:
    """[n, 2] first and stop of each stretch of truths."""
    edges = np.flatnonzero(np.diff(np.r_[False, apart, False]))
    return edges.reshape(-1, 2).astype(np.int64)


def _nested(steps: WarpSteps, first: int, stop: int, level: int) -> list[BranchRegion]:
    """The region of some steps, and those inside its sides; a loop that loses lanes is one."""
    sides, line = _sides(steps.mask, first, stop), _parted_by(steps, first)
    found = [BranchRegion(first, stop, line, sides, level)]
    if level + 1 < DEEPEST:
        for side in sides:
            together = steps.present[side.first : side.stop] & np.uint32(side.mask)
            runs = _runs(steps.mask[side.first : side.stop] != together) + side.first
            for begin, end in runs.tolist():
                if _parted_by(steps, begin) != line:
                    found += _nested(steps, begin, end, level + 1)
    return found


def _parted_by(steps: WarpSteps, first: int) -> int:
    """The line of the step before those of a region."""
    return int(steps.line[max(first - 1, 0)])


def _sides(masks: NDArray[np.uint32], first: int, stop: int) -> tuple[BranchSide, ...]:
    """A new side begins where none of the lanes of the last one takes part."""
    part = masks[first:stop]
    starts = np.flatnonzero(np.r_[True, part[1:] != part[:-1]])[:MOST_CHANGES]
    sides: list[BranchSide] = []
    begin, lanes = first, 0
    for at in starts.tolist():
        mask = int(part[at])
        if lanes and not mask & lanes:
            sides.append(BranchSide(lanes, begin, first + at))
            begin, lanes = first + at, 0
        lanes |= mask
    return (*sides, BranchSide(lanes, begin, stop))
