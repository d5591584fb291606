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
from gpuviz.cli.launch_object import repair_object
from gpuviz.engines.repairing import exact_text
from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.repair.fault import Fault, another
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

    before = outcome_of_report(report, path, report)
    found = search(text, path.name, before, trial, within(TRYING_S))
    return replace(found, text=None if found.text is None else mark + found.text)


def outcome_of_report(report: Report, path: Path, before: Report) -> Outcome:
    """What came of a script, and how it compares with its first run.

    A script that failed by itself before, as by an assertion, and no longer does, is right.
    """
    faults = tuple(
        _fault(hazard, launch, path.name) for launch in report.launches for hazard in launch.hazards
    )
    correct = report.correct
    if correct is None and before.own_failure is not None:
        correct = report.own_failure is None
    fails_anew = report.own_failure is not None and before.own_failure is None
    refused = any(not one.is_wrong for one in report.failures) and not before.failures
    missing = len(report.launches) < len(before.launches)
    failed = report.timed_out or fails_anew or refused or missing
    return Outcome(faults, correct, failed)


def _fault(hazard: FoundHazard, launch: CheckedLaunch, script: str) -> Fault:
    """Files are named from the script's folder: the script itself by its name alone."""
    return Fault(
        cast("HazardKind", hazard.kind),
        cast("HazardSpace | None", hazard.space),
        hazard.array,
        hazard.index,
        hazard.line,
        hazard.other_line,
        hazard.block == hazard.other_block,
        _barrier(hazard.more.get("barrier"), script),
        Dim3(*launch.block),
        launch.kernel,
        hazard.count,
        another(hazard.file, script),
        another(hazard.other_file, script),
    )


def _barrier(found: Mapping[str, Any] | None, script: str) -> MissingBarrier | None:
    return None if found is None or found["file"] != script else MissingBarrier(**found)
