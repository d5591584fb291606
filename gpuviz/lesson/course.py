"""The course: in which order the lessons that come with gpuviz are taken, and in which parts.

The number in the name of a lesson's file is what the lesson is called for ever: progress is
remembered by it. Its place in the course is its place here, and that is the number that students
see. A new lesson is given the next free number and written into `PARTS` where it belongs.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.messages import EnglishText


@dataclass(frozen=True, slots=True)
class CoursePart:
    """Lessons that belong together, by the numbers of their files, in their order."""

    title: EnglishText
    numbers: tuple[int, ...]


PARTS = (
    CoursePart("First steps", (1, 2, 32, 3, 4, 5, 7, 33, 6)),
    CoursePart("Memory, and threads that work together", (8, 9, 21, 27, 11, 22, 30)),
    CoursePart("Patterns", (23, 24, 31, 25)),
    CoursePart("Deep learning", (10, 12, 13, 26, 35)),
    CoursePart("Data and training", (14, 15, 16, 29, 34, 17, 18)),
    CoursePart("The machine", (28, 19, 20)),
)
COURSE = tuple(number for part in PARTS for number in part.numbers)
OWN_PART: EnglishText = "Other lessons"


def place_in_course(number: int) -> int:
    """From 1, of a lesson by the number of its file; one that no part names comes last."""
    return COURSE.index(number) + 1 if number in COURSE else len(COURSE) + number


def part_title(number: int) -> EnglishText:
    """The title of the part that a lesson belongs to, by the number of its file."""
    for part in PARTS:
        if number in part.numbers:
            return part.title
    return OWN_PART
