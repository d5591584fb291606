"""What was handed in: a file, or a folder of files, for each student."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from gpuviz.messages import Message, RequestRefused, reason_of, word
from gpuviz.ordinary_file import ending
from gpuviz.trace.source import CUDA_C_SUFFIX
from gpuviz.web.languages import spoken

SUFFIXES = (".py", CUDA_C_SUFFIX)
USUAL_NAMES = (
    *("submission.py", "solution.py", "main.py"),
    *("submission.cu", "solution.cu", "main.cu"),
)
"""Where a folder of several files begins, unless `--file` says so."""
LEFT_OUT = ("__pycache__", "site-packages", "dist-packages", "node_modules", "__MACOSX")
NOTEBOOK = ".ipynb"
ARCHIVES = (".zip", ".7z", ".rar", ".tar", ".gz", ".tgz")
"""What is handed in too, and has to be made a script or a folder first: nobody shall be missing."""
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
    """One for each file in Python or CUDA C and each folder in `folder`, sorted by name.

    Raises RequestRefused for a folder that is none, or has nothing in it.
    """
    if not folder.is_dir():
        template = "There is no folder {folder}: name the one with a file or folder per student."
        raise RequestRefused(Message("grade.no-folder", template, {"folder": folder}))
    paths = [path for path in sorted(folder.iterdir()) if _is_one(path)]
    found = [
        _submission(path, student, entry)
        for path, student in zip(paths, _students(paths), strict=True)
    ]
    if not found:
        template = (
            "There is nothing to grade in {folder}: it has to hold a file in .py or .cu or a folder"
            " for each student."
        )
        raise RequestRefused(Message("grade.empty-folder", template, {"folder": folder}))
    return found


def _is_one(path: Path) -> bool:
    if path.name.startswith(".") or path.name in LEFT_OUT:
        return False
    return path.is_dir() or ending(path) in (*SUFFIXES, NOTEBOOK, *ARCHIVES)


def _students(paths: list[Path]) -> list[str]:
    """What each is called: without its ending, unless two would have the same name then."""
    names = [_readable(path.name if path.is_dir() else path.stem) for path in paths]
    often = Counter(names)
    return [
        _readable(path.name) if often[name] > 1 else name
        for path, name in zip(paths, names, strict=True)
    ]


def _readable(name: str) -> str:
    """A name of a file as it can be printed and written: those on Unix are any bytes."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in name)


def _submission(path: Path, student: str, entry: str | None) -> Submission:
    problem = _why_none(path)
    if problem is not None:
        return Submission(student, (), None, _english(problem))
    root = path if path.is_dir() else path.parent
    files: list[tuple[str, bytes]] = []
    total = 0
    try:
        for file in _files(path):
            total += file.stat().st_size
            if total > MOST_BYTES or len(files) >= MOST_FILES:
                return Submission(student, (), None, _english(_too_much()))
            files.append((file.relative_to(root).as_posix(), file.read_bytes()))
    except OSError as error:
        unread = word("It cannot be read: {reason}.", reason=reason_of(error))
        return Submission(student, (), None, _english(unread))
    begins = _entry([name for name, _ in files], entry)
    missing = None if begins else _english(_no_entry(files, entry))
    return Submission(student, tuple(files), begins, missing)


def _english(problem: Message) -> str:
    """As a grade has it, whatever the command speaks."""
    with spoken("en"):
        return problem.text


def _why_none(path: Path) -> Message | None:
    """Why something beside files and folders of code cannot be graded as it is."""
    if path.is_symlink():
        return word("It is a link, and no file or folder of its own.")
    if path.is_dir():
        return None
    if not path.is_file():
        return word("It is no ordinary file.")
    if ending(path) == NOTEBOOK:
        return _of_notebook()
    if ending(path) in ARCHIVES:
        return word("It is an archive: unpack it into a folder.")
    return None


def _of_notebook() -> Message:
    return word("It is a notebook: have it saved as a script (jupyter nbconvert --to script).")


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
    scripts = _scripts(names)
    if len(names) == 1 and scripts:
        return scripts[0]
    if wanted is not None:
        return next((n for n in scripts if n == wanted or fnmatch(Path(n).name, wanted)), None)
    if len(scripts) == 1:
        return scripts[0]
    return next((name for name in USUAL_NAMES if name in scripts), None)


def _scripts(names: list[str]) -> list[str]:
    return [name for name in names if ending(Path(name)) in SUFFIXES]


def _no_entry(files: list[tuple[str, bytes]], wanted: str | None) -> Message:
    names = [name for name, _ in files]
    scripts = _scripts(names)
    if not scripts and any(ending(Path(name)) == NOTEBOOK for name in names):
        return _of_notebook()
    if not scripts:
        return word("There is no file in Python or CUDA C in it.")
    if wanted is not None:
        return word("There is no file {name} in it.", name=wanted)
    template = "Which of its {count} files it begins in is not clear: say so by --file."
    return word(template, count=str(len(scripts)))


def _too_much() -> Message:
    template = "It has more than {files} files or {megabytes} MB: too much for a kernel."
    return word(template, files=str(MOST_FILES), megabytes=MOST_BYTES >> 20)
