"""The moments of a launch that matter: barriers, divergences, hazards, lines, steps of a warp."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.branches import Divergences, divergences
from gpuviz.insight.hazard_moments import hazard_moment
from gpuviz.insight.moment_rows import NONE, Moments
from gpuviz.insight.order import PlayOrder, barrier_phases
from gpuviz.insight.states import WarpHistory
from gpuviz.trace import Hazard, Trace


class MomentFinder:
    """Finds the moments of one trace in one order; each kind when it is first asked for."""

    def __init__(self, trace: Trace, order: PlayOrder, history: WarpHistory) -> None:
        assert trace.steps is not None
        self._trace, self._order, self._steps = trace, order, trace.steps
        self._history = history
        self._line = np.array([one.line for one in trace.statements])

    @cached_property
    def barriers(self) -> Moments:
        """For each barrier of a block: all warps but the last have come; the last has come."""
        is_barrier = np.array([one.is_barrier for one in self._trace.statements], bool)
        arrivals = np.flatnonzero(is_barrier[self._steps.statement])
        if len(arrivals) == 0:
            return NONE
        last, last_but_one = self._last_two(arrivals)
        return _merged(self._gathered(last), self._gathered(last_but_one))

    @cached_property
    def divergences(self) -> Moments:
        """The first step of one side, wherever a warp's active lanes went both ways."""
        return self._gathered(self.splits.side)

    @cached_property
    def splits(self) -> Divergences:
        """The headers at which followed warps diverged, and what came next."""
        return divergences(self._trace)

    @cached_property
    def hazards(self) -> Moments:
        """The first example of each hazard, where its steps were kept."""
        found = sorted({at for hazard in self._trace.hazards if (at := self.of_hazard(hazard))})
        moment = np.array(found, np.int64)
        return Moments(moment, self._order.step[moment - 1], np.ones_like(moment))

    def of_hazard(self, hazard: Hazard) -> int | None:
        """The moment right after a hazard's first example; None where its step was not kept."""
        return hazard_moment(self._trace, self._order, hazard)

    def of_lines(self, lines: Iterable[int]) -> Moments:
        """Executions of the statements that begin in some lines, headers of loops included."""
        chosen = np.isin(self._line, list(lines))
        return self._gathered(np.flatnonzero(chosen[self._steps.statement]))

    def of_warp(self, block: int, warp: int) -> Moments:
        """The steps of one warp; none of a block whose steps were not kept."""
        if not self._history.is_followed(block):
            return NONE
        step = self._history.steps_of(block, warp, len(self._order))
        return Moments(self._order.position[step] + 1, step, np.ones_like(step))

    def _last_two(self, arrivals: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The steps that come last and last but one to each barrier of each block."""
        phase, _ = barrier_phases(self._trace, self._steps)
        block = self._steps.block[arrivals]
        in_order = np.lexsort((self._order.position[arrivals], phase[arrivals], block))
        arrivals, block = arrivals[in_order], block[in_order]
        meeting = np.flatnonzero(np.diff(block) | np.diff(phase[arrivals]))
        last = np.r_[meeting, len(arrivals) - 1]
        first = np.r_[0, meeting + 1]
        return arrivals[last], arrivals[last[last > first] - 1]

    def _gathered(self, step: NDArray[np.int64]) -> Moments:
        """The moments of some steps: one for each round and line."""
        position = np.sort(self._order.position[step])
        line = self._line[self._steps.statement[self._order.step[position]]]
        key = self._order.round[position] * (int(self._line.max(initial=0)) + 1) + line
        _, first, warps = np.unique(key, return_index=True, return_counts=True)
        in_order = np.argsort(first)
        moment = position[first[in_order]] + 1
        return Moments(moment, self._order.step[moment - 1], warps[in_order])


def _merged(one: Moments, other: Moments) -> Moments:
    moment, kept = np.unique(np.r_[one.moment, other.moment], return_index=True)
    step, warps = np.r_[one.step, other.step][kept], np.r_[one.warps, other.warps][kept]
    return Moments(moment, step, warps)
