"""What `--json` says of a launch and its hazards, to the letter of its documented form."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gpuviz.repair.search import Repairs
    from gpuviz.trace import Hazard, Trace


def launch_object(trace: Trace, times: Mapping[str, object] | None = None) -> dict[str, object]:
    """One launch of several: of a pipeline with its times, of a script in `check` and `trace`."""
    return {
        "kernel": trace.kernel,
        "file": trace.functions[0].file,
        "line": trace.functions[0].first_line,
        "grid": trace.config.grid,
        "block": trace.config.block,
        **(times or {}),
        "counters": trace.counters,
        "hazards": [hazard_object(hazard) for hazard in trace.hazards],
    }


def hazard_object(hazard: Hazard) -> dict[str, object]:
    """One hazard; other_block and other_thread are None where only one thread is involved.

    What follows the message is known of races only: the turns of the loops around the accesses, the
    outermost first, their steps in the recording, which was executed first, and the lines between
    which a barrier is missing.
    """
    return {
        "kind": hazard.kind,
        "space": hazard.space,
        "array": hazard.array,
        "index": hazard.index,
        "file": hazard.file,
        "line": hazard.line,
        "other_file": hazard.other_file,
        "other_line": hazard.other_line,
        "other_launch": hazard.other_launch,
        "block": hazard.block,
        "thread": hazard.thread,
        "other_block": hazard.other_block,
        "other_thread": hazard.other_thread,
        "count": hazard.count,
        "message": hazard.message,
        "turns": hazard.turns,
        "other_turns": hazard.other_turns,
        "step": hazard.step,
        "other_step": hazard.other_step,
        "first": hazard.first,
        "barrier": hazard.barrier,
    }


def repair_object(repairs: Repairs, row: int) -> dict[str, object]:
    """What repairs the hazard of a row, tried; None with the reason where nothing does."""
    found = repairs.of(row)
    if found is None:
        return {"repair": None, "why_no_repair": repairs.why_not[row]}
    tried = found.tried
    said = {"hazards": tried.hazards, "new_hazards": tried.new_hazards, "correct": tried.correct}
    return {"repair": {"message": found.message, "diff": found.diff, "tried": said}}
