"""Files as Windows has them: held open by others, in capitals, with drive letters."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from typing import Any

import pytest

from gpuviz import atomic_file, new_file
from gpuviz.cli import check_formats, main
from gpuviz.cli.log import log_path
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation, size
from gpuviz.operation.module import read_source
from gpuviz.ordinary_file import ending
from gpuviz.worker import packing
from gpuviz.worker import process as worker_process


class Held:
    """`os.replace` of a file that another program has open, for the first so many tries."""

    def __init__(self, tries: int) -> None:
        self.left, self._replace = tries, os.replace

    def __call__(self, source: Any, target: Any) -> None:
        if self.left > 0:
            self.left -= 1
            error = PermissionError(13, "Access is denied", str(target))
            error.winerror = 5  # type: ignore[attr-defined]
            raise error
        self._replace(source, target)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(atomic_file, "WAIT_SECONDS", 0.0)


def test_a_file_that_is_read_for_a_moment_is_replaced_after_it(
    windows: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "replace", Held(atomic_file.TRIES - 1))

    atomic_file.write_whole(file, "new")

    assert file.read_text(encoding="utf-8") == "new"


def test_a_file_that_stays_open_elsewhere_is_kept_and_the_sentence_says_so(
    windows: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "replace", Held(1000))

    with (
        pytest.raises(RequestRefused, match=r"another program has it open\. Close it there"),
        new_file.whole_file(file) as part,
    ):
        part.write_text("new", encoding="utf-8")

    assert file.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize(
    "name", ["CON.png", "nul", "Com1.tar.gz", "LPT¹", "aux .svg", "a:b.png", "what?.png", "end."]
)
def test_names_that_windows_keeps_for_itself_are_refused(
    windows: None, name: str, tmp_path: Path
) -> None:
    with (
        pytest.raises(RequestRefused, match=r"Windows has (a device of that name|no such names)"),
        new_file.whole_file(tmp_path / name),
    ):
        pass

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["CONSOLE.png", "com.png", "COM10.svg", "aux_.txt", "文件.png"])
def test_names_that_look_like_those_are_names(windows: None, name: str, tmp_path: Path) -> None:
    with new_file.whole_file(tmp_path / name) as part:
        part.write_bytes(b"1")

    assert (tmp_path / name).read_bytes() == b"1"


def test_a_full_disk_is_not_said_to_be_another_program(tmp_path: Path) -> None:
    message = new_file._unwritable(tmp_path, OSError(28, "No space left on device"))

    assert "No space left on device" in message.text


@pytest.mark.parametrize("name", ["KERNEL.PY", "Kernel.Py", "kernel.py"])
def test_endings_in_capitals_are_the_same_files(name: str, tmp_path: Path) -> None:
    source = find_operation("vector_add").source
    file = tmp_path / name
    file.write_text(source, encoding="utf-8")

    assert ending(file) == ".py"
    assert read_source(file) == source
    assert find_operation(file).source == source


@pytest.mark.slow
def test_a_recording_in_capitals_is_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording, drawing = tmp_path / "LAUNCH.GPUVIZ", tmp_path / "a.svg"
    kept = tmp_path / "launch.gpuviz"
    ran = main(["run", "vector_add", "--size", "64", "--no-cpu", "--trace", str(kept)])
    kept.rename(recording)

    assert (ran, main(["export", str(recording), "--svg", str(drawing)])) == (0, 0)
    assert drawing.stat().st_size > 1000


def test_a_file_on_a_drive_has_an_address_in_sarif(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_formats, "PurePath", PureWindowsPath)

    assert check_formats._uri("C:/Users/Zoë/a b.py") == "file:///C:/Users/Zo%C3%AB/a%20b.py"


def test_a_name_that_is_no_text_has_an_address_too() -> None:
    assert check_formats._uri(os.fsdecode(b"\xe7\xbb\x93\xff.py")) == "%E7%BB%93%FF.py"


def test_the_log_is_where_each_system_keeps_them() -> None:
    home = Path("/home/anna")

    assert log_path("win32", {"LOCALAPPDATA": "/data"}, home) == Path("/data/gpuviz/gpuviz.log")
    assert log_path("darwin", {}, home) == home / "Library" / "Logs" / "gpuviz.log"


def test_windows_says_how_much_memory_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def status(given: Any) -> int:
        assert given._obj.length == 64, "the size that the structure has on Windows"
        given._obj.total_physical = 24 << 30
        return 1

    kernel32 = SimpleNamespace(GlobalMemoryStatusEx=status)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel32), raising=False)

    assert size.physical_memory_bytes() == 24 << 30


def test_a_worker_on_windows_inherits_its_handle_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[tuple[int, bool]] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(
        os, "set_handle_inheritable", lambda *given: made.append(given), raising=False
    )
    monkeypatch.setattr(
        subprocess, "STARTUPINFO", lambda **named: SimpleNamespace(**named), raising=False
    )
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x08000000, raising=False)

    popen = worker_process.inheriting(12)

    assert made == [(12, True)]
    assert popen["startupinfo"].lpAttributeList == {"handle_list": [12]}
    assert "pass_fds" not in popen


def test_windows_deletes_a_shared_file_when_its_last_user_is_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "1.raw"
    file.write_bytes(b"abc")
    given: list[int] = []
    opens = os.open

    def noted(path: Path, flags: int) -> int:
        given.append(flags)
        return opens(path, os.O_RDONLY)

    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        patch.setattr(os, "O_TEMPORARY", 0x40, raising=False)
        patch.setattr(os, "O_BINARY", 0x8000, raising=False)
        patch.setattr(os, "open", noted)
        descriptor = packing._open_vanishing(file)

    os.close(descriptor)
    assert given == [os.O_RDONLY | 0x40 | 0x8000]
    assert file.exists(), "an open file cannot be removed there: the system does it"
