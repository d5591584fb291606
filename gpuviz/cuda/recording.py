"""Who listens to launches, and with which device and schedule they run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from gpuviz.device import DEFAULT_DEVICE, Device, find_device
from gpuviz.trace import Trace


@dataclass(slots=True)
class Recording:
    """The launches that happened while it was open, in order."""

    device: Device
    schedule: str = "lockstep"
    seed: int = 0
    launches: list[Trace] = field(default_factory=list)


_current: ContextVar[Recording | None] = ContextVar("recording", default=None)


@contextmanager
def open_recording(
    device: Device | None = None, schedule: str = "lockstep", seed: int = 0
) -> Iterator[Recording]:
    """Collects the traces of all launches made by this thread inside the `with`."""
    recording = Recording(device or find_device(DEFAULT_DEVICE), schedule, seed)
    token = _current.set(recording)
    try:
        yield recording
    finally:
        _current.reset(token)


def current_recording() -> Recording | None:
    """The recording that is open, None where nobody listens."""
    return _current.get()
