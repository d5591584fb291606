"""All that a picture of a warp depends on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.branch_regions import BranchRegions
from gpuviz.insight.exchanges import WarpExchange
from gpuviz.insight.stage_warp import source_line
from gpuviz.insight.warp_steps import LaneState, WarpSteps
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Measure, Say
from gpuviz.scene.theme import Theme
from gpuviz.trace import Statement, Trace


@dataclass(frozen=True, slots=True)
class WarpPicture:
    """A warp at an instant. `at` is the number of its latest step among its own, -1 before it."""

    trace: Trace
    steps: WarpSteps
    states: frozenset[LaneState]  # of lanes, that occur in its steps
    regions: BranchRegions
    exchanging: NDArray[np.bool_]  # [n] the steps in which lanes exchange something
    exchanges: tuple[WarpExchange, ...]  # of the step at `at`
    at: int
    lane: int | None  # chosen
    theme: Theme
    measure: Measure
    say: Say
    which: int = 0  # of the exchanges is looked at

    @property
    def exchange(self) -> WarpExchange | None:
        """The exchange that is looked at."""
        return self.exchanges[self.which] if self.exchanges else None

    @property
    def statement(self) -> Statement | None:
        """What the warp has executed last."""
        return None if self.at < 0 else self.statement_of(self.at)

    @property
    def mask(self) -> int:
        """The active lanes of the latest step."""
        return 0 if self.at < 0 else int(self.steps.mask[self.at])

    def statement_of(self, number: int) -> Statement:
        """The statement of a step, by its number in the warp."""
        assert self.trace.steps is not None
        row = int(self.trace.steps.statement[self.steps.ids[number]])
        return self.trace.statements[row]

    def code_of(self, number: int) -> str:
        """The source of a step."""
        statement = self.statement_of(number)
        return source_line(self.trace, statement.function, statement.line)

    def thread(self, lane: int) -> int:
        """The linear thread in the block of a lane."""
        return self.steps.warp * WARP_SIZE + lane
