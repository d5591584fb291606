"""Where somebody stands in a lesson; which steps of which lessons they have done, in one JSON file
beside the settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from gpuviz.atomic_file import put_aside
from gpuviz.messages import Message, reason_of
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.session.kept_file import locked, read_object, write_object
from gpuviz.session.settings import settings_path

if TYPE_CHECKING:
    from gpuviz.lesson import Playing

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


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody did in a lesson: they answered a step, or came to one."""

    key: str
    answered: int | None
    at: int

    def of(self, done: Done) -> Done:
        """What is done of the lesson then."""
        new = () if self.answered is None else (self.answered,)
        return Done(done.steps.union(new), self.at)


@dataclass(slots=True)
class LessonProgress:
    """The progress of one user; with a `path` every change is saved there.

    A lesson is the same in all languages. Other windows change the file too: each change is made to
    what is there by then, and what could not be saved is so with the next one.
    """

    path: Path | None = None
    lessons: dict[str, Done] = field(default_factory=dict)
    problem: Message | None = None  # why it could not be saved, or read
    unsaved: list[Change] = field(default_factory=list)

    def of(self, lesson: Kept) -> Done:
        """What was done of a lesson."""
        return self.lessons.get(lesson.key, NOTHING)

    def is_done(self, lesson: Kept) -> bool:
        """Whether every step was answered."""
        return self.of(lesson).steps >= set(range(lesson.step_count))

    def answer(self, lesson: Kept, step: int) -> None:
        """A step was answered."""
        self._keep(Change(lesson.key, step, step))

    def stand(self, lesson: Kept, step: int) -> None:
        """Somebody is at a step; at the end of a lesson they would begin anew."""
        self._keep(Change(lesson.key, None, step % lesson.step_count))

    def forget(self) -> None:
        """As if nobody had done anything, in any window."""
        self.lessons.clear()
        self.unsaved.clear()
        self._save(forgets=True)

    def _keep(self, change: Change) -> None:
        before = self.lessons.get(change.key, NOTHING)
        done = change.of(before)
        if done != before:
            self.lessons[change.key] = done
            self.unsaved.append(change)
            self._save()

    def _save(self, forgets: bool = False) -> None:
        if self.path is None:
            self.unsaved.clear()
            return
        try:
            with locked(self.path):
                found = {} if forgets else self._found(self.path)
                for change in self.unsaved:
                    found[change.key] = _changed(found.get(change.key), change)
                write_object(self.path, found)
        except OSError as error:
            template = "What you have done in the lessons could not be saved to {file} ({reason})."
            values = {"file": self.path, "reason": reason_of(error)}
            self.problem = Message("lesson.not-saved", template, values)
            return
        self.unsaved.clear()
        self.problem = None
        self.lessons = _lessons(found)

    def _found(self, path: Path) -> dict[str, Any]:
        """What the file holds by now; a damaged one is put aside, and all of ours written again."""
        try:
            found = read_object(path)
        except (OSError, ValueError):
            put_aside(path)
            found = None
        if found is None:
            return {key: _entry(done) for key, done in self.lessons.items()}
        return found


def progress_path() -> Path:
    """The file, beside that of the settings."""
    return settings_path().with_name(FILE)


def load_progress(path: Path) -> LessonProgress:
    """What was saved; nothing where there is no file.

    One that cannot be understood is kept beside under another name, and `problem` says so.
    """
    try:
        found = read_object(path)
    except (OSError, ValueError):
        return LessonProgress(path, problem=_set_aside(path))
    return LessonProgress(path, _lessons({} if found is None else found))


def _set_aside(path: Path) -> Message:
    values: dict[str, object] = {"file": path}
    try:
        values["aside"] = put_aside(path).name
    except OSError as error:
        template = "What you have done in the lessons cannot be read from {file} ({reason})."
        values["reason"] = reason_of(error)
        return Message("lesson.unreadable", template, values)
    template = (
        "What you have done in the lessons could not be read from {file}. The old file is kept as"
        " {aside}."
    )
    return Message("lesson.set-aside", template, values)


def _lessons(found: Mapping[str, object]) -> dict[str, Done]:
    return {key: _done(value) for key, value in found.items() if isinstance(value, dict)}


def _entry(done: Done) -> dict[str, object]:
    return {"steps": sorted(done.steps), "at": done.at}


def _changed(entry: object, change: Change) -> dict[str, object]:
    """An entry of the file after a change; what else it says stays."""
    kept = entry if isinstance(entry, dict) else {}
    return kept | _entry(change.of(_done(kept)))


def _done(value: Mapping[str, object]) -> Done:
    steps, at = value.get("steps"), value.get("at")
    numbers = steps if isinstance(steps, list) else []
    return Done(frozenset(n for n in numbers if _is_step(n)), at if _is_step(at) else 0)  # type: ignore[arg-type]


def _is_step(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_STEPS


@dataclass(slots=True)
class LessonState:
    """At most one lesson is played at a time. `progress` may be replaced by one that is kept."""

    progress: LessonProgress = field(default_factory=LessonProgress)
    playing: Playing | None = None
    failed: LaunchChoice | None = None  # the choice whose launch failed last
