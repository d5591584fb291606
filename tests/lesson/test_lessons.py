"""Every lesson that comes with gpuviz, in every language: right, and the same in each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpuviz.lesson import Lesson, lesson_files, read_lesson, read_library
from gpuviz.lesson.library import FIRST_LANGUAGE, languages

FILES = [path for language in languages() for path in lesson_files(language)]


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def lesson_in(path: Path) -> Lesson:
    read = read_lesson(path)
    assert read.lesson is not None, [f"{path.name}: {problem.text}" for problem in read.problems]
    return read.lesson


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_lesson_has_no_problems(path: Path) -> None:
    assert lesson_in(path).steps


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_star_of_other_markdown_is_shown(path: Path) -> None:
    words = [
        said
        for step in lesson_in(path).steps
        for answers in [[guess.why_not for guess in step.guesses]]
        for text in (step.text, step.question, step.hint, step.reveal, *answers)
        for said in re.sub(r"```.*?```|`[^`]*`|\*\*", "", text, flags=re.DOTALL).splitlines()
    ]

    assert [said for said in words if "*" in said.removeprefix("* ")] == []


@pytest.mark.parametrize("language", languages())
def test_numbers_and_names_of_files_agree_and_are_there_once(language: str) -> None:
    wrong = [(read.path.name, *read.problems) for read in read_library(language) if read.problems]

    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for path in FILES if path.parent.name != FIRST_LANGUAGE], ids=name_of
)
def test_a_translated_lesson_does_what_the_english_one_does(path: Path) -> None:
    first = path.parent.with_name(FIRST_LANGUAGE) / path.name

    assert _doings(lesson_in(path)) == _doings(lesson_in(first))


def _doings(lesson: Lesson) -> list[object]:
    """Everything of a lesson but its words."""
    steps = [
        (
            [(one.name, one.value) for one in step.settings],
            step.points,
            [(part.fact.name, part.sign, part.text) for part in step.answer.parts],
            [(one.name, one.value) for one in step.solution],
            [(guess.is_right, bool(guess.why_not)) for guess in step.guesses],
        )
        for step in lesson.steps
    ]
    return [lesson.number, lesson.operations, *steps]
