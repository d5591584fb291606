"""Runs a launch by the schedule that was asked for, or by one that gets it to its end."""

from __future__ import annotations

from gpuviz.messages import Message
from gpuviz.simt.execution.launch_state import Standstill
from gpuviz.simt.schedule.adversarial import run_adversarial
from gpuviz.simt.schedule.launch import Launch
from gpuviz.simt.schedule.lockstep import run_lockstep
from gpuviz.simt.schedule.turns import run_warps
from gpuviz.simt.schedule.undefined import dependences

Outcome = tuple[str, tuple[Message, ...]]
"""The schedule by which the launch ran, and what there is to say about it."""

CHANGED_OVER = (
    "In lockstep nothing moved on: threads wait for each other in line {line}. So the warps took"
    " turns, one step each (schedule warps)."
)


def run(launch: Launch) -> Outcome:
    """Runs a launch that has begun to its end."""
    if launch.options.schedule == "warps":
        memory = launch.memory() if launch.program.has_shuffles else None
        run_warps(launch)
        return "warps", dependences(launch, memory, run_warps)
    if launch.options.schedule == "adversarial":
        return "adversarial", run_adversarial(launch, _anyhow)
    return _anyhow(launch)


def _anyhow(launch: Launch) -> Outcome:
    """In lockstep, or warp by warp where nothing moves on in lockstep."""
    program = launch.program
    memory = launch.memory() if program.may_wait or program.has_shuffles else None
    try:
        run_lockstep(launch)
    except Standstill as standstill:
        assert memory is not None
        memory.put_back()
        launch.begin()
        run_warps(launch)
        place = standstill.place
        named = launch.launch_state.hazards.line_names([place.file])
        values = {"line": named(place.file, place.line)}
        changed_over = Message("launch.changed-over", CHANGED_OVER, values)
        return "warps", (changed_over, *dependences(launch, memory, run_warps))
    return "lockstep", dependences(launch, memory, run_lockstep)
