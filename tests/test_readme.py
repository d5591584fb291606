"""What README and the guide say of kernels of one's own is so, beyond what tests/docs looks at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.docs.blocks import blocks_of

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = PAGE[PAGE.index("## Check your own kernel") : PAGE.index("## Other doors")]
GUIDE = blocks_of((ROOT / "docs" / "guide" / "own-kernels.md").read_text(encoding="utf-8"))
CLASS = blocks_of((ROOT / "docs" / "guide" / "class.md").read_text(encoding="utf-8"))
(SCRIPT,) = (one.body for one in blocks_of(PAGE) if one.title == "my_sum.py")
NOTEBOOK, GRADER = (one.body for one in GUIDE if one.language == "python" and not one.title)
(TEST,) = (one.body for one in GUIDE if one.title == "test_my_sum.py")
(EXPECTED,) = (one.body for one in CLASS if one.title == "tests.py")
REPAIRED = SCRIPT.replace("    half = 64\n", "    cuda.syncthreads()\n    half = 64\n")

DOUBLE = """from numba import cuda

@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my_sum.py").write_text(SCRIPT)
    (tmp_path / "test_my_sum.py").write_text(TEST)
    (tmp_path / "notebook.py").write_text(NOTEBOOK)
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    alone = {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **alone}
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_readme_and_guide_have_the_same_script() -> None:
    assert [one.body for one in GUIDE if one.title == "my_sum.py"] == [SCRIPT]


def test_check_names_both_lines_and_threads_of_the_missing_barrier(folder: Path) -> None:
    wrong = run(folder, "-m", "gpuviz", "check", "my_sum.py")

    said = PAGE[PAGE.index("1. block_sums") : PAGE.index(" ...\n```")]
    assert wrong.returncode == 1
    assert " ".join(said.split()) in " ".join(wrong.stdout.split())
    assert "behind line 9" in PAGE
    assert SCRIPT.splitlines()[8].strip().startswith("part[t] = values")


@pytest.mark.slow
def test_a_class_is_graded_by_what_is_expected(folder: Path) -> None:
    (folder / "tests.py").write_text(EXPECTED)
    (folder / "class").mkdir()
    (folder / "class" / "ada.py").write_text(DOUBLE)

    right = run(folder, "-m", "gpuviz", "grade", "class", "--expect", "tests.py")

    assert (right.returncode, right.stderr) == (0, "")
    assert "4 of 4" in right.stdout


@pytest.mark.slow
def test_repaired_it_is_right(folder: Path) -> None:
    (folder / "my_sum.py").write_text(REPAIRED)

    right = run(folder, "-m", "gpuviz", "check", "my_sum.py")

    assert right.returncode == 0
    assert "no hazard" in right.stdout


@pytest.mark.slow
def test_trace_lists_all_launches_of_a_script_and_keeps_them(folder: Path) -> None:
    launch = "    block_sums[8, 128](values, sums)\n"
    text = SCRIPT.replace(launch, "    for _ in range(10):\n    " + launch)
    (folder / "my_sum.py").write_text(text)
    (folder / "kept").mkdir()

    traced = run(folder, "-m", "gpuviz", "trace", "--out", "kept", "my_sum.py")

    assert [f"{n}. block_sums" in traced.stdout for n in range(1, 11)] == [True] * 10
    assert len(list((folder / "kept").glob("*.gpuviz"))) == 10


@pytest.mark.slow
def test_a_notebook_sees_the_hazards(folder: Path) -> None:
    seen = run(folder, "notebook.py")

    assert seen.returncode == 0, seen.stderr
    assert "kind='race'" in seen.stdout


@pytest.mark.slow
def test_a_report_says_what_the_command_says(folder: Path) -> None:
    (folder / "grader.py").write_text(GRADER)

    graded = run(folder, "grader.py")

    assert graded.returncode == 0, graded.stderr
    assert graded.stdout.startswith("False 1 ['Line 9: thread")
    assert '"exit_code": 1' in graded.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("text", "verdict"), [(SCRIPT, "1 failed"), (REPAIRED, "1 passed")])
def test_the_fixture_fails_the_test_as_long_as_the_barrier_is_missing(
    folder: Path, text: str, verdict: str
) -> None:
    (folder / "my_sum.py").write_text(text)

    graded = run(folder, "-m", "pytest", "-p", "gpuviz.pytest_plugin", "--gpuviz")

    assert verdict in graded.stdout, graded.stdout
