"""Which scripts are meant by the files and folders that a user names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from gpuviz.api.checking import readable
from gpuviz.messages import Message, RequestRefused
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending

SUFFIXES = (".py", CUDA_C_SUFFIX)
ENVIRONMENT = ("pyvenv.cfg", "conda-meta")
"""What lies in the folder of a virtual environment, or of conda's."""
NO_FOLDERS = ("__pycache__", "site-packages", "dist-packages", "node_modules")
NO_SCRIPTS = ("__init__.py", "conftest.py", "setup.py", "test_*.py", "*_test.py")
"""Files of a folder that belong to a package or to pytest, and are not run."""


@dataclass(frozen=True, slots=True)
class ScriptFile:
    """One script; `is_named` says that the user named it, and not its folder."""

    path: Path
    is_named: bool


@dataclass(frozen=True, slots=True)
class ScriptFiles:
    """The scripts in their order, each once, and files of folders that are left out."""

    scripts: tuple[ScriptFile, ...]
    left_out: tuple[Path, ...]
    has_folder: bool


def script_files(names: Iterable[str]) -> ScriptFiles:
    """The scripts of these files and folders.

    Raises RequestRefused for what is not there, and for folders without any script.
    """
    found: dict[Path, ScriptFile] = {}
    left_out: list[Path] = []
    folders = []
    for name in names:
        path = Path(name)
        if not name or not os.path.isdir(path):
            found[path.absolute()] = ScriptFile(_named(name), is_named=True)
            continue
        folders.append(path)
        for file in _files_below(path):
            if any(fnmatch(file.name, pattern) for pattern in NO_SCRIPTS):
                left_out.append(file)
            else:
                found.setdefault(file.absolute(), ScriptFile(file, is_named=False))
    if not found:
        template = (
            "There is no Python script and no CUDA C in {folder}: name a folder that has files in"
            " .py or .cu."
        )
        values = {"folder": ", ".join(map(str, folders))}
        raise RequestRefused(Message("script.empty-folder", template, values))
    return ScriptFiles(tuple(found.values()), tuple(left_out), bool(folders))


def _named(name: str) -> Path:
    path = Path(name)
    try:
        return readable(path)
    except RequestRefused as error:
        if ending(path) in SUFFIXES or os.path.exists(name):
            raise
        template = (
            "There is no file '{path}'. Arguments of a script stand behind --, as in"
            " `gpuviz check SCRIPT.py -- {path}`."
        )
        message = Message("script.argument", template, {"path": name})
        raise RequestRefused(message) from error


def _files_below(folder: Path) -> Iterator[Path]:
    """The scripts and files of CUDA C below, sorted; no hidden folders, caches, environments, and
    nothing that is no ordinary file: a pipe or a device may never end.
    """
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if _is_searched(Path(place, name))]
        found += [path for name in files if _is_script(path := Path(place, name))]
    return iter(sorted(found))


def _is_searched(folder: Path) -> bool:
    hidden = folder.name.startswith(".") or folder.name in NO_FOLDERS
    return not hidden and not any(os.path.exists(folder / name) for name in ENVIRONMENT)


def _is_script(path: Path) -> bool:
    is_named_so = path.name.endswith(SUFFIXES) and not path.name.startswith(".")
    return is_named_so and (path.is_file() or not path.exists())  # a broken link is told of later
