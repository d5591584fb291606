"""Answers to puzzles, graded by running them: what is right, what is wrong, what is never run."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.engines.grading import Grading
from gpuviz.lesson.puzzle import Puzzle, find_puzzle, list_puzzles, with_kernel
from tests.helpers.graded import graded, said

PUZZLES = {puzzle.name: puzzle for puzzle in list_puzzles()}
WRONG = [
    pytest.param(puzzle, path, id=f"{puzzle.name}-{path.stem.removeprefix('wrong_')}")
    for puzzle in PUZZLES.values()
    for path in sorted(puzzle.folder.glob("wrong_*.py"))
]
GUARD = PUZZLES["guard"]
LINE = "y[i] = 2 * x[i]"


def noted(grading: Grading) -> str:
    return " ".join(message.text for message in grading.notes)


def guard(line: str) -> str:
    """The solution of the first puzzle with another line in its place."""
    return GUARD.solution.replace(LINE, line)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=str)
def test_the_kernel_that_a_puzzle_begins_with_does_not_solve_it(puzzle: Puzzle) -> None:
    assert not graded(puzzle, puzzle.start.source).is_solved


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=str)
def test_the_solution_of_a_puzzle_solves_it(puzzle: Puzzle) -> None:
    found = graded(puzzle, puzzle.solution)

    assert (found.verdict, said(found), noted(found)) == ("solved", "", "")
    assert found.passed == len(puzzle.cases)


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "path"), WRONG)
def test_a_typical_wrong_answer_fails_with_a_sentence_for_it(puzzle: Puzzle, path: Path) -> None:
    text = with_kernel(puzzle.start.source, path.read_text(encoding="utf-8"))

    found = graded(puzzle, text)

    assert not found.is_solved
    assert said(found)
    assert puzzle.mistake(found, text)


@pytest.mark.slow
def test_every_sentence_for_a_wrong_answer_but_the_most_general_ones_is_reached() -> None:
    """A sentence that no wrong answer of the tests gets is one for answers that have no name."""
    reached = set()
    for puzzle, path in ((p, f) for p in PUZZLES.values() for f in p.folder.glob("wrong_*.py")):
        text = with_kernel(puzzle.start.source, path.read_text(encoding="utf-8"))
        reached.add((puzzle.name, puzzle.mistake(graded(puzzle, text), text)))
    told = [(p.name, one) for p in PUZZLES.values() for one in p.texts.mistakes if one.code]

    assert [(name, one.code) for name, one in told if (name, one.words) not in reached] == []


def test_the_first_wrong_element_is_named_with_size_and_block() -> None:
    found = graded(PUZZLES["mirror"], PUZZLES["mirror"].start.source)

    assert said(found).startswith("With size 100 and block 32: 100 of 100 elements of y differ")
    assert found.result is not None
    assert found.result.wrong[0].first == 0


def test_an_answer_for_one_size_fails_at_another_one() -> None:
    found = graded(GUARD, guard(LINE).replace("x.size", "100"))

    assert (found.verdict, found.passed, found.case) == ("out-of-bounds", 1, 1)


def test_a_goal_that_is_missed_is_told_with_both_figures() -> None:
    puzzle = PUZZLES["stripes"]

    found = graded(puzzle, puzzle.start.source)

    assert (found.verdict, found.figures) == ("goal", (4096,))
    assert "Sectors: 4096, and the goal is at most 512." in said(found)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing in the file: write the kernel guard."),
        (" \n\n", "There is nothing in the file"),
        (GUARD.solution.replace("x.size:", "x.size"), "Python cannot read line"),
        ("import os\n" + GUARD.solution, "Line 1 imports os"),
        ("from subprocess import run\n" + GUARD.solution, "Line 1 imports subprocess"),
        (guard(f"import os\n        {LINE}"), "imports os"),
        (GUARD.solution.replace("def guard", "def gard"), "The kernel is called gard here"),
        (GUARD.solution.replace("(x, y)", "(a, b)", 1), "The puzzle launches `guard(x, y)`"),
        (GUARD.solution.replace("@cuda.jit\n", ""), "has no kernel"),
        (GUARD.solution.replace("def guard(x, y)", "def guard(x, y=print(1))"), "on the host"),
        (GUARD.solution.replace("@cuda.jit", "@cuda.jit(print(1))"), "on the host"),
        (GUARD.solution.replace("@cuda.jit", "@print\n@cuda.jit"), "on the host"),
        ("numba = cuda.nothing\n" + GUARD.solution, "cannot be made"),
    ],
)
def test_what_cannot_be_graded_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    found = graded(GUARD, text)

    assert found.verdict == "refused"
    assert sentence in said(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "verdict", "sentence"),
    [
        ("open('evil', 'w')", "failed", "open is not known to gpuviz in a kernel"),
        ("exec('1')", "failed", "is not known to gpuviz in a kernel"),
        ("while True:\n            pass", "failed", "does not end"),
        ("while True:\n            print(i)", "failed", "does not end"),
        (f"{LINE}\n        x[i] = 0", "inputs", "writes into x, which is an input"),
        ("y[i // 2] = 2 * x[i]", "race", "Nothing orders the two"),
        ("y[i] = 2 * z[i]", "failed", "z has no value here"),
        ("pass", "unwritten", "No thread writes into y"),
    ],
)
def test_what_a_kernel_must_not_do_is_told(line: str, verdict: str, sentence: str) -> None:
    found = graded(GUARD, guard(line))

    assert found.verdict == verdict
    assert sentence in said(found)


@pytest.mark.slow
def test_a_loop_that_goes_on_is_ended_and_named() -> None:
    endless = guard("k = 0\n        while k >= 0:\n            k += 1")

    found = graded(GUARD, endless, patience_s=0.0)

    assert found.verdict == "failed"
    assert "The loop in line 17 was ended" in said(found)


def test_code_around_the_kernel_is_never_run(tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    trick = f"open({str(sign)!r}, 'w').write('run')\n"

    found = graded(GUARD, trick + GUARD.solution + f"\nwhile True:\n    {trick}")

    assert found.is_solved
    assert not sign.exists()
    assert noted(found) == (
        "Line 1 was not run: only the kernel and the functions that it calls count."
    )


def test_a_line_that_fell_out_of_the_kernel_is_named() -> None:
    fallen = GUARD.solution.replace("    if i < x.size:", "if i < x.size:")

    found = graded(GUARD, fallen)

    assert found.verdict == "unwritten"
    assert "Line 15 is not indented, so it does not belong to the kernel" in noted(found)


def test_a_reference_that_was_changed_changes_nothing() -> None:
    cheat = GUARD.start.source.replace("y[:] = 2 * x", "y[:] = 0").replace("n): ", "n):")
    easy = cheat.replace(LINE, "y[0] = 0").replace('{"n": 100}', '{"n": 1}')

    found = graded(GUARD, easy)

    assert not found.is_solved
    assert "You have changed SIZES, numpy_twin." in noted(found)


def test_constants_and_functions_of_the_device_are_the_students_own() -> None:
    text = GUARD.solution.replace(
        "@cuda.jit\n",
        "TWO = np.float32(2)\n\n@cuda.jit(device=True)\ndef twice(v):\n"
        "    return TWO * v\n\n\n@cuda.jit\n",
        1,
    ).replace("2 * x[i]", "twice(x[i])", 1)

    assert graded(GUARD, text).is_solved


def test_lines_are_those_of_the_students_file() -> None:
    text = "# one line more\n" + GUARD.start.source

    found = graded(GUARD, text)

    assert found.place is not None
    assert text.splitlines()[found.place.line - 1].strip() == LINE


def test_a_puzzle_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(Exception, match="There is no puzzle 'gard': they are guard, two_guards"):
        find_puzzle("gard")
