"""Copies of kernels of the gallery and of plugins to be edited: those stay as they came; and files
that are begun here.

Each is `NAME_mine.py` in a folder of the user's data, a plugin's in `plugins/PLUGIN` below that,
with copies beside it of what its original imports or reads from its own folder; those follow the
original. Of a twin in CUDA C it is `NAME_mine.cu`, with the kernel in Python beside it.
"""

from __future__ import annotations

import ast
import filecmp
import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from gpuviz.atomic_file import whole_file, write_whole
from gpuviz.messages import GpuvizError, Message, RequestRefused, reason_of
from gpuviz.operation import OperationInfo, describe, find_operation
from gpuviz.operation.gallery import is_brought, twins_folder
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.places import resource_dir
from gpuviz.plugins import BETWEEN, plugin_of

MINE = "_mine"
PLUGINS = "plugins"  # the folder of copies of their kernels, a folder each
PUZZLES = "puzzles"  # the folder of answers to puzzles, in that of the copies
NEW = "new"  # the folder of files that were begun here, in that of the copies
DEEPEST = 3  # PUZZLES/PLUGIN/NAME
DATA = "data"  # the folder beside the gallery's files that some of them read


def scratch_folder() -> Path:
    """Where the platform keeps data of programs."""
    location = QStandardPaths.StandardLocation.GenericDataLocation
    return Path(QStandardPaths.writableLocation(location)) / "gpuviz" / "scratch"


def scratch_of(operation: OperationInfo, folder: Path) -> Path:
    """The copy of a kernel of the gallery or of a plugin: made, or the one that is there already.

    Raises RequestRefused where it cannot be made.
    """
    plugin = plugin_of(operation.path)
    if plugin is not None:
        folder = folder / PLUGINS / plugin.name
    copy = folder / f"{operation.name}{MINE}{ending(operation.path)}"
    try:
        for path, name in _read_beside(operation):
            _bring(path, folder / name)
        if not copy.exists():
            write_whole(copy, operation.source)
    except OSError as error:
        template = "The copy of {name} cannot be written to {folder}: {reason}."
        values = {"name": operation.name, "folder": str(folder), "reason": reason_of(error)}
        raise RequestRefused(Message("scratch.unwritable", template, values)) from None
    return copy


def bring_what_is_missing(operation: OperationInfo, folder: Path) -> None:
    """Copies what a kernel of the gallery or of a plugin reads from its own folder into another
    one, where a file of that name is not there yet. Raises OSError.
    """
    for path, name in _read_beside(operation):
        if not (folder / name).exists():
            _bring(path, folder / name)


def puzzle_copy(name: str, start: OperationInfo, folder: Path) -> Path:
    """The file in which somebody answers a puzzle of that name, or of `plugin:name`: made, or the
    one that is there already. In CUDA C it has a folder of its own, with the kernel in Python whose
    inputs it takes.

    Raises RequestRefused where it cannot be made.
    """
    place = (folder / PUZZLES).joinpath(*name.split(BETWEEN))
    copy = place.with_name(f"{place.name}{MINE}{ending(start.path)}")
    if start.twin_path is not None:
        copy = place / copy.name
    try:
        if start.twin_path is not None:
            _bring(start.twin_path, place / start.twin_path.name)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            write_whole(copy, start.source)
    except OSError as error:
        template = "The copy of {name} cannot be written to {folder}: {reason}."
        values = {"name": name, "folder": str(folder), "reason": reason_of(error)}
        raise RequestRefused(Message("scratch.unwritable", template, values)) from None
    return copy


def new_file(name: str, folder: Path) -> Path:
    """A file with the text that one of that name begins with: `my_kernel.py`, or the first of
    `my_kernel_2.py` and so on that is not there yet.

    Raises RequestRefused where it cannot be made.
    """
    first = folder / NEW / name
    numbered = (first.with_stem(f"{first.stem}_{number}") for number in itertools.count(2))
    path = next(one for one in itertools.chain((first,), numbered) if not one.exists())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, (resource_dir("assets") / NEW / name).read_text(encoding="utf-8"))
    except OSError as error:
        template = "{file} cannot be written to {folder}: {reason}."
        values = {"file": path.name, "folder": str(path.parent), "reason": reason_of(error)}
        raise RequestRefused(Message("scratch.no-new", template, values)) from None
    return path


def is_scratch(path: Path, folder: Path) -> bool:
    """Whether a file is a copy of a kernel of the gallery or a plugin, was begun here, or answers
    a puzzle.
    """
    if path.resolve().parent == (folder / NEW).resolve():
        return True
    answers, above = (folder / PUZZLES).resolve(), path.resolve().parents
    is_answer = path.stem.endswith(MINE) and answers in above[:DEEPEST]
    return is_answer or original_name(path, folder) is not None


def original_of(path: Path, folder: Path) -> OperationInfo | None:
    """The kernel of the gallery or a plugin that a file is a copy of; None for any other file."""
    name = original_name(path, folder)
    if name is not None and ending(path) == CUDA_C_SUFFIX:
        twin = twins_folder() / f"{name}{CUDA_C_SUFFIX}"
        return describe(twin) if twin.is_file() else None
    try:
        return None if name is None else find_operation(name)
    except GpuvizError:  # another version of gpuviz had it
        return None


def original_name(path: Path, folder: Path) -> str | None:
    """The name of that kernel, `plugin:name` of a plugin's."""
    name, parent = path.stem.removesuffix(MINE), path.resolve().parent
    if name == path.stem:
        return None
    if parent.parent == (folder / PLUGINS).resolve():
        return f"{parent.name}{BETWEEN}{name}"
    return name if parent == folder.resolve() else None


def is_kept(operation: OperationInfo) -> bool:
    """Whether a copy of a kernel is edited in its place."""
    return is_brought(operation.path)


def _read_beside(operation: OperationInfo) -> Iterator[tuple[Path, Path]]:
    """The files of its folder that a kernel needs, of a twin in CUDA C the one in Python too, with
    their names there.
    """
    python = operation.twin_path or operation.path
    if python != operation.path:
        yield python, Path(python.name)
    for path in _needed_beside(python):
        yield path, path.relative_to(python.parent)


def _needed_beside(path: Path) -> Iterator[Path]:
    """The files of its folder that a file imports, those that they import, and their data."""
    seen, waiting = {path}, [path]
    while waiting:
        source = waiting.pop().read_text(encoding="utf-8")
        data = path.parent / DATA
        if "__file__" in source and data.is_dir():
            yield from (one for one in sorted(data.iterdir()) if one.is_file())
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
