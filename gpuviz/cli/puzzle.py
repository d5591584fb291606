"""`gpuviz puzzle`: the puzzles, their tasks, and an answer graded by running it."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from gpuviz.cli.gpu import answer_of
from gpuviz.cli.json_text import print_json
from gpuviz.cli.language import spoken_language
from gpuviz.cli.parser import new_file
from gpuviz.cli.plugin_notes import tell_problems
from gpuviz.cli.table import aligned, columns_of, print_text, sentence
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.grading import FIGURE_WORDS, Grading
from gpuviz.lesson.answers import (
    SUFFIX,
    Answers,
    read_answers,
    save_answers,
    student_text,
    tried,
)
from gpuviz.lesson.puzzle import (
    KIND_WORDS,
    Puzzle,
    find_puzzle,
    list_puzzles,
    puzzle_problems,
)
from gpuviz.messages import Message, RequestRefused, shortened
from gpuviz.operation.module import read_source
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.texts import tr
from gpuviz.trace.source import Language
from gpuviz.worker import Workers
from gpuviz.worker.jobs import GradePuzzle

LIST = "list"
PYTHON, CUDA = "python", "cuda"
LANGUAGES: Mapping[str, Language] = {PYTHON: "python", CUDA: "cuda-c"}
WIDTH = 96  # columns of text
NUMBER = 1  # of the only grading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("puzzle", metavar="NAME", help=tr("`list`, a name of it, or a folder"))
    about = tr("a file with your kernel, to be graded; without one the task is told")
    parser.add_argument("answer", nargs="?", metavar="ANSWER", help=about)
    about = tr("the language to answer in: python or cuda; of a file its name tells it")
    parser.add_argument("--in", dest="written_in", metavar="LANGUAGE", help=about)
    parser.add_argument("--hints", action="store_true", help=tr("print the hints as well"))
    parser.add_argument(
        "--start", action="store_true", help=tr("print the kernel to begin with alone")
    )
    about = tr("keep the answer in a file *{suffix}").format(suffix=SUFFIX)
    parser.add_argument("--answers", metavar="FILE", help=about)
    about = tr("whose file that is: a name or a number")
    parser.add_argument("--student", metavar="NAME", help=about)
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    """0: told, or solved; 1: the answer is wrong."""
    written_in = _language(arguments)
    if arguments.puzzle == LIST:
        _list(arguments.json, written_in)
        return 0
    puzzle = find_puzzle(arguments.puzzle, spoken_language(), written_in)
    if arguments.answers is None and arguments.student is not None:
        template = "--student is for a file of answers: name it by --answers."
        raise RequestRefused(Message("puzzle.whose-file", template))
    if arguments.answer is None:
        _tell(puzzle, arguments)
        return 0
    return _grade(puzzle, arguments)


def _language(arguments: argparse.Namespace) -> Language:
    """That of the answer's file, or the one that is asked for. Raises RequestRefused."""
    wanted: str | None = arguments.written_in
    if wanted is not None and wanted not in LANGUAGES:
        template = "There is no language '{text}' for puzzles: choose one of {known}."
        values = {"text": shortened(wanted), "known": ", ".join(LANGUAGES)}
        raise RequestRefused(Message("cli.puzzle-language", template, values))
    if arguments.answer is None:
        return LANGUAGES[wanted or PYTHON]
    found = CUDA if ending(Path(arguments.answer)) == CUDA_C_SUFFIX else PYTHON
    if wanted not in (None, found):
        template = "{file} is no file in {wanted}: leave --in out, or name another file."
        values = {"file": arguments.answer, "wanted": wanted}
        raise RequestRefused(Message("cli.puzzle-language", template, values))
    return LANGUAGES[found]


def _list(as_json: bool, written_in: Language) -> None:
    puzzles = list_puzzles(spoken_language(), written_in)
    tell_problems(puzzle_problems)
    if as_json:
        print_json({"puzzles": [_entry(puzzle) for puzzle in puzzles]})
        return
    rows = [(one.called, tr(KIND_WORDS[one.kind]), one.texts.about) for one in puzzles]
    pairs = zip(puzzles, aligned(rows).splitlines(), strict=True)
    for plugin, lines in groupby(pairs, key=lambda pair: pair[0].plugin):
        head = f"\n{tr('Plugin {name}').format(name=plugin)}\n" if plugin else ""
        print_text(head + "\n".join(line for _, line in lines))


def _entry(puzzle: Puzzle) -> dict[str, object]:
    return {
        "name": puzzle.called,
        "plugin": puzzle.plugin or None,
        "kind": puzzle.kind,
        "title": puzzle.texts.title,
        "about": puzzle.texts.about,
        "goals": goal_words(puzzle),
        "cases": puzzle.cases,
        "start": puzzle.start.path,
    }


def goal_words(puzzle: Puzzle) -> list[str]:
    """What an answer has to reach besides a right result, as it stands in puzzle.toml."""
    return [f"{goal.figure} <= {goal.most}" for goal in puzzle.goals]


def _tell(puzzle: Puzzle, arguments: argparse.Namespace) -> None:
    if arguments.json:
        texts = {"task": puzzle.texts.task, "hints": puzzle.texts.hints}
        print_json({**_entry(puzzle), **texts, "source": puzzle.start.source})
        return
    if arguments.start:
        print_text(puzzle.start.source.rstrip("\n"))
        return
    print_text("\n\n".join(_task_parts(puzzle, arguments.hints)))


def _task_parts(puzzle: Puzzle, with_hints: bool) -> list[str]:
    texts = puzzle.texts
    head = tr("{title} ({kind})").format(
        title=texts.title, kind=tr(KIND_WORDS[puzzle.kind]).lower()
    )
    parts = [head, wrapped(texts.task)]
    parts.append(textwrap.indent(puzzle.start.source.rstrip("\n"), "    "))
    goals = "".join(f"\n  {words}" for words in goal_words(puzzle))
    result = tr("the result is NumPy's with {count} sizes and blocks, without a hazard")
    parts.append(f"{tr('Goals:')}\n  {result.format(count=len(puzzle.cases))}{goals}")
    if with_hints:
        hints = enumerate(texts.hints, 1)
        words = tr("Hint {number}: {hint}")
        parts += [wrapped(words.format(number=n, hint=hint)) for n, hint in hints]
    name, file = puzzle.called, f"{puzzle.name}{puzzle.suffix}"
    option = "" if puzzle.written_in == "python" else f" --in {CUDA}"
    begin, grade = f"gpuviz puzzle {name}{option} --start > {file}", f"gpuviz puzzle {name} {file}"
    parts.append(tr("`{begin}` begins, `{grade}` grades.").format(begin=begin, grade=grade))
    return parts


def wrapped(text: str) -> str:
    """Paragraphs as lines for a terminal; blocks of code stay as they are."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(one if one.startswith("```") else filled_lines(one) for one in paragraphs)


def filled_lines(text: str) -> str:
    """A paragraph as lines; one in Chinese stands in the lines that its author made."""
    words = " ".join(text.split())
    return text if columns_of(words) > len(words) else textwrap.fill(words, WIDTH)


def _grade(puzzle: Puzzle, arguments: argparse.Namespace) -> int:
    file = Path(arguments.answer)
    text = read_source(file)
    kept = None if arguments.answers is None else _opened(arguments.answers, arguments.student)
    request = puzzle.request(NUMBER, file.absolute(), text, find_device(DEFAULT_DEVICE))
    with Workers() as workers:
        grading = answer_of(workers.submit(GradePuzzle(request)))
    if kept is not None:
        save_answers(tried(kept, puzzle, text, grading.is_solved, hints=0), Path(arguments.answers))
    if arguments.json:
        print_json(_object(puzzle, grading, text))
    else:
        print_text("\n".join(_lines(puzzle, grading, text)))
    return 0 if grading.is_solved else 1


def _opened(name: str, student: str | None) -> Answers:
    """What is in a file of answers by now, of which it is known whose it is.

    Raises RequestRefused for a file that does not count, and for somebody else's: nothing is
    written over it.
    """
    path = new_file(name, SUFFIX)
    read = read_answers(path) if path.exists() else None
    if read is not None and read.problem is not None:
        raise RequestRefused(read.problem)
    known = Answers() if read is None or read.answers is None else read.answers
    whose = student_text(student or known.student)
    if known.student not in ("", whose):
        template = "{file} has the answers of {student}: name a file of your own."
        raise RequestRefused(
            Message("puzzle.whose-file", template, {"file": name, "student": known.student})
        )
    return replace(known, student=whose)


def _object(puzzle: Puzzle, grading: Grading, text: str) -> dict[str, object]:
    case = puzzle.cases[grading.case]
    place = grading.place
    return {
        "puzzle": puzzle.called,
        "solved": grading.is_solved,
        "verdict": grading.verdict,
        "messages": grading.messages,
        "mistake": puzzle.mistake(grading, text),
        "notes": grading.notes,
        "line": None if place is None else place.line,
        "size": case.size,
        "block": case.block,
        "cases_right": grading.passed,
        "cases": len(puzzle.cases),
        "figures": {
            goal.figure: {"found": found, "most": goal.most}
            for goal, found in zip(puzzle.goals, grading.figures, strict=False)
        },
    }


def _lines(puzzle: Puzzle, grading: Grading, text: str) -> list[str]:
    verdict = tr("solved") if grading.is_solved else tr("not solved")
    lines = [tr("{title}: {verdict}").format(title=puzzle.texts.title, verdict=verdict)]
    words = tr("  right with {passed} of {count} sizes and blocks")
    lines.append(words.format(passed=grading.passed, count=len(puzzle.cases)))
    for goal, found in zip(puzzle.goals, grading.figures, strict=False):
        mark = tr("reached") if found <= goal.most else tr("not reached")
        line = tr("  {figure}: {found}, at most {most} ({mark})")
        figure = sentence(FIGURE_WORDS[goal.figure])
        lines.append(line.format(figure=figure, found=found, most=goal.most, mark=mark))
    if grading.messages:
        lines.append(filled_lines(" ".join(map(sentence, grading.messages))))
    mistake = puzzle.mistake(grading, text)
    if mistake is not None:
        lines.append(wrapped(mistake))
    note = tr("Note: {note}")
    lines += [wrapped(note.format(note=sentence(one))) for one in grading.notes]
    if grading.is_solved:
        lines.append(wrapped(puzzle.texts.solved))
    return lines
