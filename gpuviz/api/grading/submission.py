"""What was handed in: a file, or a folder of files, for each student."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from gpuviz.messages import Message, RequestRefused

SUFFIX = ".py"
USUAL_NAMES = ("submission.py", "solution.py", "main.py")
"""Where a folder of several files begins, unless `--file` says so."""
LEFT_OUT = ("__pycache__", "site-packages", "dist-packages", "node_modules")
MOST_BYTES = 32 << 20  # of one submission
MOST_FILES = 1000


@dataclass(frozen=True, slots=True)
class Submission:
    """Files by their paths from the submission's own folder, with slashes.

    `entry` is the one of them in which it begins; None where `problem` says why it cannot be
    graded.
    """

    student: str
    files: tuple[tuple[str, bytes], ...]
    entry: str | None
    problem: str | None = None


def submissions_in(folder: Path, entry: str | None = None) -> list[Submission]:
    """One for each Python file and each folder that lies in `folder`, sorted by name.

    Raises RequestRefused for a folder that is none, or has nothing in it.
    """
    if not folder.is_dir():
        template = "There is no folder {folder}: name the one with a file or folder per student."
        raise RequestRefused(Message("grade.no-folder", template, {"folder": folder}))
    found = [_submission(path, entry) for path in sorted(folder.iterdir()) if _is_one(path)]
    if not found:
        template = (
            "There is nothing to grade in {folder}: it has to hold a Python file or a folder for"
            " each student."
        )
        raise RequestRefused(Message("grade.empty-folder", template, {"folder": folder}))
    return found


def _is_one(path: Path) -> bool:
    if path.name.startswith(".") or path.name in LEFT_OUT:
        return False
    return path.is_dir() or path.suffix == SUFFIX


def _submission(path: Path, entry: str | None) -> Submission:
    student = path.stem if path.is_file() else path.name
    root = path if path.is_dir() else path.parent
    files: list[tuple[str, bytes]] = []
    total = 0
    try:
        for file in _files(path):
            total += file.stat().st_size
            if total > MOST_BYTES or len(files) >= MOST_FILES:
                return Submission(student, (), None, _too_much())
            files.append((file.relative_to(root).as_posix(), file.read_bytes()))
    except OSError as error:
        reason = error.strerror or str(error)
        return Submission(student, (), None, f"It cannot be read: {reason}.")
    begins = _entry([name for name, _ in files], entry)
    return Submission(student, tuple(files), begins, None if begins else _no_entry(files, entry))


def _files(path: Path) -> Iterator[Path]:
    """Ordinary files of a submission, sorted; links lead out of it and are left out."""
    if path.is_file():
        yield path
        return
    for place, folders, names in os.walk(path):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in LEFT_OUT
        )
        for name in sorted(names):
            file = Path(place, name)
            if file.is_file() and not file.is_symlink():
                yield file


def _entry(names: list[str], wanted: str | None) -> str | None:
    """The file that is asked for; else the only one, or the one with a usual name."""
    scripts = [name for name in names if name.endswith(SUFFIX)]
    if len(names) == 1 and scripts:
        return scripts[0]
    if wanted is not None:
        return next((n for n in scripts if n == wanted or fnmatch(Path(n).name, wanted)), None)
    if len(scripts) == 1:
        return scripts[0]
    return next((name for name in USUAL_NAMES if name in scripts), None)


def _no_entry(files: list[tuple[str, bytes]], wanted: str | None) -> str:
    scripts = [name for name, _ in files if name.endswith(SUFFIX)]
    if not scripts:
        return "There is no Python file in it."
    if wanted is not None:
        return f"There is no file {wanted} in it."
    return f"Which of its {len(scripts)} Python files it begins in is not clear: say so by --file."


def _too_much() -> str:
    return f"It has more than {MOST_FILES} files or {MOST_BYTES >> 20} MB: too much for a kernel."
