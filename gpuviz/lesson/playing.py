"""Where a student is in a lesson, as plain data, and how that changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gpuviz.lesson.lesson import Lesson, LessonStep
from gpuviz.lesson.placeholders import Found, filled_in, found_in, placeholders
from gpuviz.lesson.seen import ObservedState


@dataclass(frozen=True, slots=True)
class Playing:
    """A lesson that is played. `guess` is the prediction that was made, `found` what the reveal's
    placeholders stand for; at `index` len(steps) the lesson is over.
    """

    lesson: Lesson
    index: int = 0
    guess: int | None = None
    hinted: bool = False
    answered: bool = False
    begun: bool = False  # the window is as the step sets it: from now on the answer is looked at
    found: Found = field(default_factory=dict)

    @property
    def step(self) -> LessonStep | None:
        """The present step; None at the end."""
        return None if self.is_over else self.lesson.steps[self.index]

    @property
    def is_over(self) -> bool:
        """Whether all steps are behind."""
        return self.index >= len(self.lesson.steps)

    @property
    def is_last(self) -> bool:
        """Whether only the end comes after this step."""
        return self.index == len(self.lesson.steps) - 1

    def at(self, index: int) -> Playing:
        """At the beginning of a step, or at the end."""
        return Playing(self.lesson, min(max(index, 0), len(self.lesson.steps)))

    def with_guess(self, guess: int) -> Playing:
        """With a prediction, if there is one of that number; the first one counts, and none is made
        afterwards. Of explanations another may be chosen until it is the right one.
        """
        if self.step is None or self.answered or not self._is_open:
            return self
        return replace(self, guess=guess) if 0 <= guess < len(self.step.guesses) else self

    @property
    def is_explained(self) -> bool:
        """Whether the right explanation is chosen, in a step that asks for one."""
        step = self.step
        if step is None or not step.explains or self.guess is None:
            return False
        return step.guesses[self.guess].is_right

    @property
    def _is_open(self) -> bool:
        return self.guess is None or (self.step is not None and self.step.explains)

    def with_hint(self) -> Playing:
        """With the hint."""
        return replace(self, hinted=True)

    def once_begun(self) -> Playing:
        """The window is ready."""
        return replace(self, begun=True)

    def once_answered(self) -> Playing:
        """The student has done it."""
        return replace(self, answered=True)

    def with_figures(self, seen: ObservedState) -> Playing:
        """With what the placeholders of what is revealed stand for now."""
        return replace(self, found=found_in(self._revealed, seen))

    @property
    def lacks_figures(self) -> bool:
        """Whether what is revealed names a figure that is not known yet: a launch may still run."""
        return not set(placeholders(self._revealed)) <= {*self.found}

    @property
    def reveal(self) -> str:
        """What the step reveals, with its figures."""
        return "" if self.step is None else filled_in(self.step.reveal, self.found)

    @property
    def why_not(self) -> str:
        """What the step says to the prediction that was made, with its figures."""
        return filled_in(self._why_not, self.found)

    @property
    def _why_not(self) -> str:
        if self.step is None or self.guess is None:
            return ""
        return self.step.guesses[self.guess].why_not

    @property
    def _revealed(self) -> str:
        return "" if self.step is None else f"{self._why_not} {self.step.reveal}"
