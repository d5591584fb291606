"""`gpuviz check SCRIPT.py` and `gpuviz trace SCRIPT.py`: a script, unchanged, on the emulator."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cli.json_text import print_json
from gpuviz.cli.parser import seed_number
from gpuviz.cli.report import hazard_object
from gpuviz.cli.table import counted, print_text
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.messages import GpuvizError, KernelFailed, Message, RequestRefused
from gpuviz.trace import Hazard, Trace
from gpuviz.trace.file import SUFFIX, save_trace

if TYPE_CHECKING:  # the emulator is loaded when a script runs, not when the window opens
    from gpuviz.cuda.script import ScriptOutcome

STDOUT, STDERR = 1, 2  # file descriptors


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `check`."""
    _add_common(parser)
    parser.set_defaults(out=None)


def add_trace_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `trace`."""
    about = "keep each launch in a file of this folder"
    parser.add_argument("--out", metavar="DIR", help=about)
    _add_common(parser)


def run_check(arguments: argparse.Namespace) -> int:
    """0: no hazard; 1: a hazard, or a kernel failed; 2: the script failed or launched nothing."""
    outcome = _outcome(arguments)
    if arguments.json:
        print_json(script_object(outcome))
    elif outcome.launches:
        print_text("\n".join(_lines(outcome.launches)))
    for text in _complaints(outcome):
        print(text, file=sys.stderr)
    return exit_code(outcome)


def run_trace(arguments: argparse.Namespace) -> int:
    """Records each launch; headless so far, so it needs --json or --out."""
    if not arguments.json and arguments.out is None:
        template = "`gpuviz trace` needs --json, or --out DIR to keep the launches as files."
        raise RequestRefused(Message("cli.trace-headless", template))
    return run_check(arguments)


def script_object(outcome: ScriptOutcome) -> dict[str, object]:
    """The JSON object of `check --json` and `trace --json`."""
    return {"launches": [_launch_object(trace) for trace in outcome.launches], "notes": []}


def exit_code(outcome: ScriptOutcome) -> int:
    """A wrong kernel wins over a script or a request that failed."""
    wrong = any(isinstance(failure, KernelFailed) for failure in outcome.failures)
    if wrong or any(trace.hazards for trace in outcome.launches):
        return 1
    return 2 if outcome.failures or outcome.own_failure or not outcome.launches else 0


def _add_common(parser: argparse.ArgumentParser) -> None:
    about = f"GPU whose limits count (default: {DEFAULT_DEVICE})"
    parser.add_argument("--device", metavar="ID", default=DEFAULT_DEVICE, help=about)
    parser.add_argument("--seed", default="0", metavar="S", help="of what is left to chance")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("script", metavar="SCRIPT.py", help="a script that launches kernels")
    rest = parser.add_argument("args", nargs=argparse.REMAINDER, help="arguments of the script")
    rest.required = False  # a script without arguments is no mistake to complain of


def _outcome(arguments: argparse.Namespace) -> ScriptOutcome:
    """Runs the script; under --json what it prints goes to stderr."""
    from gpuviz.cuda.recording import Recording
    from gpuviz.cuda.script import run_script
    from gpuviz.simt.execute import ExecutionOptions

    device, seed = find_device(arguments.device), seed_number(arguments.seed)
    if arguments.out is None:
        options = ExecutionOptions(seed=seed, record=False, snapshot_bytes=0)
        recording = Recording(device, options, summary)
    else:
        keep = _saver(_folder(arguments.out))
        recording = Recording(device, ExecutionOptions(seed=seed), keep)
    printing = _stdout_to_stderr() if arguments.json else contextlib.nullcontext()
    with printing:
        return run_script(Path(arguments.script), list(arguments.args), recording)


def summary(trace: Trace) -> Trace:
    """A trace without its large parts: all that is said about a launch, however many there are."""
    return replace(
        trace,
        warp_counters=None,
        thread_active=None,
        followed=(),
        steps=None,
        accesses=None,
        values=None,
        last_writer={},
        inputs={},
        outputs={},
    )


def _saver(folder: Path) -> Callable[[Trace], Trace]:
    """Writes each launch to a file of its own and keeps what is to be said about it."""
    number = 0

    def keep(trace: Trace) -> Trace:
        nonlocal number
        number += 1
        save_trace(trace, folder / f"{number:03d}-{trace.kernel}{SUFFIX}")
        return summary(trace)

    return keep


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


def _complaints(outcome: ScriptOutcome) -> list[str]:
    """What goes to stderr: the script's own failure as Python prints it, then our sentences."""
    failures: list[GpuvizError] = list(outcome.failures)
    if not (outcome.launches or failures or outcome.own_failure):
        template = "The script launched no kernel: nothing was checked."
        failures.append(RequestRefused(Message("script.no-launch", template)))
    own = [outcome.own_failure.rstrip("\n")] if outcome.own_failure else []
    said = dict.fromkeys(" ".join(str(failure).split()) for failure in failures)
    return own + [f"gpuviz: {text}" for text in said]


def _lines(launches: tuple[Trace, ...]) -> list[str]:
    """Each launch and its hazards, then what was looked for."""
    lines = []
    for number, trace in enumerate(launches, 1):
        lines.append(_launch_line(number, trace))
        lines += [_hazard_line(hazard) for hazard in trace.hazards]
    checked = ", ".join(launches[0].hazard_kinds_checked)
    return [*lines, f"Looked for: {checked}."]


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


def _folder(name: str) -> Path:
    folder = Path(os.path.abspath(name))  # the script may change the working directory
    if folder.is_dir():
        return folder
    template = "The folder {folder} does not exist: make it, or choose another one."
    raise RequestRefused(Message("cli.no-folder", template, {"folder": str(folder)}))
