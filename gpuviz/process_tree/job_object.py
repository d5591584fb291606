"""A process tree in a job object: Windows.

The kernel ends all processes of the job when its last handle is closed: the starter has the only
one, so that this holds for its death too, whatever Python does at that time.
(learn.microsoft.com/windows/win32/procthread/job-objects)
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from collections.abc import Collection, Sequence
from ctypes import wintypes
from pathlib import Path
from typing import Any

from gpuviz.process_tree.console import CREATE_NO_WINDOW
from gpuviz.process_tree.folders import remove
from gpuviz.process_tree.limits import TreeLimits

assert sys.platform == "win32"

EXTENDED_LIMIT_INFORMATION = 9  # JOBOBJECTINFOCLASS
JOB_OBJECT_LIMIT_ACTIVE_PROCESS, JOB_OBJECT_LIMIT_JOB_MEMORY = 0x8, 0x200
JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000
CREATE_SUSPENDED = 0x4
KILLED = 1  # the exit code of what the job ends

_kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
_ntdll = ctypes.WinDLL("ntdll")
_kernel32.CreateJobObjectW.restype = wintypes.HANDLE
_kernel32.CreateJobObjectW.argtypes = (wintypes.LPVOID, wintypes.LPCWSTR)
_kernel32.SetInformationJobObject.argtypes = (
    wintypes.HANDLE,
    ctypes.c_int,
    wintypes.LPVOID,
    wintypes.DWORD,
)
_kernel32.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
_kernel32.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
_kernel32.CloseHandle.argtypes = (wintypes.HANDLE,)
_ntdll.NtResumeProcess.argtypes = (wintypes.HANDLE,)


class _BasicLimits(ctypes.Structure):  # JOBOBJECT_BASIC_LIMIT_INFORMATION
    _fields_ = (
        ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
        ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
        ("LimitFlags", wintypes.DWORD),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", wintypes.DWORD),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", wintypes.DWORD),
        ("SchedulingClass", wintypes.DWORD),
    )


class _Limits(ctypes.Structure):  # JOBOBJECT_EXTENDED_LIMIT_INFORMATION
    _fields_ = (
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_ulonglong * 6),  # IO_COUNTERS
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


class ProcessTree:
    """A running command with all that it started; any thread may end it.

    `process` has its streams and waits for its end; what it left behind ends with `end`.
    """

    over_memory = False  # a process that asks for too much gets a MemoryError
    over_processes = False  # one too many does not start

    def __init__(
        self,
        command: Sequence[str],
        limits: TreeLimits,
        folder: Path | None,
        popen: dict[str, Any],
    ) -> None:
        self._folder = folder
        self._using = threading.Lock()
        self._job: int | None = _new_job(limits)
        flags = popen.pop("creationflags", 0) | CREATE_NO_WINDOW  # nor does it hear Ctrl-C
        flags |= CREATE_SUSPENDED  # until it is in the job
        try:
            self.process: subprocess.Popen[Any] = subprocess.Popen(
                command, creationflags=flags, **popen
            )
            handle = int(self.process._handle)  # type: ignore[attr-defined]
            if not _kernel32.AssignProcessToJobObject(self._job, handle):
                self.process.kill()
                raise ctypes.WinError(ctypes.get_last_error())
            _ntdll.NtResumeProcess(handle)
        except BaseException:
            _kernel32.CloseHandle(self._job)
            raise

    @property
    def pid(self) -> int | None:
        """The command's process number."""
        return self.process.pid

    def unlinked_bytes(self, folders: Collection[str]) -> int:
        """Of files that are unlinked while they are open: Windows knows none."""
        return 0

    def kill(self) -> None:
        """Lets the tree end at once, and does not wait for it."""
        with self._using:
            if self._job is not None:
                _kernel32.TerminateJobObject(self._job, KILLED)

    def end(self) -> int:
        """Ends the tree; gives the command's exit code, 1 if it still ran."""
        self.kill()
        exit_code: int = self.process.wait()
        with self._using:
            if self._job is not None:
                _kernel32.CloseHandle(self._job)
            self._job = None
        if self._folder is not None:
            remove(str(self._folder))
        return exit_code


def _new_job(asked: TreeLimits) -> int:
    limits = _Limits()
    basic = limits.BasicLimitInformation
    basic.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
    if asked.memory_bytes is not None:
        basic.LimitFlags |= JOB_OBJECT_LIMIT_JOB_MEMORY
        limits.JobMemoryLimit = asked.memory_bytes
    if asked.processes is not None:
        basic.LimitFlags |= JOB_OBJECT_LIMIT_ACTIVE_PROCESS
        basic.ActiveProcessLimit = asked.processes
    job: int | None = _kernel32.CreateJobObjectW(None, None)
    size = ctypes.sizeof(limits)
    if not job or not _kernel32.SetInformationJobObject(
        job, EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), size
    ):
        raise ctypes.WinError(ctypes.get_last_error())
    return job
