"""`gpuviz grade` of files of answers: collects them into a table."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from gpuviz.api.grading.answer_sheets import (
    Sheet,
    Table,
    answer_files,
    collected,
    course_with,
    table_object,
    write_answers_csv,
)
from gpuviz.cli.gpu import answer_of
from gpuviz.cli.json_text import print_json
from gpuviz.cli.parser import new_file
from gpuviz.cli.progress import counting
from gpuviz.cli.table import aligned, counted, print_text, sentence
from gpuviz.lesson.answers import SUFFIX
from gpuviz.messages import Message, RequestRefused
from gpuviz.new_file import whole_file
from gpuviz.texts import tr
from gpuviz.web.languages import spoken
from gpuviz.worker import Workers
from gpuviz.worker.jobs import GradePuzzle

OF_PROGRAMS = ("--expect", "--file", "--html", "--cluster")
"""Options that mean nothing for answers."""


def run_answers(arguments: argparse.Namespace, paths: Sequence[Path]) -> int:
    """0: all files count; 2: one does not."""
    _check(arguments)
    csv = None if arguments.csv is None else new_file(arguments.csv, ".csv")
    course = course_with(None if arguments.course is None else Path(arguments.course))
    files = answer_files(paths)
    if not files:
        template = "There is no file of answers in {paths}: their names end in {suffix}."
        values = {"paths": ", ".join(map(str, paths)), "suffix": SUFFIX}
        raise RequestRefused(Message("grade.no-answers", template, values))
    with Workers() as workers, counting(len(files), tr("files")) as told:
        table = collected(
            files, course, lambda request: answer_of(workers.submit(GradePuzzle(request))), told
        )
    if csv is not None:
        with whole_file(csv) as part, spoken("en"):  # programs read it
            write_answers_csv(table, part)
    if arguments.json:
        print_json(table_object(table))
    else:
        print_text(as_text(table))
    return 0 if all(sheet.counts for sheet in table.sheets) else 2


def as_text(table: Table) -> str:
    """A line for each student, with what is to be said of their file below it."""
    cells = [
        (sheet.student, _points(sheet, table), "" if sheet.counts else tr("does not count"))
        for sheet in table.sheets
    ]
    lines: list[str] = []
    for sheet, line in zip(table.sheets, aligned(cells).splitlines(), strict=True):
        lines += [line, *(f"  {sentence(note)}" for note in sheet.notes)]
    lost = sum(not sheet.counts for sheet in table.sheets)
    students = counted(len(table.sheets) - lost, "1 student", "{n} students")
    files = counted(table.file_count, "1 file of answers", "{n} files of answers")
    template = (
        tr("{files}, {students}; {lost} do not count.") if lost else tr("{files}, {students}.")
    )
    return "\n".join([*lines, "", template.format(files=files, students=students, lost=lost)])


def _points(sheet: Sheet, table: Table) -> str:
    if not sheet.counts:
        return ""
    return tr("{points} of {most}").format(points=sheet.points, most=table.most)


def _check(arguments: argparse.Namespace) -> None:
    """Raises RequestRefused for an option that would be without effect."""
    for option in OF_PROGRAMS:
        if getattr(arguments, option.removeprefix("--")) is not None:
            template = "{option} is for programs: files of answers know what is expected."
            raise RequestRefused(Message("grade.of-programs", template, {"option": option}))
