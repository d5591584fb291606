"""The program of a bundle stands for `python` where gpuviz starts processes with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import gpuviz
from tools.bundle.__main__ import command

ENTRY = Path(__file__).resolve().parents[2] / "tools" / "bundle" / "entry.py"


def said_by(*words: str) -> str:
    ran = subprocess.run(
        [sys.executable, str(ENTRY), *words], capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--version"], f"gpuviz {gpuviz.__version__}"),
        (["-m", "gpuviz", "--version"], f"gpuviz {gpuviz.__version__}"),
        (["-P", "-m", "calendar", "2026", "1", "--type", "text"], "January 2026"),
        (["-P", "-c", "import sys; print(sys.argv)", "a", "-b"], "['-c', 'a', '-b']"),
    ],
)
def test_it_does_what_it_is_started_for(words: list[str], said: str) -> None:
    assert said_by(*words).startswith(said)


def test_a_file_runs_by_its_path_with_its_own_words(tmp_path: Path) -> None:
    file = tmp_path / "guard.py"
    file.write_text("import sys; print(__name__, sys.argv[1:])\n", encoding="utf-8")

    assert said_by("-I", "-S", str(file), "7", "-c") == "__main__ ['7', '-c']"


def test_a_bundle_has_the_gallery_the_lessons_and_what_runs_by_its_path(tmp_path: Path) -> None:
    asked = command(tmp_path)
    data = [
        Path(asked[place + 1].rpartition(":")[0])
        for place, word in enumerate(asked)
        if word == "--add-data"
    ]

    assert {path.name for path in data} == {"kernels", "assets", "guard.py", "members.py"}
    assert all(path.exists() for path in data)
    assert asked.count("sqlite3") == 1, "a script may import all of the standard library"
