"""Files of answers of a class: collected, looked at again, and as rows of a table.

Points: one for each step of a lesson that was done, five for each puzzle that was solved; none for
what the window was asked to do itself. A kernel is run again: that it is right is not believed.
"""

from __future__ import annotations

import csv
import logging
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpuviz.api.grading.folders import files_below, is_left_out
from gpuviz.api.grading.rows import safe_cell
from gpuviz.api.grading.said import harmless, in_one_line, readable_name
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.grading import Grading, GradingRequest, Verdict
from gpuviz.lesson import Lesson, read_lesson
from gpuviz.lesson.answers import (
    LONGEST_STUDENT,
    SUFFIX,
    LessonRecord,
    PuzzleRecord,
    ReadAnswers,
    StepRecord,
    lesson_digest,
    puzzle_digest,
    read_answers,
)
from gpuviz.lesson.library import FIRST_LANGUAGE, list_lessons
from gpuviz.lesson.puzzle import SUFFIXES, Puzzle, list_puzzles, read_puzzle
from gpuviz.messages import (
    EnglishTemplate,
    GpuvizError,
    Message,
    RequestRefused,
    reason_of,
    shortened,
    word,
)
from gpuviz.ordinary_file import ending
from gpuviz.own_folder import own_folder

log = logging.getLogger(__name__)
STEP_POINTS, PUZZLE_POINTS = 1, 5
HEAD = ("student", "points", "of", "file", "notes")
LESSON_SUFFIX = ".md"
OTHER_LESSON: EnglishTemplate = (
    "The lesson {title} ({name}) is of another course: its text is none of those known here, so it"
    " does not count."
)
OTHER_PUZZLE: EnglishTemplate = (
    "The puzzle {title} ({name}) is of another course: its text is none of those known here, so it"
    " does not count."
)
VERDICTS: Mapping[Verdict, Message] = {
    "solved": word("solved"),
    "refused": word("refused"),
    "failed": word("failed"),
    "inputs": word("inputs"),
    "wrong": word("wrong"),
    "unwritten": word("unwritten"),
    "goal": word("goal"),
    "out-of-bounds": word("out-of-bounds"),
    "race": word("race"),
    "uninitialized": word("uninitialized"),
    "barrier-divergence": word("barrier-divergence"),
}
Grade = Callable[[GradingRequest], Grading]


@dataclass(frozen=True, slots=True)
class Course:
    """What answers may be about, by digest: that of gpuviz, of plugins and of a folder."""

    lessons: Mapping[str, Lesson]
    puzzles: Mapping[str, Puzzle]


@dataclass(frozen=True, slots=True)
class Cell:
    """What came of a step or a puzzle, in a few words, and its points."""

    words: str
    points: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One student's row; `cells` by column. `counts` is False where the file was not believed."""

    student: str
    file: str
    cells: Mapping[str, Cell] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()
    counts: bool = True

    @property
    def points(self) -> int:
        """Of all cells."""
        return sum(cell.points for cell in self.cells.values())


@dataclass(frozen=True, slots=True)
class Table:
    """The rows, and the most points of each column, in the order of the columns."""

    sheets: tuple[Sheet, ...]
    file_count: int
    columns: Mapping[str, int]

    @property
    def most(self) -> int:
        """Points of somebody who has done everything that anybody has begun."""
        return sum(self.columns.values())


def answer_files(paths: Iterable[Path]) -> list[Path]:
    """The files of answers among some paths, and in folders among them at any depth; links, pipes
    and devices of such a name too, and folders that cannot be read, so that they have a row.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            closed: list[OSError] = []
            inside = [Path(one) for one in files_below(path, closed.append)]
            files = [one for one in inside if ending(one) == SUFFIX and not is_left_out(one.name)]
            found += sorted([*files, *(Path(error.filename) for error in closed)])
        elif ending(path) == SUFFIX:
            found.append(path)
    return found


def course_with(folder: Path | None) -> Course:
    """All lessons and puzzles that are known here, and those of a folder.

    Raises RequestRefused for a folder that is none.
    """
    lessons = [one.path for one in list_lessons(FIRST_LANGUAGE)]
    puzzles = [one for written_in in SUFFIXES for one in list_puzzles(written_in=written_in)]
    if folder is not None:
        if not folder.is_dir():
            template = "There is no folder {folder}: name the one with your lessons and puzzles."
            raise RequestRefused(Message("grade.no-course", template, {"folder": folder}))
        lessons += sorted(folder.glob(f"*{LESSON_SUFFIX}"))
        own = [read_puzzle(one.parent) for one in sorted(folder.glob("*/puzzle.toml"))]
        in_c = [one.in_language("cuda-c", FIRST_LANGUAGE) for one in own if one.has_c]
        puzzles += [*own, *in_c]
    read = (read_lesson(path).lesson for path in lessons)
    return Course(
        {lesson_digest(one): one for one in read if one is not None},
        {puzzle_digest(one): one for one in puzzles},
    )


def collected(
    files: Sequence[Path], course: Course, grade: Grade, told: Callable[[], object] = bool
) -> Table:
    """The table of these files; `grade` runs a kernel, `told` is called after each file."""
    columns: dict[str, int] = {}
    sheets: list[Sheet] = []
    with own_folder() as folder:
        again = Regrading(grade, folder)
        for file in files:
            sheets.append(_shown(_sheet_of(file, course, again, columns)))
            told()
    taken = sorted(_once_each(sheets), key=lambda one: (one.student.casefold(), one.file))
    return Table(tuple(taken), len(files), columns)


class Regrading:
    """Runs the kernels that are said to solve a puzzle; the same one only once."""

    def __init__(self, grade: Grade, folder: Path) -> None:
        self._grade, self._folder = grade, folder
        self._known: dict[tuple[str, str], Grading | GpuvizError] = {}

    def of(self, puzzle: Puzzle, code: str) -> Grading | GpuvizError:
        """What comes of it here."""
        key = (puzzle.key, code)
        if key not in self._known:
            self._known[key] = self._graded(puzzle, code)
        return self._known[key]

    def _graded(self, puzzle: Puzzle, code: str) -> Grading | GpuvizError:
        number = len(self._known) + 1
        file = self._folder / f"{puzzle.name}_{number}{puzzle.suffix}"
        file.write_text(code, encoding="utf-8", errors="replace")
        request = puzzle.request(number, file, code, find_device(DEFAULT_DEVICE))
        try:
            return self._grade(request)
        except GpuvizError as error:
            return error


def _sheet_of(file: Path, course: Course, again: Regrading, columns: dict[str, int]) -> Sheet:
    """The row of a file, whatever is wrong with it: all others have theirs."""
    try:
        return _sheet(_read(file), course, again, columns)
    except Exception as error:
        log.warning("a file of answers could not be collected", exc_info=error)
        template = "{file} could not be collected ({reason}): look at it by hand."
        values = {"file": file.name, "reason": f"{type(error).__name__}: {error}"}
        note = Message("answers.uncollected", template, values)
        return Sheet(_student_of(file), file.name, notes=(note,), counts=False)


def _read(path: Path) -> ReadAnswers:
    """What is in a file; never what is somewhere else."""
    if os.path.islink(path):
        template = "{file} is a link, and no file of its own."
        return ReadAnswers(path, None, Message("answers.link", template, {"file": path.name}))
    try:
        if path.is_dir():
            os.scandir(path).close()
    except OSError as error:
        template = "The folder {file} cannot be read, so what is in it is missing: {reason}."
        values = {"file": path.name, "reason": reason_of(error)}
        return ReadAnswers(path, None, Message("answers.closed", template, values))
    return read_answers(path)


def _shown(sheet: Sheet) -> Sheet:
    """The row with all words of a student as any output may have them, each in one line."""
    cells = {name: replace(one, words=_line(one.words)) for name, one in sheet.cells.items()}
    notes = tuple(
        replace(
            one,
            values={
                name: _line(value) if isinstance(value, str) else value
                for name, value in one.values.items()
            },
        )
        for one in sheet.notes
    )
    student, file = readable_name(sheet.student), readable_name(sheet.file)
    return replace(sheet, student=student[:LONGEST_STUDENT], file=file, cells=cells, notes=notes)


def _line(text: str) -> str:
    return in_one_line(harmless(text))


def _sheet(read: ReadAnswers, course: Course, again: Regrading, columns: dict[str, int]) -> Sheet:
    student = read.student or _student_of(read.path)
    if read.answers is None:
        words = () if read.problem is None else (read.problem,)
        return Sheet(student, read.path.name, notes=words, counts=False)
    cells: dict[str, Cell] = {}
    notes: list[Message] = []
    for name, lesson in read.answers.lessons.items():
        known = course.lessons.get(lesson.digest)
        if known is None or len(lesson.steps) != known.step_count:
            notes.append(_foreign(OTHER_LESSON, name, lesson))
            continue
        for number, step in enumerate(lesson.steps, 1):
            column = f"{known.title} {number}"
            columns[column] = STEP_POINTS
            cells[column] = _step_cell(step)
    for name, record in read.answers.puzzles.items():
        puzzle = course.puzzles.get(record.digest)
        if puzzle is None:
            notes.append(_foreign(OTHER_PUZZLE, name, record))
            continue
        columns[puzzle.called] = PUZZLE_POINTS
        cell, more = _puzzle_cell(record, puzzle, again)
        notes += more
        known_cell = cells.get(puzzle.called, cell)  # solved in Python and in C it counts once
        cells[puzzle.called] = max(known_cell, cell, key=lambda one: one.points)
    counts = bool(cells) or not read.answers.names
    return Sheet(student, read.path.name, cells, tuple(notes), counts)


def _student_of(path: Path) -> str:
    """Of a file that does not say: a platform for courses puts each into a folder of its own."""
    return path.stem if path.stem.casefold() != "answers" else path.parent.name


def _foreign(template: EnglishTemplate, name: str, record: LessonRecord | PuzzleRecord) -> Message:
    values = {"title": shortened(record.title), "name": shortened(name)}
    return Message("answers.foreign", template, values)


def _step_cell(step: StepRecord) -> Cell:
    if step.shown:
        words = "shown"
    elif step.done:
        words = "done with the hint" if step.hinted else "done"
    else:
        words = "open"
    if step.predicted:
        words += "; foreseen" if step.foreseen else f"; predicted: {step.predicted}"
    return Cell(words, STEP_POINTS if step.done and not step.shown else 0)


def _puzzle_cell(
    record: PuzzleRecord, puzzle: Puzzle, again: Regrading
) -> tuple[Cell, tuple[Message, ...]]:
    """The cell, and what is to be said beside it."""
    if not record.solved:
        words = f"not solved, {record.tries} checks" if record.tries else "open"
        return Cell("solution shown" if record.shown else words, 0), ()
    grading = again.of(puzzle, record.code)
    if isinstance(grading, GpuvizError) or not grading.is_solved:
        why = grading.message if isinstance(grading, GpuvizError) else VERDICTS[grading.verdict]
        template = "The kernel of {puzzle} does not solve it when it is run here: {why}."
        note = Message("answers.unsolved", template, {"puzzle": puzzle.called, "why": why})
        return Cell("not solved", 0), (note,)
    if record.shown:
        return Cell("solved, solution shown", 0), ()
    return Cell(f"solved at check {record.tries}", PUZZLE_POINTS), ()


def _once_each(sheets: Sequence[Sheet]) -> Iterator[Sheet]:
    """Each student once: of several files the one with most points, of equals the first by name."""
    of: dict[str, list[Sheet]] = defaultdict(list)
    for sheet in sheets:
        if sheet.counts:
            of[" ".join(sheet.student.casefold().split())].append(sheet)
        else:
            yield sheet
    for several in of.values():
        best = max(several, key=lambda one: one.points)
        others = ", ".join(one.file for one in several if one is not best)
        template = "Handed in {count} times: {taken} is taken, not {others}."
        values = {"count": len(several), "taken": best.file, "others": others}
        note = Message("answers.several", template, values)
        yield replace(best, notes=(*best.notes, note)) if others else best


def write_answers_csv(table: Table, path: Path) -> None:
    """Writes UTF-8 with a mark at the beginning, which spreadsheets need. Raises OSError."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*HEAD, *map(safe_cell, table.columns)])
        for sheet in table.sheets:
            writer.writerow([safe_cell(cell) for cell in _row(sheet, table)])


def _row(sheet: Sheet, table: Table) -> list[str]:
    cells = [sheet.cells.get(column, Cell("", 0)).words for column in table.columns]
    notes = " ".join(note.text for note in sheet.notes)
    return [sheet.student, str(sheet.points), str(table.most), sheet.file, notes, *cells]


def table_object(table: Table) -> dict[str, object]:
    """The same for programs."""
    return {
        "of": table.most,
        "answers": [
            {
                "student": sheet.student,
                "file": sheet.file,
                "counts": sheet.counts,
                "points": sheet.points,
                "notes": sheet.notes,
                "cells": {column: cell.words for column, cell in sheet.cells.items()},
            }
            for sheet in table.sheets
        ],
    }
