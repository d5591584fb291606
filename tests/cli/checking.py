"""Writes a script, runs `gpuviz check` or `gpuviz trace` on it, and tells what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

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


@dataclass(frozen=True)
class Check:
    """Runs `gpuviz COMMAND OPTIONS script.py ARGS` on a text."""

    folder: Path
    capture: pytest.CaptureFixture[str]

    def __call__(
        self, text: str, *args: str, options: tuple[str, ...] = (), command: str = "check"
    ) -> Checked:
        script = self.folder / "script.py"
        script.write_text(dedent(text), encoding="utf-8")
        code = main([command, *options, str(script), *args])
        out, err = self.capture.readouterr()
        assert "gpuviz/cuda" not in err  # no frame of ours
        return Checked(code, out, err)
