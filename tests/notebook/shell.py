"""Cells as IPython runs them, in a Python of its own; with or without Qt, without a display."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUNNER = """
import json, re, sys
from traitlets.config import Config
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph"):
            raise ImportError(f"libEGL.so.1: cannot open shared object file ({name})")

sys.meta_path.insert(0, NoQt())
config = Config()
config.HistoryManager.enabled = False
shell = InteractiveShell.instance(config=config, colors="nocolor")
told = []
for cell in json.loads(sys.argv[1]):
    with capture_output() as captured:
        result = shell.run_cell(cell, store_history=True)
    shown = [output.data for output in captured.outputs]
    plain = re.sub("\\x1b\\\\[[0-9;]*m", "", captured.stdout + captured.stderr)
    told.append({"good": result.success, "said": plain, "shown": shown})
print(json.dumps({"cells": told, "modules": sorted(sys.modules)}))
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell did: whether it came to its end, what it printed, what it showed by format."""

    good: bool
    said: str
    shown: list[dict[str, str]]

    @property
    def html(self) -> str:
        """All that it showed as HTML."""
        return "".join(one.get("text/html", "") for one in self.shown)


@dataclass(frozen=True, slots=True)
class Session:
    """The cells, and the names of the modules that were imported in the end."""

    cells: list[Cell]
    modules: list[str]


def run_cells(cells: Sequence[str], environ: Mapping[str, str] | None = None) -> Session:
    """Runs cells one after the other, where Qt cannot be imported and there is no display."""
    absent = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    inherited = {name: value for name, value in os.environ.items() if name not in absent}
    done = subprocess.run(
        [sys.executable, "-c", RUNNER, json.dumps(list(cells))],
        cwd=ROOT,
        env={**inherited, "PYTHONPATH": str(ROOT), **(environ or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    return Session([Cell(**one) for one in told["cells"]], told["modules"])
