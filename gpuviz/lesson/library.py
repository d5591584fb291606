"""The lessons that come with gpuviz, in each language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpuviz.lesson.lesson import lesson_key
from gpuviz.lesson.marks import parts_of
from gpuviz.lesson.parser import ReadLesson, read_lesson, whole_number
from gpuviz.lesson.problem import problem
from gpuviz.messages import EnglishText
from gpuviz.places import resource_dir

FIRST_LANGUAGE = "en"
NAME = re.compile(r"(\d\d)_[a-z0-9_]+\.md")


@dataclass(frozen=True, slots=True)
class CoursePart:
    """Lessons that belong together, by their numbers."""

    title: EnglishText
    numbers: Sequence[int]


PARTS = (
    CoursePart("First steps", range(1, 9)),
    CoursePart("Deep learning", range(9, 14)),
    CoursePart("Data and training", range(14, 19)),
    CoursePart("The machine", range(19, 23)),
)
OWN_PART: EnglishText = "Other lessons"


def part_title(number: int) -> EnglishText:
    """The title of the part that a lesson of that number belongs to."""
    for part in PARTS:
        if number in part.numbers:
            return part.title
    return OWN_PART


def lesson_files(language: str) -> list[Path]:
    """The files of a language in the order of their numbers; none of a language without lessons."""
    folder = resource_dir("assets") / "lessons" / language
    return sorted(folder.glob("*.md")) if folder.is_dir() else []


def languages() -> list[str]:
    """The languages that have lessons."""
    folder = resource_dir("assets") / "lessons"
    return sorted(one.name for one in folder.iterdir() if one.is_dir())


@dataclass(frozen=True, slots=True)
class Listed:
    """What the list of lessons says of one; its steps are only counted."""

    path: Path
    number: int
    title: str
    about: str
    step_count: int

    @property
    def key(self) -> str:
        """What it is remembered by."""
        return lesson_key(self.path, self.number)


def list_lessons(language: str) -> tuple[Listed, ...]:
    """The lessons of a language; where it has none, those of the first one."""
    files = lesson_files(language) or lesson_files(FIRST_LANGUAGE)
    return tuple(map(_listed, files))


def _listed(path: Path) -> Listed:
    raw = parts_of(path.read_text(encoding="utf-8", errors="replace"))
    front = {mark.key: mark.value for mark in raw.front or ()}
    number = front.get("lesson", "")
    return Listed(
        path,
        whole_number(number),
        front.get("title", path.stem),
        front.get("about", ""),
        max(len(raw.steps), 1),
    )


def read_library(language: str) -> tuple[ReadLesson, ...]:
    """All lessons of a language, also those with problems; numbers and names are looked at too."""
    seen: dict[int, str] = {}
    found = []
    for path in lesson_files(language):
        read = read_lesson(path)
        if read.lesson is not None:
            read = _with_place(read, seen)
        found.append(read)
    return tuple(found)


def _with_place(read: ReadLesson, seen: dict[int, str]) -> ReadLesson:
    """The same; wrong if another one has its number, or its name has not."""
    assert read.lesson is not None
    number, name = read.lesson.number, read.path.name
    match = NAME.fullmatch(name)
    if number in seen:
        template = "Lesson {number} is in {other} already: give this one another number."
        wrong = problem(2, "number-twice", template, number=number, other=seen[number])
        return ReadLesson(read.path, None, (wrong,))
    seen[number] = name
    if match is None or int(match[1]) != number:
        template = "The name of lesson {number} begins with {wanted}_, but the file is {name}."
        values = {"number": number, "wanted": f"{number:02}", "name": name}
        return ReadLesson(read.path, None, (problem(2, "name", template, **values),))
    return read
