"""`gpuviz puzzle`: the puzzles, their tasks, and an answer graded by running it."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

from gpuviz.cli.gpu import answer_of
from gpuviz.cli.json_text import print_json
from gpuviz.cli.table import aligned, print_text, sentence
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.grading import FIGURE_WORDS, Grading
from gpuviz.lesson.puzzle import (
    KIND_WORDS,
    Puzzle,
    find_puzzle,
    list_puzzles,
)
from gpuviz.operation.module import read_source
from gpuviz.worker import Workers
from gpuviz.worker.jobs import GradePuzzle

LIST = "list"
WIDTH = 96  # columns of text
NUMBER = 1  # of the only grading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("puzzle", metavar="NAME", help="`list`, a name of it, or a folder")
    about = "a file with your kernel, to be graded; without one the task is told"
    parser.add_argument("answer", nargs="?", metavar="ANSWER.py", help=about)
    parser.add_argument("--hints", action="store_true", help="print the hints as well")
    parser.add_argument("--start", action="store_true", help="print the kernel to begin with alone")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """0: told, or solved; 1: the answer is wrong."""
    if arguments.puzzle == LIST:
        _list(arguments.json)
        return 0
    puzzle = find_puzzle(arguments.puzzle)
    if arguments.answer is None:
        _tell(puzzle, arguments)
        return 0
    return _grade(puzzle, Path(arguments.answer), arguments.json)


def _list(as_json: bool) -> None:
    puzzles = list_puzzles()
    if as_json:
        print_json({"puzzles": [_entry(puzzle) for puzzle in puzzles]})
        return
    rows = [(one.name, KIND_WORDS[one.kind], one.texts.about) for one in puzzles]
    print_text(aligned(rows))


def _entry(puzzle: Puzzle) -> dict[str, object]:
    return {
        "name": puzzle.name,
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
    parts = [f"{texts.title} ({KIND_WORDS[puzzle.kind].lower()})", wrapped(texts.task)]
    parts.append(textwrap.indent(puzzle.start.source.rstrip("\n"), "    "))
    goals = "".join(f"\n  {words}" for words in goal_words(puzzle))
    result = f"the result is NumPy's with {len(puzzle.cases)} sizes and blocks, without a hazard"
    parts.append(f"Goals:\n  {result}{goals}")
    if with_hints:
        parts += [wrapped(f"Hint {n}: {hint}") for n, hint in enumerate(texts.hints, 1)]
    name = puzzle.name
    begin, grade = f"gpuviz puzzle {name} --start > {name}.py", f"gpuviz puzzle {name} {name}.py"
    parts.append(f"`{begin}` begins, `{grade}` grades.")
    return parts


def wrapped(text: str) -> str:
    """Paragraphs as lines for a terminal; blocks of code stay as they are."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        one if one.startswith("```") else textwrap.fill(" ".join(one.split()), WIDTH)
        for one in paragraphs
    )


def _grade(puzzle: Puzzle, file: Path, as_json: bool) -> int:
    text = read_source(file)
    request = puzzle.request(NUMBER, file.absolute(), text, find_device(DEFAULT_DEVICE))
    with Workers() as workers:
        grading = answer_of(workers.submit(GradePuzzle(request)))
    if as_json:
        print_json(_object(puzzle, grading, text))
    else:
        print_text("\n".join(_lines(puzzle, grading, text)))
    return 0 if grading.is_solved else 1


def _object(puzzle: Puzzle, grading: Grading, text: str) -> dict[str, object]:
    case = puzzle.cases[grading.case]
    place = grading.place
    return {
        "puzzle": puzzle.name,
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
    lines = [f"{puzzle.texts.title}: {'solved' if grading.is_solved else 'not solved'}"]
    lines.append(f"  right with {grading.passed} of {len(puzzle.cases)} sizes and blocks")
    for goal, found in zip(puzzle.goals, grading.figures, strict=False):
        mark = "reached" if found <= goal.most else "not reached"
        words = sentence(FIGURE_WORDS[goal.figure])
        lines.append(f"  {words}: {found}, at most {goal.most} ({mark})")
    if grading.messages:
        lines.append(textwrap.fill(" ".join(map(sentence, grading.messages)), WIDTH))
    mistake = puzzle.mistake(grading, text)
    if mistake is not None:
        lines.append(wrapped(mistake))
    lines += [wrapped(f"Note: {sentence(note)}") for note in grading.notes]
    if grading.is_solved:
        lines.append(wrapped(puzzle.texts.solved))
    return lines
