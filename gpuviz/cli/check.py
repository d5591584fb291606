"""`gpuviz check`: runs scripts, unchanged, on the emulator and says what is wrong in them."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing, redirect_stderr

from gpuviz.api.checking import DEFAULT_TIMEOUT_S
from gpuviz.api.job import ScriptJob
from gpuviz.api.offers import kernel_offers
from gpuviz.api.report import CheckedLaunch, FoundHazard, Report, worst
from gpuviz.api.supervisor import Limits
from gpuviz.cli.choices import modelled_device
from gpuviz.cli.colour import BAD, GOOD, coloured
from gpuviz.cli.json_text import print_json
from gpuviz.cli.repair_rows import repair_rows
from gpuviz.cli.script_run import (
    Checked,
    add_script_arguments,
    as_it_is,
    run_scripts,
    run_scripts_there,
)
from gpuviz.cli.script_words import OF_CHECK
from gpuviz.cli.streams import print_for_programs
from gpuviz.cli.table import counted, print_text
from gpuviz.cli.words import kind_text
from gpuviz.cli.workflow_commands import WithoutCommands
from gpuviz.messages import Message, RequestRefused, shortened
from gpuviz.own_folder import clear_abandoned
from gpuviz.texts import enumerated, tr
from gpuviz.units import whole

TEXT, JSON = "text", "json"
FORMAT_NAMES = (TEXT, JSON, "sarif", "github", "junit")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_script_arguments(parser, f"{DEFAULT_TIMEOUT_S:g}", OF_CHECK)


def run(arguments: argparse.Namespace) -> int:
    """0: no hazard; 1: a hazard, or a kernel failed; 2: a script failed or launched nothing."""
    clear_abandoned()
    form = _chosen_format(arguments)
    arguments.json = form != TEXT  # what scripts print goes to stderr then
    if form in (TEXT, JSON):
        return _check(arguments, form)
    with closing(WithoutCommands(sys.stderr)) as plain, redirect_stderr(plain):
        return _check(arguments, form)


def _check(arguments: argparse.Namespace, form: str) -> int:
    teller = Teller(form)
    if arguments.cluster is not None:
        told = teller.begins, teller.ended, teller.noted
        return teller.sum_up(run_scripts_there(arguments, arguments.cluster, *told))
    with kernel_offers(modelled_device(arguments)) as offers:
        checked = run_scripts(
            arguments,
            teller.begins,
            teller.ended,
            offers=offers,
            noted=teller.noted,
            completed=_with_repairs if arguments.repair else as_it_is,
        )
    return teller.sum_up(checked)


def _with_repairs(job: ScriptJob, limits: Limits, report: Report) -> Report:
    from gpuviz.api.repairing import with_repairs  # which loads the emulator

    return with_repairs(job, limits, report)


def _chosen_format(arguments: argparse.Namespace) -> str:
    """Raises RequestRefused for a name that is none, and for two wishes that differ."""
    wanted: str = arguments.format
    if wanted not in FORMAT_NAMES:
        template = "format '{text}' is none of {names}."
        values = {"text": shortened(wanted), "names": ", ".join(FORMAT_NAMES)}
        raise RequestRefused(Message("cli.bad-format", template, values))
    if arguments.json and wanted not in (TEXT, JSON):
        template = "--json and --format {name} cannot both be met: leave one out."
        raise RequestRefused(Message("cli.two-formats", template, {"name": wanted}))
    return JSON if arguments.json else wanted


class Teller:
    """Prints what scripts did, one after the other, and gives the exit code."""

    def __init__(self, form: str) -> None:
        self._form = form

    def begins(self, file: str, is_one: bool) -> None:
        """A script is about to run: what it prints stands below its name."""
        if not is_one and self._form == TEXT:
            print_text(f"== {file}")
            sys.stdout.flush()

    def ended(self, report: Report, is_one: bool) -> None:
        """A script is over. Several are told at once, one of a folder needs to know the others."""
        if self._form == TEXT and report.output and not report.output.endswith("\n"):
            print()
        if self._form == TEXT and report.launches:
            print_text("\n".join(_lines(report)))
            sys.stdout.flush()
        if not report.is_without_launch:
            _complain(report, is_one)

    def noted(self, report: Report, notes: list[str]) -> None:
        """What a compiler says of a report's kernels, after the report."""
        if self._form == TEXT and notes and report.launches:
            print_text("\n".join(_note(note) for note in notes))
            sys.stdout.flush()

    def sum_up(self, checked: Checked) -> int:
        """What can be said only of all of them; the exit code."""
        for report in checked.reports:
            if report.is_without_launch:
                _complain(report, checked.is_one)
        if self._form == JSON:
            print_json(checked_object(checked))
        elif self._form != TEXT:
            from gpuviz.cli.check_formats import FORMATS

            print_for_programs(FORMATS[self._form](checked.reports))
        elif not checked.is_one:
            print_text("\n".join(_summary(checked)))
        elif checked.reports[0].notes and not checked.reports[0].launches:
            print_text("\n".join(_notes(checked.reports[0])))
        return worst(tuple(report.exit_code for report in checked.reports))


def checked_object(checked: Checked) -> dict[str, object]:
    """The JSON object of `check --json` and `trace --json`; `files` is there for several."""
    reports = checked.reports
    notes = [note for report in reports for note in report.every_note]
    found: dict[str, object] = {
        "launches": [launch.to_object() for report in reports for launch in report.launches],
        "notes": [*notes, *checked.notes],
    }
    if not checked.is_one:
        found["files"] = [_without_output(report) for report in reports]
    return found


def _without_output(report: Report) -> dict[str, object]:
    """What a script printed went to stderr."""
    return {key: value for key, value in report.to_object().items() if key != "output"}


def _complain(report: Report, is_one: bool) -> None:
    """What goes to stderr: the script's own failure as Python prints it, then our sentences."""
    if report.own_failure is not None:
        print(report.own_failure.rstrip("\n"), file=sys.stderr)
    for failure in report.failures:
        named = is_one or report.file in failure.text
        print(f"gpuviz: {'' if named else f'{report.file}: '}{failure.text}", file=sys.stderr)
    sys.stderr.flush()


def _lines(report: Report) -> list[str]:
    """Each launch and its hazards, what was looked for, then the mistakes of the host."""
    lines, told = list[str](), set[str]()
    for number, launch in enumerate(report.launches, 1):
        lines.append(_launch_line(number, launch))
        for hazard in launch.hazards:
            lines += [_hazard_line(hazard), *_repair_lines(hazard, told)]
        lines += [tr("   note: {note}").format(note=note) for note in launch.notes]
    checked = enumerated([kind_text(kind) for kind in report.launches[0].looked_for])
    return [*lines, tr("Looked for: {kinds}.").format(kinds=checked), *_notes(report)]


def _notes(report: Report) -> list[str]:
    return [_note(note) for note in report.notes]


def _note(note: str) -> str:
    return tr("Note: {note}").format(note=note)


def _launch_line(number: int, launch: CheckedLaunch) -> str:
    found = len(launch.hazards)
    verdict = coloured(tr("no hazard"), GOOD)
    if found:
        verdict = coloured(counted(found, "1 hazard", "{n} hazards"), BAD)
    return tr("{number}. {kernel} ({place}) grid {grid} block {block}: {verdict}").format(
        number=number,
        kernel=launch.kernel,
        place=f"{launch.file.rpartition('/')[2]}:{launch.line}",
        grid=launch.grid,
        block=launch.block,
        verdict=verdict,
    )


def _hazard_line(hazard: FoundHazard) -> str:
    times = ""
    if hazard.count > 1:
        times = tr(" ({count} times)").format(count=whole(hazard.count))
    words = tr("   {kind}: {message}{times}")
    return words.format(kind=kind_text(hazard.kind), message=hazard.message, times=times)


def _repair_lines(hazard: FoundHazard, told: set[str]) -> list[str]:
    """What repairs it, where that was tried; `told` are the diffs that stand above."""
    if "repair" not in hazard.more:
        return []
    rows = repair_rows(hazard.more["repair"], str(hazard.more.get("why_no_repair")), told)
    words = tr("{what}: {name}")
    named = [words.format(what=label, name=text) if label else text for label, text in rows]
    return [f"      {line}".rstrip() for line in named]


def _summary(checked: Checked) -> list[str]:
    """Of several files: the notes about them, and each with what was found."""
    lines = [_note(note) for note in checked.notes]
    wrong = [report.file for report in checked.reports if report.exit_code == 1]
    failed = [report.file for report in checked.reports if report.exit_code == 2]
    files = counted(len(checked.reports), "1 file", "{n} files")
    lines.append(tr("Checked: {files}.").format(files=files))
    if wrong:
        words = tr("{wrong}: {files}.")
        lines.append(words.format(wrong=coloured(tr("Wrong"), BAD), files=enumerated(wrong)))
    if failed:
        lines.append(tr("Not checked to the end: {files}.").format(files=enumerated(failed)))
    return lines if wrong or failed else [*lines, coloured(tr("Nothing is wrong."), GOOD)]
