"""Seen: all that the conditions of a lesson can ask about, as it is now."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.device import Device
from gpuviz.engines.names import EngineName, ScheduleName
from gpuviz.engines.request import LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import OperationInfo
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen on the stage; numbers are linear, those of warp and thread in the block."""

    block: int | None = None
    warp: int | None = None
    thread: int | None = None
    element: str | None = None  # "c[785]", "c[3, 4]"


@dataclass(frozen=True, slots=True)
class ViewState:
    """How the window stands; the names are those of the settings of a lesson."""

    panel: str | None = None  # in front under the stage
    colour: str = "state"
    elements: str = "touch"
    heat: str = "steps"
    source: str = "python"
    beside_cpu: bool = False  # in the panel of the devices
    comparing: bool = False
    swept: frozenset[str] = frozenset()  # kinds of sweeps of this operation that are complete


@dataclass(frozen=True, slots=True)
class Played:
    """Where the playback stands."""

    step: int = 0  # how many have been executed
    steps: int = 0  # there are to play
    line: str | None = None  # the source of the step executed last
    block: int | None = None  # of that step
    warp: int | None = None
    lanes: int | None = None  # active in it
    at_end: bool = False
    playing: bool = False


@dataclass(frozen=True, slots=True)
class ObservedState:
    """The choice, what came of it, what is chosen on the stage, the view, the playback.

    `result` is that of the present choice; None while it is refused, runs, or has not run.
    """

    operation: OperationInfo
    size: tuple[int, ...]
    config: LaunchConfig
    engine: EngineName
    device: Device
    schedule: ScheduleName
    live: bool = True
    grid_pinned: bool = False
    refused: bool = False
    failed: bool = False
    result: LaunchResult | None = None
    trace: Trace | None = None  # of the launch of `result` that is on the stage
    launch: int | None = None  # of a pipeline: which one that is, from 1
    drawn: bool = False  # whether something was drawn for a pipeline
    chosen: Chosen = Chosen()
    view: ViewState = ViewState()
    played: Played = Played()
    solved: frozenset[str] = frozenset()  # names of puzzles

    @property
    def pipeline(self) -> LaunchResult | None:
        """The result of a pipeline."""
        return None if self.launch is None else self.result

    @property
    def level(self) -> str:
        """What is chosen: the whole grid, a block, a warp of it, or a thread."""
        chosen = self.chosen
        if chosen.thread is not None:
            return "thread"
        if chosen.warp is not None:
            return "warp"
        return "grid" if chosen.block is None else "block"

    @property
    def thread_in_grid(self) -> int | None:
        """The chosen thread's number among all threads of the launch."""
        chosen = self.chosen
        if chosen.block is None or chosen.thread is None:
            return None
        return chosen.block * self.config.block.size + chosen.thread

    @property
    def place(self) -> Dim3 | None:
        """The chosen thread's place in the launch, as cuda.grid(3) tells it."""
        chosen, config = self.chosen, self.config
        if chosen.block is None or chosen.thread is None:
            return None
        block, thread = config.grid.index(chosen.block), config.block.index(chosen.thread)
        sides = zip(block, config.block, thread, strict=True)
        return Dim3(*(number * side + inside for number, side, inside in sides))
