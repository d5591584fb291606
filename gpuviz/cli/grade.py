"""`gpuviz grade`: checks the submissions of a class, each in a process of its own."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import get_args

from gpuviz.api.grading.crew import graded_here, graded_on
from gpuviz.api.grading.expected import read_expectations
from gpuviz.api.grading.folders import files_below
from gpuviz.api.grading.gathered import Gathered, gathered
from gpuviz.api.grading.grade import Grade, Mistake
from gpuviz.api.grading.job import GradeJob
from gpuviz.api.grading.journal import Journal
from gpuviz.api.grading.page import WORDS, mistake_text, points_text, rule_text, write_page
from gpuviz.api.grading.rows import write_csv
from gpuviz.api.grading.said import in_one_line
from gpuviz.api.grading.submission import submissions_in
from gpuviz.api.grading.together import graded_together
from gpuviz.api.report import worst
from gpuviz.api.supervisor import Limits
from gpuviz.cli.choices import chosen_schedule, modelled_device, tell_described_anew
from gpuviz.cli.cluster import tell_unencrypted
from gpuviz.cli.json_text import print_json
from gpuviz.cli.language import spoken_language
from gpuviz.cli.launch_options import CLUSTER, DEVICE_FILE, device_words
from gpuviz.cli.log import log_path
from gpuviz.cli.parser import new_file, option_text, seed_number
from gpuviz.cli.progress import counting
from gpuviz.cli.script_run import bytes_of, seconds_of
from gpuviz.cli.streams import tell_note
from gpuviz.cli.table import aligned, counted, print_text
from gpuviz.device import DEFAULT_DEVICE
from gpuviz.lesson.answers import SUFFIX
from gpuviz.messages import EnglishText, Message, RequestRefused, shortened
from gpuviz.new_file import whole_file
from gpuviz.ordinary_file import ending
from gpuviz.own_folder import clear_abandoned
from gpuviz.texts import enumerated, tr
from gpuviz.trace.trace import HazardKind
from gpuviz.web.languages import spoken
from gpuviz.whole_number import read_whole_number

EXIT_CODES = {"right": 0, "wrong": 1, "failed": 2}
HAZARDS: tuple[str, ...] = get_args(HazardKind)
MOST_JOBS = 256
OF_THIS_MACHINE = ("seconds", "fingerprint", "unfenced")
"""Parts of a grade that differ between machines."""
UNFENCED: Mapping[str, EnglishText] = {
    "network": "the network",
    "files": "the files of others",
    "permissions": "permissions and times of files",
    "processes": "other processes",
}
"""What `Grade.unfenced` names, in words."""
LONGEST_EXAMPLE = 1000  # characters: sentences of gpuviz are shorter
OPTIONS = (
    (
        "--expect",
        "TESTS.py",
        None,
        option_text("what is expected: functions test_.. that use `submission`"),
    ),
    ("--file", "NAME", None, option_text("the file in which a folder of several begins")),
    ("--csv", "RESULTS.csv", None, option_text("write a line for each student")),
    ("--html", "REPORT.html", None, option_text("write a page to read")),
    ("--jobs", "N", "1", option_text("submissions that run side by side (default: 1)")),
    (*CLUSTER[:2], None, CLUSTER[2]),
    ("--device", "ID", DEFAULT_DEVICE, option_text("GPU whose limits count (default: {device})")),
    (DEVICE_FILE[0], DEVICE_FILE[1], None, DEVICE_FILE[2]),
    (
        "--schedule",
        "NAME",
        "lockstep",
        option_text("order of the steps: lockstep, warps or adversarial"),
    ),
    ("--seed", "S", "0", option_text("of what is left to chance")),
    (
        "--timeout",
        "SECONDS",
        "60",
        option_text("how long each may take (default: 60); none: no limit"),
    ),
    (
        "--memory",
        "SIZE",
        "2G",
        option_text("how much memory each may use (default: 2G); none: no limit"),
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    about = tr("with a file or a folder per student; or files of answers")
    parser.add_argument("folders", metavar="FOLDER", nargs="+", help=about)
    for name, metavar, default, about in OPTIONS:
        parser.add_argument(name, metavar=metavar, default=default, help=device_words(about))
    about = tr("collect the files of answers to lessons and puzzles that lie in FOLDER")
    parser.add_argument("--answers", action="store_true", help=about)
    about = tr("lessons and puzzles of your own, for that")
    parser.add_argument("--course", metavar="FOLDER", help=about)
    parser.add_argument(
        "--again", action="store_true", help=tr("grade those anew that were graded")
    )
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object"))
    parser.epilog = tr(
        "A folder of files of answers (Lessons, Save my answers) is collected: a row a student, a"
        " column for each step and puzzle; kernels are run again. Exit code then: 2 if a file does"
        " not count, else 0. Of programs, each has a process and a folder of its own, and no"
        " network where the system allows that (Linux). After a crash or Ctrl+C the same command"
        " goes on where it was. Exit code: 1 if one is wrong, else 2 if one could not be judged."
    )


def run(arguments: argparse.Namespace) -> int:
    """Grades all of them, and says what came of it."""
    clear_abandoned()
    paths = [Path(name) for name in arguments.folders]
    if is_about_answers(paths, arguments.answers):
        from gpuviz.cli.grade_answers import run_answers

        return run_answers(arguments, paths)
    if len(paths) > 1:
        template = "Several folders of submissions are graded one by one: name one."
        raise RequestRefused(Message("grade.several-folders", template))
    (folder,) = paths
    files = {
        suffix: new_file(name, suffix)
        for suffix, name in ((".csv", arguments.csv), (".html", arguments.html))
        if name is not None
    }
    jobs = _jobs(arguments, folder)
    journal = Journal.of(folder, log_path(sys.platform, os.environ, Path.home()).parent)
    done = {} if arguments.again else journal.known(jobs)
    if arguments.again:
        journal.forget()
    grades = _all(arguments, jobs, journal, done)
    if arguments.expect is not None:
        grades = graded_together(grades)
    tell_unfenced({one for grade in grades for one in grade.unfenced})
    if ".csv" in files:
        with whole_file(files[".csv"]) as part, spoken("en"):  # programs read it
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


def is_about_answers(paths: Sequence[Path], wanted: bool) -> bool:
    """Whether files of answers are meant: where that is said, and where there is nothing else."""
    if wanted or any(ending(path) == SUFFIX and not path.is_dir() for path in paths):
        return True
    folders = [path for path in paths if path.is_dir()]
    endings = {ending(Path(one)) for folder in folders for one in files_below(folder, bool)}
    return SUFFIX in endings and ".py" not in endings


def tell_unfenced(names: Collection[str]) -> None:
    """Says once what submissions could reach, since this system cannot prevent it."""
    found = [tr(what) for name, what in UNFENCED.items() if name in names]
    if found:
        words = tr(
            "nothing keeps submissions from these where they ran: {what}. Grade those of strangers"
            " as a user of their own, or in a virtual machine."
        )
        tell_note(words.format(what=enumerated(found)))


def as_text(grades: Sequence[Grade]) -> str:
    """A line for each, then what several did, then how many of each."""
    rows = [
        (grade.student, tr(WORDS[grade.verdict]), points_text(grade), shortened(_first(grade)))
        for grade in grades
    ]
    lines = [aligned(rows)]
    shared = [one for one in gathered(grades) if len(one.students) > 1]
    if shared:
        lines += ["", tr("Made by several:")]
        lines += [f"  {_shared(one)}" for one in shared]
    verdicts = Counter(grade.verdict for grade in grades)
    each = tr("{count} {verdict}")
    told = enumerated(
        [each.format(count=verdicts[one], verdict=tr(WORDS[one])) for one in WORDS if verdicts[one]]
    )
    submissions = counted(len(grades), "1 submission", "{n} submissions")
    whole = tr("{submissions}: {verdicts}.").format(submissions=submissions, verdicts=told)
    return "\n".join([*lines, "", whole])


def _shared(one: Gathered) -> str:
    template = tr("{count} times {kind}: {example}")
    kind = rule_text(one.rule)
    example = _told(one.mistake)
    example = example if len(example) <= LONGEST_EXAMPLE else f"{example[:LONGEST_EXAMPLE]}…"
    return template.format(count=len(one.students), kind=kind, example=example)


def _first(grade: Grade) -> str:
    return _told(grade.mistakes[0]) if grade.mistakes else ""


def _told(mistake: Mistake) -> str:
    """What is wrong, in one line: with another one a student would write a row of the table. What a
    submission's process says is English, as the CSV has it: in another language a hazard is named
    by its kind and place.
    """
    if spoken_language() == "en":
        return in_one_line(mistake.text)
    if mistake.line is not None and mistake.rule in HAZARDS:
        template = tr("{kind} in line {line} of {file}")
        return template.format(kind=rule_text(mistake.rule), line=mistake.line, file=mistake.file)
    return in_one_line(mistake_text(mistake))


def _object(grade: Grade) -> dict[str, object]:
    """Without what only this machine knows: two runs of the same submissions are equal."""
    found = grade.to_object() | {"points": grade.points, "of": grade.most_points}
    return {key: value for key, value in found.items() if key not in OF_THIS_MACHINE}


def _jobs(arguments: argparse.Namespace, folder: Path) -> list[GradeJob]:
    device = modelled_device(arguments)
    tell_described_anew((device,), arguments.device_file)
    limits = Limits(seconds_of(arguments.timeout), bytes_of(arguments.memory))
    expected = None if arguments.expect is None else read_expectations(arguments.expect)
    schedule, seed = chosen_schedule(arguments.schedule), seed_number(arguments.seed)
    return [
        GradeJob(one, expected, limits, device, schedule, seed)
        for one in submissions_in(folder, arguments.file)
    ]


def _all(
    arguments: argparse.Namespace, jobs: list[GradeJob], journal: Journal, done: dict[str, Grade]
) -> list[Grade]:
    """In the order of the jobs; those that are `done` are not done again."""
    at_once = jobs_at_once(arguments.jobs)
    left = [job for job in jobs if job.fingerprint not in done]
    if done:
        words = tr("Going on: {done} of {count} are graded already.")
        print(words.format(done=len(done), count=len(jobs)), file=sys.stderr)
    made = (
        graded_here(left, at_once)
        if arguments.cluster is None
        else graded_on(
            arguments.cluster, left, at_once, partial(tell_unencrypted, arguments.cluster)
        )
    )
    try:
        with closing(made), counting(len(jobs), tr("submissions"), len(done)) as graded:
            for grade in made:
                journal.keep(grade)
                done[grade.fingerprint] = grade
                graded()
    except KeyboardInterrupt:
        words = tr("{done} of {count} are graded: the same command goes on from there.")
        told = words.format(done=len(done), count=len(jobs))
        print(f"\n{told}", file=sys.stderr, flush=True)
        raise
    return [done[job.fingerprint] for job in jobs]


def jobs_at_once(text: str) -> int:
    """Reads how many run side by side."""
    number = read_whole_number(text)
    if number is not None and 1 <= number <= MOST_JOBS:
        return number
    template = "jobs '{text}' is no whole number from 1 to {most}."
    raise RequestRefused(
        Message("grade.bad-jobs", template, {"text": shortened(text), "most": MOST_JOBS})
    )
