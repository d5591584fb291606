"""The process in which a script runs: it does what its job says and tells what happens."""

from __future__ import annotations

import atexit
import faulthandler
import os
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import cast

from gpuviz.api.events import EventFile
from gpuviz.api.grading.tests_of import SubmissionFinder, run_tests
from gpuviz.api.integrity import Watched
from gpuviz.api.job import ScriptJob, read_job
from gpuviz.api.offers import Offered, write_offer
from gpuviz.api.operation_run import OperationOutcome, run_operation
from gpuviz.api.reading import defines_kernels, means_to_be_an_operation, operation_in
from gpuviz.cli.json_text import plain
from gpuviz.cli.language import speak
from gpuviz.cli.report import hazard_object, launch_object
from gpuviz.cuda.dispatcher import Dispatcher
from gpuviz.cuda.offer import packed
from gpuviz.cuda.overloads import ArgumentType
from gpuviz.cuda.recording import Recording, open_recording, tell_nobody
from gpuviz.cuda.script import ScriptOutcome, run_script
from gpuviz.cuda.stand_in import standing_in
from gpuviz.device import Device
from gpuviz.engines.c_check import CheckedProgram, launched_alone
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.engines.repairing import read_as
from gpuviz.messages import EnglishTemplate, GpuvizError, KernelFailed, Message, SourcePlace, tidy
from gpuviz.operation import OperationInfo, describe_text
from gpuviz.operation.c_launch import launched_kernels
from gpuviz.operation.c_reader import kernels_alone, other_kernels
from gpuviz.operation.module import read_source
from gpuviz.ordinary_file import ending
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Hazard, Trace, without_record
from gpuviz.trace.file import SUFFIX, load_trace, save_trace
from gpuviz.trace.source import CUDA_C_SUFFIX, FunctionSource

WHERE_FILE = "where.txt"
"""What was running when the time was over, as faulthandler writes it: no lock can hold it up."""
NOTES_TOLD = (
    *("launch.changed-over", "launch.undefined"),
    *("race.order", "race.no-order", "race.order-endless"),
    *("trace.ended-by-raise", "trace.ended-by-assertion"),
    *("trace.divided-by-0", "cuda-c.divided-by-0"),
)
"""Notes of a launch that belong to what was found."""
REPLACED: EnglishTemplate = (
    "The script replaces functions that the check itself uses ({names}), so that what was found"
    " means nothing: leave them as they are."
)
ASIDE = ("cuda-c.no-kernel", "cuda-c.pipeline")
"""Why a file of CUDA C has nothing to be launched, where nothing is wrong with it."""
CLOSED = "gpuviz.cuda.recording"
MOST_OFFERS = 100  # of a script, to a compiler
LAUNCHES_WATCHED = 100  # each takes some milliseconds; at the end it is looked once more


def main(job_file: str) -> None:
    """Runs the job of that file. The process may end at any moment: what is told is told."""
    path = Path(job_file)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(  # type: ignore[union-attr]
            encoding="utf-8", errors="replace", newline="\n", line_buffering=True
        )
    job = read_job(path)
    speak("zh_CN" if job.language == "zh_CN" else "en")
    _stay_within(job)
    process = ScriptProcess(job, path.parent)
    atexit.register(process.finish)  # first, so that it is done last: behind those of the script
    process.run()
    process.listen_to_the_end()


def _stay_within(job: ScriptJob) -> None:
    """The folder in which it runs, and how much it may write into one file (not on Windows)."""
    if job.folder is not None:
        os.chdir(job.folder)
    if job.file_bytes is not None and sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (job.file_bytes, job.file_bytes))


class ScriptProcess:
    """Runs a script, telling in files of `folder`; in a process of its own, or in a test's."""

    def __init__(self, job: ScriptJob, folder: Path) -> None:
        if job.submission is not None:
            import_module("numpy.testing")  # with which tests compare: NumPy loads it when asked
        with standing_in():  # loads Numba before the script's time begins
            self._watched = Watched()
        self._job, self._folder = job, folder
        self._events = EventFile(folder, job.key)
        self._teller = _Teller(job, self._events, self._watched)
        self._end: dict[str, object] = {}
        self._late: Recording | None = None
        self._listening: AbstractContextManager[Recording] | None = None

    def run(self) -> None:
        """From the first line of the script to its last; a child that it forked ends then."""
        path = Path(self._job.script)
        self._events.write("started", defines=defines_kernels(path))
        if self._job.seconds is not None:
            where = open(self._folder / WHERE_FILE, "w", encoding="utf-8")  # noqa: SIM115 - stays
            faulthandler.dump_traceback_later(self._job.seconds, exit=True, file=where)
        self._run(path)
        if not self._events.is_of_script:
            self._events.write("ended", **self._end)
            sys.stdout.flush()
            os._exit(0)

    def listen_to_the_end(self) -> None:
        """Hears of launches that the script makes while Python ends."""
        self._late = self._teller.recording()
        self._listening = open_recording(self._late)  # kept: else it would be closed at once
        self._listening.__enter__()

    def finish(self) -> None:
        """Tells how it ended; nothing of the script runs any more."""
        late = self._late.failures if self._late else []
        told = [_failed_with(error, Path(self._job.script)) for error in late]
        replaced = self._teller.replaced()
        if replaced:
            message = Message("check.replaced", REPLACED, {"names": ", ".join(replaced)})
            told.append({**_failure(message.text), "is_void": True})
        if self._end and self._events.is_of_script:
            failures = [*cast("list[object]", self._end["failures"]), *told]
            self._events.write("ended", **{**self._end, "failures": failures})
        if self._job.seconds is not None:
            faulthandler.cancel_dump_traceback_later()

    def _run(self, path: Path) -> None:
        job, teller = self._job, self._teller
        if ending(path) == CUDA_C_SUFFIX:
            self._end = self._c_file(path)
            return
        found = operation_in(path, job.text)
        operation = None
        if isinstance(found, OperationInfo) and not job.arguments:
            with read_as(path, found.source):
                operation = run_operation(found, teller.recording(), job.seed)
            teller.now_listed_twice()
        then = None
        if job.submission is not None:
            sys.meta_path.insert(0, SubmissionFinder(job.submission, dict(job.modules)))
            then = self._run_tests
        arguments = list(job.arguments)
        outcome = run_script(Path(job.given), arguments, teller.recording(), job.text, then)
        notes = [*_no_operation(path, found), *outcome.notes]
        if operation is not None:
            notes += [*operation.outcome.notes, *operation.unchecked]
        self._end = {
            "failures": _failures(path, outcome, operation),
            "own_failure": outcome.own_failure or (operation and operation.outcome.own_failure),
            "notes": list(dict.fromkeys(map(str, notes))),
            "correct": operation.correct if operation else None,
        }

    def _run_tests(self, module: ModuleType) -> None:
        own = [name for name, _ in self._job.modules]
        run_tests(module, own, self._events.write, self._teller.look)

    def _c_file(self, path: Path) -> dict[str, object]:
        """Launches what the main of a file of CUDA C launches, and by itself each kernel that main
        does not come to.
        """
        job, ran = self._job, list[OperationOutcome]()
        notes = list[object]()
        correct: bool | None = None
        try:
            text = read_source(path) if job.text is None else job.text
            program = CheckedProgram.of(path, text, job.seconds)
            if program is not None:
                ran.append(run_operation(program.info, self._teller.recording(), job.seed, program))
                notes += program.notes()
            if program is not None and program.launched:
                names = [k for k in launched_kernels(program.unit) if k not in program.launched]
                alone, left = kernels_alone(path.absolute(), program.unit, names)
            else:
                found = describe_text(path, text)
                others, left = other_kernels(found)
                alone = [found, *others]
        except GpuvizError as error:
            told = {**_failed_with(error, path), "is_aside": error.message.code in ASIDE}
            said = list(map(str, notes))
            return {"failures": [told], "own_failure": None, "notes": said, "correct": None}
        launched = list[OperationInfo]()
        for one in alone:
            ran.append(run_operation(one, self._teller.recording(), job.seed))
            launched += [one] if ran[-1].outcome.launches else []
            correct = ran[-1].correct if one is alone[0] else correct
        notes += [*launched_alone(launched), *left]
        failures: list[Mapping[str, object]] = []
        for operation in ran:
            failures += _failures(path, ScriptOutcome((), (), None, ()), operation)
            notes += [*operation.outcome.notes, *operation.unchecked]
        said = list(dict.fromkeys(map(str, notes)))
        return {"failures": failures, "own_failure": None, "notes": said, "correct": correct}


class _Teller:
    """Makes recordings that tell each launch at once, and keep its file where that is asked for."""

    def __init__(self, job: ScriptJob, events: EventFile, watched: Watched) -> None:
        self._job, self._events, self._watched = job, events, watched
        self._replaced: list[str] = []
        self._launches = 0
        self._opened: list[Recording] = []
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
        self._opened.append(made)
        return made

    def now_listed_twice(self) -> None:
        """From now on a launch that repeats one of those before, once for each, is not told."""
        self._twice = self._told.copy()

    def replaced(self) -> tuple[str, ...]:
        """Names of functions that are not, or were not at a launch, what they were."""
        closed = [CLOSED for one in self._opened if one.closed_early]
        return tuple(dict.fromkeys([*closed, *self._replaced, *self._watched.replaced()]))

    def look(self) -> None:
        """Notes what is replaced now, of which nothing may be left at the end."""
        self._replaced += self._watched.replaced()

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
        self._events.write("failed", failure=_failed_with(error, Path(self._job.script)))

    def _keep(self, trace: Trace, paths: Mapping[str, str]) -> Trace:
        self._launches += 1
        if self._launches <= LAUNCHES_WATCHED:
            self.look()
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
            trace = load_trace(self._files[number])
            save_trace(replace(trace, hazards=(*trace.hazards, hazard)), self._files[number])


def summary(trace: Trace) -> Trace:
    """A trace without its large parts: all that is said about a launch, however many there are."""
    return replace(without_record(trace), inputs={})


def _save(trace: Trace, device: Device, folder: Path) -> Path:
    """Writes a launch to a file of its own, with its modelled times."""
    modelled = with_modelled_times(trace, device, None)
    number = 1 + sum(path.suffix == SUFFIX for path in folder.iterdir())
    path = folder / f"{number:03d}-{trace.kernel}{SUFFIX}"
    save_trace(modelled, path)
    return path


def _failures(
    path: Path, outcome: ScriptOutcome, operation: OperationOutcome | None
) -> list[Mapping[str, object]]:
    """The sentences of both runs, each once."""
    errors = [*(operation.outcome.failures if operation else ()), *outcome.failures]
    said = [_failed_with(error, path) for error in errors]
    said += [_failure(message.text, True) for message in (operation.wrong if operation else ())]
    return [dict(pairs) for pairs in dict.fromkeys(tuple(one.items()) for one in said)]


def _no_operation(path: Path, found: OperationInfo | GpuvizError) -> list[str]:
    """Why a file that has the form of an operation was not run as one."""
    if isinstance(found, OperationInfo) or not means_to_be_an_operation(path):
        return []
    template = "It was not run as an operation, and its result not compared: {why}"
    return [Message("check.no-operation", template, {"why": str(found)}).text]


def _failed_with(error: GpuvizError, script: Path) -> dict[str, object]:
    """A failure with its place, where that is one of the script or of a file that it uses."""
    told, place = _failure(str(error), isinstance(error, KernelFailed)), error.place
    if place is None or not Path(place.file).is_file():
        return told
    file = Path(place.file).resolve()
    elsewhere = {} if file == script.resolve() else {"file": str(file)}
    return {**told, "line": place.line, "column": place.column, **elsewhere}


def _failure(text: str, is_wrong: bool = False) -> dict[str, object]:
    return {"text": tidy(text), "is_wrong": is_wrong}
