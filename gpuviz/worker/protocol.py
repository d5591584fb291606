"""What the two sides of a worker say to each other: jobs go there packed, this comes back."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any, Protocol

from gpuviz.engines.request import LongLoop
from gpuviz.messages import GpuvizError
from gpuviz.worker.packing import Packed


class Wire(Protocol):
    """A `multiprocessing.connection`, whatever the platform calls it."""

    def send_bytes(self, buf: bytes) -> None:
        """Sends a frame of bytes."""

    def recv(self) -> Any:
        """Waits for the next object; raises EOFError when the other side is gone."""


def send(wire: Wire, value: object) -> None:
    """Sends what the other side gets by `recv`.

    `wire.send` does the same, but where it fails its error holds a view of a BytesIO, of which
    Python 3.13 and later complain when both are collected.
    """
    wire.send_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


@dataclass(frozen=True, slots=True)
class JobProgress:
    """From the worker: this share of the job, 0..1, is done; or a loop of it lasts."""

    told: float | LongLoop


@dataclass(frozen=True, slots=True)
class Answer:
    """From the worker: the job's result."""

    result: Packed


@dataclass(frozen=True, slots=True)
class JobFailure:
    """From the worker: the job raised. `log` is for the log file only: a traceback, or empty."""

    error: GpuvizError
    log: str = ""
