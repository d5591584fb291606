"""Repairs of a script, tried: it runs again with the edited text, in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from gpuviz.api.job import ScriptJob
from gpuviz.api.printed import nobody_listens
from gpuviz.api.report import CheckedLaunch, FoundHazard, Report
from gpuviz.api.supervisor import Limits, run_supervised
from gpuviz.cli.report import repair_object
from gpuviz.cuda.script import ScriptOutcome
from gpuviz.engines.repairing import exact_text
from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.repair.asked import ELSEWHERE
from gpuviz.repair.fault import Fault, fault_of
from gpuviz.repair.search import Outcome, Repairs, search, within
from gpuviz.trace.trace import HazardKind, HazardSpace, MissingBarrier

TRYING_S = 120.0  # then no more trial begins
UNREADABLE = Message("repair.unreadable", "The script's text cannot be read as UTF-8.")


def with_repairs(job: ScriptJob, limits: Limits, report: Report) -> Report:
    """The report with a repair for each hazard, tried, or None.

    A script with hazards runs again some times, within the same limits each time.
    """
    if not report.hazards:
        return report
    found = repair_script(job, limits, report)
    rows = iter(range(len(report.hazards)))
    launches = tuple(
        replace(launch, hazards=tuple(_with(one, found, next(rows)) for one in launch.hazards))
        for launch in report.launches
    )
    return replace(report, launches=launches)


def _with(hazard: FoundHazard, found: Repairs, row: int) -> FoundHazard:
    return replace(hazard, more={**hazard.more, **repair_object(found, row)})


def repair_script(job: ScriptJob, limits: Limits, report: Report) -> Repairs:
    """What repairs the hazards of a script, in the order of `report.hazards`."""
    path = Path(job.script)
    try:
        mark, text = exact_text(path) if job.text is None else ("", job.text)
    except (OSError, UnicodeDecodeError):
        count = len(report.hazards)
        return Repairs((), (None,) * count, (UNREADABLE,) * count, None)

    def trial(edited: str) -> Outcome:
        again = replace(job, text=edited, offers=None, keep=None)
        return outcome_of_report(run_supervised(again, limits, nobody_listens), path, report)

    mine = [_is_of(launch, path) for launch in report.launches for _ in launch.hazards]
    before = outcome_of_report(report, path, report)
    found = search(text, path.name, before, trial, within(TRYING_S))
    rows, whys = iter(found.of_fault), iter(found.why_not)
    of_fault = tuple(next(rows) if one else None for one in mine)
    why_not = tuple(next(whys) if one else ELSEWHERE for one in mine)
    whole = None if found.text is None else mark + found.text
    return replace(found, of_fault=of_fault, why_not=why_not, text=whole)


def outcome_of_report(report: Report, path: Path, before: Report) -> Outcome:
    """What came of a script, and how it compares with its first run.

    A script that failed by itself before, as by an assertion, and no longer does, is right.
    """
    faults = tuple(
        _fault(hazard, launch)
        for launch in report.launches
        if _is_of(launch, path)
        for hazard in launch.hazards
    )
    correct = report.correct
    if correct is None and before.own_failure is not None:
        correct = report.own_failure is None
    fails_anew = report.own_failure is not None and before.own_failure is None
    refused = any(not one.is_wrong for one in report.failures) and not before.failures
    missing = len(report.launches) < len(before.launches)
    failed = report.timed_out or fails_anew or refused or missing
    return Outcome(faults, correct, failed)


def _is_of(launch: CheckedLaunch, path: Path) -> bool:
    """Whether the kernel stands in the script itself."""
    return Path(launch.file).name == path.name


def _fault(hazard: FoundHazard, launch: CheckedLaunch) -> Fault:
    return Fault(
        cast("HazardKind", hazard.kind),
        cast("HazardSpace | None", hazard.space),
        hazard.array,
        hazard.index,
        hazard.line,
        hazard.other_line,
        hazard.block == hazard.other_block,
        _barrier(hazard.more.get("barrier")),
        Dim3(*launch.block),
        launch.kernel,
        hazard.count,
    )


def _barrier(found: Mapping[str, Any] | None) -> MissingBarrier | None:
    return None if found is None else MissingBarrier(**found)


def outcome_of_script(ran: ScriptOutcome) -> Outcome:
    """Of a script that ran in this process."""
    faults = tuple(
        fault_of(hazard, trace.config.block, trace.kernel)
        for trace in ran.launches
        for hazard in trace.hazards
    )
    return Outcome(faults, None, failed=bool(ran.failures or ran.own_failure))
