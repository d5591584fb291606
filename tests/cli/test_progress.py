"""Bars and colours: on a terminal and nowhere else, and gone when they are not wanted."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from gpuviz.cli import main, progress
from gpuviz.cli.colour import BAD, GOOD, shows_colour
from gpuviz.cli.progress import ShareBar, counting
from gpuviz.engines.request import LongLoop

BROKEN = """import numpy as np
from numba import cuda
@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i <= x.size:
        x[i] *= 2
double[2, 32](np.ones(50, np.float32))
"""


class Terminal(io.StringIO):
    """A stderr on which somebody looks."""

    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal on which a bar is seen at once; no fixture: pytest sets stderr after those."""
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setattr(progress, "SHOWN_AFTER_S", 0)
    return found


def test_a_launch_that_lasts_has_a_bar_that_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    bar = ShareBar()
    bar(0.25)
    bar.go_on()
    bar(LongLoop(12, 1000))
    bar.go_on()
    bar.clear()

    assert "running for 00:00" in terminal.getvalue()
    assert terminal.getvalue().rpartition("\r")[2].strip() == ""


def test_a_bar_counts_what_is_done_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with counting(3, "scripts", 1) as done:
        done()

    assert "1/3" in terminal.getvalue()
    assert terminal.getvalue().rpartition("\r")[2].strip() == ""


def test_a_pipe_hears_nothing_of_progress(capsys: pytest.CaptureFixture[str]) -> None:
    bar = ShareBar()
    bar(0.5)
    bar.go_on()
    bar.clear()
    with counting(2, "scripts") as done:
        done()

    assert capsys.readouterr().err == ""


def test_a_pipe_hears_once_of_minutes_that_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    bar = ShareBar(clock=lambda: now[0])
    for now[0], share in ((5.0, 0.01), (20.0, 0.04), (40.0, 0.08)):
        bar(share)
        bar.go_on()
    bar.clear()

    said = capsys.readouterr().err.splitlines()
    assert said == [
        "gpuviz: 4 % done, about 8 minutes are left. Ctrl+C ends it: a smaller size takes less"
        " time."
    ]


def test_a_pipe_hears_nothing_of_seconds_that_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    bar = ShareBar(clock=lambda: now[0])
    now[0] = 30.0
    bar(0.5)
    bar.go_on()
    bar.clear()

    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("environment", "is_terminal", "platform", "shown"),
    [
        ({}, True, "linux", True),
        ({}, False, "linux", False),
        ({"NO_COLOR": "1"}, True, "linux", False),
        ({"NO_COLOR": ""}, True, "linux", True),
        ({"FORCE_COLOR": "1"}, False, "linux", True),
        ({"FORCE_COLOR": "0"}, True, "linux", False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, "linux", False),
        ({"TERM": "dumb"}, True, "linux", False),
        ({}, True, "win32", False),
        ({"WT_SESSION": "x"}, True, "win32", True),
    ],
)
def test_colour_is_for_terminals_that_want_it(
    environment: dict[str, str], is_terminal: bool, platform: str, shown: bool
) -> None:
    assert shows_colour(environment, is_terminal, platform) is shown


@pytest.mark.slow
def test_the_verdict_of_a_check_is_coloured_where_that_is_forced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    script = tmp_path / "wrong.py"
    script.write_text(BROKEN)

    assert main(["check", str(script)]) == 1
    assert f"block (32, 1, 1): {BAD}1 hazard\x1b[0m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["check", str(script)]) == 1
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.slow
def test_the_verdict_of_a_run_is_coloured_and_no_column_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", "vector_add", "--no-cpu", "--engine", "emulator"]
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert main(words) == 0
    plain = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")

    assert main(words) == 0
    shown = capsys.readouterr().out
    assert f"{GOOD}correct\x1b[0m" in shown
    assert _untimed(shown.replace(GOOD, "").replace("\x1b[0m", "")) == _untimed(plain)
    assert main([*words, "--json"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def _untimed(text: str) -> list[str]:
    """The lines without that of the emulator's own time, which is another each time."""
    return [line for line in text.splitlines() if not line.startswith("emulation")]
