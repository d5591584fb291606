"""The process in which a script runs: it does what its job says and tells what happens."""

from __future__ import annotations

import atexit
import faulthandler
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

from gpuviz.api.events import EventFile
from gpuviz.api.job import GO_FILE, ScriptJob, read_job
from gpuviz.api.reading import (
    defines_kernels,
    means_to_be_an_operation,
    needs_numba,
    operation_in,
)
from gpuviz.api.telling import Teller, failed_with, failure
from gpuviz.cli.language import speak
from gpuviz.cuda import numba_on_demand
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.script import ScriptOutcome, run_script
from gpuviz.cuda.stand_in import standing_in
from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import OperationInfo
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.process_tree.fences import Prepared

if TYPE_CHECKING:
    from gpuviz.api.operation_run import OperationOutcome

POLL_S = 0.005
WHERE_FILE = "where.txt"
"""What was running when the time was over, as faulthandler writes it: no lock can hold it up."""
ASIDE = ("cuda-c.no-kernel", "cuda-c.pipeline")
"""Why a file of CUDA C has nothing to be launched, where nothing is wrong with it."""


def main(job_file: str, prepared: Prepared | None = None) -> None:
    """Runs the job of that file. The process may end at any moment: what is told is told."""
    path = Path(job_file)
    job = read_job(path)
    ready_to_run(job)
    if job.fenced:
        from gpuviz.api.apart.process import grade

        grade(job, path.parent, prepared)
    else:
        wait_for_turn(path.parent)
        run_to_the_end(ScriptProcess(job, path.parent))


def wait_for_turn(folder: Path) -> None:
    """Waits until the script may begin: the one before it may still be running."""
    while not (folder / GO_FILE).exists():
        time.sleep(POLL_S)


def ready_to_run(job: ScriptJob) -> None:
    """Makes this process one in which a script can run."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(  # type: ignore[union-attr]
            encoding="utf-8", errors="replace", newline="\n", line_buffering=True
        )
    speak("zh_CN" if job.language == "zh_CN" else "en")
    stay_within(job)
    numba_on_demand.install()
    if needs_numba(Path(job.script)):
        numba_on_demand.load()  # before the script's time begins
    with standing_in():  # loads what of the drop-in scripts may import
        pass


def run_to_the_end(process: ScriptProcess, then: Then | None = None) -> None:
    """Runs a script to its last line, and hears of what it launches while Python ends."""
    atexit.register(process.finish)  # first, so that it is done last: behind those of the script
    process.run(then)
    process.listen_to_the_end()


def stay_within(job: ScriptJob) -> None:
    """The folder in which it runs, and how much it may write into one file (not on Windows)."""
    if job.folder is not None:
        os.chdir(job.folder)
    if job.file_bytes is not None and sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (job.file_bytes, job.file_bytes))


def stop_after(seconds: float | None, where: Path) -> None:
    """Ends this process when its time is over; what was running then stands in the file."""
    if seconds is not None:
        file = open(where, "w", encoding="utf-8")  # noqa: SIM115 - stays
        faulthandler.dump_traceback_later(seconds, exit=True, file=file)


Then = Callable[[ModuleType], None]
"""What is done with the module of a script behind its last line."""


class Events(Protocol):
    """Takes the events of a script: a launch, a failure, the end."""

    @property
    def is_of_script(self) -> bool:
        """Whether this is the process that was started, and not one that it forked."""

    def write(self, kind: str, **values: object) -> None:
        """Takes an event of a kind, with its values."""


class Recordings(Protocol):
    """Makes the recordings that hear of a script's launches."""

    def recording(self) -> Recording:
        """A recording for one run."""

    def now_listed_twice(self) -> None:
        """From now on a launch that repeats one of those before, once for each, is not told."""


class ScriptProcess:
    """Runs a script, telling in files of `folder`; in a process of its own, or in a test's."""

    def __init__(
        self,
        job: ScriptJob,
        folder: Path,
        events: Events | None = None,
        recordings: Recordings | None = None,
    ) -> None:
        self._job, self._folder = job, folder
        file = EventFile(folder)
        self._events: Events = file if events is None else events
        self._teller: Recordings = Teller(job, file) if recordings is None else recordings
        self.end: dict[str, object] = {}
        self._late: Recording | None = None
        self._listening: AbstractContextManager[Recording] | None = None

    def run(self, then: Then | None = None) -> None:
        """From the first line of the script to its last; a child that it forked ends then."""
        path = Path(self._job.script)
        self._events.write("started", defines=defines_kernels(path))
        stop_after(self._job.seconds, self._folder / WHERE_FILE)
        self._run(path, then)
        if not self._events.is_of_script:
            self._events.write("ended", **self.end)
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
        told = [failed_with(error, Path(self._job.script)) for error in late]
        if self.end and self._events.is_of_script:
            failures = [*cast("list[object]", self.end["failures"]), *told]
            self._events.write("ended", **{**self.end, "failures": failures})
        if self._job.seconds is not None:
            faulthandler.cancel_dump_traceback_later()

    def _run(self, path: Path, then: Then | None) -> None:
        job, teller = self._job, self._teller
        if ending(path) == CUDA_C_SUFFIX:
            self.end = self._c_file(path)
            return
        found = operation_in(path, job.text)
        operation = None
        if isinstance(found, OperationInfo) and not job.arguments:
            from gpuviz.api.operation_run import run_operation
            from gpuviz.operation.module import read_as

            with read_as(path, found.source):
                operation = run_operation(found, teller.recording(), job.seed)
            teller.now_listed_twice()
        arguments = list(job.arguments)
        outcome = run_script(Path(job.given), arguments, teller.recording(), job.text, then)
        notes = [*_no_operation(path, found), *outcome.notes]
        if operation is not None:
            notes += [*operation.outcome.notes, *operation.unchecked]
        self.end = {
            "failures": _failures(path, outcome, operation),
            "own_failure": outcome.own_failure or (operation and operation.outcome.own_failure),
            "notes": list(dict.fromkeys(map(str, notes))),
            "correct": operation.correct if operation else None,
        }

    def _c_file(self, path: Path) -> dict[str, object]:
        """Launches what the main of a file of CUDA C launches, and by itself each kernel that main
        does not come to.
        """
        from gpuviz.api.operation_run import OperationOutcome, run_operation
        from gpuviz.engines.c_check import CheckedProgram, launched_alone
        from gpuviz.operation import describe_text
        from gpuviz.operation.c_launch import launched_kernels
        from gpuviz.operation.c_reader import kernels_alone, other_kernels
        from gpuviz.operation.module import read_source

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
            told = {**failed_with(error, path), "is_aside": error.message.code in ASIDE}
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


def _failures(
    path: Path, outcome: ScriptOutcome, operation: OperationOutcome | None
) -> list[Mapping[str, object]]:
    """The sentences of both runs, each once."""
    errors = [*(operation.outcome.failures if operation else ()), *outcome.failures]
    said = [failed_with(error, path) for error in errors]
    said += [failure(message.text, True) for message in (operation.wrong if operation else ())]
    return [dict(pairs) for pairs in dict.fromkeys(tuple(one.items()) for one in said)]


def _no_operation(path: Path, found: OperationInfo | GpuvizError) -> list[str]:
    """Why a file that has the form of an operation was not run as one."""
    if isinstance(found, OperationInfo) or not means_to_be_an_operation(path):
        return []
    template = "It was not run as an operation, and its result not compared: {why}"
    return [Message("check.no-operation", template, {"why": str(found)}).text]
