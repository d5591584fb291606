"""What somebody answered: predictions and tasks of lessons, kernels of puzzles; a file of it.

A file of answers is JSON. Its seal is an HMAC over everything else in it, under a key that comes of
the lessons and puzzles it is about. That tells an edit by hand and nothing more: the key can be
worked out by whoever reads this source (docs/guide/class.md says so to lecturers).
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Set
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from gpuviz.atomic_file import write_whole
from gpuviz.lesson.lesson import Lesson, LessonStep, Setting
from gpuviz.lesson.names import is_own_file
from gpuviz.lesson.puzzle import Puzzle
from gpuviz.messages import EnglishTemplate, Message, RequestRefused, reason_of, shortened
from gpuviz.new_file import whole_file
from gpuviz.ordinary_file import ANSWERS, read_ordinary
from gpuviz.plugins import BETWEEN

SUFFIX = ANSWERS
FORMAT, SEAL = "gpuviz_answers", "seal"
VERSION = 1
MOST_BYTES = 4 << 20  # all lessons and puzzles answered at length are a twentieth of it
LONGEST_STUDENT = 120  # characters


@dataclass(frozen=True, slots=True)
class StepRecord:
    """What became of one step of a lesson. `predicted` is the first prediction as it was read."""

    predicted: str = ""
    foreseen: bool = False  # that prediction was the right one
    done: bool = False
    hinted: bool = False
    shown: bool = False  # the window was asked to do it, before it was done


@dataclass(frozen=True, slots=True)
class LessonRecord:
    """What became of a lesson; `digest` says which text of it was played."""

    title: str
    digest: str
    steps: tuple[StepRecord, ...]


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """What became of a puzzle: the kernel that solved it, else the one that was checked last."""

    title: str
    digest: str
    code: str = ""
    solved: bool = False
    tries: int = 0  # until it was solved
    hints: int = 0
    shown: bool = False  # the solution was looked at, before it was solved


@dataclass(frozen=True, slots=True)
class Answers:
    """All that somebody answered, by the names of lessons and puzzles.

    Of a person it holds what they typed as `student`, and nothing else.
    """

    student: str = ""
    lessons: Mapping[str, LessonRecord] = field(default_factory=dict)
    puzzles: Mapping[str, PuzzleRecord] = field(default_factory=dict)

    @property
    def names(self) -> Set[str]:
        """What can be handed in."""
        return {*self.lessons, *self.puzzles}

    def only(self, names: Set[str]) -> Answers:
        """The same without what is not to be handed in."""
        lessons = {name: one for name, one in self.lessons.items() if name in names}
        puzzles = {name: one for name, one in self.puzzles.items() if name in names}
        return replace(self, lessons=lessons, puzzles=puzzles)

    def of_lesson(self, lesson: Lesson) -> LessonRecord:
        """What is known of a lesson; nothing of one whose text is another one now."""
        digest = lesson_digest(lesson)
        known = self.lessons.get(lesson_name(lesson))
        if known is not None and known.digest == digest:
            return known
        return LessonRecord(lesson.title, digest, (StepRecord(),) * lesson.step_count)

    def of_puzzle(self, puzzle: Puzzle) -> PuzzleRecord:
        """The same of a puzzle."""
        digest = puzzle_digest(puzzle)
        known = self.puzzles.get(puzzle_name(puzzle))
        if known is not None and known.digest == digest:
            return known
        return PuzzleRecord(puzzle.texts.title, digest)

    def with_step(self, lesson: Lesson, index: int, step: StepRecord) -> Answers:
        """With what became of a step."""
        record = self.of_lesson(lesson)
        steps = (*record.steps[:index], step, *record.steps[index + 1 :])
        changed = replace(record, title=lesson.title, steps=steps)
        return replace(self, lessons={**self.lessons, lesson_name(lesson): changed})

    def with_puzzle(self, puzzle: Puzzle, record: PuzzleRecord) -> Answers:
        """With what became of a puzzle."""
        return replace(self, puzzles={**self.puzzles, puzzle_name(puzzle): record})


def predicted(answers: Answers, lesson: Lesson, index: int, guess: int) -> Answers:
    """A prediction was made; the first one counts."""
    step = answers.of_lesson(lesson).steps[index]
    if step.predicted or step.done or step.shown:
        return answers
    chosen = lesson.steps[index].guesses[guess]
    step = replace(step, predicted=chosen.text, foreseen=chosen.is_right)
    return answers.with_step(lesson, index, step)


def answered(answers: Answers, lesson: Lesson, index: int, hinted: bool) -> Answers:
    """A step was done; how it was done first is what counts."""
    step = answers.of_lesson(lesson).steps[index]
    if step.done:
        return answers
    return answers.with_step(lesson, index, replace(step, done=True, hinted=hinted))


def shown(answers: Answers, lesson: Lesson, index: int) -> Answers:
    """The window was asked to do a step."""
    step = answers.of_lesson(lesson).steps[index]
    return answers if step.done else answers.with_step(lesson, index, replace(step, shown=True))


def tried(answers: Answers, puzzle: Puzzle, code: str, solved: bool, hints: int) -> Answers:
    """A kernel was graded; after one that solves the puzzle no other counts."""
    known = answers.of_puzzle(puzzle)
    if known.solved:
        return answers
    record = replace(
        known,
        title=puzzle.texts.title,
        code=code,
        solved=solved,
        tries=known.tries + 1,
        hints=max(known.hints, hints),
    )
    return answers.with_puzzle(puzzle, record)


def solution_seen(answers: Answers, puzzle: Puzzle) -> Answers:
    """The solution of a puzzle was looked at."""
    known = answers.of_puzzle(puzzle)
    return answers if known.solved else answers.with_puzzle(puzzle, replace(known, shown=True))


def student_text(typed: str) -> str:
    """What somebody calls themselves, on one line. Raises RequestRefused for nothing, or a lot."""
    text = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    if 0 < len(text) <= LONGEST_STUDENT:
        return text
    template = "Say whose answers these are, in at most {most} characters: a name, or a number."
    raise RequestRefused(Message("answers.student", template, {"most": LONGEST_STUDENT}))


def lesson_name(lesson: Lesson) -> str:
    """Its key; of a lesson of one's own the name of its file, without the folder it lies in."""
    return lesson.path.name if lesson.key == str(lesson.path.resolve()) else lesson.key


def puzzle_name(puzzle: Puzzle) -> str:
    """The same of a puzzle, once for each language in which it is answered."""
    is_own = puzzle.base_key == str(puzzle.folder.resolve())
    return puzzle.key.replace(puzzle.base_key, puzzle.name) if is_own else puzzle.key


def lesson_digest(lesson: Lesson) -> str:
    """What a lesson asks for, in whatever language: a translation that is corrected, or another
    number in the course, changes nothing.
    """
    return _digest([_asked(step) for step in lesson.steps])


def _asked(step: LessonStep) -> object:
    answer = [(part.fact.name, part.sign, part.text) for part in step.answer.parts]
    settings = [_setting(one) for one in (*step.settings, *step.solution)]
    return [settings, answer, len(step.guesses), step.puzzle]


def _setting(setting: Setting) -> tuple[str, str]:
    """A kernel beside the lesson is named without its folder, and without its plugin, which it has
    only where another one has a kernel of that name.
    """
    value = setting.value
    if setting.name == "operation":
        value = Path(value).name if is_own_file(value) else value.rpartition(BETWEEN)[2]
    return setting.name, value


def puzzle_digest(puzzle: Puzzle) -> str:
    """What a puzzle asks for: the file it begins with, its cases and its goals."""
    cases = [(one.size, tuple(one.block)) for one in puzzle.cases]
    goals = [(one.figure, one.most) for one in puzzle.goals]
    return _digest([puzzle.start.source, cases, goals])


def _digest(of: object) -> str:
    return hashlib.sha256(_canonical(of)).hexdigest()[:32]


def _canonical(of: object) -> bytes:
    """Bytes that are the same however the JSON was written: spaces and line ends do not count."""
    return json.dumps(of, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def save_answers(answers: Answers, path: Path) -> None:
    """Writes a sealed file, whole or not at all. Raises RequestRefused where it cannot be."""
    with whole_file(path) as part:
        part.write_text(sealed_text(answers), encoding="utf-8", newline="\n")


def keep_answers(answers: Answers, path: Path) -> None:
    """The same in a folder that is made for it. Raises OSError."""
    write_whole(path, sealed_text(answers))


def sealed_text(answers: Answers) -> str:
    """The JSON of a file of answers."""
    found: dict[str, Any] = {FORMAT: VERSION, **asdict(answers)}
    return json.dumps(found | {SEAL: _seal(found)}, indent=1) + "\n"


def _seal(found: Mapping[str, Any]) -> str:
    """Of an object without its seal, under the key of the course that it is about."""
    digests: list[str] = []
    for kind in ("lessons", "puzzles"):
        records = found.get(kind)
        if isinstance(records, dict):
            digests += [
                str(one.get("digest", "")) for one in records.values() if isinstance(one, dict)
            ]
    key = hashlib.sha256("\n".join(["gpuviz answers", *sorted(digests)]).encode()).digest()
    return hmac.new(key, _canonical(found), hashlib.sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class ReadAnswers:
    """What is in a file: `answers`, or in a sentence why they do not count.

    `student` is known also of a file that was edited by hand.
    """

    path: Path
    answers: Answers | None
    problem: Message | None = None
    student: str = ""


def read_answers(path: Path) -> ReadAnswers:
    """Reads a file of answers, whatever is in it."""
    try:
        found = json.loads(read_ordinary(path, MOST_BYTES).decode("utf-8-sig"))
    except OSError as error:
        template = "{file} cannot be read: {reason}."
        return _problem(path, "unreadable", template, reason=reason_of(error))
    except (ValueError, RecursionError):
        template = "{file} is damaged: it is no JSON as gpuviz saves it. Have it saved again."
        return _problem(path, "damaged", template)
    if not isinstance(found, dict) or not _is_number(found.get(FORMAT)):
        template = (
            "{file} is no file of answers: gpuviz saves those under Lessons, Save my answers."
        )
        return _problem(path, "other-file", template)
    return _opened(path, found)


def _opened(path: Path, found: dict[str, Any]) -> ReadAnswers:
    version, seal = found[FORMAT], found.pop(SEAL, None)
    if version > VERSION:
        template = (
            "{file} was saved by a newer gpuviz, in format {found}: this one reads format {known}."
            " Update it."
        )
        return _problem(path, "newer", template, found=shortened(str(version)), known=VERSION)
    typed = found.get("student")
    student = typed[:LONGEST_STUDENT] if isinstance(typed, str) else ""
    try:
        answers = _answers(found) if seal == _seal(found) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        template = "{file} is damaged: what is in it is nothing that gpuviz saves."
        return _problem(path, "damaged-inside", template)
    if answers is None:
        template = "{file} was changed after gpuviz had saved it: its seal does not fit."
        return replace(_problem(path, "edited", template), student=student)
    return ReadAnswers(path, answers, student=answers.student)


def _problem(path: Path, code: str, template: EnglishTemplate, /, **values: object) -> ReadAnswers:
    message = Message(f"answers.{code}", template, {"file": path.name, **values})
    return ReadAnswers(path, None, message)


def _answers(found: Mapping[str, Any]) -> Answers:
    """Raises ValueError, TypeError or KeyError for what is no such thing."""
    lessons = {_text(name): _lesson(one) for name, one in found["lessons"].items()}
    puzzles = {
        _text(name): PuzzleRecord(**_checked(one, PuzzleRecord("", "")))
        for name, one in found["puzzles"].items()
    }
    return Answers(_text(found["student"]), lessons, puzzles)


def _lesson(found: Mapping[str, Any]) -> LessonRecord:
    steps = tuple(StepRecord(**_checked(one, StepRecord())) for one in found["steps"])
    return LessonRecord(_text(found["title"]), _text(found["digest"]), steps)


def _checked(found: Mapping[str, Any], like: StepRecord | PuzzleRecord) -> dict[str, Any]:
    """Values of the same kinds as in another record. Raises ValueError for others."""
    wanted = asdict(like)
    if found.keys() != wanted.keys() or any(
        type(found[name]) is not type(value) for name, value in wanted.items()
    ):
        raise ValueError
    return dict(found)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
