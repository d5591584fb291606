"""The kinds of moments that one can go to, and their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

KindName = Literal["divergence", "barrier", "hazard", "breakpoint", "warp", "line"]


@dataclass(frozen=True, slots=True)
class MomentKind:
    """One kind. `absent` says that a launch has none of it, `what` what is looked for."""

    name: KindName
    label: str  # on the button, behind "next:"
    what: str  # "There is no {what} after this step."
    absent: str


KINDS = (
    MomentKind("divergence", "divergence", "divergence", "No warp diverges in this launch."),
    MomentKind("barrier", "barrier", "barrier", "This kernel has no barrier."),
    MomentKind("hazard", "hazard", "hazard", "This launch has no hazard."),
    MomentKind(
        "breakpoint",
        "breakpoint",
        "breakpoint",
        "No executed line has a breakpoint: click beside a line number to set one.",
    ),
    MomentKind(
        "warp", "step of this warp", "step of this warp", "Choose a warp or a thread first."
    ),
    MomentKind("line", "time on this line", "step of this line", "No line plays yet."),
)
BY_NAME = {kind.name: kind for kind in KINDS}
UNKEPT = "The steps of this block were not kept."
NONE_AFTER = "There is no {what} after this step."
NONE_BEFORE = "There is no {what} before this step."
NO_STEPS = "There are no steps to play."
