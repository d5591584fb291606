"""One file of the table: its hazards, and what is left of them after its repair."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

from gpuviz.cuda.recording import Recording
from gpuviz.cuda.script import run_script
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.repairing import repair_operation
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.operation import describe
from gpuviz.repair.asked import launch_faults
from gpuviz.repair.fault import fault_of
from gpuviz.repair.search import Outcome, Repairs, search
from gpuviz.simt.execute import ExecutionOptions


@dataclass(frozen=True, slots=True)
class Row:
    """What was found."""

    name: str
    is_kernel: bool
    hazards: int
    repairs: Repairs
    correct: bool | None  # at the end

    @property
    def is_proposed(self) -> bool:
        """Whether something repairs some of it."""
        return bool(self.repairs.steps)

    @property
    def is_clean(self) -> bool:
        """Whether the last text has no hazard."""
        return bool(self.repairs.steps) and self.repairs.steps[-1].tried.hazards == 0

    @property
    def is_right(self) -> bool:
        """Whether its result is right too."""
        return self.is_clean and self.correct is True

    @property
    def line(self) -> str:
        """As it is printed."""
        right = {True: "right", False: "WRONG", None: "not compared"}[self.correct]
        if not self.hazards:
            return f"{self.name:42} no hazard"
        if not self.is_proposed:
            why = next(one for one in self.repairs.why_not if one is not None)
            return f"{self.name:42} {self.hazards} hazards  no repair: {why.text}"
        steps, left = self.repairs.steps, self.repairs.steps[-1].tried.hazards
        said = " | ".join(step.message.text for step in steps)
        return f"{self.name:42} {self.hazards} hazards, {left} left, {right}: {said}"


def kernel_row(path: Path) -> Row:
    """A kernel or pipeline at its default size."""
    info = describe(path)
    size, block = info.default_size, info.default_block
    config = None if info.is_pipeline else LaunchConfig(info.grid(size, block), block)
    device = find_device(DEFAULT_DEVICE)
    request = LaunchRequest(1, path, info.default_size, config, "emulator", device)
    result = EmulatorEngine().run(request, lambda told: None)
    asked = launch_faults(result.launches, result.correct, path)
    repairs = repair_operation(request, asked)
    correct = repairs.steps[-1].tried.correct if repairs.steps else result.correct
    return Row(path.stem, True, len(asked.faults), repairs, correct)


def script_row(path: Path) -> Row:
    """A script, which nothing compares."""
    before = _run(path, None)
    text = path.read_text(encoding="utf-8")
    repairs = search(text, path.name, before, lambda edited: _run(path, edited))
    return Row(path.stem, False, len(before.faults), repairs, before.correct)


def _run(path: Path, text: str | None) -> Outcome:
    options = ExecutionOptions(record=False, snapshot_bytes=0)
    recording = Recording(find_device(DEFAULT_DEVICE), options, overall=True)
    with contextlib.redirect_stdout(io.StringIO()):
        ran = run_script(path, [], recording, text)
    faults = tuple(
        fault_of(hazard, trace.config.block, trace.kernel, path.name)
        for trace in ran.launches
        for hazard in trace.hazards
    )
    return Outcome(faults, None, failed=bool(ran.failures or ran.own_failure))
