"""The worker process itself: `python -m gpuviz.worker HANDLE FOLDER`, started by WorkerProcess."""

from __future__ import annotations

import os
import pickle
import queue
import shutil
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from gpuviz.worker.failures import bug, failure_of
from gpuviz.worker.packing import pack, unpack
from gpuviz.worker.protocol import Answer, Failure, Job, Report, Wire

SMALLEST_REPORT = 0.01  # a job that reports every statement sends a hundred reports, not a million


class Reporter:
    """The `progress` that a job is given: sends growing shares, in steps that can be seen."""

    def __init__(self, connection: Wire) -> None:
        self._connection = connection
        self._sent = -1.0

    def __call__(self, share: float) -> None:
        """Tells that `share` of the job, 0..1, is done."""
        grown = share - self._sent
        if grown >= SMALLEST_REPORT or (share >= 1.0 and grown > 0):
            self._sent = share
            self._connection.send(Report(share))


def serve(connection: Wire, folder: Path) -> None:
    """Runs job after job, until the starter closes the connection or is gone itself."""
    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(connection, jobs, folder), daemon=True).start()
    try:
        while True:
            _send(_answer(jobs.get(), connection, folder), connection)
    except OSError:  # the starter is gone: nobody waits for an answer
        os._exit(0)


def _listen(connection: Wire, jobs: queue.SimpleQueue[Job], folder: Path) -> None:
    try:
        while True:
            jobs.put(connection.recv())
    except (EOFError, OSError):
        shutil.rmtree(folder, ignore_errors=True)  # the starter may have been killed
        os._exit(0)  # also out of the middle of a job


def _answer(job: Job, connection: Wire, folder: Path) -> Answer | Failure:
    try:
        return Answer(pack(_result(job, connection), folder))
    except Exception as error:
        return failure_of(error)


def _send(answer: Answer | Failure, connection: Wire) -> None:
    try:
        connection.send(answer)
    except (TypeError, AttributeError, pickle.PicklingError) as error:  # values that do not travel
        connection.send(Failure(bug(error)))


def _result(job: Job, connection: Wire) -> object:
    function, arguments, keywords = unpack(job.call, writable=True)
    if job.reports:
        return function(*arguments, **keywords, progress=Reporter(connection))
    return function(*arguments, **keywords)


def _inherited(handle: int) -> Wire:
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection

        return PipeConnection(handle)
    os.set_inheritable(handle, False)
    return Connection(handle)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the starter's to answer
    serve(_inherited(int(sys.argv[1])), Path(sys.argv[2]))
