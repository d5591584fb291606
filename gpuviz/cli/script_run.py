"""What `check` and `trace` share: their options, and running the script."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cli.choices import DEFAULT_SCHEDULE, chosen_schedule
from gpuviz.cli.parser import seed_number
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.trace import Trace, without_record

if TYPE_CHECKING:  # the emulator is loaded when a script runs, not when the window opens
    from gpuviz.cuda.script import ScriptOutcome

STDOUT, STDERR = 1, 2  # file descriptors


def add_script_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options, the script and its arguments."""
    about = f"GPU whose limits count (default: {DEFAULT_DEVICE})"
    parser.add_argument("--device", metavar="ID", default=DEFAULT_DEVICE, help=about)
    about = f"order of the steps: lockstep, warps or adversarial (default: {DEFAULT_SCHEDULE})"
    parser.add_argument("--schedule", default=DEFAULT_SCHEDULE, metavar="NAME", help=about)
    parser.add_argument("--seed", default="0", metavar="S", help="of what is left to chance")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("script", metavar="SCRIPT.py", help="a script that launches kernels")
    rest = parser.add_argument("args", nargs=argparse.REMAINDER, help="arguments of the script")
    rest.required = False  # a script without arguments is no mistake to complain of


def outcome_of(
    arguments: argparse.Namespace, save: Callable[[Trace], object] | None = None
) -> ScriptOutcome:
    """Runs the script; under --json what it prints goes to stderr.

    `save` is given each launch whole; what is kept of it is its summary.
    """
    from gpuviz.cuda.recording import Recording
    from gpuviz.cuda.script import run_script
    from gpuviz.simt.execute import ExecutionOptions

    def keep(trace: Trace) -> Trace:
        if save is not None:
            save(trace)
        return summary(trace)

    schedule, seed = chosen_schedule(arguments.schedule), seed_number(arguments.seed)
    options = ExecutionOptions(schedule=schedule, seed=seed)
    if save is None:
        options = replace(options, record=False, snapshot_bytes=0)
    recording = Recording(find_device(arguments.device), options, keep)
    printing = _stdout_to_stderr() if arguments.json else contextlib.nullcontext()
    with printing:
        return run_script(Path(arguments.script), list(arguments.args), recording)


def summary(trace: Trace) -> Trace:
    """A trace without its large parts: all that is said about a launch, however many there are."""
    return replace(without_record(trace), inputs={})


@contextlib.contextmanager
def _stdout_to_stderr() -> Iterator[None]:
    """Meanwhile, also what other programs and C code print goes to stderr."""
    sys.stdout.flush()
    kept = os.dup(STDOUT)
    os.dup2(STDERR, STDOUT)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, STDOUT)
        os.close(kept)
