"""What was handed in: a file, or a folder of files, for each student."""

from __future__ import annotations

import os
import stat
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from gpuviz.api.grading.folders import files_below, is_left_out, raise_it
from gpuviz.api.grading.said import readable_name
from gpuviz.messages import Message, RequestRefused, reason_of, word
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending, read_ordinary
from gpuviz.web.languages import spoken

SUFFIXES = (".py", CUDA_C_SUFFIX)
USUAL_NAMES = (
    *("submission.py", "solution.py", "main.py"),
    *("submission.cu", "solution.cu", "main.cu"),
)
"""Where a folder of several files begins, unless `--file` says so."""
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

    Raises RequestRefused for a folder that is none, cannot be read, or has nothing in it.
    """
    if not os.path.isdir(folder):
        template = "There is no folder {folder}: name the one with a file or folder per student."
        raise RequestRefused(Message("grade.no-folder", template, {"folder": folder}))
    try:
        paths = [path for path in sorted(folder.iterdir()) if _is_one(path)]
    except OSError as error:
        template = "The folder {folder} cannot be read: {reason}."
        values = {"folder": folder, "reason": reason_of(error)}
        raise RequestRefused(Message("grade.closed-folder", template, values)) from None
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
    if is_left_out(path.name):
        return False
    return os.path.isdir(path) or ending(path) in (*SUFFIXES, NOTEBOOK, *ARCHIVES)


def _students(paths: list[Path]) -> list[str]:
    """What each is called: without its ending, unless two would have the same name then."""
    names = [readable_name(path.name if os.path.isdir(path) else path.stem) for path in paths]
    often = Counter(names)
    return [
        readable_name(path.name) if often[name] > 1 else name
        for path, name in zip(paths, names, strict=True)
    ]


def _submission(path: Path, student: str, entry: str | None) -> Submission:
    try:
        _check(path)
        files, others = _read(path)
    except RequestRefused as refused:
        return Submission(student, (), None, _english(refused.message))
    except OSError as error:
        unread = word("It cannot be read: {reason}.", reason=reason_of(error))
        return Submission(student, (), None, _english(unread))
    begins = _entry([name for name, _ in files], entry)
    missing = None if begins else _english(_no_entry(files, others, entry))
    return Submission(student, tuple(files), begins, missing)


def _english(problem: Message) -> str:
    """As a grade has it, whatever the command speaks."""
    with spoken("en"):
        return problem.text


def _check(path: Path) -> None:
    """Raises RequestRefused, or OSError, for what cannot be graded as it is."""
    mode = os.lstat(path).st_mode
    if stat.S_ISLNK(mode):
        raise RequestRefused(word("It is a link, and no file or folder of its own."))
    if stat.S_ISDIR(mode):
        return
    if not stat.S_ISREG(mode):
        raise RequestRefused(word("It is no ordinary file."))
    if ending(path) == NOTEBOOK:
        raise RequestRefused(_of_notebook())
    if ending(path) in ARCHIVES:
        raise RequestRefused(word("It is an archive: unpack it into a folder."))


def _read(path: Path) -> tuple[list[tuple[str, bytes]], list[str]]:
    """Its ordinary files, and the names of links, which lead out of it, pipes and devices in it.

    Raises OSError, and RequestRefused for too much.
    """
    if not path.is_dir():
        return [(path.name, _content(path, 0))], []
    files: list[tuple[str, bytes]] = []
    others: list[str] = []
    total = 0
    for entry in files_below(path, raise_it):
        file = Path(entry)
        if not entry.is_file(follow_symlinks=False):
            others.append(file.name)
            continue
        if len(files) >= MOST_FILES:
            raise RequestRefused(_too_much())
        files.append((file.relative_to(path).as_posix(), _content(file, total)))
        total += len(files[-1][1])
    return files, others


def _content(file: Path, before: int) -> bytes:
    """Raises RequestRefused where it is too much beside so many bytes."""
    if before + file.stat().st_size > MOST_BYTES:
        raise RequestRefused(_too_much())
    return read_ordinary(file, MOST_BYTES)


def _of_notebook() -> Message:
    return word("It is a notebook: have it saved as a script (jupyter nbconvert --to script).")


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


def _no_entry(files: list[tuple[str, bytes]], others: list[str], wanted: str | None) -> Message:
    names = [name for name, _ in files]
    scripts, odd = _scripts(names), _scripts(others)
    if not scripts and any(ending(Path(name)) == NOTEBOOK for name in names):
        return _of_notebook()
    if not scripts and odd:
        template = "{name} in it is no ordinary file, but a link, a pipe or a device."
        return word(template, name=readable_name(odd[0]))
    if not scripts:
        return word("There is no file in Python or CUDA C in it.")
    if wanted is not None:
        return word("There is no file {name} in it.", name=wanted)
    template = "Which of its {count} files it begins in is not clear: say so by --file."
    return word(template, count=str(len(scripts)))


def _too_much() -> Message:
    template = "It has more than {files} files or {megabytes} MB: too much for a kernel."
    return word(template, files=str(MOST_FILES), megabytes=MOST_BYTES >> 20)
