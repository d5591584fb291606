"""The smallest file of kernels/README.md runs as printed, in every way that the page names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "kernels" / "README.md").read_text(encoding="utf-8")
SMALLEST = PAGE[PAGE.index("## The smallest file") : PAGE.index("## Everything a file can say")]
EXAMPLE = re.findall(r"```python\n(.*?)```", SMALLEST, re.DOTALL)[0]
WAYS = [line.partition("#")[0].split() for line in SMALLEST.splitlines() if "square.py   " in line]
WAYS += [line.partition("#")[0].split() for line in SMALLEST.splitlines() if "--size" in line]


def run(folder: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs a line of the page, with this Python and this gpuviz."""
    settings = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    while "=" in words[0]:
        name, value = words[0].split("=")
        settings[name], words = value, words[1:]
    programs = {"python": [sys.executable], "gpuviz": [sys.executable, "-m", "gpuviz"]}
    return subprocess.run(
        [*programs[words[0]], *words[1:]],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def way(start: str) -> list[str]:
    return next(words for words in WAYS if " ".join(words).startswith(start))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "square.py").write_text(EXAMPLE, encoding="utf-8")
    return tmp_path


def test_all_ways_are_tried_here_or_need_a_gpu_or_a_window() -> None:
    assert [" ".join(words[:3]) for words in WAYS] == [
        "python square.py",
        "NUMBA_ENABLE_CUDASIM=1 python square.py",
        "gpuviz check square.py",
        "gpuviz square.py",
        "gpuviz run ./square.py",
    ]


@pytest.mark.slow
def test_python_runs_it_on_numbas_simulator(folder: Path) -> None:
    done = run(folder, way("NUMBA"))

    assert (done.returncode, done.stdout, done.stderr) == (0, "square is right\n", "")


@pytest.mark.slow
def test_check_launches_it_and_compares_its_result(folder: Path) -> None:
    done = run(folder, way("gpuviz check"))

    assert (done.returncode, done.stderr) == (0, "")
    assert "1. square (square.py:" in done.stdout


@pytest.mark.slow
def test_check_finds_a_wrong_result(folder: Path) -> None:
    wrong = EXAMPLE.replace("x[i] * x[i]", "x[i] + x[i]")
    (folder / "square.py").write_text(wrong, encoding="utf-8")

    done = run(folder, way("gpuviz check"))

    assert done.returncode == 1
    assert "elements of y differ from NumPy" in done.stderr


@pytest.mark.slow
def test_run_launches_it(folder: Path) -> None:
    done = run(folder, [*way("gpuviz run"), "--engine", "emulator", "--no-cpu"])

    assert done.returncode == 0, done.stderr
    assert "square" in done.stdout
