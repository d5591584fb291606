"""`gpuviz trace SCRIPT.py` without --json and --out shows one of the launches in a window."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from gpuviz.trace import Trace
from gpuviz.trace.file import load_trace
from tests.cli.checking import DOUBLE, Check

TWO_LAUNCHES = DOUBLE + "double[2, 32](x)\ndouble[1, 64](x)\n"


class Windows:
    """Stands for the program that opens windows; keeps what they showed."""

    def __init__(self) -> None:
        self.shown: list[Trace] = []
        self.files: list[Path] = []

    def __call__(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        assert command[1:4] == ["-m", "gpuviz", "app"]
        self.files.append(Path(command[4]))
        self.shown.append(load_trace(self.files[-1]))
        return subprocess.CompletedProcess(command, 0)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    opened = Windows()
    monkeypatch.setattr("gpuviz.cli.trace.check_display", lambda environ: None)
    monkeypatch.setattr("gpuviz.cli.trace.subprocess.run", opened)
    return opened


@pytest.fixture
def check(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Check:
    return Check(tmp_path, capfd)


@pytest.mark.slow
@pytest.mark.parametrize(("options", "blocks"), [((), 2), (("--launch", "2"), 1)])
def test_the_window_shows_the_launch_that_is_asked_for(
    check: Check, windows: Windows, options: tuple[str, ...], blocks: int
) -> None:
    found = check(TWO_LAUNCHES, command="trace", options=options)

    assert found.code == 0
    assert [trace.config.blocks for trace in windows.shown] == [blocks]
    assert windows.shown[0].followed
    assert "of 2; --launch NUMBER shows another" in found.out
    assert not windows.files[0].exists()


def test_the_launch_of_a_script_has_a_modelled_kernel_time_and_no_copies(
    check: Check, windows: Windows
) -> None:
    check(TWO_LAUNCHES, command="trace", options=("--device", "l4"))

    [shown] = windows.shown
    assert shown.times is not None
    assert shown.prediction is not None
    assert shown.placement is not None
    assert (shown.times.source, shown.times.h2d_s) == ("modelled", None)
    assert shown.prediction.device_id == "l4"


def test_a_launch_that_was_not_made_cannot_be_shown(check: Check, windows: Windows) -> None:
    found = check(TWO_LAUNCHES, command="trace", options=("--launch", "3"))

    assert found.code == 2
    assert "There is no launch 3: the script made 2" in found.err


def test_no_window_opens_for_a_script_that_launches_nothing(check: Check, windows: Windows) -> None:
    found = check("print(1)\n", command="trace")

    assert found.code == 2
    assert windows.shown == []
