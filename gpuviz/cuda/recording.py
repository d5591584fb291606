"""Who listens to launches, and how they are to be run for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cuda.host_watch import HostWatch
from gpuviz.cuda.launch_races import LaunchRaces
from gpuviz.cuda.train import Train
from gpuviz.device import DEFAULT_DEVICE, Device, find_device
from gpuviz.messages import GpuvizError, RequestRefused
from gpuviz.simt.execute import Execution, ExecutionOptions, with_copies
from gpuviz.trace import Trace
from gpuviz.trace.source import FunctionSource
from gpuviz.trace.trace import Hazard

if TYPE_CHECKING:
    from gpuviz.cuda.dispatcher import Dispatcher
    from gpuviz.cuda.overloads import ArgumentType


def as_it_is(file: str) -> str:
    """Keeps the name of a file."""
    return file


def tell_nobody(*_: object) -> None:
    """Nobody wants to know."""


@dataclass(eq=False, slots=True)
class Recording:
    """The launches that happened while it was open, in order.

    `keep` gives what is to be kept of each trace, so that a thousand launches need not fill the
    memory. In `folder` lie the sources whose names traces keep with their place in it; of others
    only the name is kept; None: all keep their paths. `failures` are launches that did not come to
    an end, even where the script went on. `host` follows what happens around the launches, `train`
    writes down what the host asks for. As many GPUs as `gpus` are emulated, all alike. `began` is
    told of each launch before it runs, `failed` of each failure at once. With `overall`, it hears
    of launches too that happen in recordings opened inside it. `refused` are launches that CUDA
    refuses. `runs_script`: it hears of a script that runs as if it were run by Python alone.
    `launched` is told of each kernel after its launch, with the types of its arguments.
    `closed_early`: somebody else has taken it out of those that listen. `seconds` is the
    wall time of the execution of all launches that came to their end, alone. `name_of` gives the
    file of a source the name that its author knows it by. `paths` has where files lie that are not
    in `folder`, by the names that traces keep. `races` looks for those between launches; `amended`
    is told of a hazard that a launch, of that row, turns out to have later on. `execute` runs the
    kernels in the place of the emulator.
    """

    device: Device
    options: ExecutionOptions = field(default_factory=ExecutionOptions)
    keep: Callable[[Trace], Trace] = with_copies
    folder: Path | None = field(default_factory=Path.cwd)
    launches: list[Trace] = field(default_factory=list)
    failures: list[GpuvizError] = field(default_factory=list)
    host: HostWatch = field(default_factory=HostWatch)
    train: Train | None = None
    gpus: int = 1
    began: Callable[[FunctionSource], None] = tell_nobody
    failed: Callable[[GpuvizError], None] = tell_nobody
    launched: Callable[[Dispatcher, tuple[ArgumentType, ...]], None] = tell_nobody
    overall: bool = False
    refused: list[RequestRefused] = field(default_factory=list)
    runs_script: bool = False
    closed_early: bool = False
    seconds: float = 0.0
    name_of: Callable[[str], str] = as_it_is
    races: LaunchRaces = field(default_factory=LaunchRaces)
    amended: Callable[[int, Hazard], None] = tell_nobody
    paths: dict[str, str] = field(default_factory=dict)
    execute: Callable[..., Execution] | None = None
    current: CurrentGpu = field(default_factory=lambda: CurrentGpu())

    def add(self, trace: Trace) -> int:
        """Takes a launch that has ended; gives its row."""
        self.launches.append(self.keep(trace.with_files(self._kept_name)))
        return len(self.launches) - 1

    def amend(self, row: int, hazard: Hazard) -> None:
        """A launch of before has a race with what was asked for after it."""
        named, trace = hazard.with_files(self._kept_name), self.launches[row]
        self.launches[row] = replace(trace, hazards=(*trace.hazards, named))
        self.amended(row, named)

    def _kept_name(self, file: str) -> str:
        name = self.name_of(file)
        if self.folder is None or name.startswith("<"):
            return name
        path, root = Path(name).resolve(), self.folder.resolve()
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
        short, place = path.name, str(path)
        if (root / short).exists() or self.paths.get(short, place) != place:  # another one
            short = "/".join(path.parts[-2:])
        self.paths[short] = place
        return short

    def fails(self, error: GpuvizError) -> None:
        """Takes a launch that did not come to its end."""
        self.failures.append(error)
        self.failed(error)


class CurrentGpu(threading.local):
    """The GPUs that were chosen by `with`, the innermost last: each thread has its own."""

    def __init__(self) -> None:
        self.chosen = [0]


_open: list[Recording] = []
_unrecorded = CurrentGpu()
_unrecorded_races = LaunchRaces()
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
            opened.closed_early = opened not in _open
            if not opened.closed_early:
                _open.remove(opened)


def current_recording() -> Recording | None:
    """The recording that was opened last, None where nobody listens."""
    return _open[-1] if _open else None


def listeners() -> list[Recording]:
    """The recordings that are told of a launch: the current one, and those that hear of all."""
    current = current_recording()
    return [one for one in _open if one is current or one.overall]


def emulated_device() -> Device:
    """The GPU whose limits count now."""
    recording = current_recording()
    return find_device(DEFAULT_DEVICE) if recording is None else recording.device


def gpu_count() -> int:
    """How many GPUs are emulated."""
    recording = current_recording()
    return 1 if recording is None else recording.gpus


def chosen_gpus() -> list[int]:
    """The numbers of the GPUs that this thread chose, the one that counts last; to be changed."""
    recording = current_recording()
    return (_unrecorded if recording is None else recording.current).chosen


def current_gpu() -> int:
    """The number of the GPU that this thread works with."""
    return chosen_gpus()[-1]


def current_train() -> Train | None:
    """Where to write down what the host asks for; None where nobody wants to know."""
    recording = current_recording()
    return None if recording is None else recording.train


def launch_races() -> LaunchRaces:
    """Looks for races between launches, for the recording that was opened first of the listeners.

    Numbers of launches are those of that one.
    """
    listening = listeners()
    return listening[0].races if listening else _unrecorded_races


def host_watch() -> HostWatch:
    """Takes what the host does; where nobody listens, nobody will ask for it."""
    recording = current_recording()
    return HostWatch() if recording is None else recording.host


@contextmanager
def watching() -> Iterator[None]:
    """Tells the recording that a kernel could not be run to its end, even if the script goes on.

    A launch that CUDA refuses too is the script's own business: it may have asked for it.
    """
    listening = listeners()
    try:
        yield
    except RequestRefused as refusal:
        for recording in listening:
            recording.refused.append(refusal)
        raise
    except GpuvizError as error:
        for recording in listening:
            recording.fails(error)
        raise
