"""`gpuviz grade`: checks the submissions of a class, each in a process of its own."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from gpuviz.api.checking import readable
from gpuviz.api.grading.crew import graded_here, graded_on
from gpuviz.api.grading.gathered import gathered
from gpuviz.api.grading.grade import Grade
from gpuviz.api.grading.job import Expectations, GradeJob
from gpuviz.api.grading.journal import Journal
from gpuviz.api.grading.page import WORDS, write_page
from gpuviz.api.grading.rows import write_csv
from gpuviz.api.grading.submission import submissions_in
from gpuviz.api.grading.tests_of import MODULE
from gpuviz.api.report import worst
from gpuviz.api.supervisor import Limits
from gpuviz.cli.choices import chosen_schedule, modelled_device, tell_described_anew
from gpuviz.cli.json_text import print_json
from gpuviz.cli.launch_options import DEVICE_FILE
from gpuviz.cli.log import log_path
from gpuviz.cli.parser import new_file, seed_number
from gpuviz.cli.script_run import bytes_of, seconds_of
from gpuviz.cli.table import aligned, counted, print_text
from gpuviz.device import DEFAULT_DEVICE
from gpuviz.messages import Message, RequestRefused, shortened
from gpuviz.new_file import whole_file
from gpuviz.whole_number import read_whole_number

EXIT_CODES = {"right": 0, "wrong": 1, "failed": 2}
MOST_JOBS = 256
OPTIONS = (
    ("--expect", "TESTS.py", None, "what is expected: functions test_.. that use `submission`"),
    ("--file", "NAME", None, "the file in which a folder of several begins"),
    ("--csv", "RESULTS.csv", None, "write a line for each student"),
    ("--html", "REPORT.html", None, "write a page to read"),
    ("--jobs", "N", "1", "submissions that run side by side (default: 1)"),
    ("--cluster", "ADDRESS", None, "have a Dask cluster do it: tcp://.., or the word local"),
    ("--device", "ID", DEFAULT_DEVICE, f"GPU whose limits count (default: {DEFAULT_DEVICE})"),
    (DEVICE_FILE[0], DEVICE_FILE[1], None, DEVICE_FILE[2]),
    ("--schedule", "NAME", "lockstep", "order of the steps: lockstep, warps or adversarial"),
    ("--seed", "S", "0", "of what is left to chance"),
    ("--timeout", "SECONDS", "60", "how long each may take (default: 60); none: no limit"),
    ("--memory", "SIZE", "2G", "how much memory each may use (default: 2G); none: no limit"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("folder", metavar="FOLDER", help="with a file or a folder per student")
    for name, metavar, default, about in OPTIONS:
        parser.add_argument(name, metavar=metavar, default=default, help=about)
    parser.add_argument("--again", action="store_true", help="grade those anew that were graded")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.epilog = (
        "Each submission has a process and a folder of its own, and no network where the system"
        " allows that (Linux). After a crash or Ctrl+C the same command goes on where it was. Exit"
        " code: 1 if one is wrong, else 2 if one could not be judged, else 0."
    )


def run(arguments: argparse.Namespace) -> int:
    """Grades all of them, and says what came of it."""
    folder = Path(arguments.folder)
    files = {
        suffix: new_file(name, suffix)
        for suffix, name in ((".csv", arguments.csv), (".html", arguments.html))
        if name is not None
    }
    jobs = _jobs(arguments, folder)
    journal = Journal.of(folder, log_path(sys.platform, os.environ, Path.home()).parent)
    if arguments.again:
        journal.forget()
    grades = _all(arguments, jobs, journal)
    if ".csv" in files:
        with whole_file(files[".csv"]) as part:
            write_csv(grades, part)
    if ".html" in files:
        with whole_file(files[".html"]) as part:
            write_page(grades, folder.resolve().name, part)
    journal.forget()
    if arguments.json:
        print_json({"submissions": [_object(grade) for grade in grades]})
    else:
        print_text(as_text(grades))
    return worst(tuple(EXIT_CODES[grade.verdict] for grade in grades))


def as_text(grades: Sequence[Grade]) -> str:
    """A line for each, then what several did, then how many of each."""
    rows = [
        (grade.student, WORDS[grade.verdict], _points(grade), shortened(_first(grade)))
        for grade in grades
    ]
    lines = [aligned(rows)]
    shared = [one for one in gathered(grades) if len(one.students) > 1]
    if shared:
        lines += ["", "Made by several:"]
        lines += [f"  {len(one.students)} times {one.rule}: {one.example}" for one in shared]
    verdicts = Counter(WORDS[grade.verdict] for grade in grades)
    told = ", ".join(f"{verdicts[words]} {words}" for words in WORDS.values() if verdicts[words])
    return "\n".join([*lines, "", f"{counted(len(grades), 'submission')}: {told}."])


def _points(grade: Grade) -> str:
    return f"{grade.points:g} of {grade.most_points:g}" if grade.tests else ""


def _first(grade: Grade) -> str:
    return grade.mistakes[0].text if grade.mistakes else ""


def _object(grade: Grade) -> dict[str, object]:
    """Without what only this machine knows: two runs of the same submissions are equal."""
    found = grade.to_object() | {"points": grade.points, "of": grade.most_points}
    return {key: value for key, value in found.items() if key not in ("seconds", "fingerprint")}


def _jobs(arguments: argparse.Namespace, folder: Path) -> list[GradeJob]:
    device = modelled_device(arguments)
    tell_described_anew((device,), arguments.device_file)
    limits = Limits(seconds_of(arguments.timeout), bytes_of(arguments.memory))
    expected = None if arguments.expect is None else _expectations(arguments.expect)
    schedule, seed = chosen_schedule(arguments.schedule), seed_number(arguments.seed)
    return [
        GradeJob(one, expected, limits, device, schedule, seed)
        for one in submissions_in(folder, arguments.file)
    ]


def _expectations(name: str) -> Expectations:
    path = readable(Path(name))
    if path.stem == MODULE:
        template = "{name} cannot be the file of expectations: that is what submissions are called."
        raise RequestRefused(Message("grade.name-taken", template, {"name": name}))
    try:
        text = path.read_text(encoding="utf-8")
        compile(text, path.name, "exec")
    except (SyntaxError, ValueError) as error:
        template = "{name} is no Python file that can run: {reason}."
        raise RequestRefused(
            Message("grade.bad-expectations", template, {"name": name, "reason": str(error)})
        ) from None
    return Expectations(path.name, text)


def _all(arguments: argparse.Namespace, jobs: list[GradeJob], journal: Journal) -> list[Grade]:
    """In the order of the jobs; those that the journal knows are not done again."""
    at_once = _at_once(arguments.jobs)
    done = journal.known(jobs)
    left = [job for job in jobs if job.fingerprint not in done]
    if done:
        print(f"Going on: {len(done)} of {len(jobs)} are graded already.", file=sys.stderr)
    made = (
        graded_here(left, at_once)
        if arguments.cluster is None
        else graded_on(arguments.cluster, left, at_once)
    )
    try:
        for grade in _with_progress(made, len(jobs), len(done)):
            journal.keep(grade)
            done[grade.fingerprint] = grade
    except KeyboardInterrupt:
        told = f"{len(done)} of {len(jobs)} are graded: the same command goes on from there."
        print(f"\n{told}", file=sys.stderr, flush=True)
        raise
    return [done[job.fingerprint] for job in jobs]


def _with_progress(grades: Iterable[Grade], count: int, done: int) -> Iterator[Grade]:
    """A bar on a terminal; nothing in a pipe."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread is for bars that nobody moves
    with tqdm(total=count, initial=done, unit=" submissions", leave=False, disable=None) as bar:
        for grade in grades:
            bar.update()
            yield grade


def _at_once(text: str) -> int:
    number = read_whole_number(text)
    if number is not None and 1 <= number <= MOST_JOBS:
        return number
    template = "jobs '{text}' is no whole number from 1 to {most}."
    raise RequestRefused(
        Message("grade.bad-jobs", template, {"text": shortened(text), "most": MOST_JOBS})
    )
