"""Whether a trace holds all that its launch began with, so that it can run once more."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.messages import Message
from gpuviz.trace.trace import Trace


def why_not_followable(trace: Trace) -> Message | None:
    """Why the launch of a trace cannot run again; None where it can."""
    if trace.engine != "emulator":
        template = "This launch ran on the engine {engine}: only the emulator can run it again."
        return Message("replay.engine", template, {"engine": trace.engine})
    given = [array for array in trace.arrays if array.space == "global"]
    whole = [array for array in given if not array.part_of]
    missing = [array.name for array in whole if array.name not in trace.inputs]
    if missing:
        template = "What {names} held before the launch was too large to be kept."
        return Message("replay.no-snapshot", template, {"names": ", ".join(missing)})
    return None


def bare(trace: Trace) -> Trace:
    """What a launch needs to run once more, and what it cannot find out again."""
    return replace(without_record(trace), counters=None)


def without_record(trace: Trace) -> Trace:
    """A trace without what was recorded of its threads and elements: figures and findings stay."""
    return replace(
        trace,
        warp_counters=None,
        thread_active=None,
        followed=(),
        steps=None,
        accesses=None,
        values=None,
        exchanges=None,
        last_writer={},
        outputs={},
        hazards=tuple(replace(one, step=None, other_step=None) for one in trace.hazards),
    )
