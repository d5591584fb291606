"""Folders of a process go with it, or at the next start; those that somebody holds stay."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from gpuviz.own_folder import PREFIX, clear_abandoned, own_folder

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="nothing is told of Windows")
PATIENCE_S = 120.0
HOLDS = """
import time
from gpuviz.own_folder import own_folder
with own_folder() as folder:
    (folder / "a" / "b").mkdir(parents=True)
    print(folder, flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files."""
    made = tmp_path / "temporary"
    made.mkdir()
    monkeypatch.setenv("TMPDIR", str(made))
    monkeypatch.setattr("tempfile.tempdir", str(made))
    return made


@contextmanager
def holder() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Another process that has a folder of its own."""
    with subprocess.Popen([sys.executable, "-c", HOLDS], stdout=subprocess.PIPE, text=True) as one:
        assert one.stdout is not None
        try:
            yield one, Path(one.stdout.readline().strip())
        finally:
            one.kill()


def test_a_folder_is_removed_at_its_end_with_all_that_is_in_it(temporary: Path) -> None:
    with own_folder() as folder:
        (folder / "below").mkdir()
        (folder / "below" / "file").write_text("words")

        assert folder.parent == temporary

    assert list(temporary.iterdir()) == []


def test_a_folder_that_somebody_removed_is_no_error() -> None:
    with own_folder() as folder:
        folder.rmdir()


def test_it_is_removed_after_an_error(temporary: Path) -> None:
    with pytest.raises(ZeroDivisionError), own_folder():
        _ = 1 // 0

    assert list(temporary.iterdir()) == []


@posix_only
def test_the_folder_of_a_killed_process_is_cleared_by_the_next(temporary: Path) -> None:
    with holder() as (process, folder):
        process.kill()
        process.wait(PATIENCE_S)
        assert (folder / "a" / "b").exists()

        clear_abandoned()

    assert list(temporary.iterdir()) == []


def test_a_folder_that_a_process_holds_stays() -> None:
    with own_folder() as here, holder() as (_, there):
        clear_abandoned()

        assert here.exists()
        assert there.exists()


@posix_only
def test_nothing_else_is_cleared(temporary: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "file").write_text("words")
    (temporary / f"{PREFIX}link").symlink_to(other)
    (temporary / f"{PREFIX}file").write_text("words")
    (temporary / "gpuviz-something").mkdir()

    clear_abandoned()

    assert len(list(temporary.iterdir())) == 3
    assert (other / "file").exists()


@posix_only
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
def test_what_is_another_users_stays(temporary: Path) -> None:
    other = temporary / f"{PREFIX}other"
    other.mkdir()
    os.chown(other, 65534, 65534)

    clear_abandoned()

    assert other.exists()


@posix_only
def test_a_temporary_folder_that_is_not_there_is_no_error(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(temporary / "nothing"))

    clear_abandoned()


LOOPS = """
from numba import cuda

@cuda.jit
def double(x):
    x[0] *= 2

open("began", "w").close()
while True:
    pass
"""


def runs(environment: str) -> bool:
    """Whether there is a process with these words in its environment."""
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if environment.encode() in path.read_bytes():
                return True
    return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
@pytest.mark.parametrize("command", ["grade", "check"])
def test_a_command_that_is_killed_leaves_nothing_for_long(
    command: str, temporary: Path, tmp_path: Path
) -> None:
    """Neither processes nor, from its next start on, folders."""
    work = tmp_path / "work"
    work.mkdir()
    (work / "ada.py").write_text(LOOPS)
    what = "." if command == "grade" else "ada.py"
    run = [sys.executable, "-m", "gpuviz", command, what]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    killed = subprocess.Popen(run, cwd=work, env=environment, stdout=subprocess.DEVNULL)
    while not list(tmp_path.glob("**/began")):
        time.sleep(0.05)
    assert list(temporary.iterdir())

    killed.kill()
    killed.wait(PATIENCE_S)
    while runs(f"TMPDIR={temporary}"):
        time.sleep(0.05)
    (work / "ada.py").write_text(LOOPS.partition("open(")[0])
    subprocess.run(run, cwd=work, env=environment, stdout=subprocess.DEVNULL, check=False)

    assert list(temporary.iterdir()) == []
