"""The order of the lessons: each has its place, and each word is said before it is used."""

from __future__ import annotations

import functools
import re
from itertools import groupby

import pytest

from gpuviz.lesson import Lesson, lesson_files, list_lessons, read_lesson
from gpuviz.lesson.course import COURSE, PARTS, part_title, place_in_course
from gpuviz.lesson.library import FIRST_LANGUAGE, languages
from gpuviz.lesson.names import operation_names
from gpuviz.plugins import BETWEEN
from gpuviz.session.lesson_progress import LessonProgress
from tests.lesson.kinds import kind_of
from tests.lesson.terms import TERMS, definition, first_use

BY_TITLE = {"en": r'lessons? "([^"]+)"', "zh_CN": r"《([^》]+)》"}
BY_NUMBER = {"en": r"\blessons? \d", "zh_CN": r"第 ?[\d一二三四五六七八九十]+ ?课"}


@functools.cache
def lessons_in(language: str) -> list[Lesson]:
    found = [read_lesson(path).lesson for path in lesson_files(language)]
    return [lesson for lesson in found if lesson is not None]


def test_every_lesson_has_one_place_in_the_course() -> None:
    numbers = [int(path.name[:2]) for path in lesson_files(FIRST_LANGUAGE)]

    assert sorted(COURSE) == sorted(numbers), (
        "write a new lesson into PARTS of gpuviz/lesson/course"
    )
    assert numbers == list(COURSE)


def test_students_count_the_lessons_from_one_to_the_last() -> None:
    listed = [one for one in list_lessons(FIRST_LANGUAGE) if not one.plugin]

    assert [one.shown for one in listed] == list(range(1, len(listed) + 1))


def test_the_list_has_each_part_once() -> None:
    titles = [part_title(one.number) for one in list_lessons(FIRST_LANGUAGE) if not one.plugin]

    assert [title for title, _ in groupby(titles)] == [part.title for part in PARTS]


def test_what_was_done_of_a_lesson_stays_with_it_wherever_it_stands_now() -> None:
    """Progress of before the course had an order of its own: lesson 21 was called 21."""
    moved = next(one for one in lessons_in("en") if one.path.name.startswith("21_"))
    progress = LessonProgress()
    progress.answer(moved, 0)

    assert moved.shown == place_in_course(21) != 21
    assert [*progress.lessons] == ["21"]


@pytest.mark.parametrize("language", languages())
def test_a_lesson_names_others_by_their_titles(language: str) -> None:
    titles = {lesson.title for lesson in lessons_in(language)}
    texts = [
        f"{step.text}\n{step.reveal}" for lesson in lessons_in(language) for step in lesson.steps
    ]

    assert [text for text in texts if re.search(BY_NUMBER[language], text)] == []
    named = {title for text in texts for title in re.findall(BY_TITLE[language], text)}
    assert named
    assert named <= titles


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("term", TERMS)
def test_a_word_is_said_before_it_is_used(term: str, language: str) -> None:
    pattern = TERMS[term][languages().index(language)]
    defined, used = (find(pattern, lessons_in(language)) for find in (definition, first_use))

    assert defined is not None, f"no lesson makes {term} bold"
    assert used == defined, f"{term} is used in step {used} and bold in step {defined}"


@pytest.mark.parametrize("lesson", lessons_in(FIRST_LANGUAGE), ids=lambda one: one.path.stem)
def test_of_the_tasks_of_a_lesson_at_most_half_are_set_this(lesson: Lesson) -> None:
    kinds = [kind_of(step) for step in lesson.steps]

    assert kinds.count("set") <= len(kinds) / 2, kinds


def test_a_task_is_of_the_kind_that_answers_it() -> None:
    def kinds(file: str) -> list[str]:
        lesson = next(one for one in lessons_in("en") if one.path.name.startswith(file))
        return [kind_of(step) for step in lesson.steps]

    assert kinds("04_")[:2] == ["set", "find"]  # "set the block to 500000"; "find the largest"
    assert kinds("03_")[1] == "predict"  # "choose thread 5. Which element does it write?"
    assert kinds("22_")[-1] == "repair"
    assert kinds("17_")[-1] == "explain"


def test_every_kernel_of_the_gallery_is_in_a_lesson() -> None:
    """Puzzles have kernels of their own, beside each in its folder."""
    named = {name for lesson in lessons_in(FIRST_LANGUAGE) for name in lesson.operations}
    gallery = [name for name in operation_names() if BETWEEN not in name]

    assert [name for name in gallery if name not in named] == []
