"""A start that died is known to the next one, and only to that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz.session.start_marker import StartMarker

DIES = """
import os, sys
from pathlib import Path
from gpuviz.session.start_marker import StartMarker
marker = StartMarker(Path(sys.argv[1]))
print(marker.last_start_failed, flush=True)
if sys.argv[2] == "dies":
    os._exit(11)
marker.take_away()
"""


def start(folder: Path, how: str) -> str:
    command = [sys.executable, "-c", DIES, str(folder), how]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()


@pytest.mark.slow
def test_the_start_after_one_that_died_knows_and_the_one_after_does_not(tmp_path: Path) -> None:
    said = [start(tmp_path, how) for how in ("lives", "dies", "dies", "lives", "lives")]

    assert said == ["False", "False", "True", "True", "False"]
    assert list(tmp_path.iterdir()) == []


def test_a_start_beside_another_one_has_nothing_to_fear(tmp_path: Path) -> None:
    one = StartMarker(tmp_path)

    other = start(tmp_path, "lives")
    one.take_away()

    assert (other, one.last_start_failed) == ("False", False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_no_failed_start(tmp_path: Path) -> None:
    marker = StartMarker(tmp_path / "none")

    assert not marker.last_start_failed
    marker.take_away()
    assert list(tmp_path.iterdir()) == []
