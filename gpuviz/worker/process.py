"""One worker process as its starter sees it: environment, connection, folder, end."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from multiprocessing.connection import Pipe
from pathlib import Path
from typing import Any, Literal

from gpuviz import process_tree
from gpuviz.engines.request import Progress
from gpuviz.messages import GpuvizError
from gpuviz.trace.members import DamagedTrace
from gpuviz.worker.failures import JobFailed, ended_unexpectedly, spoke_garbage
from gpuviz.worker.foreign import FileVersion, Outcome, result_of
from gpuviz.worker.frames import Garbage, receive
from gpuviz.worker.jobs import FileJob, Job, WorkerKind
from gpuviz.worker.packing import pack, unpack
from gpuviz.worker.protocol import Answer, JobFailure, JobProgress, Wire, send

OPENMP_SPINS = "1000"
"""Turns that an idle OpenMP thread of GCC waits awake (libgomp manual, GOMP_SPINCOUNT).

With libgomp's own 300 000, a parallel twin on a busy machine waits for whole time slices: 8 ms
for 1000 additions were seen here, 0.06 ms with this; on a quiet machine both take 3 microseconds.
"""
Begins = Literal["cold", "warm"]
"""Whether a process imports at its start what a kernel file needs, or once it needs it."""

NO_FILE = FileVersion(Path(), "")
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


class WorkerProcess:
    """A running `python -m gpuviz.worker`; one thread runs its jobs, any may `kill` it.

    One that runs the code of a `file` that is not of the gallery serves no other file, and is read
    as something that may say anything (`frames`, `foreign`). A spare one has run no file yet; it
    has imported what every kernel file needs.
    """

    def __init__(
        self, kind: WorkerKind, file: FileVersion | None = None, *, begins: Begins = "cold"
    ) -> None:
        self.file = file
        self._killed = False
        self._closing = threading.Lock()
        self._folder = Path(tempfile.mkdtemp(prefix="gpuviz-"))
        self._connection, theirs = Pipe()
        try:
            way = "plain" if file else "pickled"
            self._tree = _start(kind, theirs.fileno(), self._folder, way, begins)
        except OSError:
            self._connection.close()
            self._folder.rmdir()
            raise
        finally:
            theirs.close()

    @classmethod
    def spare(cls, kind: WorkerKind) -> WorkerProcess:
        """One that waits for a file that is not of the gallery: its `file` is set then."""
        return cls(kind, NO_FILE, begins="warm")

    @property
    def pid(self) -> int | None:
        """The process number."""
        return self._tree.pid

    def is_alive(self) -> bool:
        """Whether a job can be given to it."""
        return not self._killed and self._tree.process.poll() is None

    def run(self, job: Job[Any], on_progress: Progress) -> Any:
        """Runs one job to its end and gives its answer.

        Raises JobFailed when the job raised, and GpuvizError when the process ended or was too
        slow.
        """
        packed, limit = pack(job, self._folder), job.limit
        try:
            send(self._connection, packed)
            if limit is not None and not self._connection.poll(limit.seconds):
                self.kill()
                raise GpuvizError(limit.message)
            result = self._heard(job, on_progress)
        except (EOFError, OSError):
            raise ended_unexpectedly(self.end()) from None
        if isinstance(result, JobFailure):
            raise JobFailed(result)
        return result

    def _heard(self, job: Job[Any], on_progress: Progress) -> object:
        if self.file is None:
            return _trusted(self._connection, on_progress)
        try:
            outcome = receive(self._connection, Outcome, on_progress)
            assert isinstance(outcome, Outcome)
            assert isinstance(job, FileJob)
            return result_of(outcome, job)
        except (Garbage, DamagedTrace, MemoryError) as error:
            self.kill()
            raise JobFailed(spoke_garbage(self.file.path.name, error)) from None

    def kill(self) -> None:
        """Ends the process and all that it started at once, whatever they do; waits for nothing.

        Who reads from it hears the end now, also if something should hold its side open.
        """
        self._killed = True
        self._tree.kill()
        with self._closing:
            if not self._connection.closed:
                _hang_up(self._connection.fileno())

    def end(self) -> int:
        """Closes the connection, which ends the worker; ends what is left, gives the exit code."""
        with self._closing:
            self._connection.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._tree.process.wait(0 if self._killed else PATIENCE_S)
        exit_code = self._tree.end()
        shutil.rmtree(self._folder, ignore_errors=True)
        return exit_code


def _trusted(connection: Wire, on_progress: Progress) -> object:
    answer = connection.recv()
    while isinstance(answer, JobProgress):
        on_progress(answer.told)
        answer = connection.recv()
    return unpack(answer.result) if isinstance(answer, Answer) else answer


def _start(
    kind: WorkerKind, handle: int, folder: Path, way: str, begins: Begins
) -> process_tree.ProcessTree:
    return process_tree.start(
        [sys.executable, "-P", "-m", "gpuviz.worker", str(handle), str(folder), way, begins],
        folder=folder,
        env=environment(kind, os.environ),
        stdout=_error_stream(),  # what a job prints never mixes into the starter's stdout
        **inheriting(handle),
    )


def _hang_up(handle: int) -> None:
    """Ends a connection in both directions, as if the other side had closed it."""
    if sys.platform != "win32":  # there the end of the job closes the other side for certain
        with socket.socket(fileno=os.dup(handle)) as line, contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


def _error_stream() -> int:
    try:
        os.fstat(2)
    except OSError:  # a windowed program on Windows has no standard streams
        return subprocess.DEVNULL
    return 2


def inheriting(handle: int) -> dict[str, Any]:
    """Arguments of Popen: the child inherits this handle and no other, and hears no Ctrl-C."""
    if sys.platform == "win32":
        os.set_handle_inheritable(handle, True)
        startup = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [handle]})
        return {"startupinfo": startup, "creationflags": subprocess.CREATE_NO_WINDOW}
    return {"pass_fds": (handle,)}
