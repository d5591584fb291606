"""One worker process as its starter sees it: environment, connection, folder, end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Pipe
from pathlib import Path
from typing import Any, Literal

from gpuviz.messages import GpuvizError, Message
from gpuviz.worker.failures import JobFailed, ended_unexpectedly
from gpuviz.worker.packing import pack, unpack
from gpuviz.worker.protocol import Answer, Job, Report

WorkerKind = Literal["emulator", "numba-simulator", "cuda"]
OPENMP_SPINS = "1000"
"""Turns that an idle OpenMP thread of GCC waits awake (libgomp manual, GOMP_SPINCOUNT).

With libgomp's own 300 000, a parallel twin on a busy machine waits for whole time slices: 8 ms
for 1000 additions were seen here, 0.06 ms with this; on a quiet machine both take 3 microseconds.
"""
PATIENCE_S = 2.0  # for a worker that was asked to end and is not busy


def environment(kind: WorkerKind, starter: Mapping[str, str]) -> dict[str, str]:
    """The variables a worker of `kind` starts with, from those of its starter.

    Numba reads them when it is imported; so they have to be set from outside. The worker finds
    modules where the starter does, and nowhere else: a folder with a `numpy.py` does no harm.
    """
    changed = {
        "GOMP_SPINCOUNT": OPENMP_SPINS,
        **starter,
        "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0",
        "NUMBA_CUDA_WARN_ON_IMPLICIT_COPY": "0",
        "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
    }
    changed.pop("NUMBA_ENABLE_CUDASIM", None)
    if kind == "numba-simulator":
        changed["NUMBA_ENABLE_CUDASIM"] = "1"
    return changed


@dataclass(frozen=True, slots=True)
class Limit:
    """A job that takes longer than `seconds` is ended with its process, and fails with `message`.

    The code that it runs may hear nothing: who waits for it has to stop it.
    """

    seconds: float
    message: Message


class WorkerProcess:
    """A running `python -m gpuviz.worker`; one thread runs its jobs, any may `kill` it."""

    def __init__(self, kind: WorkerKind) -> None:
        self._killed = False
        self._folder = Path(tempfile.mkdtemp(prefix="gpuviz-"))
        self._connection, theirs = Pipe()
        try:
            self._process = _start(kind, theirs.fileno(), self._folder)
        except OSError:
            self._connection.close()
            self._folder.rmdir()
            raise
        finally:
            theirs.close()

    @property
    def pid(self) -> int:
        """The process number."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether a job can be given to it."""
        return not self._killed and self._process.poll() is None

    def run(
        self,
        call: tuple[Any, ...],
        on_progress: Callable[[float], None] | None,
        limit: Limit | None = None,
    ) -> Any:
        """Runs one call (function, arguments, keywords) to its end and gives its result.

        `limit` is for calls that report no progress. Raises JobFailed when the function raised, and
        GpuvizError when the process ended or was too slow.
        """
        job = Job(pack(call, self._folder), on_progress is not None)
        try:
            self._connection.send(job)
            if limit is not None and not self._connection.poll(limit.seconds):
                self.kill()
                raise GpuvizError(limit.message)
            answer = self._connection.recv()
            while isinstance(answer, Report):
                if on_progress is not None:
                    on_progress(answer.share)
                answer = self._connection.recv()
        except (EOFError, OSError):
            raise ended_unexpectedly(self.end()) from None
        if isinstance(answer, Answer):
            return unpack(answer.result)
        raise JobFailed(answer)

    def kill(self) -> None:
        """Ends the process at once, whatever it does."""
        self._killed = True
        self._process.kill()

    def end(self) -> int:
        """Closes the connection, which ends the worker; removes the folder, gives the exit code."""
        self._connection.close()
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
        exit_code = self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
        return exit_code


def _start(kind: WorkerKind, handle: int, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "gpuviz.worker", str(handle), str(folder)],
        env=environment(kind, os.environ),
        stdin=subprocess.DEVNULL,
        stdout=_error_stream(),  # what a job prints never mixes into the starter's stdout
        **_inheriting(handle),
    )


def _error_stream() -> int:
    try:
        os.fstat(2)
    except OSError:  # a windowed program on Windows has no standard streams
        return subprocess.DEVNULL
    return 2


def _inheriting(handle: int) -> dict[str, Any]:
    """Arguments of Popen: the child inherits this handle and no other, and hears no Ctrl-C."""
    if sys.platform == "win32":
        os.set_handle_inheritable(handle, True)
        startup = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [handle]})
        return {"startupinfo": startup, "creationflags": subprocess.CREATE_NO_WINDOW}
    return {"pass_fds": (handle,), "process_group": 0}
