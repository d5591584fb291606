"""`gpuviz trace SCRIPT.py`: records each launch of a script, and shows one of them."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from gpuviz.cli.check import report
from gpuviz.cli.desktop import check_display
from gpuviz.cli.script_run import add_script_arguments, outcome_of
from gpuviz.device import find_device
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.messages import Message, RequestRefused
from gpuviz.trace import Trace
from gpuviz.trace.file import SUFFIX, save_trace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    about = "keep each launch in a file of this folder, and open no window"
    parser.add_argument("--out", metavar="DIR", help=about)
    about = "which one the window shows (default: the first)"
    parser.add_argument("--launch", metavar="NUMBER", type=int, default=1, help=about)
    add_script_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Records each launch; without --json and --out it shows one of them in the window."""
    if arguments.out is not None:
        folder = _folder(arguments.out)
        return report(outcome_of(arguments, _saver(folder)), arguments.json)
    if arguments.json:
        return report(outcome_of(arguments), as_json=True)
    check_display(os.environ)
    with tempfile.TemporaryDirectory(prefix="gpuviz-") as name:
        folder = Path(name)
        code = report(outcome_of(arguments, _saver(folder)), as_json=False)
        files = sorted(folder.iterdir())
        return _show(files, arguments.launch) or code if files else code


def _show(files: list[Path], number: int) -> int:
    """Opens one of the launches in a window of its own; the exit code of that."""
    if not 1 <= number <= len(files):
        template = "There is no launch {number}: the script made {count}."
        values = {"number": number, "count": len(files)}
        raise RequestRefused(Message("cli.no-launch", template, values))
    if len(files) > 1:
        count = len(files)
        print(f"The window shows launch {number} of {count}; --launch NUMBER shows another.")
        sys.stdout.flush()
    command = [sys.executable, "-m", "gpuviz", "app", str(files[number - 1])]
    return subprocess.run(command, check=False).returncode


def _saver(folder: Path) -> Callable[[Trace], None]:
    """Writes each launch to a file of its own, with its modelled times."""
    number = 0

    def save(trace: Trace) -> None:
        nonlocal number
        number += 1
        modelled = with_modelled_times(trace, find_device(trace.device_id), None)
        save_trace(modelled, folder / f"{number:03d}-{trace.kernel}{SUFFIX}")

    return save


def _folder(name: str) -> Path:
    folder = Path(os.path.abspath(name))  # the script may change the working directory
    if folder.is_dir():
        return folder
    template = "The folder {folder} does not exist: make it, or choose another one."
    raise RequestRefused(Message("cli.no-folder", template, {"folder": str(folder)}))
