"""Lesson: what a lesson file says, read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gpuviz.lesson.condition import Condition
from gpuviz.lesson.course import place_in_course
from gpuviz.places import resource_dir
from gpuviz.plugins import BETWEEN, plugin_of


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that a step sets in the window; `value` as it stands in the file."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Guess:
    """One of the answers that a student may predict; `why_not` answers a wrong one, if it says."""

    text: str
    is_right: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson. Texts are Markdown; `line` is that of its title."""

    title: str
    line: int
    text: str
    question: str
    settings: tuple[Setting, ...]
    points: tuple[str, ...]  # names out of CONTROLS
    guesses: tuple[Guess, ...]  # in the order of their buttons
    answer: Condition
    solution: tuple[Setting, ...]
    hint: str
    reveal: str
    note: str = ""  # for a speaker: students do not see it
    puzzle: str = ""  # the name of the one that answers it, once it is solved
    explains: bool = False  # it is answered by choosing the right one of `guesses`


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: about 5 to 10 steps that drive the window."""

    path: Path
    number: int
    title: str
    about: str
    operations: tuple[str, ...]
    steps: tuple[LessonStep, ...]

    @property
    def step_count(self) -> int:
        """How many steps it has."""
        return len(self.steps)

    @property
    def key(self) -> str:
        """What it is remembered by."""
        return lesson_key(self.path, self.number)

    @property
    def shown(self) -> int:
        """The number that students see."""
        return shown_number(self.key, self.number)


def lesson_key(path: Path, number: int) -> str:
    """The number of a lesson that comes with gpuviz, in whatever language; of a plugin's lesson
    `plugin:number`; else its path.
    """
    folder = (resource_dir("assets") / "lessons").resolve()
    here = path.resolve()
    if here.parent.parent == folder:
        return str(number)
    plugin = plugin_of(here)
    return str(here) if plugin is None else f"{plugin.name}{BETWEEN}{number}"


def shown_number(key: str, number: int) -> int:
    """The number that students see: of a lesson that comes with gpuviz its place in the course, of
    any other its own.
    """
    return place_in_course(number) if key.isdecimal() else number
