"""Runs a script in a process of its own, within its limits, and reads what it told."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gpuviz.api.events import events_of_children, events_of_script, has_begun
from gpuviz.api.job import GO_FILE, ScriptJob, search_path
from gpuviz.api.printed import Listener, Printed
from gpuviz.api.report import NO_LAUNCH, CheckedLaunch, Failure, FoundHazard, Report, TestResult
from gpuviz.messages import Message, word
from gpuviz.own_folder import own_folder
from gpuviz.process_tree import ProcessTree, start
from gpuviz.process_tree.folders import bytes_below

BOOT = (
    "import json, sys; job = json.load(open(sys.argv[1], encoding='utf-8'));"
    " sys.path[:] = job['search'];"
    " from gpuviz.process_tree.fences import prepare_apart;"
    " prepared = prepare_apart(offline=job['offline']) if job['fenced'] else None;"
    " from gpuviz.api.script_process import main; del job; main(sys.argv.pop(1), prepared)"
)
WITHOUT_ASSERTIONS = "PYTHONOPTIMIZE"
"""A variable that takes assertions out of a program: whoever is graded has to meet them."""
WHERE_FILE, STUDENTS_WHERE_FILE = "where.txt", "where-student.txt"
FRAME = re.compile(r'^  File "(.*)", line (\d+) in (.*)$')
NO_EVENT = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What is raised for a line that no process of ours wrote."""
TO_BEGIN_S = 120.0  # to load Python and Numba, on a machine that has much else to do
TO_END_S = 2.0  # over the script's time, for the process to end itself and say where it was
TO_PRINT_S = 2.0  # for the last of what was printed, when all processes are ended
POLL_S = 0.02
LOOK_AT_DISK_S = 0.5


@dataclass(frozen=True, slots=True)
class Ended:
    """How the process of a script ended: its code as `subprocess` gives it, or by us."""

    code: int
    stopped: bool  # its time was over
    over_memory: bool = False  # all its processes together used more than they may
    over_disk: bool = False  # it wrote more into its folder than it may
    over_processes: bool = False  # more of its processes ran at once than may


@dataclass(frozen=True, slots=True)
class Limits:
    """What a script may take: seconds, and bytes of memory for all its processes together."""

    seconds: float | None = None
    memory_bytes: int | None = None


def run_supervised(
    job: ScriptJob,
    limits: Limits,
    listener: Listener,
    *,
    has_input: bool = False,
    cancelled: threading.Event | None = None,
) -> Report:
    """Runs the job. When this returns, or raises, no process of the script is left.

    With `has_input` the script reads the caller's stdin, else its input is empty. Raises
    CancelledError soon after `cancelled` is set.
    """
    with _started(job, limits, listener, has_input) as supervised:
        supervised.let_go()
        return supervised.report(cancelled)


def run_in_turn(
    jobs: Sequence[ScriptJob], limits: Limits, listener: Listener, *, has_input: bool = False
) -> Generator[Report, None, None]:
    """Runs the jobs one after the other. While one runs, the process of the next one imports what
    scripts need; it begins with its script when the one before has ended.

    When it is closed, no process of a script is left.
    """
    with ExitStack() as waiting:
        ahead = waiting.enter_context(_started(jobs[0], limits, listener, has_input))
        for job in (*jobs[1:], None):
            supervised = ahead
            with waiting.pop_all():
                supervised.let_go()
                if job is not None:
                    ahead = waiting.enter_context(_started(job, limits, listener, has_input))
                yield supervised.report(None)


@contextmanager
def _started(
    job: ScriptJob, limits: Limits, listener: Listener, has_input: bool
) -> Iterator[_Supervised]:
    """The process of a job, until the end of the `with`."""
    with own_folder() as folder:
        supervised = _Supervised(job, folder, limits, listener, has_input)
        try:
            yield supervised
        finally:
            supervised.end()


class _Supervised:
    """A process that runs a script when it is let go, and what it prints."""

    def __init__(
        self, job: ScriptJob, folder: Path, limits: Limits, listener: Listener, has_input: bool
    ) -> None:
        self._job = replace(job, seconds=limits.seconds, search=search_path())
        self._folder, self._limits, self._printed = folder, limits, Printed(listener)
        left_out = WITHOUT_ASSERTIONS if job.fenced else ""
        self._tree = start(
            [sys.executable, "-P", "-c", BOOT, str(self._job.write(folder))],
            env={name: value for name, value in os.environ.items() if name != left_out},
            memory_bytes=limits.memory_bytes,
            most_processes=job.most_processes,
            stdin=None if has_input else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        process = self._tree.process
        assert process.stdout is not None
        assert process.stderr is not None
        self._printed.read("stdout", process.stdout)
        self._printed.read("stderr", process.stderr)

    def let_go(self) -> None:
        """Lets the process begin with its script."""
        (self._folder / GO_FILE).touch()

    def report(self, cancelled: threading.Event | None) -> Report:
        """Waits for the end of the script. Raises CancelledError soon after `cancelled` is set."""
        job, folder, limits, tree = self._job, self._folder, self._limits, self._tree
        disk = _Disk(job, tree, folder)
        ended = _wait(tree.process, folder, limits.seconds, disk, cancelled)
        self.end()  # then it is known whether a limit was the reason
        over_memory, over_processes = tree.over_memory, tree.over_processes
        ended = replace(ended, over_memory=over_memory, over_processes=over_processes)
        return read_report(job, limits, ended, folder, self._printed)

    def end(self) -> None:
        """Ends the process and all that it started."""
        self._tree.end()
        self._printed.finish(TO_PRINT_S)


def _wait(
    process: subprocess.Popen[bytes],
    folder: Path,
    seconds: float | None,
    disk: _Disk,
    cancelled: threading.Event | None,
) -> Ended:
    """Until the process ends, its time is over (which counts from the script's first line), or it
    has written too much. Raises CancelledError.
    """
    until = None if seconds is None else time.monotonic() + TO_BEGIN_S
    begun = False
    while until is None or time.monotonic() < until:
        if not begun and seconds is not None and has_begun(folder):
            begun, until = True, time.monotonic() + seconds + TO_END_S
        try:
            code = process.wait(POLL_S)
        except subprocess.TimeoutExpired:
            if cancelled is not None and cancelled.is_set():
                raise CancelledError from None
            if disk.is_over():
                return Ended(-1, stopped=False, over_disk=True)
            continue
        return Ended(code, stopped=bool(_where(folder)))
    return Ended(-1, stopped=True)


class _Disk:
    """How much a script has written into its folders, looked at now and then."""

    def __init__(self, job: ScriptJob, tree: ProcessTree, told: Path) -> None:
        self._folders = [str(told), *([] if job.folder is None else [job.folder])]
        self._most, self._tree = job.folder_bytes, tree
        self._next = time.monotonic() + LOOK_AT_DISK_S

    def is_over(self) -> bool:
        """Whether that is more than it may, or a process lets nobody see what it holds open."""
        if self._most is None or time.monotonic() < self._next:
            return False
        written = sum(map(bytes_below, self._folders))
        try:
            written += self._tree.unlinked_bytes(self._folders)
        except PermissionError:
            return True
        self._next = time.monotonic() + LOOK_AT_DISK_S
        return written > self._most


def read_report(
    job: ScriptJob, limits: Limits, ended: Ended, folder: Path, printed: Printed
) -> Report:
    """What the processes of a job told in its folder, and how they ended."""
    read = _Read()
    for event in events_of_script(folder):
        with contextlib.suppress(*NO_EVENT):
            read.take(event)
    for event in events_of_children(folder):
        with contextlib.suppress(*NO_EVENT):
            read.take_of_child(event)
    failures, notes = list(read.failures), list(read.notes)
    if ended.stopped:
        failures.append(_too_long(job, limits, read, folder))
    elif not read.is_over:
        failures.append(_gone(job, limits, ended))
    elif not (read.launches or failures or read.own_failure):
        failures.append(Failure(NO_LAUNCH.text))
    if printed.is_cut:
        template = "{script} prints very much: only the beginning of it is shown."
        notes.append(Message("check.prints-much", template, {"script": job.given}).text)
    return Report(
        file=job.given,
        launches=tuple(read.launches),
        failures=tuple(dict.fromkeys(failures)),
        own_failure=read.own_failure,
        notes=tuple(dict.fromkeys(notes)),
        output=printed.text,
        correct=read.correct,
        timed_out=ended.stopped,
        defines_kernels=read.defines_kernels,
        sources=tuple(sorted(read.sources)),
        tests=None if read.tests is None else tuple(read.tests.values()),
        unfenced=read.unfenced,
    )


class _Read:
    """Adds up what the processes of a script told."""

    def __init__(self) -> None:
        self.launches: list[CheckedLaunch] = []
        self.failures: list[Failure] = []
        self.notes: list[str] = []
        self.own_failure: str | None = None
        self.correct: bool | None = None
        self.running: Mapping[str, Any] | None = None  # the launch that has begun
        self.in_loop: Mapping[str, Any] | None = None  # the loop of it that lasts
        self.sources: set[str] = set()
        self.defines_kernels = False
        self.is_over = False
        self.tests: dict[str, TestResult] | None = None
        self.unfenced: tuple[str, ...] = ()

    def take(self, event: Mapping[str, Any]) -> None:
        """An event of the script's own process."""
        kind = event["event"]
        if kind == "started":
            self.defines_kernels = bool(event["defines"])
        elif kind == "began":
            self.running, self.in_loop = event, None
            self.sources.add(event["path"])
        elif kind == "in loop":
            self.in_loop = event
        elif kind == "tests":
            self.tests = {one["name"]: TestResult(**one) for one in event["tests"]}
        elif kind == "tested":
            result = TestResult(**event["test"])
            self.tests = {**(self.tests or {}), result.name: result}
        elif kind == "ended":
            self.is_over, self.running = True, None
            self.failures = _each_once(self.failures, event["failures"])
            self.own_failure, self.correct = event["own_failure"], event["correct"]
            self.notes += event["notes"]
            self.unfenced = tuple(map(str, event.get("unfenced", ())))
        else:
            self.running = None
            self._take_finding(event)

    def take_of_child(self, event: Mapping[str, Any]) -> None:
        """An event of a process that the script forked."""
        if event["event"] == "ended":
            self.failures = _each_once(self.failures, event["failures"])
        elif event["event"] == "began":
            self.sources.add(event["path"])
        elif event["event"] in ("launch", "failed"):
            self._take_finding(event)

    def _take_finding(self, event: Mapping[str, Any]) -> None:
        if event["event"] == "launch":
            looked_for, notes = tuple(event["looked_for"]), tuple(event["notes"])
            launch = CheckedLaunch.of(event["launch"], looked_for, notes, event["paths"])
            self.launches.append(launch)
        elif event["event"] == "late":
            launch, found = self.launches[event["launch"]], FoundHazard.of(event["hazard"])
            if found not in launch.hazards:
                amended = replace(launch, hazards=(*launch.hazards, found))
                self.launches[event["launch"]] = amended
        elif event["event"] == "failed":
            self.failures.append(Failure(**event["failure"]))


def _each_once(before: list[Failure], told: list[Mapping[str, Any]]) -> list[Failure]:
    """The failures at the end, which know their places, and those before that they leave out."""
    last = [Failure(**one) for one in told]
    known = [one.text for one in last]
    return [one for one in before if not any(text.endswith(one.text) for text in known)] + last


def _where(folder: Path, name: str = WHERE_FILE) -> str:
    path = folder / name
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def _too_long(job: ScriptJob, limits: Limits, read: _Read, folder: Path) -> Failure:
    there = (place for place in _lines_of(job, _where(folder, STUDENTS_WHERE_FILE), True))
    place = next(there, None) or next(_lines_of(job, _where(folder)), None)
    at = word(", in line {line} of {file}", line=place[1], file=place[0]) if place else ""
    template = (
        "{script} was stopped: it had not ended after {seconds} seconds{at}{kernel}. If it needs"
        " longer, give it a longer timeout."
    )
    values = {
        "script": job.given,
        "seconds": f"{limits.seconds:g}",
        "at": at,
        "kernel": _running_words(read),
    }
    return Failure(Message("check.too-long", template, values).text)


def _running_words(read: _Read) -> object:
    """The launch that was under way, and its loop."""
    running, loop = read.running, read.in_loop
    if running is None:
        return ""
    launch = {
        "kernel": running["kernel"],
        "place": f"{running['file']}:{running['line']}",
    }
    if loop is None:
        return word(", in the launch of {kernel} ({place})", **launch)
    return word(
        ", in the launch of {kernel} ({place}), whose loop in line {line} had gone round {rounds}"
        " times",
        **launch,
        line=_line_in(loop, running["file"]),
        rounds=loop["rounds"],
    )


def _line_in(loop: Mapping[str, Any], file: str) -> object:
    """The line of a loop, with its file where that is not the kernel's."""
    if loop["file"] == file:
        return loop["line"]
    return word("{line} of {file}", line=loop["line"], file=loop["file"])


def _lines_of(job: ScriptJob, where: str, of_student: bool = False) -> Iterator[tuple[str, int]]:
    """Places in the script's folder that were running, the innermost first; of a student's process
    those in what was handed in.
    """
    folder = Path(job.script).parent
    house = Path(__file__).parent.parent
    for found in map(FRAME.match, where.splitlines()):
        path = Path(found[1]) if found else None
        if of_student and job.submission is not None and path == Path(job.script):
            continue
        if found and path and path.is_relative_to(folder) and not path.is_relative_to(house):
            yield path.relative_to(folder).as_posix(), int(found[2])


def _gone(job: ScriptJob, limits: Limits, ended: Ended) -> Failure:
    """The process ended in the middle of the script, which nobody saw to its end."""
    if ended.over_disk:
        template = (
            "{script} was stopped: it wrote more than {megabytes} MB into its folder. If it needs"
            " no files, let it write none."
        )
        values = {"script": job.given, "megabytes": (job.folder_bytes or 0) >> 20}
        return Failure(Message("check.too-much-disk", template, values).text)
    if ended.over_processes:
        template = (
            "{script} was stopped: more than {most} of its processes ran at once. Let it"
            " start fewer."
        )
        values = {"script": job.given, "most": job.most_processes}
        return Failure(Message("check.too-many-processes", template, values).text)
    if ended.over_memory:
        template = (
            "{script} was stopped: it used more than the {bytes} bytes of memory that it may use."
            " If it needs more, give it more."
        )
        values = {"script": job.given, "bytes": limits.memory_bytes}
        return Failure(Message("check.too-much-memory", template, values).text)
    return Failure(gone(job.given, ended.code).text)


def gone(script: str, code: int) -> Message:
    """That a process ended in the middle of a script; `code` as subprocess gives it."""
    how = word("by signal {n}", n=-code) if code < 0 else word("with the exit code {n}", n=code)
    template = (
        "{script} did not come to its end: its process ended {how} in the middle of it, as by"
        " os._exit or a crash, and what would have come then was not checked."
    )
    return Message("check.gone", template, {"script": script, "how": how})
