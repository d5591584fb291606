"""How a worker process answers: pickled, or in frames that hold no code if it runs foreign code."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Protocol

from gpuviz.engines.request import LongLoop
from gpuviz.worker.failures import bug, failure_of
from gpuviz.worker.foreign import Outcome, outcome_of, plain_error
from gpuviz.worker.frames import frames_of, progress_frame
from gpuviz.worker.packing import pack
from gpuviz.worker.protocol import Answer, JobFailure, JobProgress, Wire, send


class Answering(Protocol):
    """What a worker says to its starter."""

    def report(self, told: float | LongLoop) -> None:
        """This share of the job, 0..1, is done; or a loop of it lasts."""

    def answer(self, result: object) -> None:
        """The job is done. Raises OSError where the starter is gone, or a disk is full."""

    def fail(self, failure: JobFailure) -> None:
        """The job raised."""


class Pickled:
    """For the code of gpuviz and the gallery; large arrays travel as files in `folder`."""

    def __init__(self, connection: Wire, folder: Path) -> None:
        self._connection = connection
        self._folder = folder

    def report(self, told: float | LongLoop) -> None:
        """Sends a JobProgress."""
        send(self._connection, JobProgress(told))

    def answer(self, result: object) -> None:
        """Sends an Answer, or a JobFailure where it cannot be packed."""
        try:
            packed = pack(result, self._folder)
        except Exception as error:
            self.fail(failure_of(error))
        else:
            send(self._connection, Answer(packed))

    def fail(self, failure: JobFailure) -> None:
        """Sends a JobFailure."""
        try:
            send(self._connection, failure)
        except (TypeError, AttributeError, pickle.PicklingError) as error:  # does not travel
            send(self._connection, JobFailure(bug(error)))


class Plain:
    """For foreign code: whatever it has done to this process, the starter reads no pickle."""

    def __init__(self, connection: Wire) -> None:
        self._connection = connection

    def report(self, told: float | LongLoop) -> None:
        """Sends a frame of it."""
        self._connection.send_bytes(progress_frame(told))

    def answer(self, result: object) -> None:
        """Sends the outcome."""
        try:
            frames = list(frames_of(outcome_of(result)))
        except Exception as error:
            self.fail(failure_of(error))
        else:
            self._send(frames)

    def fail(self, failure: JobFailure) -> None:
        """Sends an outcome with an error."""
        try:
            frames = list(frames_of(Outcome(error=plain_error(failure))))
        except Exception as error:  # a value of the message that does not travel
            frames = list(frames_of(Outcome(error=plain_error(JobFailure(bug(error))))))
        self._send(frames)

    def _send(self, frames: list[bytes]) -> None:
        for frame in frames:
            self._connection.send_bytes(frame)
