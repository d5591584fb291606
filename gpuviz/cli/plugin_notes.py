"""What plugins bring and what is wrong with them, for the commands that list it, and the doctor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gpuviz.cli.streams import tell_note
from gpuviz.cli.table import counted
from gpuviz.messages import Message
from gpuviz.plugins import Plugin, installed


def tell_problems(of_kind: Callable[[], Iterable[Message]]) -> None:
    """A line for each plugin that is none, and for what is wrong with those of one kind."""
    for problem in (*installed().problems, *of_kind()):
        tell_note(problem.text)


def brought(plugin: Plugin) -> Iterator[str]:
    """What it brings and how many of it, those that are wrong left out."""
    from gpuviz.device import plugin_shelf
    from gpuviz.lesson import list_lessons
    from gpuviz.lesson.puzzle import list_puzzles
    from gpuviz.operation import plugin_operations
    from gpuviz.plugins import plugin_of

    kernels = [info for info in plugin_operations() if plugin_of(info.path) == plugin]
    lessons = sum(one.plugin == plugin.name for one in list_lessons("en"))
    puzzles = sum(one.plugin == plugin.name for one in list_puzzles())
    devices = sum(len(one.items) for one in plugin_shelf().brought if one.plugin == plugin)
    if kernels:
        yield counted(len(kernels), "1 kernel", "{n} kernels")
    if lessons:
        yield counted(lessons, "1 lesson", "{n} lessons")
    if puzzles:
        yield counted(puzzles, "1 puzzle", "{n} puzzles")
    if devices:
        yield counted(devices, "1 device", "{n} devices")


def all_problems() -> Iterator[Message]:
    """Everything that is wrong with plugins, files of all kinds."""
    yield from installed().problems
    if not installed().plugins:
        return
    from gpuviz.device import device_problems
    from gpuviz.lesson.library import lesson_problems
    from gpuviz.lesson.puzzle import puzzle_problems
    from gpuviz.operation import kernel_problems

    for of_kind in (kernel_problems, lesson_problems, puzzle_problems, device_problems):
        yield from of_kind()
