"""What is looked at in a lesson as a whole, once its steps are read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from gpuviz.lesson.lesson import Lesson, LessonStep
from gpuviz.lesson.marks import RawLesson
from gpuviz.lesson.names import operation_named
from gpuviz.lesson.problem import Problem, problem, unknown
from gpuviz.lesson.state import FIRST_OPERATION, has_line, no_line
from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo

FEWEST_STEPS, MOST_STEPS = 5, 10


def check_whole(lesson: Lesson, raw: RawLesson) -> Iterator[Problem]:
    """How many steps there are, lines outside of all, operations that nobody has announced."""
    count = len(lesson.steps)
    if not FEWEST_STEPS <= count <= MOST_STEPS:
        template = (
            "A lesson has {fewest} to {most} steps, each below a line `## Title`: here are {count}."
        )
        limits = {"fewest": FEWEST_STEPS, "most": MOST_STEPS}
        yield problem(0, "steps", template, count=count, **limits)
    if raw.stray and raw.front is not None:
        template = "Text before the first step: begin a step with a line `## Title`."
        yield problem(raw.stray[0], "stray", template)
    operation = _known(FIRST_OPERATION)
    for step in lesson.steps:
        for setting in (*step.settings, *step.solution):
            if setting.name == "operation":
                operation = _known(setting.value)
                if operation is not None and setting.value not in lesson.operations:
                    template = "`{name}` is opened here, but `operations:` above does not name it."
                    name = PurePath(setting.value).name
                    yield problem(setting.line, "not-announced", template, name=name)
        yield from _answer_problems(step, operation)


def _answer_problems(step: LessonStep, operation: OperationInfo | None) -> Iterator[Problem]:
    """Facts that hang on the operation: its sizes, and lines of its kernel."""
    if operation is None:
        return
    for part in step.answer.parts:
        name = part.fact.name
        if name.startswith("size.") and name.removeprefix("size.") not in operation.size_names:
            template = "{operation} has no size `{name}`."
            wanted, names = name.removeprefix("size."), operation.size_names
            line = step.answer.line
            yield unknown(line, "size", template, wanted, names, operation=operation.name)
        if part.fact.name == "kernel" and not has_line(operation, f"def {part.value}("):
            template = "{operation} has no kernel `{name}`."
            values = {"operation": operation.name, "name": part.text.strip('"')}
            yield problem(step.answer.line, "no-kernel", template, **values)
        if part.fact.kind == "text" and not has_line(operation, str(part.value)):
            yield no_line(step.answer.line, str(part.value), operation)


def _known(name: str) -> OperationInfo | None:
    try:
        return operation_named(name)
    except GpuvizError:
        return None
