"""What somebody answers in lessons and puzzles, kept as it comes, until they hand it in.

The file beside the settings is a file of answers without a name in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from gpuviz.atomic_file import put_aside
from gpuviz.lesson import Lesson
from gpuviz.lesson.answers import (
    Answers,
    answered,
    keep_answers,
    predicted,
    read_answers,
    shown,
    solution_seen,
    tried,
)
from gpuviz.lesson.puzzle import Puzzle
from gpuviz.messages import Message, reason_of
from gpuviz.session.kept_file import locked

Change = Callable[[Answers], Answers]


@dataclass(slots=True)
class AnswerBook:
    """The answers of one user; with a `path` every change is saved there.

    Other windows change the file too: each change is made to what is there by then, and what could
    not be saved is so with the next one.
    """

    path: Path | None = None
    answers: Answers = field(default_factory=Answers)
    problem: Message | None = None  # why they could not be saved, or read
    saved: Answers = field(default_factory=Answers)  # without what is yet to be saved
    unsaved: list[Change] = field(default_factory=list)

    def predict(self, lesson: Lesson, index: int, guess: int) -> None:
        """A prediction was made in a step."""
        self._keep(partial(predicted, lesson=lesson, index=index, guess=guess))

    def answer(self, lesson: Lesson, index: int, hinted: bool) -> None:
        """A step was done."""
        self._keep(partial(answered, lesson=lesson, index=index, hinted=hinted))

    def show(self, lesson: Lesson, index: int) -> None:
        """The window was asked to do a step."""
        self._keep(partial(shown, lesson=lesson, index=index))

    def grade(self, puzzle: Puzzle, code: str, solved: bool, hints: int) -> None:
        """A kernel was graded."""
        self._keep(partial(tried, puzzle=puzzle, code=code, solved=solved, hints=hints))

    def see_solution(self, puzzle: Puzzle) -> None:
        """A solution was looked at."""
        self._keep(partial(solution_seen, puzzle=puzzle))

    def forget(self) -> None:
        """As if nothing had been answered: somebody else sits here now."""
        self.answers = self.saved = Answers()
        self.unsaved.clear()
        self._save(forgets=True)

    def _keep(self, change: Change) -> None:
        changed = change(self.answers)
        if changed != self.answers:
            self.answers = changed
            self.unsaved.append(change)
            self._save()

    def _save(self, forgets: bool = False) -> None:
        if self.path is None:
            self.unsaved.clear()
            self.saved = self.answers
            return
        try:
            with locked(self.path):
                found = Answers() if forgets else self._found(self.path)
                for change in self.unsaved:
                    found = change(found)
                keep_answers(found, self.path)
        except OSError as error:
            template = "Your answers could not be saved to {file} ({reason})."
            values = {"file": self.path, "reason": reason_of(error)}
            self.problem = Message("answers.not-kept", template, values)
            return
        self.unsaved.clear()
        self.problem, self.answers = None, found
        self.saved = found

    def _found(self, path: Path) -> Answers:
        """What the file holds by now; a damaged one is put aside, and ours written again."""
        if not path.exists():
            return self.saved
        read = read_answers(path)
        if read.answers is None:
            put_aside(path)
            return self.saved
        return read.answers


def open_book(path: Path | None) -> AnswerBook:
    """What was kept; a file that does not count is kept beside under another name, and said."""
    if path is None or not path.exists():
        return AnswerBook(path)
    read = read_answers(path)
    if read.answers is not None:
        return AnswerBook(path, read.answers, saved=read.answers)
    values: dict[str, object] = {"why": read.problem}
    try:
        values["aside"] = put_aside(path).name
    except OSError:
        return AnswerBook(None, problem=read.problem)
    template = "Your earlier answers do not count: {why} The file is kept as {aside}."
    return AnswerBook(path, problem=Message("answers.set-aside", template, values))
