"""Scripts that the workers of a cluster check: files travel there, reports come back as data."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gpuviz.api.job import ScriptJob
from gpuviz.api.offers import kernel_offers
from gpuviz.api.printed import Stream
from gpuviz.api.repairing import with_repairs
from gpuviz.api.report import Report
from gpuviz.api.supervisor import Limits, run_supervised
from gpuviz.cluster.client import done_on
from gpuviz.cluster.parcel import files_beside
from gpuviz.messages import Message, RequestRefused, reason_of
from gpuviz.own_folder import own_folder
from gpuviz.trace.members import LARGEST_FILE, DamagedTrace
from gpuviz.worker.frames import Garbage, as_bytes, of_bytes

PACKING_LEVEL = 1


@dataclass(frozen=True, slots=True)
class CheckJob:
    """One script for another machine: `files` by their paths from the folder in which it runs.

    Of the user's folder it takes the script and the Python files that it imports; other files that
    it reads are not there.
    """

    job: ScriptJob  # without its files and folders
    script: str  # which of the files it is
    is_below: bool  # that is how the user named it; else there by its whole path
    files: Mapping[str, bytes]
    limits: Limits
    offers: bool
    repairs: bool


@dataclass(frozen=True, slots=True)
class Printing:
    """Something that the script printed."""

    stream: Stream
    text: str


@dataclass(frozen=True, slots=True)
class CheckedThere:
    """What came of a CheckJob; `notes` are those of a compiler.

    Paths in it lead into the `folder` in which it ran, which is gone by now.
    """

    folder: str
    separator: str
    report: Report
    printed: tuple[Printing, ...]
    notes: tuple[str, ...]


def check_job(job: ScriptJob, limits: Limits, *, offers: bool, repairs: bool) -> CheckJob:
    """The script of a job with what it imports. Raises RequestRefused where it cannot be read."""
    script = Path(job.script)
    try:
        text = script.read_bytes() if job.text is None else job.text.encode()
        beside = dict(files_beside(script, text))
    except OSError as error:
        template = "{path} cannot be read: {reason}."
        values = {"path": job.given, "reason": reason_of(error)}
        raise RequestRefused(Message("script.unreadable", template, values)) from None
    given = Path(job.given)
    own = given.as_posix() if _is_below(given) else given.name
    files = {(Path(own).parent / name).as_posix(): content for name, content in beside.items()}
    there = replace(job, script="", given=own, text=None)
    return CheckJob(there, own, _is_below(given), {own: text, **files}, limits, offers, repairs)


def checked_on(
    address: str,
    at_once: int,
    jobs: Sequence[CheckJob],
    places: Sequence[ScriptJob],
    begun: Callable[[], object] = bool,
) -> Iterator[tuple[int, CheckedThere]]:
    """What came of each, by its number, as soon as it is known.

    `places` are the jobs as they would run here: what is told is told of their files. `begun` is
    called when there is a connection. Raises RequestRefused where nobody answers at that address,
    or the workers cannot do it.
    """
    names = [f"gpuviz-check-{number}-{_digest(job)}" for number, job in enumerate(jobs)]
    for number, content in done_on(address, at_once, check_there, jobs, names, begun=begun):
        yield number, _told_here(_read(content), jobs[number], places[number])


def check_there(asked: CheckJob) -> bytes:
    """Checks it, in a worker: the bytes of a CheckedThere."""
    with own_folder() as own:
        folder = own.resolve()
        for path, content in asked.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        script = str(folder / asked.script)
        given = asked.script if asked.is_below else script
        job = replace(asked.job, script=script, given=given, folder=str(folder))
        with kernel_offers(job.device) as offers:
            if offers is not None and asked.offers:
                job = replace(job, offers=str(offers.folder))
            report, printed = _checked(job, asked)
            notes = tuple(offers.notes()) if offers is not None and asked.offers else ()
        made = CheckedThere(str(folder), os.sep, report, printed, notes)
        return zlib.compress(as_bytes(made), PACKING_LEVEL)


def _checked(job: ScriptJob, asked: CheckJob) -> tuple[Report, tuple[Printing, ...]]:
    printed: list[Printing] = []

    def listen(stream: Stream, text: str) -> None:
        printed.append(Printing(stream, text))

    report = run_supervised(job, asked.limits, listen)
    if asked.repairs:
        report = with_repairs(job, asked.limits, report)
    return report, tuple(printed)


def _told_here(made: CheckedThere, asked: CheckJob, here: ScriptJob) -> CheckedThere:
    """The same in terms of this machine's files: what lay in that folder lies here in `root`."""
    root = Path(here.script)
    for _ in Path(asked.script).parts:
        root = root.parent
    before = f"{made.folder}{made.separator}"

    def placed(text: str) -> str:
        return text.replace(before, f"{root}{os.sep}")

    def named(text: str) -> str:
        """Sentences call the script as the user does."""
        return placed(text) if asked.is_below else placed(text).replace(here.script, here.given)

    report = made.report
    told = replace(
        report,
        file=here.given,
        failures=tuple(
            replace(one, text=named(one.text), file=one.file and placed(one.file))
            for one in report.failures
        ),
        own_failure=None if report.own_failure is None else placed(report.own_failure),
        notes=tuple(map(named, report.notes)),
        sources=tuple(map(placed, report.sources)),
    )
    return replace(made, report=told, notes=tuple(map(named, made.notes)))


def _is_below(path: Path) -> bool:
    """Whether a path leads from the folder in which the command runs into it."""
    return not path.is_absolute() and ".." not in path.parts


def _read(content: bytes) -> CheckedThere:
    try:
        unpacking = zlib.decompressobj()
        made = of_bytes(unpacking.decompress(content, LARGEST_FILE), CheckedThere)
    except (zlib.error, Garbage, DamagedTrace):
        template = "The cluster answered with what gpuviz does not understand: is it the same one?"
        raise RequestRefused(Message("cluster.garbage", template)) from None
    assert isinstance(made, CheckedThere)
    return made


def _digest(job: CheckJob) -> str:
    found = hashlib.sha256(repr((job.job, job.limits, job.offers, job.repairs)).encode())
    for name, content in sorted(job.files.items()):
        found.update(f"\0{name}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()
