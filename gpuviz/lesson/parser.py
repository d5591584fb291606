"""Reads a lesson file and says all that is wrong with it, with lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gpuviz.lesson.condition import Condition, parse_condition
from gpuviz.lesson.controls import CONTROLS
from gpuviz.lesson.guesses import guesses_of
from gpuviz.lesson.lesson import Lesson, LessonStep, Setting
from gpuviz.lesson.marks import QUESTION_KEY, LessonMark, RawLesson, RawStep, parts_of
from gpuviz.lesson.names import own_operation
from gpuviz.lesson.own_files import operation_problems, resolved, with_files
from gpuviz.lesson.placeholders import check_placeholders
from gpuviz.lesson.problem import Problem, problem, unknown
from gpuviz.lesson.puzzle_step import solved_puzzle
from gpuviz.lesson.settings import parse_settings
from gpuviz.lesson.solution import derived_solution
from gpuviz.lesson.state import check_states
from gpuviz.lesson.whole import check_whole
from gpuviz.lesson.words import MOST_BRIEF, MOST_WORDS, check_words
from gpuviz.messages import reason_of, word
from gpuviz.ordinary_file import read_ordinary

LARGEST_BYTES = 50_000  # seven of the longest; reading may take the square of it
FRONT_KEYS = ("lesson", "title", "about", "operations")
STEP_KEYS = (
    *("set", "point", "predict", "explain", "wrong", "answer", "puzzle", "solution", "hint"),
    *("reveal", "note"),
)
ONCE = (QUESTION_KEY, "predict", "explain", "answer", "puzzle", "hint", "reveal")
ANSWERS = ("answer", "puzzle", "explain")  # each says when a step is answered: one is enough
NEEDED = {
    QUESTION_KEY: word("a question, in a line that begins with a question mark"),
    "answer": word("a line `answer:` that says when it is answered"),
    "hint": word("a line `hint:` for who is stuck"),
    "reveal": word("a line `reveal:` that says what was to be seen"),
}


@dataclass(frozen=True, slots=True)
class ReadLesson:
    """A lesson file, read. `lesson` is None where something is wrong with it."""

    path: Path
    lesson: Lesson | None
    problems: tuple[Problem, ...] = ()


def read_lesson(path: Path) -> ReadLesson:
    """Reads and checks a file; whatever is wrong becomes a problem, nothing is raised."""
    text = _text(path)
    if isinstance(text, Problem):
        return ReadLesson(path, None, (text,))
    return parse_lesson(text, path)


def parse_lesson(text: str, path: Path) -> ReadLesson:
    """Reads and checks the text of a lesson file."""
    raw = parts_of(text)
    problems: list[Problem] = []
    if raw.front is None:
        template = "The file has no front matter: it begins with a line ---, then `lesson:`, `title:`, `about:`, `operations:`, then --- again."  # noqa: E501
        problems.append(problem(1, "no-front", template))
    lesson = _lesson(raw, path, problems)
    problems += check_whole(lesson, raw)
    if not problems:
        problems += check_states(lesson)
    ordered = tuple(sorted(problems, key=lambda one: one.line))
    return ReadLesson(path, None if ordered else lesson, ordered)


def _text(path: Path) -> str | Problem:
    try:
        if path.stat().st_size > LARGEST_BYTES:
            template = "The file has {size} bytes: a lesson has at most {limit}."
            size = path.stat().st_size
            return problem(0, "too-large", template, size=size, limit=LARGEST_BYTES)
        raw = read_ordinary(path, LARGEST_BYTES)
    except OSError as error:
        return problem(0, "unreadable", "The file cannot be read: {why}.", why=reason_of(error))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        template = "This line is not UTF-8: save the file in the encoding UTF-8."
        return problem(line, "encoding", template)


def _lesson(raw: RawLesson, path: Path, problems: list[Problem]) -> Lesson:
    front = _front(raw.front or [], path.parent, problems)
    names = resolved(_names(front.get("operations", "")), path.parent)
    number = whole_number(front.get("lesson", ""))
    return Lesson(
        path,
        number,
        front.get("title", ""),
        front.get("about", ""),
        names,
        tuple(
            _step(step, path.parent, (number, at), problems) for at, step in enumerate(raw.steps, 1)
        ),
    )


def _front(marks: Iterable[LessonMark], folder: Path, problems: list[Problem]) -> dict[str, str]:
    """The values by key; problems are noted."""
    found: dict[str, str] = {}
    for mark in marks:
        if mark.key not in FRONT_KEYS:
            template = "The front matter has no `{name}:`."
            problems.append(unknown(mark.line, "front-key", template, mark.key, FRONT_KEYS))
        elif mark.key == "lesson" and not 1 <= whole_number(mark.value) <= 99:
            template = "`lesson:` is a number from 1 to 99, not `{value}`."
            problems.append(problem(mark.line, "number", template, value=mark.value))
        elif mark.key == "operations":
            problems += operation_problems(_names(mark.value), folder, mark.line)
        found[mark.key] = mark.value
    missing = [key for key in FRONT_KEYS if not found.get(key)]
    if missing and marks:
        template = "The front matter lacks {keys}."
        keys = ", ".join(f"`{key}:`" for key in missing)
        problems.append(problem(1, "front-missing", template, keys=keys))
    return found


def whole_number(text: str) -> int:
    """The number that a text is; 0 where it is none, or one of nine digits and more."""
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _step(
    raw: RawStep, folder: Path, numbers: tuple[int, int], problems: list[Problem]
) -> LessonStep:
    """`numbers` are the lesson's and the step's."""
    problems += _key_problems(raw)
    called = partial(own_operation, folder=folder)
    settings = _settings(raw, "set", called, problems)
    puzzle = _value(raw, "puzzle")
    answer = solved_puzzle(puzzle, _line(raw, "puzzle"), problems) or _answer(raw, called, problems)
    explains = bool(raw.all("explain"))
    solution: tuple[Setting, ...] | None = _settings(raw, "solution", called, problems)
    if not raw.all("solution") and not puzzle:
        solution = derived_solution(answer)
        if solution is None and answer.parts:
            template = "What makes this answer true cannot be read off it: add a line `solution:`."
            problems.append(problem(answer.line, "no-solution", template))
    texts = {key: _value(raw, key) for key in (QUESTION_KEY, "hint", "reveal")}
    problems += check_words(raw.line, word("The text of the step"), raw.words, MOST_WORDS)
    for key, text in texts.items():
        problems += check_words(_line(raw, key), f"`{key}`", text, MOST_BRIEF)
    problems += check_placeholders(_line(raw, "reveal"), texts["reveal"])
    return LessonStep(
        title=raw.title,
        line=raw.line,
        text=raw.words,
        question=texts[QUESTION_KEY],
        settings=with_files(settings, folder),
        points=_points(raw, problems),
        guesses=guesses_of(raw, *numbers, problems),
        answer=answer,
        solution=with_files(solution or (), folder),
        hint=texts["hint"],
        reveal=texts["reveal"],
        note=" ".join(mark.value for mark in raw.all("note")),
        puzzle=puzzle,
        explains=explains,
    )


def _key_problems(raw: RawStep) -> Iterator[Problem]:
    for mark in raw.marks:
        if mark.key not in (*STEP_KEYS, QUESTION_KEY):
            template = "There is no key `{name}:` (a line of text must not begin like one)."
            yield unknown(mark.line, "key", template, mark.key, STEP_KEYS)
        elif not mark.value:
            yield problem(mark.line, "empty", "Nothing stands behind `{key}:`.", key=mark.key)
    for key in ONCE:
        for again in raw.all(key)[1:]:
            template = "This step has `{key}` already: once is enough."
            yield problem(again.line, "twice", template, key=key)
    for key, what in NEEDED.items():
        if not raw.all(key) and not (key == "answer" and any(map(raw.all, ANSWERS))):
            template = "The step `{title}` lacks {what}."
            yield problem(raw.line, "missing", template, title=raw.title, what=what)
    for other in ("predict", "answer", "puzzle", "solution"):
        if raw.all("explain") and raw.all(other):
            template = "`explain:` asks and answers at once: this step has no `{key}:` beside it."
            yield problem(_line(raw, other), "explain-beside", template, key=other)


def _value(raw: RawStep, key: str) -> str:
    return next((mark.value for mark in raw.all(key)), "")


def _line(raw: RawStep, key: str) -> int:
    return next((mark.line for mark in raw.all(key)), raw.line)


def _settings(
    raw: RawStep, key: str, called: Callable[[str], str], problems: list[Problem]
) -> tuple[Setting, ...]:
    found: list[Setting] = []
    for mark in raw.all(key):
        settings, wrong = parse_settings(mark.value, mark.line, called)
        found += settings
        problems += wrong
    return tuple(found)


def _answer(raw: RawStep, called: Callable[[str], str], problems: list[Problem]) -> Condition:
    answer = Condition((), raw.line)
    for mark in raw.all("answer")[:1]:
        answer, wrong = parse_condition(mark.value, mark.line, called)
        problems += wrong
    return answer


def _points(raw: RawStep, problems: list[Problem]) -> tuple[str, ...]:
    found: list[str] = []
    for mark in raw.all("point"):
        for name in re.split(r"\s*,\s*", mark.value):
            if name not in CONTROLS:
                template = "There is nothing called `{name}` to point at."
                problems.append(unknown(mark.line, "control", template, name, CONTROLS))
            found.append(name)
    return tuple(found)
