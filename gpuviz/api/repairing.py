"""Repairs of a script, tried: it runs again with the edited text, in a process of its own."""

from __future__ import annotations

from gpuviz.cuda.script import ScriptOutcome
from gpuviz.repair.fault import fault_of
from gpuviz.repair.search import Outcome


def outcome_of_script(ran: ScriptOutcome) -> Outcome:
    """Of a script that ran in this process."""
    faults = tuple(
        fault_of(hazard, trace.config.block, trace.kernel)
        for trace in ran.launches
        for hazard in trace.hazards
    )
    return Outcome(faults, None, failed=bool(ran.failures or ran.own_failure))
