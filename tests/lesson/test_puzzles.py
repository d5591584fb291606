"""The folders of puzzles: complete, in every language, and told what is wrong with them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gpuviz.lesson.library import languages
from gpuviz.lesson.puzzle import Puzzle, list_puzzles, read_puzzle, with_kernel
from gpuviz.lesson.words import word_count
from gpuviz.messages import GpuvizError

PUZZLES = list_puzzles()
MOST_TASK, MOST_WORDS = 90, 60


def by_language(name: str) -> dict[str, Puzzle]:
    return {one: next(p for p in list_puzzles(one) if p.name == name) for one in languages()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A puzzle of one's own."""
    return Path(shutil.copytree(PUZZLES[0].folder, tmp_path / "mine"))


def test_there_are_twenty_of_all_kinds() -> None:
    assert [puzzle.number for puzzle in PUZZLES] == list(range(1, 21))
    assert {puzzle.kind for puzzle in PUZZLES} == {"fill", "repair", "faster"}


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_says_the_same_in_every_language(puzzle: Puzzle) -> None:
    texts = {one: found.texts for one, found in by_language(puzzle.name).items()}

    shapes = {
        one: (len(text.hints), [(m.verdict, m.later, m.code) for m in text.mistakes])
        for one, text in texts.items()
    }
    assert len({str(shape) for shape in shapes.values()}) == 1
    assert len({text.title for text in texts.values()}) == len(texts)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_has_hints_wrong_answers_and_few_words(puzzle: Puzzle) -> None:
    for found in by_language(puzzle.name).values():
        texts = found.texts
        assert len(texts.hints) >= 2
        assert word_count(texts.task) <= MOST_TASK
        brief = (*texts.hints, texts.solved, *(one.words for one in texts.mistakes))
        assert max(map(word_count, brief)) <= MOST_WORDS
    assert len(list(puzzle.folder.glob("wrong_*.py"))) >= 3


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_is_graded_at_a_single_element_and_at_an_odd_size(puzzle: Puzzle) -> None:
    sizes = [case.size for case in puzzle.cases]
    odd = [any(side % 2 for side in size) for size in sizes]

    assert any(set(size) == {1} for size in sizes)
    assert sum(odd) >= 2
    assert len({case.block for case in puzzle.cases}) >= 2
    assert puzzle.cases[0].size == puzzle.start.default_size
    assert puzzle.cases[0].block == puzzle.start.default_block


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_the_solution_put_into_the_file_changes_nothing_but_the_kernel(puzzle: Puzzle) -> None:
    again = with_kernel(puzzle.solution, puzzle.answer_in("solution.py"))

    assert again == puzzle.solution
    assert (
        puzzle.solution.partition("@cuda.jit")[0] == puzzle.start.source.partition("@cuda.jit")[0]
    )


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("puzzle.toml", "kind = ", "mine/puzzle.toml makes no puzzle: it is no TOML"),
        ("puzzle.toml", 'kind = "guess"', "`kind` is one of fill, repair, faster"),
        ("puzzle.toml", 'kind = "fill"', "`cases` lists sizes and blocks"),
        ("puzzle.toml", 'kind = "fill"\ncases = [["ten", "32"]]', "is no case"),
        ("puzzle.toml", 'kind = "fill"\ncases = [["1,2", "32"]]', "has one size"),
        (
            "puzzle.toml",
            'kind = "fill"\ncases = [["1", "32"]]\ngoals = ["speed <= 3"]',
            "'speed <= 3' is no goal",
        ),
        ("en.md", "Do it.", "`title:` is missing"),
        (
            "en.md",
            "---\ntitle: T\nabout: A\n---\nDo it.\n\n## If slow\nNo.",
            "no section '## If slow'",
        ),
        ("start.py", "x = 1", "has no kernel"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_told(
    folder: Path, file: str, text: str, sentence: str
) -> None:
    (folder / file).write_text(text, encoding="utf-8")

    with pytest.raises(GpuvizError) as refused:
        read_puzzle(folder)

    assert sentence in str(refused.value)


def test_a_puzzle_that_lacks_a_language_is_in_english(folder: Path) -> None:
    (folder / "zh_CN.md").unlink()

    assert read_puzzle(folder, "zh_CN").texts.title == "The guard"


def test_a_puzzle_of_ones_own_is_remembered_by_its_folder(folder: Path) -> None:
    assert PUZZLES[0].key == "guard"
    assert read_puzzle(folder).key == str(folder.resolve())
