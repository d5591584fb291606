"""Grades one submission: in a folder and a process of its own, within its limits."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from gpuviz.api.grading.job import GradeJob
from gpuviz.api.grading.said import harmless, readable_name
from gpuviz.api.job import ScriptJob
from gpuviz.api.printed import nobody_listens
from gpuviz.api.report import CheckedLaunch, Report, TestResult
from gpuviz.api.supervisor import run_supervised
from gpuviz.messages import Message, reason_of
from gpuviz.own_folder import own_folder
from gpuviz.web.languages import spoken

log = logging.getLogger(__name__)
Verdict = Literal["right", "wrong", "failed"]
"""`wrong`: a hazard, a wrong result, or a test that fails; `failed`: it could not be judged."""
FOLDER = "handed_in"
"""Where what was handed in lies, from the folder in which it is graded."""
PLACE = re.compile(r'File "([^"\n]+)", line (\d+)')
UNTESTED = "It ended, as by sys.exit, before any test was run."
MOST_MISTAKES = 200  # that are told of one submission
MOST_SAID = 2000  # characters of what a script says of itself
FILE_BYTES = 256 << 20  # a submission may write into one file
FOLDER_BYTES = 1 << 30  # and into all files of its folder
MOST_PROCESSES = 256  # of one submission at once: a pool for each core of a large machine


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something that is wrong; `rule` is the kind of hazard, `test` or `script`."""

    rule: str
    text: str
    file: str = ""
    line: int | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Grade:
    """What came of one submission. `seconds` is what it took here, and no part of its mark.

    `figures` are sums over all its launches, of which there are `launches`. `unfenced` names what
    of "network", "files" and "processes" it could reach, where the system could not prevent it.
    """

    student: str
    fingerprint: str
    verdict: Verdict
    tests: tuple[TestResult, ...]
    mistakes: tuple[Mistake, ...]
    launches: int
    figures: Mapping[str, int]
    output: str
    seconds: float
    unfenced: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        """Of all tests that passed; what a hazard costs is for the teacher to say."""
        return sum(test.points for test in self.tests if test.passed)

    @property
    def most_points(self) -> float:
        """That could be had."""
        return sum(test.points for test in self.tests)

    def to_object(self) -> dict[str, Any]:
        """As values that `json` writes."""
        return asdict(self)

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Grade:
        """From `to_object`; raises TypeError or KeyError for what is none."""
        tests = tuple(TestResult(**one) for one in found["tests"])
        mistakes = tuple(Mistake(**one) for one in found["mistakes"])
        lists = {"tests": tests, "mistakes": mistakes, "unfenced": tuple(found["unfenced"])}
        return cls(**{**found, **lists})


def grade(job: GradeJob, cancelled: threading.Event | None = None) -> Grade:
    """Grades it. Never raises for what a student did; no process of it is left then.

    What it says is English: the CSV is read by programs. Raises CancelledError soon after
    `cancelled` is set.
    """
    with spoken("en"):
        try:
            return shown(_graded(job, cancelled))
        except CancelledError:
            raise
        except Exception as error:  # whatever it is, all others are graded
            log.warning("a submission could not be graded", exc_info=error)
            return ungraded(job, _why_ungraded(error))


def ungraded(job: GradeJob, why: str) -> Grade:
    """The grade of one that could not be judged, for a reason that is said."""
    student, mistakes = job.submission.student, (Mistake("script", why),)
    return shown(Grade(student, job.fingerprint, "failed", (), mistakes, 0, {}, "", 0.0))


def _why_ungraded(error: Exception) -> str:
    template = (
        "gpuviz could not grade it ({reason}): look at it by hand. If that is for this machine to"
        " mend, as a full disk is, do so and grade with --again."
    )
    words = f"{type(error).__name__}: {error}".removesuffix(": ")
    reason = reason_of(error) if isinstance(error, OSError) else words
    return Message("grade.ungraded", template, {"reason": reason}).text


def shown(grade: Grade) -> Grade:
    """The grade with all words of a student as any output may have them."""
    tests = tuple(
        replace(one, name=readable_name(one.name), said=harmless(one.said)) for one in grade.tests
    )
    mistakes = tuple(
        replace(one, text=harmless(one.text), file=readable_name(one.file))
        for one in grade.mistakes[:MOST_MISTAKES]
    )
    more = len(grade.mistakes) - len(mistakes)
    if more:
        mistakes += (Mistake("script", f"There are {more} more: the first ones are shown."),)
    return replace(grade, tests=tests, mistakes=mistakes, output=harmless(grade.output))


def _graded(job: GradeJob, cancelled: threading.Event | None) -> Grade:
    began = time.monotonic()
    if job.submission.entry is None:
        return ungraded(job, job.submission.problem or "")
    with own_folder() as folder:
        script = _lay_out(job, folder)
        report = run_supervised(script, job.limits, nobody_listens, cancelled=cancelled)
        tests = tuple(_result(one, folder) for one in report.tests or ())
        made = _grade(job, report, tests, folder)
    return replace(made, seconds=time.monotonic() - began)


def _lay_out(job: GradeJob, folder: Path) -> ScriptJob:
    """Writes the files; what runs is the expectations, or the submission itself."""
    handed_in = folder / FOLDER
    for name, content in job.submission.files:
        path = handed_in / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    entry = handed_in / (job.submission.entry or "")
    made = ScriptJob(
        script=str(entry),
        given=str(entry),
        device=job.device,
        schedule=job.schedule,
        seed=job.seed,
        folder=str(handed_in),
        file_bytes=FILE_BYTES,
        folder_bytes=FOLDER_BYTES,
        most_processes=MOST_PROCESSES,
        offline=True,
        fenced=True,
    )
    if job.expected is None:
        return made
    tests = folder / job.expected.name
    tests.write_text(job.expected.text, encoding="utf-8")
    return replace(
        made,
        script=str(tests),
        given=str(tests),
        text=job.expected.text,
        submission=str(entry),
        modules=job.expected.modules,
    )


def _result(test: TestResult, folder: Path) -> TestResult:
    """What came of it."""
    return replace(test, said=_here(test.said, folder))


def _grade(job: GradeJob, report: Report, tests: tuple[TestResult, ...], folder: Path) -> Grade:
    own = list(_own_failure(report, folder))
    failures = [
        Mistake("result" if one.is_wrong else "script", _here(one.text, folder))
        for one in report.failures
    ]
    mistakes = [
        *_hazards(report.launches),
        *(
            Mistake("test", f"{one.name}: {one.said}")
            for one in tests
            if one.said and not one.passed
        ),
        *failures,
        *own,
    ]
    untested = job.expected is not None and not _is_tested(report)
    if untested and not mistakes:
        mistakes.append(Mistake("script", UNTESTED))
    is_wrong = report.exit_code == 1 or any(test.passed is False for test in tests)
    unjudged = report.exit_code == 2 or untested or any(test.passed is None for test in tests)
    verdict: Verdict = "wrong" if is_wrong else "failed" if unjudged else "right"
    return Grade(
        student=job.submission.student,
        fingerprint=job.fingerprint,
        verdict=verdict,
        tests=tests,
        mistakes=tuple(mistakes),
        launches=len(report.launches),
        figures=_figures(report.launches),
        output=_here(report.output, folder)[:MOST_SAID],
        seconds=0.0,
        unfenced=report.unfenced,
    )


def _is_tested(report: Report) -> bool:
    """Whether a test was run, if there is one."""
    tests = report.tests
    return tests is not None and (not tests or any(one.passed is not None for one in tests))


def _hazards(launches: tuple[CheckedLaunch, ...]) -> Iterator[Mistake]:
    """Each once: the same line of a file in many launches is one mistake."""
    seen: dict[tuple[str, str, int], Mistake] = {}
    for launch in launches:
        for hazard in launch.hazards:
            name = hazard.file or launch.file
            key = (hazard.kind, name, hazard.line)
            before = seen.get(key)
            count = hazard.count + (before.count if before else 0)
            text = before.text if before else hazard.message
            file = name.removeprefix(f"{FOLDER}/")
            seen[key] = Mistake(hazard.kind, text, file, hazard.line, count)
    yield from seen.values()


def _own_failure(report: Report, folder: Path) -> Iterator[Mistake]:
    """What Python prints last of its own failure, and the last place in what was handed in."""
    if report.own_failure is None:
        return
    lines = report.own_failure.strip().splitlines()
    text = _here(lines[-1] if lines else "It failed.", folder)
    places = PLACE.findall(_here(report.own_failure, folder))
    own = [(name, int(line)) for name, line in places if not Path(name).is_absolute()]
    file, line = own[-1] if own else ("", None)
    yield Mistake("script", text, file, line)


def _figures(launches: tuple[CheckedLaunch, ...]) -> dict[str, int]:
    """Sums of all counters that are whole numbers."""
    sums: dict[str, int] = {}
    for launch in launches:
        for name, value in (launch.counters or {}).items():
            if isinstance(value, int) and not isinstance(value, bool):
                sums[name] = sums.get(name, 0) + value
    return sums


def _here(text: str, folder: Path) -> str:
    """Without the folder in which it ran, which nobody will find."""
    return (
        text.replace(f"{folder / FOLDER}/", "").replace(f"{folder}/", "").replace(str(folder), ".")
    )
