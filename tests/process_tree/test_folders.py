"""Folders are removed and measured whatever a program made of them."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from gpuviz.process_tree import folders
from gpuviz.process_tree.folders import bytes_below, remove

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows opens no folders")
DEPTH = 3000  # deeper than Python recurses, longer than a path may be, more than may be open


@pytest.fixture
def made(tmp_path: Path) -> Path:
    found = tmp_path / "made"
    found.mkdir()
    return found


def nested(folder: Path, depth: int) -> None:
    """Folders in each other, and a file of ten bytes in the innermost one."""
    opened = os.open(folder, os.O_DIRECTORY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=opened)
        below = os.open("d", os.O_DIRECTORY, dir_fd=opened)
        os.close(opened)
        opened = below
    file = os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=opened)
    os.write(file, b"0123456789")
    os.close(file)
    os.close(opened)


@posix_only
def test_folders_of_any_depth_are_removed(made: Path) -> None:
    nested(made, DEPTH)

    assert remove(str(made))
    assert not made.exists()


@pytest.mark.slow
@posix_only
def test_files_are_counted_at_any_depth(made: Path) -> None:
    nested(made, DEPTH)
    (made / "file").write_bytes(b"12345")

    assert bytes_below(str(made)) == 15
    remove(str(made))


def test_a_folder_with_anything_in_it_is_removed(made: Path, tmp_path: Path) -> None:
    (made / "a" / "b").mkdir(parents=True)
    (made / "a" / "b" / "read-only").write_text("words")
    (made / "a" / "b" / "read-only").chmod(0o400)
    (made / "odd \n name").mkdir() if sys.platform != "win32" else None
    (made / "-rf").write_text("words")

    assert remove(str(made))
    assert list(tmp_path.iterdir()) == []


@posix_only
def test_what_no_file_is_is_removed_too(made: Path) -> None:
    os.mkfifo(made / "fifo")
    os.mkdir(os.fsencode(made) + b"/\xff\xfe")
    with socket.socket(socket.AF_UNIX) as listens:
        here = os.getcwd()
        os.chdir(made)  # such a path has to be short
        listens.bind("socket")
        os.chdir(here)

    assert remove(str(made))


@posix_only
def test_links_are_not_followed(made: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "file").write_text("words")
    (made / "folder").symlink_to(other)
    (made / "file").symlink_to(other / "file")
    (tmp_path / "link").symlink_to(other)

    assert bytes_below(str(made)) < 1000
    assert remove(str(made))
    assert not remove(str(tmp_path / "link"))
    assert (other / "file").read_text() == "words"


@posix_only
def test_folders_without_permissions_are_counted_and_removed(tmp_path: Path) -> None:
    """In a process of a user who is not root."""
    child = os.fork()
    if child == 0:
        done = 1
        try:
            os.chmod(tmp_path, 0o777)
            done = as_somebody(str(tmp_path))
        finally:
            os._exit(done)

    assert os.waitpid(child, 0)[1] == 0


def as_somebody(place: str) -> int:
    """0 if all is as it has to be."""
    os.chdir(place)
    if os.geteuid() == 0:  # whom no permission stops
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)
    os.makedirs("made/a/b/c")
    for path in ("made/a/b/c/file", "made/a/b/file", "made/a/file"):
        with open(path, "wb") as file:
            file.write(b"12345")
    for path, mode in (("made/a/b/c", 0), ("made/a/b", 0o400), ("made/a", 0o100)):
        os.chmod(path, mode)
    return 0 if bytes_below("made") == 15 and remove("made") else 2


@posix_only
def test_a_folder_that_is_moved_meanwhile_leads_nowhere_else(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left is counted where it was."""
    (made / "a" / "moved" / "in").mkdir(parents=True)
    (made / "a" / "other").mkdir()
    (made / "b").mkdir()
    (made / "a" / "other" / "file").write_bytes(b"12345")
    (made / "b" / "file").write_bytes(b"12345")
    (tmp_path / "outside").write_bytes(b"1" * 1000)
    look = folders._entries

    def looks(opened: int) -> list[os.DirEntry[str]]:
        found = look(opened)
        if [one.name for one in found] == ["in"]:
            (made / "a" / "moved").rename(tmp_path / "moved")
        return found

    monkeypatch.setattr(folders, "_entries", looks)

    assert bytes_below(str(made)) == 10


def test_what_is_not_there_is_no_error(tmp_path: Path) -> None:
    assert remove(str(tmp_path / "nothing"))
    assert bytes_below(str(tmp_path / "nothing")) == 0


@posix_only
def test_no_folder_is_left_open(made: Path) -> None:
    nested(made, 5)
    before = len(os.listdir("/dev/fd"))

    bytes_below(str(made))
    remove(str(made))

    assert len(os.listdir("/dev/fd")) == before
