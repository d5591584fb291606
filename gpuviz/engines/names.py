"""Who may be asked to run a launch, and in which order its warps run: names, and nothing else."""

from __future__ import annotations

from typing import Literal

EngineName = Literal["emulator", "cuda", "numba-simulator"]
ScheduleName = Literal["lockstep", "warps", "adversarial"]
