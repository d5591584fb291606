"""Trace: everything that is known of one launch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.trace.columns import Accesses, Exchanges, Placement, Steps, Values, WarpCounters
from gpuviz.trace.prediction import Prediction
from gpuviz.trace.source import (
    AccessKind,
    ArrayInfo,
    FunctionSource,
    Site,
    Space,
    Statement,
    Variable,
)

HazardKind = Literal["out-of-bounds", "race", "uninitialized", "barrier-divergence"]
HazardSpace: TypeAlias = Space | Literal["register"]
"""Where what a hazard is about lies: a variable or an exchanged value lies in a register."""
RaceParty = Literal["thread", "other_thread"]
"""The two threads of a race, as the fields of a Hazard name them."""


@dataclass(frozen=True, slots=True)
class Counters:
    """Sums over a launch, as semantics.md 4 defines them; the field names are those of `--json`."""

    active_threads: int = 0
    idle_threads: int = 0
    warp_steps: int = 0
    lane_steps: int = 0
    divergent_branches: int = 0
    global_load_requests: int = 0
    global_load_sectors: int = 0
    global_load_lines: int = 0
    global_store_requests: int = 0
    global_store_sectors: int = 0
    global_store_lines: int = 0
    atomic_requests: int = 0
    atomic_operations: int = 0
    shared_load_requests: int = 0
    shared_load_wavefronts: int = 0
    shared_store_requests: int = 0
    shared_store_wavefronts: int = 0
    bank_conflicts: int = 0
    barriers: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a loop."""

    line: int  # of the loop's header
    turn: int  # from 1
    file: str | None = None  # of the line; None in older recordings


@dataclass(frozen=True, slots=True)
class MissingBarrier:
    """Where the barrier is missing that would order two accesses of one block.

    It belongs behind the line `after`, and before line `before` is come to: in the same turn of all
    loops around both, or in a later turn of the loop in line `loop`.
    """

    after: int
    before: int
    loop: int | None = None
    file: str | None = None  # of all three; None in older recordings


@dataclass(frozen=True, slots=True)
class Hazard:
    """One thing that is wrong in a kernel, with its first example and how often it happened.

    What is a hazard, and which example is the first, is defined in semantics.md 5.
    """

    kind: HazardKind
    space: HazardSpace | None
    array: str | None  # of the space "register": the variable's name
    index: tuple[int, ...]
    line: int  # in `file`
    other_line: int | None  # in `other_file`
    block: Dim3
    thread: Dim3
    other_block: Dim3 | None
    other_thread: Dim3 | None
    count: int
    message: Message  # what happened, and what repairs it
    what: Message | None = None  # the first half of `message`; None in older recordings
    repair: Message | None = None  # the other half
    access: AccessKind | None = None  # what the thread does; None at a barrier
    other_access: AccessKind | None = None  # what the other thread of a race does
    turns: tuple[Turn, ...] | None = None
    """Of the loops around the access of a race, the outermost first; None: not known."""
    other_turns: tuple[Turn, ...] | None = None
    step: int | None = None  # of a race: the row in Trace.steps; None: it was not kept
    other_step: int | None = None
    first: RaceParty | None = None
    """Which access of a race was executed first; None: both in one statement, or not known."""
    barrier: MissingBarrier | None = None  # None: no barrier orders the two, or it is not known
    file: str | None = None  # as in FunctionSource; None in older recordings
    other_file: str | None = None  # that of `other_line`
    other_launch: int | None = None
    """Of a race between launches: the number of the other launch of its script, counted from 1."""

    def with_files(self, name_of: Callable[[str], str]) -> Hazard:
        """The same with other names of its files."""

        def named(file: str | None) -> str | None:
            return None if file is None else name_of(file)

        def turns(given: tuple[Turn, ...] | None) -> tuple[Turn, ...] | None:
            return given and tuple(replace(one, file=named(one.file)) for one in given)

        barrier = self.barrier
        return replace(
            self,
            file=named(self.file),
            other_file=named(self.other_file),
            turns=turns(self.turns),
            other_turns=turns(self.other_turns),
            barrier=None if barrier is None else replace(barrier, file=named(barrier.file)),
        )


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of one launch on the device; None is unknown.

    `band` is (lowest, highest) factor around a modelled time of the kernel; None: not validated.
    `copies_band` is that around both modelled copies. Spreads are interquartile ranges of measured
    seconds.
    """

    source: Literal["measured", "modelled"]
    h2d_s: float | None = None
    kernel_s: float | None = None
    d2h_s: float | None = None
    compile_s: float | None = None
    band: tuple[float, float] | None = None
    note: str = ""  # of recordings of another program; shown as it is
    launch_s: float | None = None  # of the host: to queue one launch from Python
    kernel_cold_s: float | None = None  # the L2 cache holding none of the arrays; kernel_s: warm
    h2d_pinned_s: float | None = None  # from page-locked host memory; h2d_s: from ordinary arrays
    d2h_pinned_s: float | None = None
    kernel_spread_s: float | None = None
    h2d_spread_s: float | None = None
    d2h_spread_s: float | None = None
    samples: int | None = None  # of the kernel
    disturbances: tuple[Message, ...] = ()  # why the figures may be off: load, spread, clocks
    copies_band: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """What a launch did.

    Which parts are None depends on the engine: Numba's simulator counts nothing.
    """

    kernel: str
    engine: str
    schedule: str
    seed: int
    device_id: str
    config: LaunchConfig
    functions: tuple[FunctionSource, ...]  # row 0 is the kernel
    statements: tuple[Statement, ...] = ()
    sites: tuple[Site, ...] = ()
    arrays: tuple[ArrayInfo, ...] = ()  # the kernel's array parameters first, in order
    variables: tuple[Variable, ...] = ()
    scalars: Mapping[str, object] = field(default_factory=dict)  # the kernel's scalar arguments
    counters: Counters | None = None
    warp_counters: WarpCounters | None = None  # None also where it would be too large: see notes
    thread_active: NDArray[np.bool_] | None = None
    """[blocks, threads per block]: touched global memory."""
    followed: tuple[int, ...] = ()  # linear blocks whose every step is kept, ascending
    steps: Steps | None = None
    accesses: Accesses | None = None
    values: Values | None = None
    exchanges: Exchanges | None = None  # None too where they were not recorded
    hazards: tuple[Hazard, ...] = ()
    hazard_kinds_checked: tuple[HazardKind, ...] = ()
    last_writer: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    """By array, in its shape: the linear thread (block * block size + thread) that wrote each
    element last, -1 for none."""
    inputs: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """Arrays before the launch (snapshots)."""
    outputs: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """Arrays that the launch wrote, after it."""
    placement: Placement | None = None
    times: Times | None = None
    prediction: Prediction | None = None  # modelled for the device, also beside measured times
    registers_per_thread: int = 32
    registers_source: Literal["assumed", "compiled", "measured"] = "assumed"
    shared_bytes: int = 0  # static shared memory of a block
    notes: tuple[Message, ...] = ()
    failure: Message | None = None  # why the kernel broke off; None where it came to its end
    device: Device | None = None  # of `device_id`; None where gpuviz has it in its own table
    machine: str = ""  # the name of another computer that ran it; "": this one, or not known
    size: tuple[int, ...] = ()
    """Of the operation that was launched. (): a script's launch, one of a pipeline or with inputs
    that were chosen, or an older recording."""

    def with_files(self, name_of: Callable[[str], str]) -> Trace:
        """The same with other names of its files."""
        return replace(
            self,
            functions=tuple(replace(one, file=name_of(one.file)) for one in self.functions),
            hazards=tuple(one.with_files(name_of) for one in self.hazards),
        )

    @property
    def all_followed(self) -> bool:
        """Whether every block's every step is kept."""
        return len(self.followed) == self.config.blocks
