"""The process that grades a submission: what was handed in runs in another one, which it makes."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from gpuviz.api.apart.messages import MODULE, Answered, cut
from gpuviz.api.apart.sources import Sources
from gpuviz.api.apart.split import start
from gpuviz.api.apart.student import StudentProcess
from gpuviz.api.apart.submitted import NotLoaded, Student
from gpuviz.api.apart.wire import Knocks, SayWhere, Started, StudentGone
from gpuviz.api.events import EventFile
from gpuviz.api.grading.tests_of import TestsFinder, run_tests, tests_expected
from gpuviz.api.job import ScriptJob, with_expected
from gpuviz.api.reading import defines_kernels
from gpuviz.api.report import Failure
from gpuviz.api.script_process import WHERE_FILE, ScriptProcess, run_to_the_end, stop_after
from gpuviz.api.supervisor import gone
from gpuviz.api.telling import Teller, failure
from gpuviz.cuda.recording import open_recording
from gpuviz.messages import EnglishTemplate, Message
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.process_tree.fence import fence_in
from gpuviz.process_tree.fences import NOT_PREPARED, Fenced, Prepared

NONSENSE: EnglishTemplate = (
    "The submission's process sends what no gpuviz sends, so nothing that follows was checked:"
    " leave gpuviz as it is."
)
LATER_S = 0.3  # for the student's process to say first where it was when the time was over
MOST_TOLD = 100  # sentences


def grade(job: ScriptJob, folder: Path, prepared: Prepared | None) -> None:
    """Grades the submission of a job, and tells of it in `folder`."""
    libraries = [one for one in (*job.search, sys.prefix, sys.base_prefix) if one != job.folder]
    entry = job.submission or job.script
    sources = Sources(Path(job.folder or "."), libraries, entry)
    is_c = ending(Path(entry)) == CUDA_C_SUFFIX  # of which nothing is run
    started = None if is_c else start(job, folder, prepared or NOT_PREPARED, be_student)
    if started is None and not is_c:  # this is the student's process, and at its end
        return
    fence_in(job.search, [str(folder), job.folder or str(folder)])
    sources.show()
    grading = Grading(job, folder, started, sources)
    if job.submission is not None:
        grading.by_tests()
    elif started is None:
        run_to_the_end(ScriptProcess(job, folder))
    else:
        grading.as_script()


def be_student(
    job: ScriptJob, folder: Path, knock: Knocks, fenced: Fenced, say_where: SayWhere
) -> None:
    """Tells from what it is kept, then runs the submission, or waits for what tests ask of it."""
    student = StudentProcess(replace(job, seconds=None), folder, knock)
    student.tell(
        Answered(words=("apart", *(name for name, is_so in asdict(fenced).items() if is_so)))
    )
    if job.submission is not None:
        student.serve(say_where)
        return
    if job.seconds is not None:
        say_where(job.seconds)
    run_to_the_end(student.script())


class Grading:
    """Grades one submission, and tells of it."""

    def __init__(
        self, job: ScriptJob, folder: Path, started: Started | None, sources: Sources
    ) -> None:
        self._job, self._folder, self._started = job, folder, started
        self._events = EventFile(folder)
        self._teller = Teller(job, self._events)
        self._recordings = ExitStack()
        self._student: Student | None = None
        self._not_loaded: Mapping[str, object] = {}
        self._until: float | None = None
        if started is not None:
            self._student = Student(started.door, started.ended, sources, self._listed_twice)

    def as_script(self) -> None:
        """The submission runs by itself, and all that is expected is that it does."""
        assert self._student is not None
        self._events.write("started", defines=defines_kernels(Path(self._job.script)))
        self._stop_in_time()
        self._listen()
        with self._recordings:
            try:
                with self._student.refusing_nonsense():
                    end = _end(self._student.ask(None))
            except StudentGone:
                end = dict(self._gone())
        self._events.write("ended", **end, unfenced=_unfenced(self._student))
        _leave()

    def by_tests(self) -> None:
        """The tests of the teacher run, and what was handed in is asked."""
        job = with_expected(self._job, self._folder)
        process = ScriptProcess(
            replace(job, seconds=None), self._folder, self._events, self._teller
        )
        finder = TestsFinder(self._load, dict(job.modules))
        sys.meta_path.insert(0, finder)
        self._stop_in_time()
        told = list[str]()

        def tell(kind: str, **values: object) -> None:
            told.append(kind)
            self._events.write(kind, **values)

        process.run(lambda module: run_tests(module, tell, self._student))
        if not told:
            found = tests_expected(job.text or "", finder)
            self._events.write("tests", tests=[asdict(one) for one in found])
        process.end |= self._why_it_ended(process.end)
        if self._student is not None:
            process.end["unfenced"] = _unfenced(self._student)
        process.finish()
        _leave()

    def _load(self) -> ModuleType:
        """What was handed in, as the tests import it."""
        if self._student is None:
            from gpuviz.api.c_file import kernels_in

            return kernels_in(Path(self._job.submission or ""), MODULE)
        try:
            return self._student.load(self._until and self._until - time.monotonic())
        except NotLoaded as error:
            with self._student.refusing_nonsense():
                self._not_loaded = _end(error.answered)
            raise

    def _why_it_ended(self, end: Mapping[str, Any]) -> Mapping[str, object]:
        """What the student's process says of its failure, in the place of what came of it here."""
        if self._student is not None and self._student.is_gone:
            return {**self._gone(), "notes": end.get("notes", [])}
        if self._not_loaded:
            failures = [*end.get("failures", []), *_list(self._not_loaded["failures"])]
            return {"failures": failures, "own_failure": self._not_loaded["own_failure"]}
        return {}

    def _gone(self) -> Mapping[str, object]:
        assert self._started is not None
        if self._student is not None and self._student.is_broken:
            words = Message("grade.nonsense", NONSENSE)
        else:
            words = gone(self._job.given, self._started.exit_code())
        return {
            "failures": [failure(words.text)],
            "own_failure": None,
            "notes": [],
            "correct": None,
        }

    def _listed_twice(self) -> None:
        self._teller.now_listed_twice()
        self._recordings.close()
        self._listen()

    def _listen(self) -> None:
        recording = self._teller.recording()
        recording.folder = Path(self._job.script).parent
        self._recordings.enter_context(open_recording(recording))

    def _stop_in_time(self) -> None:
        seconds = self._job.seconds
        self._until = None if seconds is None else time.monotonic() + seconds
        later = None if seconds is None else seconds + LATER_S
        stop_after(later, self._folder / WHERE_FILE)


def _end(answered: Answered) -> dict[str, object]:
    """How a script ended, as its process says it: that may say anything.

    Raises ValueError or RecursionError for what no script's end is.
    """
    kind, text = answered.words
    found = json.loads(text) if kind == "ended" else None
    if not isinstance(found, dict):
        raise ValueError(kind)
    own, correct = found.get("own_failure"), found.get("correct")
    return {
        "failures": list(_failures(found.get("failures"))),
        "own_failure": cut(own) if isinstance(own, str) else None,
        "notes": [cut(str(one)) for one in _list(found.get("notes"))],
        "correct": correct if isinstance(correct, bool) else None,
    }


def _failures(told: object) -> Iterator[dict[str, object]]:
    for one in _list(told):
        try:
            made = asdict(Failure(**one))
        except TypeError:
            continue
        if isinstance(made["text"], str):
            yield {**made, "text": cut(made["text"])}


def _list(told: object) -> list[Any]:
    return told[:MOST_TOLD] if isinstance(told, list) else []


def _unfenced(student: Student) -> list[str]:
    """From what its process is not kept."""
    return [one.name for one in fields(Fenced) if one.name not in student.kept_from]


def _leave() -> None:
    """Ends this process; whoever guards it ends the student's."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
