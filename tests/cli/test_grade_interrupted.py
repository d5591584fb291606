"""Ctrl+C during `gpuviz grade`: it ends what runs, and says how far it has come."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.api.grading.test_grade import KERNEL, TESTS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent on POSIX only")

PATIENCE_S = 120.0  # far less than the submissions would take
LOOPS = f"""{KERNEL}
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
open("it-loops", "w").close()
while True:
    pass
"""
WORDS = ("--timeout", "3600", "--expect", "tests.py")


def interrupted(folder: Path, loops: int, *words: str) -> tuple[int, str]:
    """Presses Ctrl+C when so many submissions loop; the exit code, and what stderr says."""
    (folder / "tmp").mkdir()
    own = {"TMPDIR": str(folder / "tmp"), "XDG_STATE_HOME": str(folder / "state")}
    search = os.pathsep.join(filter(None, sys.path))
    process = subprocess.Popen(
        [sys.executable, "-m", "gpuviz", "grade", "class", *WORDS, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": search, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # as a terminal does: Ctrl+C goes to all of them
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        until = time.monotonic() + PATIENCE_S
        while looping_in(folder / "tmp") < loops and time.monotonic() < until:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
    return process.returncode, err.decode()


def looping_in(folder: Path) -> int:
    """How many have come to their loop, while others make and remove folders there."""
    return sum("it-loops" in names for _, _, names in os.walk(folder))


def class_in(folder: Path, **texts: str) -> None:
    (folder / "class").mkdir()
    (folder / "tests.py").write_text(TESTS, encoding="utf-8")
    for name, text in texts.items():
        (folder / "class" / f"{name}.py").write_text(text, encoding="utf-8")


def left_of(folder: Path) -> list[str]:
    """Processes that were given a file of the folder in which submissions are graded."""
    if sys.platform != "linux":
        return []
    found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    return [line for line in found.stdout.splitlines() if str(folder / "tmp") in line]


@pytest.mark.many
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_those_that_run_are_ended_and_what_is_known_is_kept(tmp_path: Path, jobs: str) -> None:
    class_in(tmp_path, ada=KERNEL, bob=KERNEL, cem=LOOPS, dan=LOOPS)

    code, told = interrupted(tmp_path, int(jobs), "--jobs", jobs)

    assert (code, told) == (130, "\n2 of 4 are graded: the same command goes on from there.\n")
    assert left_of(tmp_path) == []
    assert list((tmp_path / "tmp").iterdir()) == []
    (journal,) = tmp_path.glob("state/**/*.jsonl")
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.slow
def test_those_of_a_cluster_of_this_machine_are_ended(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    class_in(tmp_path, ada=KERNEL, bob=LOOPS)

    code, told = interrupted(tmp_path, 1, "--cluster", "local", "--jobs", "1")

    assert code == 130
    assert told.endswith(" of 2 are graded: the same command goes on from there.\n")
    assert left_of(tmp_path) == []
