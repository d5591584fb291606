"""The text of a lesson file in its parts: the front matter, steps, and what stands in each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gpuviz.lesson.words import joined

FENCE = "---"
CODE = "```"
TITLE = re.compile(r"##\s+(.*\S)\s*")
QUESTION = re.compile(r"[?？]\s*(\S.*)")
KEYED = re.compile(r"([a-z_]+)\s*:(?:\s+(.*))?")
QUESTION_KEY = "?"


@dataclass(frozen=True, slots=True)
class LessonMark:
    """One `key: value` of a file, continued by lines that are indented."""

    key: str
    value: str
    line: int


@dataclass(slots=True)
class RawStep:
    """A step as it stands in the file."""

    title: str
    line: int
    text: list[str] = field(default_factory=list)
    marks: list[LessonMark] = field(default_factory=list)

    def all(self, key: str) -> list[LessonMark]:
        """The marks of one key, in order."""
        return [mark for mark in self.marks if mark.key == key]

    @property
    def words(self) -> str:
        """The Markdown between the marks."""
        return "\n".join(self.text).strip()


@dataclass(slots=True)
class RawLesson:
    """A file in its parts; `stray` are lines before the first step. `front` is None without one."""

    front: list[LessonMark] | None
    steps: list[RawStep]
    stray: list[int]


def parts_of(text: str) -> RawLesson:
    """Takes a file apart; whether the parts make sense is looked at by the parser."""
    lines = text.splitlines()
    front, begin = _front(lines)
    raw = RawLesson(front, [], [])
    in_code = continues = False
    for number, line in enumerate(lines[begin:], begin + 1):
        in_code ^= line.startswith(CODE)
        title = None if in_code else TITLE.fullmatch(line)
        if title is not None:
            raw.steps.append(RawStep(title[1], number))
            continues = False
        elif not raw.steps:
            raw.stray += [number] if line.strip() else []
        else:
            continues = _take(raw.steps[-1], line, number, in_code, continues)
    return raw


def _front(lines: list[str]) -> tuple[list[LessonMark] | None, int]:
    """The marks of the front matter, and where the lines after it begin."""
    if not lines or lines[0].strip() != FENCE:
        return None, 0
    ends = [number for number, line in enumerate(lines[1:], 1) if line.strip() == FENCE]
    if not ends:
        return None, len(lines)
    return list(_front_marks(lines[1 : ends[0]])), ends[0] + 1


def _front_marks(lines: list[str]) -> Iterator[LessonMark]:
    for number, line in enumerate(lines, 2):
        if line.strip():
            key, _, value = line.partition(":")
            yield LessonMark(key.strip(), value.strip(), number)


def _take(step: RawStep, line: str, number: int, in_code: bool, continues: bool) -> bool:
    """Puts a line where it belongs; whether an indented one would continue it."""
    keyed = None if in_code else KEYED.fullmatch(line)
    question = None if in_code else QUESTION.fullmatch(line)
    if question is not None:
        step.marks.append(LessonMark(QUESTION_KEY, question[1].strip(), number))
    elif keyed is not None:
        step.marks.append(LessonMark(keyed[1], (keyed[2] or "").strip(), number))
    elif continues and line.startswith("  ") and line.strip():
        last = step.marks[-1]
        step.marks[-1] = LessonMark(last.key, joined(last.value, line.strip()), last.line)
    else:
        step.text.append(line)
        return False
    return True
