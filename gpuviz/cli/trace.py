"""`gpuviz trace`: records each launch of scripts, and shows one of them."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from gpuviz.cli.check import JSON, TEXT, Teller
from gpuviz.cli.desktop import check_display
from gpuviz.cli.script_run import NO_LIMIT, add_script_arguments, run_scripts
from gpuviz.cli.script_words import OF_TRACE
from gpuviz.messages import Message, RequestRefused, shortened
from gpuviz.texts import tr
from gpuviz.whole_number import read_whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_script_arguments(parser, NO_LIMIT, OF_TRACE)


def run(arguments: argparse.Namespace) -> int:
    """Records each launch; without --json and --out it shows one of them in the window."""
    if arguments.out is not None:
        return _trace(arguments, _folder(arguments.out))
    if arguments.json:
        return _trace(arguments, None)
    number = _number(arguments.launch)
    check_display(os.environ)
    with tempfile.TemporaryDirectory(prefix="gpuviz-") as name:
        folder = Path(name)
        code = _trace(arguments, folder)
        files = sorted(folder.iterdir())
        return _show(files, number) or code if files else code


def _trace(arguments: argparse.Namespace, folder: Path | None) -> int:
    teller = Teller(JSON if arguments.json else TEXT)
    checked = run_scripts(arguments, teller.begins, teller.ended, folder, has_input=True)
    return teller.sum_up(checked)


def _show(files: list[Path], number: int) -> int:
    """Opens one of the launches in a window of its own; the exit code of that."""
    if not 1 <= number <= len(files):
        template = "There is no launch {number}: the script made {count}."
        values = {"number": number, "count": len(files)}
        raise RequestRefused(Message("cli.no-launch", template, values))
    if len(files) > 1:
        words = tr("The window shows launch {number} of {count}; --launch NUMBER shows another.")
        print(words.format(number=number, count=len(files)))
        sys.stdout.flush()
    command = [sys.executable, "-m", "gpuviz", "app", str(files[number - 1])]
    return subprocess.run(command, check=False).returncode


def _number(text: str) -> int:
    number = read_whole_number(text)
    if number is not None and number > 0:
        return number
    template = "launch '{text}' is not the number of a launch: they are numbered from 1."
    raise RequestRefused(Message("cli.bad-launch", template, {"text": shortened(text)}))


def _folder(name: str) -> Path:
    folder = Path(os.path.abspath(name))  # the script may change the working directory
    if os.path.isdir(folder):
        return folder
    template = "The folder {folder} does not exist: make it, or choose another one."
    raise RequestRefused(Message("cli.no-folder", template, {"folder": str(folder)}))
