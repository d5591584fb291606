"""Kernel files of a lesson's author: they lie beside the lesson, and are named from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from gpuviz.lesson.lesson import Setting
from gpuviz.lesson.names import is_own_file, operation_names, own_file, own_operation
from gpuviz.lesson.problem import Problem, problem, unknown
from gpuviz.messages import GpuvizError
from gpuviz.operation import describe


def resolved(names: Iterable[str], folder: Path) -> tuple[str, ...]:
    """Operations as they are opened: files beside the lesson by their whole path."""
    return tuple(_path(name, folder) for name in names)


def with_files(settings: Iterable[Setting], folder: Path) -> tuple[Setting, ...]:
    """The same for what settings open."""
    return tuple(
        replace(one, value=_path(one.value, folder)) if one.name == "operation" else one
        for one in settings
    )


def operation_problems(names: Iterable[str], folder: Path, line: int) -> Iterator[Problem]:
    """What is wrong with the operations that a lesson announces; no file is run."""
    known = operation_names()
    for name in names:
        if not is_own_file(name):
            if own_operation(name, folder) not in known:
                yield unknown(line, "word", "There is no operation `{name}`.", name, known)
            continue
        path = own_file(name, folder)
        if path is None:
            template = (
                "`{name}` does not lie in the folder of the lesson: put it there, and name it from"
                " there, as in `square.py` or `kernels/square.py`."
            )
            yield problem(line, "outside", template, name=name)
            continue
        try:
            describe(path)
        except GpuvizError as error:
            template = "`{name}` cannot be opened: {words}"
            yield problem(line, "own-file", template, name=name, words=error.message)


def _path(name: str, folder: Path) -> str:
    if not is_own_file(name):
        return own_operation(name, folder)
    path = own_file(name, folder)
    return name if path is None else str(path)
