"""Saves: a file is there whole or not at all, whatever ends the writing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz import atomic_file
from gpuviz.atomic_file import clear_parts, put_aside, whole_file, write_whole

posix = pytest.mark.skipif(sys.platform == "win32", reason="as other systems than Windows have it")

KILLS = 12
WRITES_FOR_EVER = """
import sys
from pathlib import Path
from gpuviz.atomic_file import write_whole
for number in range(10**9):
    write_whole(Path(sys.argv[1]), str(number % 10) * 2_000_000)
    if number < 2:
        print(number, flush=True)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def gone_process() -> int:
    """The number of a process that has ended."""
    return int(subprocess.check_output([sys.executable, "-c", "import os; print(os.getpid())"]))


def test_what_is_written_takes_the_place_of_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "file.txt"
    write_whole(file, "old")

    write_whole(file, "new")

    assert file.read_text(encoding="utf-8") == "new"
    assert names(file.parent) == ["file.txt"]


def test_a_writing_that_fails_leaves_the_old_file_and_nothing_beside(tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    write_whole(file, "old")

    def write_half() -> None:
        with whole_file(file) as part:
            part.write_text("half", encoding="utf-8")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()

    assert file.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["file.txt"]


def test_file_and_folder_are_flushed_before_and_after_the_new_one_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def flush(descriptor: int) -> None:
        done.append("flush")
        fsync(descriptor)

    def rename(part: Path, target: Path) -> None:
        done.append("replace")
        replace(part, target)

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(os, "replace", rename)

    write_whole(tmp_path / "file.txt", "text")

    folder = [] if sys.platform == "win32" else ["flush"]
    assert done == ["flush", "replace", *folder]


@pytest.mark.slow
@posix
def test_killed_writings_leave_an_old_file_or_a_new_one_and_the_next_one_clears_up(
    tmp_path: Path,
) -> None:
    file = tmp_path / "file.txt"
    for _ in range(KILLS):
        command = [sys.executable, "-c", WRITES_FOR_EVER, str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            process.stdout.readline()
            process.kill()
        text = file.read_text(encoding="utf-8")

        assert len(text) == 2_000_000
        assert len(set(text)) == 1

    write_whole(file, "the last")
    assert names(tmp_path) == ["file.txt"]


@posix
def test_only_parts_of_processes_that_are_gone_are_cleared(tmp_path: Path) -> None:
    mine, others = atomic_file._machine(), "00000000"
    gone, alive = gone_process(), os.getppid()
    kept = [
        f"film.{mine}-{alive}-0123abcd.part.mp4",
        f"film.{others}-{gone}-0123abcd.part.mp4",  # of another machine: it may be written yet
        "film.mp4",
        "my.part",
        "film.part.mp4",
    ]
    abandoned = [f"film.{mine}-{gone}-0123abcd.part.mp4", f"else.{mine}-{gone}-0123abcd.part"]
    for name in (*kept, *abandoned):
        (tmp_path / name).touch()

    clear_parts(tmp_path, "film")
    assert names(tmp_path) == sorted([*kept, abandoned[1]])

    clear_parts(tmp_path)
    assert names(tmp_path) == sorted(kept)


@posix
def test_a_part_that_nobody_has_changed_for_a_day_is_cleared(tmp_path: Path) -> None:
    part = tmp_path / "film.00000000-1-0123abcd.part.mp4"
    part.touch()
    os.utime(part, (1, 1))

    clear_parts(tmp_path)

    assert names(tmp_path) == []


@posix
def test_behind_a_link_the_file_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    target, link = tmp_path / "dotfiles" / "real.txt", tmp_path / "link.txt"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)

    write_whole(link, "new")

    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


@posix
def test_the_permissions_of_a_file_stay(tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o600)

    write_whole(file, "new")

    assert file.stat().st_mode & 0o777 == 0o600


@posix
@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "loop"])
def test_what_is_no_ordinary_file_is_not_replaced(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "file.txt"
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to(os.devnull if kind == "device" else file)

    with pytest.raises(OSError, match=r"ordinary|directory|symbolic|exists"):
        write_whole(file, "new")

    assert names(tmp_path) == ["file.txt"]


def test_a_name_as_long_as_a_system_allows_can_be_saved(tmp_path: Path) -> None:
    file = tmp_path / ("ä" * 120 + ".txt")
    if sys.platform == "win32":
        file = tmp_path / ("ä" * 60 + ".txt")

    write_whole(file, "text")

    assert file.read_text(encoding="utf-8") == "text"


def test_a_file_put_aside_takes_the_place_of_no_other(tmp_path: Path) -> None:
    for text in ("first", "second"):
        (tmp_path / "file.txt").write_text(text, encoding="utf-8")
        put_aside(tmp_path / "file.txt")

    assert (tmp_path / "file.txt.bad").read_text(encoding="utf-8") == "first"
    assert (tmp_path / "file.txt.bad-2").read_text(encoding="utf-8") == "second"


@posix
def test_of_a_link_to_a_device_the_link_is_put_aside(tmp_path: Path) -> None:
    link = tmp_path / "file.txt"
    os.mkfifo(tmp_path / "pipe")
    link.symlink_to(tmp_path / "pipe")

    put_aside(link)

    assert names(tmp_path) == ["file.txt.bad", "pipe"]


@posix
def test_a_process_that_is_asked_for_is_not_harmed() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert atomic_file._runs(process.pid)
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
    assert not atomic_file._runs(process.pid)
