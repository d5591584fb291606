"""Copies of gallery kernels to be edited: the gallery itself stays as it came.

Each is `NAME_mine.py` in a folder of the user's data, with copies beside it of what its original
imports or reads from its own folder; those follow the gallery.
"""

from __future__ import annotations

import ast
import filecmp
import shutil
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from gpuviz.atomic_file import whole_file, write_whole
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.operation import OperationInfo, find_operation
from gpuviz.places import resource_dir

MINE = "_mine"
PUZZLES = "puzzles"  # the folder of answers to puzzles, in that of the copies
DATA = "data"  # the folder beside the gallery's files that some of them read


def scratch_folder() -> Path:
    """Where the platform keeps data of programs."""
    location = QStandardPaths.StandardLocation.GenericDataLocation
    return Path(QStandardPaths.writableLocation(location)) / "gpuviz" / "scratch"


def scratch_of(operation: OperationInfo, folder: Path) -> Path:
    """The copy of a gallery kernel: made, or the one that is there already.

    Raises RequestRefused where it cannot be made.
    """
    copy = folder / f"{operation.name}{MINE}.py"
    try:
        for path in _needed_beside(operation.path):
            _bring(path, folder / path.relative_to(operation.path.parent))
        if not copy.exists():
            write_whole(copy, operation.source)
    except OSError as error:
        template = "The copy of {name} cannot be written to {folder}: {reason}."
        values = {"name": operation.name, "folder": str(folder), "reason": error.strerror or error}
        raise RequestRefused(Message("scratch.unwritable", template, values)) from None
    return copy


def puzzle_copy(name: str, start: str, folder: Path) -> Path:
    """The file in which somebody answers a puzzle: made, or the one that is there already.

    Raises RequestRefused where it cannot be made.
    """
    copy = folder / PUZZLES / f"{name}{MINE}.py"
    try:
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            write_whole(copy, start)
    except OSError as error:
        template = "The copy of {name} cannot be written to {folder}: {reason}."
        values = {"name": name, "folder": str(folder), "reason": error.strerror or error}
        raise RequestRefused(Message("scratch.unwritable", template, values)) from None
    return copy


def is_scratch(path: Path, folder: Path) -> bool:
    """Whether a file is a copy of a gallery kernel, or answers a puzzle."""
    answers = folder / PUZZLES
    is_answer = path.stem.endswith(MINE) and path.resolve().parent == answers.resolve()
    return is_answer or original_name(path, folder) is not None


def original_of(path: Path, folder: Path) -> OperationInfo | None:
    """The gallery kernel that a file is a copy of; None for any other file."""
    name = original_name(path, folder)
    try:
        return None if name is None else find_operation(name)
    except GpuvizError:  # another version of gpuviz had it
        return None


def original_name(path: Path, folder: Path) -> str | None:
    """The name of that kernel."""
    is_copy = path.stem.endswith(MINE) and path.resolve().parent == folder.resolve()
    return path.stem.removesuffix(MINE) if is_copy else None


def is_in_gallery(path: Path) -> bool:
    """Whether a file is of the gallery, or would be."""
    return path.resolve().parent == resource_dir("kernels").resolve()


def _needed_beside(path: Path) -> Iterator[Path]:
    """The files of its folder that a file imports, those that they import, and their data."""
    seen, waiting = {path}, [path]
    while waiting:
        source = waiting.pop().read_text(encoding="utf-8")
        if "__file__" in source:
            yield from sorted((path.parent / DATA).iterdir())
        for name in _imports(source):
            beside = path.parent / f"{name}.py"
            if beside not in seen and beside.is_file():
                seen.add(beside)
                waiting.append(beside)
                yield beside


def _imports(source: str) -> Iterator[str]:
    """The modules that a file names, without what stands behind a dot."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _bring(path: Path, copy: Path) -> None:
    if copy.exists() and filecmp.cmp(path, copy, shallow=False):
        return
    copy.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(copy) as part:
        shutil.copyfile(path, part)
