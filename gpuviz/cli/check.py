"""`gpuviz check SCRIPT.py` and `gpuviz trace SCRIPT.py`: a Numba CUDA script, run unchanged on the emulator."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path

from gpuviz.cli.json_text import print_json
from gpuviz.cli.parser import seed_number
from gpuviz.cli.report import hazard_object
from gpuviz.cli.table import print_text
from gpuviz.cuda.script import ScriptOutcome, run_script
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.messages import KernelFailed, Message, RequestRefused
from gpuviz.trace import Trace
from gpuviz.trace.file import SUFFIX, save_trace


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `check`."""
    _add_common(parser)
    parser.set_defaults(out=None)


def add_trace_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `trace`."""
    _add_common(parser)
    about = "keep each launch in a file of this folder"
    parser.add_argument("--out", metavar="DIR", help=about)


def run_check(arguments: argparse.Namespace) -> int:
    """0: no hazard; 1: a hazard was found or a kernel failed; 2: the script failed or launched nothing."""
    outcome = _outcome(arguments)
    if arguments.out is not None:
        _save(outcome, _folder(arguments.out))
    if arguments.json:
        print_json(script_object(outcome))
    else:
        print_text("\n".join(_lines(outcome)))
    return _exit_code(outcome)


def run_trace(arguments: argparse.Namespace) -> int:
    """Records each launch; headless so far, so it needs --json or --out."""
    if not arguments.json and arguments.out is None:
        template = "`gpuviz trace` needs --json, or --out DIR to keep the launches as files."
        raise RequestRefused(Message("cli.trace-headless", template))
    return run_check(arguments)


def script_object(outcome: ScriptOutcome) -> dict[str, object]:
    """The JSON object of `check --json` and `trace --json`."""
    return {"launches": [_launch_object(trace) for trace in outcome.launches], "notes": []}


def _add_common(parser: argparse.ArgumentParser) -> None:
    about = f"GPU whose limits count (default: {DEFAULT_DEVICE})"
    parser.add_argument("--device", metavar="ID", default=DEFAULT_DEVICE, help=about)
    parser.add_argument("--seed", default="0", metavar="S", help="of what is left to chance")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("script", metavar="SCRIPT.py", help="a script that launches kernels")
    parser.add_argument("args", nargs=argparse.REMAINDER, help="arguments of the script")


def _outcome(arguments: argparse.Namespace) -> ScriptOutcome:
    """Runs the script; under --json what it prints goes to stderr."""
    device, seed = find_device(arguments.device), seed_number(arguments.seed)
    if arguments.out is not None:
        _folder(arguments.out)
    with contextlib.ExitStack() as stack:
        if arguments.json:
            stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        return run_script(Path(arguments.script), list(arguments.args), device, seed)


def _exit_code(outcome: ScriptOutcome) -> int:
    """A hazard wins over everything; what else went wrong is said on stderr."""
    hazards = any(trace.hazards for trace in outcome.launches)
    if outcome.script_traceback is not None:
        print(outcome.script_traceback, end="", file=sys.stderr)
    if hazards:
        return 1
    if outcome.failure is not None:
        raise outcome.failure
    if outcome.script_traceback is not None:
        return 2
    if not outcome.launches:
        template = "The script launched no kernel: nothing was checked."
        raise RequestRefused(Message("script.no-launch", template))
    return 0


def _lines(outcome: ScriptOutcome) -> list[str]:
    lines = []
    for number, trace in enumerate(outcome.launches, 1):
        lines.append(_launch_line(number, trace))
        lines += [f"   {hazard.message.text} ({hazard.count}x)" for hazard in trace.hazards]
    if isinstance(outcome.failure, KernelFailed):
        lines.append("The last launch did not end.")
    return lines


def _launch_line(number: int, trace: Trace) -> str:
    config = trace.config
    found = len(trace.hazards)
    verdict = f"{found} hazard(s)" if found else "no hazard"
    checked = ", ".join(trace.hazard_kinds_checked)
    return f"{number}. {trace.kernel} grid {config.grid} block {config.block}: {verdict} (checked: {checked})"


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
    folder = Path(name)
    if folder.is_dir():
        return folder
    template = "The folder {folder} does not exist: make it, or choose another one."
    raise RequestRefused(Message("cli.no-folder", template, {"folder": folder}))


def _save(outcome: ScriptOutcome, folder: Path) -> None:
    for number, trace in enumerate(outcome.launches, 1):
        save_trace(trace, folder / f"{number:03d}-{trace.kernel}{SUFFIX}")
