"""The worker process itself: `python -m gpuviz.worker HANDLE FOLDER pickled|plain cold|warm`."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import queue
import shutil
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from gpuviz.cuda import numba_on_demand
from gpuviz.engines.request import LongLoop
from gpuviz.worker.answering import Answering, Pickled, Plain
from gpuviz.worker.failures import failure_of
from gpuviz.worker.jobs import Job, run_job
from gpuviz.worker.packing import Packed, unpack
from gpuviz.worker.protocol import Wire

AHEAD = ("gpuviz.engines.emulator", "gpuviz.engines.compilation")
"""What takes most of the time of a first launch but the launch itself."""

NOTHING_TO_SAY = 70  # EX_SOFTWARE of sysexits.h
SMALLEST_REPORT = 0.01  # a job that reports every statement sends a hundred reports, not a million


class Reporter:
    """The `progress` that a job is given: sends growing shares, in steps that can be seen."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._sent = -1.0

    def __call__(self, told: float | LongLoop) -> None:
        """Tells the share of the job, 0..1, that is done, or of a loop that lasts."""
        if isinstance(told, LongLoop):
            self._answering.report(told)
            return
        share = told
        grown = share - self._sent
        if grown >= SMALLEST_REPORT or (share >= 1.0 and grown > 0):
            self._sent = share
            self._answering.report(share)


def serve(connection: Wire, answering: Answering, folder: Path, warm: bool = False) -> None:
    """Runs job after job, until the starter closes the connection or is gone itself."""
    jobs: queue.SimpleQueue[Packed] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(connection, jobs, folder), daemon=True).start()
    if warm:
        _import_ahead()
    try:
        while True:
            _do(jobs.get(), answering)
    except OSError:  # the starter is gone: nobody waits for an answer
        os._exit(0)
    except Exception:  # a file's code has spoiled what an answer needs: a new process has it
        os._exit(NOTHING_TO_SAY)


def _listen(connection: Wire, jobs: queue.SimpleQueue[Packed], folder: Path) -> None:
    try:
        while True:
            jobs.put(connection.recv())
    except (EOFError, OSError):
        shutil.rmtree(folder, ignore_errors=True)  # the starter may have been killed
        os._exit(0)  # also out of the middle of a job


def _import_ahead() -> None:
    """What every launch of a kernel file needs; where something fails, a job will say so."""
    for name in AHEAD:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def _do(packed: Packed, answering: Answering) -> None:
    try:
        job: Job[object] = unpack(packed, writable=True)
        result = run_job(job, Reporter(answering))
    except Exception as error:
        _flush()
        answering.fail(failure_of(error))
    else:
        _flush()
        answering.answer(result)


def _flush() -> None:
    """Lets what a job has printed be seen: this process ends without asking Python."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # a file's code may have put anything there
            stream.flush()


def _print_by_lines() -> None:
    """What is printed before a loop without end is seen too, wherever the output goes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def inherited(handle: int) -> Wire:
    """The connection of which the starter gave this process one end."""
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection

        return PipeConnection(handle)
    os.set_inheritable(handle, False)
    return Connection(handle)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the starter's to answer
    _print_by_lines()
    wire, own_folder = inherited(int(sys.argv[1])), Path(sys.argv[2])
    plain = sys.argv[3] == "plain"
    numba_on_demand.install()
    answers: Answering = Plain(wire) if plain else Pickled(wire, own_folder)
    serve(wire, answers, own_folder, warm=sys.argv[4] == "warm")
