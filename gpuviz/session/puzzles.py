"""Which puzzle is open, how far somebody is with it, and which ones they have solved."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.ordinary_file import CUDA_C_SUFFIX
from gpuviz.session.lesson_progress import LessonProgress
from gpuviz.session.settings import settings_path
from gpuviz.trace.source import Language

if TYPE_CHECKING:
    from gpuviz.engines.grading import Grading
    from gpuviz.lesson.puzzle import Puzzle
    from gpuviz.messages import Message

FILE = "puzzles.json"
SOLVED = 0  # the only step of a puzzle


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle that somebody works at, in the file of their own."""

    puzzle: Puzzle
    file: Path
    hints: int = 0  # that were asked for
    grading: Grading | None = None  # of the text that was checked last
    mistake: str | None = None  # what is said of it, where it is a typical one
    error: Message | None = None  # why it could not be graded


@dataclass(frozen=True, slots=True)
class _Kept:
    """A puzzle as progress knows it: a lesson of one step."""

    key: str
    step_count: int = 1


@dataclass(slots=True)
class PuzzleState:
    """At most one puzzle is open. `progress` may be replaced by one that is kept in a file."""

    progress: LessonProgress = field(default_factory=LessonProgress)
    open: OpenPuzzle | None = None
    written_in: Language = "python"  # in which puzzles are opened that have both

    def is_solved(self, key: str) -> bool:
        """Whether the puzzle of a key was ever solved."""
        return self.progress.is_done(_Kept(key))

    def solve(self, key: str) -> None:
        """A puzzle was solved."""
        self.progress.answer(_Kept(key), SOLVED)

    @property
    def solved_each(self) -> frozenset[str]:
        """The keys of all that were, a key for each language of the answer."""
        return frozenset(key for key in self.progress.lessons if self.is_solved(key))

    @property
    def solved(self) -> frozenset[str]:
        """The same, with the keys in Python of those that were solved in CUDA C."""
        each = self.solved_each
        return each | {key.removesuffix(CUDA_C_SUFFIX) for key in each}


def puzzles_path() -> Path:
    """The file that keeps which ones were solved, beside that of the settings."""
    return settings_path().with_name(FILE)
