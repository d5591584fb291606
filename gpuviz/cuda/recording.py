"""Who listens to launches, and how they are to be run for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpuviz.cuda.host_watch import HostWatch
from gpuviz.device import DEFAULT_DEVICE, Device, find_device
from gpuviz.messages import GpuvizError, RequestRefused
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Trace


def unchanged(trace: Trace) -> Trace:
    """Keeps all of a trace."""
    return trace


@dataclass(eq=False, slots=True)
class Recording:
    """The launches that happened while it was open, in order.

    `keep` gives what is to be kept of each trace, so that a thousand launches need not fill the
    memory. In `folder` lie the sources whose names traces keep with their place in it; of others
    only the name is kept. `failures` are launches that did not come to an end, even where the
    script went on. `host` follows what happens around the launches.
    """

    device: Device
    options: ExecutionOptions = field(default_factory=ExecutionOptions)
    keep: Callable[[Trace], Trace] = unchanged
    folder: Path = field(default_factory=Path.cwd)
    launches: list[Trace] = field(default_factory=list)
    failures: list[GpuvizError] = field(default_factory=list)
    host: HostWatch = field(default_factory=HostWatch)

    def add(self, trace: Trace) -> None:
        """Takes a launch that has ended."""
        functions = tuple(
            replace(source, file=_kept_name(source.file, self.folder)) for source in trace.functions
        )
        self.launches.append(self.keep(replace(trace, functions=functions)))


def _kept_name(file: str, folder: Path) -> str:
    if file.startswith("<"):
        return file
    path, root = Path(file).resolve(), folder.resolve()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


_open: list[Recording] = []
_change = threading.Lock()


@contextmanager
def open_recording(recording: Recording | None = None) -> Iterator[Recording]:
    """Collects the traces of all launches made inside the `with`, by any thread."""
    opened = recording or Recording(find_device(DEFAULT_DEVICE))
    with _change:
        _open.append(opened)
    try:
        yield opened
    finally:
        with _change:
            _open.remove(opened)


def current_recording() -> Recording | None:
    """The recording that was opened last, None where nobody listens."""
    return _open[-1] if _open else None


def emulated_device() -> Device:
    """The GPU whose limits count now."""
    recording = current_recording()
    return find_device(DEFAULT_DEVICE) if recording is None else recording.device


def host_watch() -> HostWatch:
    """Takes what the host does; where nobody listens, nobody will ask for it."""
    recording = current_recording()
    return HostWatch() if recording is None else recording.host


@contextmanager
def watching() -> Iterator[None]:
    """Tells the recording that a kernel could not be run to its end, even if the script goes on.

    A launch that CUDA refuses too is the script's own business: it may have asked for it.
    """
    recording = current_recording()
    try:
        yield
    except RequestRefused:
        raise
    except GpuvizError as error:
        if recording is not None:
            recording.failures.append(error)
        raise
