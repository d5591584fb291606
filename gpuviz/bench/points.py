"""Sweeps as data: what is asked, and a point for each launch. The window holds it: no Numba."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gpuviz.device import Device, Occupancy
from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.names import EngineName
from gpuviz.engines.request import CpuTimes
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.operation.inputs import Inputs
from gpuviz.trace import Prediction, Times

SweepKind = Literal["sizes", "blocks"]


@dataclass(frozen=True, slots=True)
class SweepRequest:
    """Launch one operation at each of some sizes, or at one size with each of some blocks.

    `sizes` and `blocks` have the same length: a pair for each point, in the order to run them.
    """

    number: int
    kind: SweepKind
    operation: Path
    engine: EngineName
    device: Device
    sizes: tuple[tuple[int, ...], ...]
    blocks: tuple[Dim3, ...]
    seed: int = 0
    times_cpu: bool = True
    cpu_budget_seconds: float = 0.5  # for each twin
    gpu: int = 0  # of the engine cuda: which GPU of this machine
    compiled: CompiledKernel | None = None  # for the device, where it is known already
    inputs: Inputs = ()  # what was chosen of the arrays
    text: str | None = None  # as in a LaunchRequest


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """What came of one launch of a sweep. `message` says why there are no times."""

    index: int  # in the request's sizes and blocks
    size: tuple[int, ...]
    config: LaunchConfig | None  # None: no launch can be made of this size and block
    times: Times | None = None
    prediction: Prediction | None = None
    occupancy: Occupancy | None = None
    correct: bool | None = None
    hazards: int = 0
    cpu: CpuTimes | None = None  # None: not timed (yet)
    message: Message | None = None

    @property
    def is_good(self) -> bool:
        """Not known to be wrong."""
        return self.correct is not False and not self.hazards
