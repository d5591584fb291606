"""Which steps of which lessons somebody has done, in one JSON file beside the settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from gpuviz.messages import Message
from gpuviz.session.settings import replace_file, settings_path

FILE = "lessons.json"
MOST_STEPS = 99  # what a file says beyond is not believed


class Kept(Protocol):
    """What is known of a lesson here."""

    @property
    def key(self) -> str:
        """What it is remembered by."""

    @property
    def step_count(self) -> int:
        """How many steps it has."""


@dataclass(frozen=True, slots=True)
class Done:
    """Of one lesson: the steps that were answered, and the one where somebody was last."""

    steps: frozenset[int] = frozenset()
    at: int = 0


NOTHING = Done()


@dataclass(slots=True)
class LessonProgress:
    """The progress of one user; with a `path` every change is saved there.

    A lesson is the same in all languages.
    """

    path: Path | None = None
    lessons: dict[str, Done] = field(default_factory=dict)
    problem: Message | None = None  # why it could not be saved

    def of(self, lesson: Kept) -> Done:
        """What was done of a lesson."""
        return self.lessons.get(lesson.key, NOTHING)

    def is_done(self, lesson: Kept) -> bool:
        """Whether every step was answered."""
        return self.of(lesson).steps >= set(range(lesson.step_count))

    def answer(self, lesson: Kept, step: int) -> None:
        """A step was answered."""
        self._keep(lesson, Done(self.of(lesson).steps | {step}, step))

    def stand(self, lesson: Kept, step: int) -> None:
        """Somebody is at a step; at the end of a lesson they would begin anew."""
        self._keep(lesson, Done(self.of(lesson).steps, step % lesson.step_count))

    def forget(self) -> None:
        """As if nobody had done anything."""
        self.lessons.clear()
        self._save()

    def _keep(self, lesson: Kept, done: Done) -> None:
        if done != self.of(lesson):
            self.lessons[lesson.key] = done
            self._save()

    def _save(self) -> None:
        if self.path is None:
            return
        found = {
            key: {"steps": sorted(done.steps), "at": done.at} for key, done in self.lessons.items()
        }
        try:
            replace_file(self.path, json.dumps(found, indent=1))
            self.problem = None
        except OSError as error:
            template = "What you have done in the lessons could not be saved to {file} ({reason})."
            values = {"file": self.path, "reason": error.strerror}
            self.problem = Message("lesson.not-saved", template, values)


def progress_path() -> Path:
    """The file, beside that of the settings."""
    return settings_path().with_name(FILE)


def load_progress(path: Path) -> LessonProgress:
    """What was saved; nothing where there is no file, or none that can be understood."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        found = {}
    entries = found.items() if isinstance(found, dict) else ()
    lessons = {key: _done(value) for key, value in entries if isinstance(value, dict)}
    return LessonProgress(path, lessons)


def _done(value: Mapping[str, object]) -> Done:
    steps, at = value.get("steps"), value.get("at")
    numbers = steps if isinstance(steps, list) else []
    return Done(frozenset(n for n in numbers if _is_step(n)), at if _is_step(at) else 0)  # type: ignore[arg-type]


def _is_step(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_STEPS
