"""`gpuviz check SCRIPT.py`: runs a script, unchanged, on the emulator and says what is wrong."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cli.json_text import print_json
from gpuviz.cli.report import hazard_object
from gpuviz.cli.script_run import add_script_arguments, outcome_of
from gpuviz.cli.table import counted, print_text
from gpuviz.messages import GpuvizError, KernelFailed, Message, RequestRefused
from gpuviz.trace import Hazard, Trace

if TYPE_CHECKING:
    from gpuviz.cuda.script import ScriptOutcome


ABOUT_THE_ORDER = ("launch.changed-over", "race.order", "race.no-order")
"""Notes of a launch that belong to what was found."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_script_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """0: no hazard; 1: a hazard, or a kernel failed; 2: the script failed or launched nothing."""
    return report(outcome_of(arguments), arguments.json)


def report(outcome: ScriptOutcome, as_json: bool) -> int:
    """Prints what a script did, and gives the exit code."""
    if as_json:
        print_json(script_object(outcome))
    elif outcome.launches:
        print_text("\n".join(_lines(outcome)))
    for text in _complaints(outcome):
        print(text, file=sys.stderr)
    return exit_code(outcome)


def script_object(outcome: ScriptOutcome) -> dict[str, object]:
    """The JSON object of `check --json` and `trace --json`."""
    return {
        "launches": [_launch_object(trace) for trace in outcome.launches],
        "notes": [str(note) for note in outcome.notes],
    }


def exit_code(outcome: ScriptOutcome) -> int:
    """A wrong kernel wins over a script or a request that failed."""
    wrong = any(isinstance(failure, KernelFailed) for failure in outcome.failures)
    if wrong or any(trace.hazards for trace in outcome.launches):
        return 1
    return 2 if outcome.failures or outcome.own_failure or not outcome.launches else 0


def _complaints(outcome: ScriptOutcome) -> list[str]:
    """What goes to stderr: the script's own failure as Python prints it, then our sentences."""
    failures: list[GpuvizError] = list(outcome.failures)
    if not (outcome.launches or failures or outcome.own_failure):
        template = "The script launched no kernel: nothing was checked."
        failures.append(RequestRefused(Message("script.no-launch", template)))
    own = [outcome.own_failure.rstrip("\n")] if outcome.own_failure else []
    said = dict.fromkeys(" ".join(str(failure).split()) for failure in failures)
    return own + [f"gpuviz: {text}" for text in said]


def _lines(outcome: ScriptOutcome) -> list[str]:
    """Each launch and its hazards, what was looked for, then the mistakes of the host."""
    lines = []
    for number, trace in enumerate(outcome.launches, 1):
        lines.append(_launch_line(number, trace))
        lines += [_hazard_line(hazard) for hazard in trace.hazards]
        lines += [f"   note: {note.text}" for note in trace.notes if note.code in ABOUT_THE_ORDER]
    checked = ", ".join(outcome.launches[0].hazard_kinds_checked)
    return [*lines, f"Looked for: {checked}.", *(f"Note: {note}" for note in outcome.notes)]


def _launch_line(number: int, trace: Trace) -> str:
    config, source, found = trace.config, trace.functions[0], len(trace.hazards)
    verdict = counted(found, "hazard") if found else "no hazard"
    place = f"{Path(source.file).name}:{source.first_line}"
    return f"{number}. {trace.kernel} ({place}) grid {config.grid} block {config.block}: {verdict}"


def _hazard_line(hazard: Hazard) -> str:
    times = f" ({counted(hazard.count, 'time')})" if hazard.count > 1 else ""
    return f"   {hazard.kind}: {hazard.message.text}{times}"


def _launch_object(trace: Trace) -> dict[str, object]:
    source, config = trace.functions[0], trace.config
    return {
        "kernel": trace.kernel,
        "file": source.file,
        "line": source.first_line,
        "grid": config.grid,
        "block": config.block,
        "counters": trace.counters,
        "hazards": [hazard_object(hazard) for hazard in trace.hazards],
    }
