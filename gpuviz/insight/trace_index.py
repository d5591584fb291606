"""What is read off a trace again and again, each worked out once, when it is first asked for."""

from __future__ import annotations

from functools import cached_property

from gpuviz.insight.hazard_moments import NamedThread, hazards_by_thread
from gpuviz.insight.moments import MomentFinder
from gpuviz.insight.order import PlayOrder
from gpuviz.insight.stage_warp import WarpReader
from gpuviz.insight.states import GridStates, WarpHistory
from gpuviz.insight.tempo import Tempo, tempo_of, tempo_of_blocks, tempo_of_turns
from gpuviz.insight.thread_facts import ThreadReader
from gpuviz.trace import Trace


class TraceIndex:
    """Of one trace with steps, in the order in which it is played."""

    def __init__(self, trace: Trace, order: PlayOrder) -> None:
        self.trace, self.order = trace, order

    @cached_property
    def history(self) -> WarpHistory:
        """The steps of every followed warp."""
        return WarpHistory(self.trace, self.order)

    @cached_property
    def hazards(self) -> tuple[NamedThread, ...]:
        """The threads that hazards name."""
        return hazards_by_thread(self.trace, self.order)

    @cached_property
    def states(self) -> GridStates:
        """What blocks and threads do."""
        return GridStates(self.trace, self.order, self.history, self.hazards)

    @cached_property
    def warps(self) -> WarpReader:
        """What single warps do."""
        return WarpReader(self.trace, self.order, self.history)

    @cached_property
    def threads(self) -> ThreadReader:
        """What single threads do."""
        return ThreadReader(self.trace, self.order, self.warps, self.hazards)

    @cached_property
    def by_rounds(self) -> Tempo:
        """How long each round is shown."""
        return tempo_of(self.trace, self.order, self.moments)

    @cached_property
    def by_turns(self) -> Tempo:
        """How long each turn of a loop is shown."""
        return tempo_of_turns(self.trace, self.order)

    @cached_property
    def by_blocks(self) -> Tempo:
        """How long each beginning or end of a block is shown."""
        return tempo_of_blocks(self.order)

    @cached_property
    def moments(self) -> MomentFinder:
        """The moments that matter."""
        return MomentFinder(self.trace, self.order, self.history)
