"""The folders of puzzles: each can be answered in CUDA C, with words for it in every language."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gpuviz.lesson.library import languages
from gpuviz.lesson.puzzle import Puzzle, find_puzzle, list_puzzles, read_puzzle
from gpuviz.lesson.words import word_count
from gpuviz.messages import RequestRefused

PUZZLES = list_puzzles(written_in="cuda-c")
MOST_TASK, MOST_WORDS = 90, 60
OF_PYTHON = ("cuda.", "x.size", "x.shape", "np.", "Python", "range(")


def by_language(name: str) -> dict[str, Puzzle]:
    return {one: find_puzzle(name, one, "cuda-c") for one in languages()}


def test_every_puzzle_can_be_answered_in_c() -> None:
    assert [one.name for one in PUZZLES] == [one.name for one in list_puzzles() if not one.plugin]


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_the_words_for_c_say_the_same_in_every_language(puzzle: Puzzle) -> None:
    texts = {one: found.texts for one, found in by_language(puzzle.name).items()}

    shapes = {
        one: (len(text.hints), [(m.verdict, m.later, m.code) for m in text.mistakes])
        for one, text in texts.items()
    }
    assert len({str(shape) for shape in shapes.values()}) == 1
    assert len({text.title for text in texts.values()}) == len(texts)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_the_words_for_c_are_few_and_speak_no_python(puzzle: Puzzle) -> None:
    for found in by_language(puzzle.name).values():
        texts = found.texts
        brief = (*texts.hints, texts.solved, *(one.words for one in texts.mistakes))
        assert word_count(texts.task) <= MOST_TASK
        assert max(map(word_count, brief)) <= MOST_WORDS
        whole = "\n".join((texts.about, texts.task, *brief, *(m.code for m in texts.mistakes)))
        assert [word for word in OF_PYTHON if word in whole] == []


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_it_has_the_cases_and_goals_of_the_one_in_python(puzzle: Puzzle) -> None:
    python = find_puzzle(puzzle.name)

    assert (puzzle.cases, puzzle.goals, puzzle.kind) == (python.cases, python.goals, python.kind)
    assert puzzle.start.kernel == python.start.kernel
    assert puzzle.start.twin_path == python.start.path
    assert len(list(puzzle.folder.glob("wrong_*.cu"))) >= 3


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_the_solution_put_into_the_file_changes_nothing_but_the_kernel(puzzle: Puzzle) -> None:
    head = "__device__" if "__device__" in puzzle.start.source else "__global__"

    assert puzzle.with_kernel(puzzle.kernel_of(puzzle.solution)) != puzzle.start.source
    assert puzzle.solution.partition(head)[0] == puzzle.start.source.partition(head)[0]


def test_each_language_of_an_answer_is_remembered_by_itself() -> None:
    puzzle = find_puzzle("guard", written_in="cuda-c")

    assert (puzzle.key, puzzle.base_key) == ("guard.cu", "guard")
    assert find_puzzle("guard").key == "guard"


def test_a_puzzle_without_a_start_in_c_is_refused_in_c(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PUZZLES[0].folder, tmp_path / "mine"))
    (folder / "start.cu").unlink()

    assert not read_puzzle(folder).has_c
    with pytest.raises(RequestRefused, match=r"has no start\.cu"):
        read_puzzle(folder, written_in="cuda-c")


def test_words_that_lack_for_c_are_those_of_the_puzzle(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PUZZLES[0].folder, tmp_path / "mine"))
    for name in ("c_en.md", "c_zh_CN.md"):
        (folder / name).unlink()

    assert read_puzzle(folder, "zh_CN", "cuda-c").texts == read_puzzle(folder, "zh_CN").texts
