"""The kinds of moments that one can go to, and their words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gpuviz.messages import EnglishText

if TYPE_CHECKING:
    from gpuviz.trace import Trace

KindName = Literal["divergence", "barrier", "hazard", "breakpoint", "warp", "line"]


@dataclass(frozen=True, slots=True)
class MomentKind:
    """One kind: how it is called on the button, behind "next:", and in sentences."""

    name: KindName
    label: EnglishText
    what: EnglishText  # "There is no {what} after this step."


KINDS = (
    MomentKind("divergence", "divergence", "divergence"),
    MomentKind("barrier", "barrier", "barrier"),
    MomentKind("hazard", "hazard", "hazard"),
    MomentKind("breakpoint", "breakpoint", "breakpoint"),
    MomentKind("warp", "step of this warp", "step of this warp"),
    MomentKind("line", "time on this line", "step of this line"),
)
BY_NAME = {kind.name: kind for kind in KINDS}
NONE_AFTER = "There is no {what} after this step."
NONE_BEFORE = "There is no {what} before this step."
NO_STEPS = "There are no steps to play."
NO_WARP = "Choose a warp or a thread first."
UNKEPT = "The steps of this block were not kept."
NO_LINE = "No line plays yet."
NO_BREAKPOINT = "No line has a breakpoint: click beside a line number to set one."
BREAKPOINT_UNREACHED = "No followed warp comes to a line with a breakpoint."
NO_BARRIER = "This kernel has no barrier."
BARRIER_UNREACHED = "No followed warp comes to a barrier."
NO_HAZARD = "This launch has no hazard."
HAZARD_UNKEPT = "The steps that lead to the hazard were not kept."
NO_DIVERGENCE = "No warp diverges in this launch."
DIVERGENCE_UNKEPT = "No warp of the followed blocks diverges."
DIVERGENCE_INSIDE = (
    "Lanes part only within expressions such as x if c else y, of which no side touches memory."
)


def absent(
    kind: KindName, trace: Trace, breakpoints: Collection[int], warp: int | None
) -> EnglishText:
    """Why a launch has no moment of a kind that one could go to."""
    if kind == "divergence":
        return _no_divergence(trace)
    if kind == "barrier":
        has_barrier = any(one.is_barrier for one in trace.statements)
        return BARRIER_UNREACHED if has_barrier else NO_BARRIER
    if kind == "hazard":
        return HAZARD_UNKEPT if trace.hazards else NO_HAZARD
    if kind == "breakpoint":
        return BREAKPOINT_UNREACHED if breakpoints else NO_BREAKPOINT
    if kind == "warp":
        return NO_WARP if warp is None else UNKEPT
    return NO_LINE


def _no_divergence(trace: Trace) -> EnglishText:
    """Conditional expressions diverge, too, but within a step."""
    if trace.counters is not None and trace.counters.divergent_branches == 0:
        return NO_DIVERGENCE
    return DIVERGENCE_INSIDE if trace.counters and trace.all_followed else DIVERGENCE_UNKEPT
