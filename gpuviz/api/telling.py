"""Tells of each launch of a script at once, as an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from gpuviz.api.events import EventFile
from gpuviz.api.job import ScriptJob
from gpuviz.api.offers import Offered, write_offer
from gpuviz.cli.json_text import plain
from gpuviz.cli.launch_object import hazard_object, launch_object
from gpuviz.cuda.dispatcher import Dispatcher
from gpuviz.cuda.offer import packed
from gpuviz.cuda.overloads import ArgumentType
from gpuviz.cuda.recording import Recording, tell_nobody
from gpuviz.device import Device
from gpuviz.messages import GpuvizError, KernelFailed, SourcePlace, tidy
from gpuviz.ordinary_file import RECORDING
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Hazard, Trace, without_record
from gpuviz.trace.source import FunctionSource

NOTES_TOLD = (
    *("launch.changed-over", "launch.undefined"),
    *("race.order", "race.no-order", "race.order-endless"),
    *("trace.ended-by-raise", "trace.ended-by-assertion"),
    *("trace.divided-by-0", "cuda-c.divided-by-0"),
)
"""Notes of a launch that belong to what was found."""
MOST_OFFERS = 100  # of a script, to a compiler


class Teller:
    """Makes recordings that tell each launch at once, and keep its file where that is asked for."""

    def __init__(self, job: ScriptJob, events: EventFile) -> None:
        self._job, self._events = job, events
        self._told: Counter[str] = Counter()
        self._twice: Counter[str] = Counter()
        self._offered: list[tuple[Dispatcher, tuple[ArgumentType, ...]]] = []
        self._rows: list[int] = []  # of the recording: which of the launches told each one is
        self._first: dict[str, int] = {}
        self._files: list[Path] = []  # of the launches told, where they are kept

    def recording(self) -> Recording:
        """A recording for one run."""
        job = self._job
        options = ExecutionOptions(job.schedule, job.seed, in_loop=self._in_loop)
        if job.keep is None:
            options = replace(options, record=False, snapshot_bytes=0)
        made = Recording(
            job.device,
            options,
            keep=lambda trace: self._keep(trace, made.paths),
            began=self._began,
            failed=self._failed,
            launched=tell_nobody if job.offers is None else self._launched,
            amended=self._amended,
            overall=True,
        )
        self._rows = []
        return made

    def now_listed_twice(self) -> None:
        """From now on a launch that repeats one of those before, once for each, is not told."""
        self._twice = self._told.copy()

    def _began(self, source: FunctionSource) -> None:
        path = Path(source.file)
        line = source.first_line
        self._events.write(
            "began", kernel=source.name, file=path.name, line=line, path=str(path.resolve())
        )

    def _in_loop(self, place: SourcePlace, rounds: int) -> None:
        self._events.write("in loop", file=Path(place.file).name, line=place.line, rounds=rounds)

    def _launched(self, kernel: Dispatcher, types: tuple[ArgumentType, ...]) -> None:
        """A kernel with types of its own is offered to a compiler, in the first process only."""
        known = (kernel, types)
        if self._job.offers is None or known in self._offered or not self._events.is_of_script:
            return
        self._offered.append(known)
        found = packed(kernel, types)
        if found is not None and len(self._offered) <= MOST_OFFERS:
            code = kernel.py_func.__code__
            name = Path(code.co_filename).name
            offered = Offered(kernel.__name__, name, code.co_firstlineno)
            write_offer(Path(self._job.offers), len(self._offered), offered, found)

    def _failed(self, error: GpuvizError) -> None:
        self._events.write("failed", failure=failed_with(error, Path(self._job.script)))

    def _keep(self, trace: Trace, paths: Mapping[str, str]) -> Trace:
        found = plain(launch_object(trace))
        key = repr(found)
        is_new = self._twice[key] == 0
        if not is_new:
            self._twice[key] -= 1
            self._events.write("over")
        else:
            self._first.setdefault(key, self._told.total())
            self._told[key] += 1
            notes = [note.text for note in trace.notes if note.code in NOTES_TOLD]
            self._events.write(
                "launch",
                launch=found,
                looked_for=trace.hazard_kinds_checked,
                notes=notes,
                paths={one.file: paths[one.file] for one in trace.functions if one.file in paths},
            )
            if self._job.keep is not None:
                self._files.append(_save(trace, self._job.device, Path(self._job.keep)))
        self._rows.append(self._told.total() - 1 if is_new else self._first[key])
        return summary(trace)

    def _amended(self, row: int, hazard: Hazard) -> None:
        """A launch that was told of has one hazard more."""
        number = self._rows[row]
        found = plain(hazard_object(hazard))
        self._events.write("late", launch=number, hazard=found)
        if self._files:
            from gpuviz.trace.file import load_trace, save_trace

            trace = load_trace(self._files[number])
            save_trace(replace(trace, hazards=(*trace.hazards, hazard)), self._files[number])


def summary(trace: Trace) -> Trace:
    """A trace without its large parts: all that is said about a launch, however many there are."""
    return replace(without_record(trace), inputs={})


def _save(trace: Trace, device: Device, folder: Path) -> Path:
    """Writes a launch to a file of its own, with its modelled times."""
    from gpuviz.engines.modelled import with_modelled_times
    from gpuviz.trace.file import save_trace

    modelled = with_modelled_times(trace, device, None)
    number = 1 + sum(path.suffix == RECORDING for path in folder.iterdir())
    path = folder / f"{number:03d}-{trace.kernel}{RECORDING}"
    save_trace(modelled, path)
    return path


def failed_with(error: GpuvizError, script: Path) -> dict[str, object]:
    """A failure with its place, where that is one of the script or of a file that it uses."""
    told, place = failure(str(error), isinstance(error, KernelFailed)), error.place
    if place is None or not Path(place.file).is_file():
        return told
    file = Path(place.file).resolve()
    elsewhere = {} if file == script.resolve() else {"file": str(file)}
    return {**told, "line": place.line, "column": place.column, **elsewhere}


def failure(text: str, is_wrong: bool = False) -> dict[str, object]:
    """A sentence about what went wrong, as an event has it."""
    return {"text": tidy(text), "is_wrong": is_wrong}
