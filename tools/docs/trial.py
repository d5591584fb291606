"""Goes through a page as its reader would: saves its files, gives its commands, compares.

All of it happens in one folder that is empty at first, in the order of the page. Commands of
gpuviz are those of this checkout.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.docs.blocks import Command, File, Part, Script, parts_of
from tools.docs.links import ROOT

TOO_LONG_S = 300.0
ANYTHING = "..."
NOT_RUN = ROOT / "tests" / "docs" / "not_run.toml"


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one command or script of a page."""

    line: int
    text: str
    exit_code: int
    printed: str
    wrong: str  # "" where it did what the page says


def not_run() -> dict[str, str]:
    """The commands that are not tried, and why."""
    rows = tomllib.loads(NOT_RUN.read_text(encoding="utf-8"))["command"]
    return {row["text"]: row["reason"] for row in rows}


def tried(page: str, folder: Path, left_out: Collection[str]) -> Iterator[Trial]:
    """Does what the page says, but for the commands of `left_out`."""
    environment = environment_in(folder)
    for part in parts_of(page):
        if isinstance(part, File):
            path = folder / part.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(part.text, encoding="utf-8")
        elif isinstance(part, Script) or part.text not in left_out:
            yield _tried(part, folder, environment)


def environment_in(folder: Path) -> dict[str, str]:
    """With `gpuviz` and `pytest` of this checkout, no display, and settings of their own."""
    shelf = folder.parent / f"{folder.name}-commands"
    shelf.mkdir(exist_ok=True)
    for name, module in (("gpuviz", "gpuviz"), ("pytest", "pytest"), ("python", "")):
        words = shlex.join([sys.executable, *(["-m", module] if module else [])])
        (shelf / name).write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
        (shelf / name).chmod(0o755)
    homes = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {
        **kept,
        **{name: str(shelf / name.lower()) for name in homes},
        "PATH": f"{shelf}{os.pathsep}{os.environ.get('PATH', '')}",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_ADDOPTS": "-p no:cacheprovider",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_PLUGINS": "gpuviz.pytest_plugin",
        "QT_QPA_PLATFORM": "offscreen",
        "COLUMNS": "100",
    }


def _tried(part: Command | Script, folder: Path, environment: dict[str, str]) -> Trial:
    shell = shutil.which("bash") or "sh"
    words = [shell, "-c", part.text] if isinstance(part, Command) else [sys.executable, "-"]
    done = subprocess.run(
        words,
        cwd=folder,
        env=environment,
        input=part.text if isinstance(part, Script) else "",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=TOO_LONG_S,
    )
    return Trial(part.line, part.text, done.returncode, done.stdout, _wrong(part, done))


def _wrong(part: Part, done: subprocess.CompletedProcess[str]) -> str:
    expected = part.exit_code if isinstance(part, Command) else 0
    if done.returncode != expected:
        return f"exit code {done.returncode}, not {expected}"
    if isinstance(part, Command) and part.printed is not None:
        return "" if is_shown(part.printed, done.stdout) else "it prints something else"
    return ""


def is_shown(shown: str, printed: str) -> bool:
    """Whether the page shows what was printed: `...` is anything, spaces and breaks are alike."""
    words = [re.escape(" ".join(one.split())) for one in shown.split(ANYTHING)]
    return re.fullmatch(r"\s?.*?\s?".join(words), " ".join(printed.split())) is not None
