"""A process tree on Windows, against a kernel32 that notes what is asked of it."""

from __future__ import annotations

import ctypes
import importlib
import subprocess
import sys
from collections.abc import Iterator
from ctypes import wintypes
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from gpuviz.process_tree import console
from gpuviz.process_tree.limits import TreeLimits

JOB, PROCESS = 77, 88  # handles
MODULE = "gpuviz.process_tree.job_object"


class Windows:
    """Kernel32, ntdll and Popen: each call is noted with its arguments; `refuses` one of them."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.limits: Any = None
        self.refuses = ""

    def library(self, name: str, **_: object) -> SimpleNamespace:
        answers = {
            "CreateJobObjectW": JOB,
            "SetInformationJobObject": 1,
            "AssignProcessToJobObject": 1,
            "TerminateJobObject": 1,
            "CloseHandle": 1,
            "NtResumeProcess": 0,
        }
        return SimpleNamespace(**{name: self._call(name, value) for name, value in answers.items()})

    def _call(self, name: str, answer: int) -> Any:
        def call(*arguments: Any) -> int:
            self.calls.append((name, arguments))
            if name == "SetInformationJobObject":
                self.limits = arguments[2]._obj
            return 0 if name == self.refuses else answer

        return call

    @property
    def names(self) -> list[str]:
        """What was called, in order."""
        return [name for name, _ in self.calls]

    def popen(self, command: list[str], **popen: Any) -> SimpleNamespace:
        self.calls.append(("Popen", (command, popen)))
        return SimpleNamespace(
            pid=4711,
            _handle=PROCESS,
            kill=lambda: self.calls.append(("kill", ())),
            wait=lambda timeout=None: 1,
        )


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    system = Windows()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "WinDLL", system.library, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: 5, raising=False)
    monkeypatch.setattr(ctypes, "WinError", lambda code: OSError(code, "refused"), raising=False)
    monkeypatch.setattr(subprocess, "Popen", system.popen)
    return system


@pytest.fixture
def job_object(windows: Windows) -> Iterator[ModuleType]:
    sys.modules.pop(MODULE, None)
    yield importlib.import_module(MODULE)
    sys.modules.pop(MODULE, None)


def test_a_command_is_in_its_job_before_it_runs_its_first_step(
    windows: Windows, job_object: ModuleType
) -> None:
    tree = job_object.ProcessTree(["python"], TreeLimits(), None, {"stdin": subprocess.DEVNULL})

    assert windows.names == [
        "CreateJobObjectW",
        "SetInformationJobObject",
        "Popen",
        "AssignProcessToJobObject",
        "NtResumeProcess",
    ]
    _, (_, popen) = windows.calls[2]
    assert popen["creationflags"] & job_object.CREATE_SUSPENDED
    assert windows.calls[3][1] == (JOB, PROCESS)
    assert tree.pid == 4711


def test_a_tree_has_no_console_so_it_hears_no_ctrl_c(
    windows: Windows, job_object: ModuleType
) -> None:
    job_object.ProcessTree(["python"], TreeLimits(), None, {"creationflags": 0x40})

    _, (_, popen) = windows.calls[2]
    assert popen["creationflags"] == console.CREATE_NO_WINDOW | job_object.CREATE_SUSPENDED | 0x40


def test_a_tree_ends_with_its_starter(windows: Windows, job_object: ModuleType) -> None:
    job_object.ProcessTree(["python"], TreeLimits(), None, {})

    flags = windows.limits.BasicLimitInformation.LimitFlags
    assert flags == job_object.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE


def test_a_limit_of_memory_is_that_of_the_whole_job(
    windows: Windows, job_object: ModuleType
) -> None:
    job_object.ProcessTree(["python"], TreeLimits(memory_bytes=3 << 30), None, {})

    limits = windows.limits
    assert limits.JobMemoryLimit == 3 << 30
    assert limits.BasicLimitInformation.LimitFlags & job_object.JOB_OBJECT_LIMIT_JOB_MEMORY


def test_a_limit_of_processes_is_that_of_the_whole_job(
    windows: Windows, job_object: ModuleType
) -> None:
    job_object.ProcessTree(["python"], TreeLimits(processes=256), None, {})

    basic = windows.limits.BasicLimitInformation
    assert basic.ActiveProcessLimit == 256
    assert basic.LimitFlags & job_object.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
    assert not basic.LimitFlags & job_object.JOB_OBJECT_LIMIT_JOB_MEMORY


def test_the_structures_are_as_large_as_those_of_64_bit_windows(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    if ctypes.sizeof(ctypes.c_void_p) != 8:
        pytest.skip("sizes are those of 64 bits")
    monkeypatch.setattr(wintypes, "DWORD", ctypes.c_uint32)  # 8 bytes elsewhere, where long is
    sys.modules.pop(MODULE, None)
    made = importlib.import_module(MODULE)
    sys.modules.pop(MODULE, None)

    assert ctypes.sizeof(made._BasicLimits) == 64
    assert ctypes.sizeof(made._Limits) == 144


def test_a_command_that_cannot_be_put_into_the_job_is_ended(
    windows: Windows, job_object: ModuleType
) -> None:
    windows.refuses = "AssignProcessToJobObject"

    with pytest.raises(OSError, match="refused"):
        job_object.ProcessTree(["python"], TreeLimits(), None, {})

    assert windows.names[-2:] == ["kill", "CloseHandle"]
    assert "NtResumeProcess" not in windows.names


def test_ending_a_tree_closes_its_job_once_and_removes_its_folder(
    windows: Windows, job_object: ModuleType, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    tree = job_object.ProcessTree(["python"], TreeLimits(), folder, {})

    assert [tree.end(), tree.end()] == [1, 1]

    assert windows.names.count("TerminateJobObject") == 1
    assert windows.names.count("CloseHandle") == 1
    assert not folder.exists()


@pytest.mark.parametrize(("system", "flags"), [("win32", 0x08000000), ("darwin", 0), ("linux", 0)])
def test_programs_of_a_window_open_no_console(
    system: str, flags: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)

    assert console.without_console() == flags
