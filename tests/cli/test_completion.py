"""Tab in a shell: gpuviz says what may stand at the cursor."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz.cli import main
from tests.helpers.plugins import COURSE, CUBE, GPU, make_package

ROOT = Path(__file__).parents[2]
FILE = "_ARGCOMPLETE_STDOUT_FILENAME"
"""The variable by which argcomplete takes a file in the place of the shell's descriptor 8."""


def offered(line: str, folder: Path) -> list[str]:
    """What is offered at the end of a line, as the shell's function asks for it."""
    answer = folder / "answer"
    asked = {
        **{"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", FILE: str(answer)},
        **{"COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9"},
    }
    subprocess.run([sys.executable, "-m", "gpuviz"], env={**os.environ, **asked}, check=True)
    return [word.strip() for word in answer.read_text(encoding="utf-8").splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gpuviz swe", ["sweep"]),
        ("gpuviz run transpose_n", ["transpose_naive"]),
        ("gpuviz run vector_add --schedule w", ["warps"]),
        ("gpuviz check a.py --format sar", ["sarif"]),
        ("gpuviz sweep vector_add --device t", ["t4"]),
        ("gpuviz check a.py --time", ["--timeout"]),
        ("gpuviz run no_such_oper", []),
        ("gpuviz list transpose_n", ["transpose_naive"]),
        ("gpuviz puzzle two_g", ["two_guards"]),
    ],
)
def test_what_may_stand_there_is_offered(line: str, words: list[str], tmp_path: Path) -> None:
    assert offered(line, tmp_path) == words


@pytest.mark.slow
def test_what_a_plugin_brings_is_offered_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_package(tmp_path, {**COURSE, "kernels/relu.py": CUBE})
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{tmp_path}")

    assert offered("gpuviz run cub", tmp_path) == ["cube"]
    assert offered("gpuviz run vector_add --device course", tmp_path) == [GPU]
    assert offered("gpuviz puzzle cube_g", tmp_path) == ["cube_guard"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_function_of_its_own(
    shell: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code = main(["completion", shell])

    assert code == 0
    assert "complete" in (said := capfd.readouterr().out)
    assert "gpuviz" in said


def test_another_shell_is_refused_in_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "dos"]) == 2
    assert "choose from" in capfd.readouterr().err
