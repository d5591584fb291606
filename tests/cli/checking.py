"""Writes a script, runs `gpuviz check` or `gpuviz trace` on it, and tells what came of it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any
from unittest.mock import patch

import pytest

from gpuviz.api.job import ScriptJob
from gpuviz.api.printed import Listener, Printed
from gpuviz.api.report import Report
from gpuviz.api.script_process import ScriptProcess
from gpuviz.api.supervisor import Ended, Limits, read_report
from gpuviz.cli import main

DOUBLE = dedent(
    """
    import numpy as np
    from numba import cuda

    @cuda.jit
    def double(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= 2

    x = np.arange(40, dtype=np.float32)
    """
)
RUN_DOUBLE = "double[2, 32](x)\nassert x[39] == 78\n"
BEYOND = DOUBLE.replace("i < x.size", "i <= x.size") + "double[2, 32](x)\n"
ENDLESS = dedent(
    """
    import numpy as np
    from numba import cuda

    @cuda.jit
    def wait(x):
        while x[0] == 0:
            pass

    wait[1, 32](np.zeros(1, np.int32))
    """
)


@dataclass(frozen=True)
class Checked:
    """What one run of the command gave."""

    code: int
    out: str
    err: str

    @property
    def launches(self) -> list[dict[str, Any]]:
        """From a run with --json, whose whole stdout is one object."""
        launches = json.loads(self.out)["launches"]
        assert isinstance(launches, list)
        return launches


@contextmanager
def _written(descriptor: int, file: Path) -> Iterator[None]:
    """Meanwhile, what is written to a descriptor goes to a file."""
    name = "stdout" if descriptor == 1 else "stderr"
    getattr(sys, name).flush()
    kept = os.dup(descriptor)
    with open(file, "wb") as target:
        os.dup2(target.fileno(), descriptor)
    try:
        with (
            open(descriptor, "w", encoding="utf-8", closefd=False) as stream,
            patch.object(sys, name, stream),
        ):
            yield
    finally:
        os.dup2(kept, descriptor)
        os.close(kept)


def run_each_here(
    jobs: Sequence[ScriptJob], limits: Limits, listener: Listener, *, has_input: bool = False
) -> Iterator[Report]:
    """Does in this process what `run_in_turn` does in others."""
    for job in jobs:
        yield run_here(job, limits, listener)


def run_here(job: ScriptJob, limits: Limits, listener: Listener) -> Report:
    """Does in this process what `run_supervised` does in one of its own: a hundred times faster.

    What the two share is all but the limits, the input and the process itself.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        printed = {"stdout": folder / "out", "stderr": folder / "err"}
        with ExitStack() as streams:
            streams.enter_context(_written(1, printed["stdout"]))
            streams.enter_context(_written(2, printed["stderr"]))
            process = ScriptProcess(job, folder)
            process.run()
            process.finish()
        listener("stdout", printed["stdout"].read_text(encoding="utf-8"))
        listener("stderr", printed["stderr"].read_text(encoding="utf-8"))
        return read_report(job, limits, Ended(0, stopped=False), folder, Printed(listener))


@dataclass(frozen=True)
class Check:
    """Runs `gpuviz COMMAND OPTIONS script.py -- ARGS` on a text.

    With `alone`, the script has a process of its own, as it always has outside of tests.
    """

    folder: Path
    capture: pytest.CaptureFixture[str]
    alone: bool = False

    def __call__(
        self, text: str, *args: str, options: tuple[str, ...] = (), command: str = "check"
    ) -> Checked:
        script = self.folder / "script.py"
        script.write_text(dedent(text), encoding="utf-8")
        return self.run(command, *options, str(script), *(["--", *args] if args else []))

    def run(self, *words: str) -> Checked:
        """Runs a command."""
        with ExitStack() as changes:
            if not self.alone:
                changes.enter_context(patch("gpuviz.cli.script_run.run_in_turn", run_each_here))
            code = main([*words])
        out, err = self.capture.readouterr()
        assert "gpuviz/cuda" not in err  # no frame of ours
        return Checked(code, out, err)
