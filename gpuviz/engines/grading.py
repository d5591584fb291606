"""What is asked of a grader of puzzles and what it answers: frozen data, no code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from gpuviz.device import Device
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message, SourcePlace, word
from gpuviz.trace import Counters
from gpuviz.trace.trace import HazardKind

FigureName = Literal[
    "sectors", "loads", "stores", "conflicts", "steps", "barriers", "atomics", "divergence"
]
Verdict = (
    Literal["solved", "refused", "failed", "inputs", "wrong", "unwritten", "goal"] | HazardKind
)
"""What came of an answer. `refused`: it was not run; `unwritten`: wrong where no thread wrote."""

FIGURES: Mapping[FigureName, Callable[[Counters], int]] = {
    "sectors": lambda c: c.global_load_sectors + c.global_store_sectors,
    "loads": lambda c: c.global_load_sectors,
    "stores": lambda c: c.global_store_sectors,
    "conflicts": lambda c: c.bank_conflicts,
    "steps": lambda c: c.warp_steps,
    "barriers": lambda c: c.barriers,
    "atomics": lambda c: c.atomic_operations,
    "divergence": lambda c: c.divergent_branches,
}
"""How a figure is read off the counters of a launch."""

FIGURE_WORDS: Mapping[FigureName, Message] = {
    "sectors": word("Sectors"),
    "loads": word("Sectors loaded"),
    "stores": word("Sectors stored"),
    "conflicts": word("Bank conflicts"),
    "steps": word("Warp steps"),
    "barriers": word("Barriers"),
    "atomics": word("Atomic operations"),
    "divergence": word("Divergent branches"),
}

VERDICTS = tuple(word for part in get_args(Verdict) for word in get_args(part) or (part,))


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure of the launch of the first case, and the most that it may be."""

    figure: FigureName
    most: int


@dataclass(frozen=True, slots=True)
class GradedCase:
    """A size and a block that an answer has to be right for."""

    size: tuple[int, ...]
    block: Dim3


@dataclass(frozen=True, slots=True)
class GradingRequest:
    """Grade the text of a student's file `operation`.

    Everything but the kernel comes from `start`, the file that the puzzle began with: inputs,
    reference and grids. `configs` are the launches of the cases.
    """

    number: int
    operation: Path
    text: str
    start: Path
    cases: tuple[GradedCase, ...]
    configs: tuple[LaunchConfig, ...]
    goals: tuple[Goal, ...]
    device: Device
    patience_s: float = 10.0  # for a while loop of one launch

    def launch(self, case: int) -> LaunchRequest:
        """The launch of a case; each has other inputs."""
        size, config = self.cases[case].size, self.configs[case]
        return LaunchRequest(
            self.number, self.start, size, config, "emulator", self.device, seed=case
        )


@dataclass(frozen=True, slots=True)
class Grading:
    """What came of an answer.

    `case` is the one that it failed in, else the first; `result` is its launch, None where nothing
    was launched to its end. `figures` are those of the goals, and empty before they were counted.
    """

    number: int
    verdict: Verdict
    messages: tuple[Message, ...] = ()  # what is wrong; none where it is solved
    place: SourcePlace | None = None
    passed: int = 0  # cases, in their order, in which the result is right
    figures: tuple[int, ...] = ()
    notes: tuple[Message, ...] = ()
    case: int = 0
    result: LaunchResult | None = None

    @property
    def is_solved(self) -> bool:
        """Whether nothing is wrong."""
        return self.verdict == "solved"
