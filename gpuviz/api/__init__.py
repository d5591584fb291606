"""For scripts, notebooks and graders: `gpuviz.recording()`, `gpuviz.show()`, `gpuviz.check()`."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import overload

from gpuviz.api.checking import check
from gpuviz.api.report import CheckedLaunch, Failure, FoundHazard, Report
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.stand_in import launches_diverted
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.launch import LaunchConfig
from gpuviz.messages import GpuvizError
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Counters, Hazard, Trace
from gpuviz.trace.file import SUFFIX, save_trace
from gpuviz.trace.whose_device import device_or_default

__all__ = [
    "CheckedLaunch",
    "Failure",
    "FoundHazard",
    "Launches",
    "RecordedLaunch",
    "Report",
    "check",
    "recording",
    "show",
]


class RecordedLaunch:
    """One launch: what it did, and a window to look at it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    @property
    def kernel(self) -> str:
        """The kernel's name."""
        return self.trace.kernel

    @property
    def config(self) -> LaunchConfig:
        """Grid and block."""
        return self.trace.config

    @property
    def hazards(self) -> tuple[Hazard, ...]:
        """What was wrong, each with its sentence as `.message.text`."""
        return self.trace.hazards

    @property
    def counters(self) -> Counters | None:
        """What was counted: global_load_sectors, bank_conflicts, barriers and so on."""
        return self.trace.counters

    def show(self) -> None:
        """Opens the launch in a window, in a process of its own; does not wait for it."""
        show(self.trace)

    def __repr__(self) -> str:
        count = len(self.hazards)
        found = "no hazard" if not count else "1 hazard" if count == 1 else f"{count} hazards"
        return f"<{self.kernel}[{self.config.grid}, {self.config.block}]: {found}>"


class Launches(Sequence[RecordedLaunch]):
    """The launches of a recording, in their order; it grows while the recording is open."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    @property
    def hazards(self) -> tuple[Hazard, ...]:
        """Of all launches."""
        return tuple(hazard for trace in self._recording.launches for hazard in trace.hazards)

    @property
    def failures(self) -> tuple[GpuvizError, ...]:
        """Launches that did not come to an end, and why."""
        return tuple(self._recording.failures)

    @property
    def notes(self) -> tuple[str, ...]:
        """Mistakes of the host."""
        return tuple(str(note) for note in self._recording.host.notes)

    @overload
    def __getitem__(self, index: int) -> RecordedLaunch: ...

    @overload
    def __getitem__(self, index: slice) -> list[RecordedLaunch]: ...

    def __getitem__(self, index: int | slice) -> RecordedLaunch | list[RecordedLaunch]:
        launches = self._recording.launches
        if isinstance(index, slice):
            return [RecordedLaunch(trace) for trace in launches[index]]
        return RecordedLaunch(launches[index])

    def __len__(self) -> int:
        return len(self._recording.launches)

    def __repr__(self) -> str:
        return repr(list(self))


@contextmanager
def recording(
    device: str = DEFAULT_DEVICE, schedule: str = "lockstep", seed: int = 0
) -> Iterator[Launches]:
    """Inside the `with`, kernels of numba.cuda run on the emulator, and each launch is recorded.

    `device` is an id of `gpuviz devices`, `schedule` lockstep, warps or adversarial. Raises
    RequestRefused for a device that is not known.
    """
    options = ExecutionOptions(schedule=schedule, seed=seed)
    opened = Recording(find_device(device), options)
    with launches_diverted(), open_recording(opened):
        yield Launches(opened)
    opened.host.ended()


def show(trace: Trace) -> None:
    """Opens a trace in a window, in a process of its own; does not wait for it."""
    folder = Path(tempfile.mkdtemp(prefix="gpuviz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / f"{trace.kernel}{SUFFIX}"
    save_trace(_with_times(trace), file)
    subprocess.Popen([sys.executable, "-m", "gpuviz", "app", str(file)])


def _with_times(trace: Trace) -> Trace:
    """Modelled ones, for a launch that has none."""
    if trace.times is not None:
        return trace
    return with_modelled_times(trace, device_or_default(trace), None)
