"""Answers to puzzles in CUDA C, graded as those in Python: the same cases, goals and sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.device import find_device
from gpuviz.engines.grader import grade
from gpuviz.lesson.puzzle import Puzzle, find_puzzle, list_puzzles
from gpuviz.worker.jobs import unheard
from tests.helpers.graded import graded, said

PUZZLES = {puzzle.name: puzzle for puzzle in list_puzzles(written_in="cuda-c")}
WRONG = [
    pytest.param(puzzle, path, id=f"{puzzle.name}-{path.stem.removeprefix('wrong_')}")
    for puzzle in PUZZLES.values()
    for path in sorted(puzzle.folder.glob("wrong_*.cu"))
]
GUARD = PUZZLES["guard"]
LINE = "y[i] = 2 * x[i];"


def guard(line: str) -> str:
    """The solution of the first puzzle with another line in its place."""
    return GUARD.solution.replace(LINE, line)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=str)
def test_the_kernel_that_a_puzzle_begins_with_fails_as_the_one_in_python(puzzle: Puzzle) -> None:
    python = find_puzzle(puzzle.name)
    file = Path("answer.py").absolute()
    there = grade(python.request(1, file, python.start.source, find_device("t4")), unheard)

    here = graded(puzzle, puzzle.start.source)

    assert not here.is_solved
    assert (here.verdict, here.figures) == (there.verdict, there.figures)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=str)
def test_the_solution_in_c_solves_a_puzzle(puzzle: Puzzle) -> None:
    found = graded(puzzle, puzzle.solution)

    assert (found.verdict, said(found), found.notes) == ("solved", "", ())
    assert found.passed == len(puzzle.cases)


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "path"), WRONG)
def test_a_typical_wrong_answer_in_c_fails_with_a_sentence_for_it(
    puzzle: Puzzle, path: Path
) -> None:
    text = puzzle.with_kernel(path.read_text(encoding="utf-8"))

    found = graded(puzzle, text)

    assert not found.is_solved
    assert said(found)
    assert puzzle.mistake(found, text)


@pytest.mark.slow
def test_every_sentence_for_code_in_c_is_reached() -> None:
    reached = set()
    for puzzle, path in ((p, f) for p in PUZZLES.values() for f in p.folder.glob("wrong_*.cu")):
        text = puzzle.with_kernel(path.read_text(encoding="utf-8"))
        reached.add((puzzle.name, puzzle.mistake(graded(puzzle, text), text)))
    told = [(p.name, one) for p in PUZZLES.values() for one in p.texts.mistakes if one.code]

    assert [(name, one.code) for name, one in told if (name, one.words) not in reached] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing in the file: write the kernel guard."),
        (GUARD.solution.replace(LINE, "y[i] = 2 * x[i]"), "';' is expected here"),
        (GUARD.solution.replace("void guard", "void gard"), "The kernel is called gard here"),
        ("int main() {}\n", "write __global__ void guard"),
        (
            GUARD.solution.replace("const float* x", "float* x"),
            "The puzzle launches `guard(const float* x, float* y, int n)`",
        ),
        (GUARD.solution.replace("int n", "int m").replace("< n", "< m"), "The puzzle launches"),
    ],
)
def test_what_cannot_be_graded_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    found = graded(GUARD, text)

    assert found.verdict == "refused"
    assert sentence in said(found)


@pytest.mark.parametrize(
    ("line", "verdict", "sentence"),
    [
        ("y[i] = 2 * z[i];", "failed", "z is not declared"),
        ("y[i / 2] = 2 * x[i];", "race", "Nothing orders the two"),
        (";", "unwritten", "No thread writes into y"),
        ("while (true) {}", "failed", "does not end"),
    ],
)
def test_what_a_kernel_must_not_do_is_told(line: str, verdict: str, sentence: str) -> None:
    found = graded(GUARD, guard(line))

    assert found.verdict == verdict
    assert sentence in said(found)


@pytest.mark.slow
def test_a_loop_that_goes_on_is_ended_and_named() -> None:
    endless = guard("for (int k = 0; k >= 0; k = (k + 1) % 1000) y[i] = k;")

    found = graded(GUARD, endless, patience_s=0.0)

    assert found.verdict == "failed"
    assert "The loop in line" in said(found)


def test_inputs_that_the_file_asks_for_and_host_code_count_for_nothing() -> None:
    text = (
        f"// gpuviz: n = 1\n// gpuviz: x = zeros(n)\n{GUARD.solution}\nint main() {{ return 1; }}\n"
    )

    found = graded(GUARD, text)

    assert found.is_solved
    assert [note.code for note in found.notes] == ["puzzle.not-run"]


def test_constants_macros_and_device_functions_are_the_students_own() -> None:
    text = GUARD.solution.replace(
        "__global__",
        "#define TWO 2\n__device__ float twice(float v) { return TWO * v; }\n\n__global__",
    ).replace("2 * x[i]", "twice(x[i])")

    assert graded(GUARD, text).is_solved


def test_lines_are_those_of_the_students_file() -> None:
    found = graded(GUARD, "// one line more\n" + GUARD.start.source)

    assert found.place is not None
    assert (Path(found.place.file).name, found.place.line) == ("answer.cu", 10)
