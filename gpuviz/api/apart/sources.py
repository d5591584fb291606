"""Whether the text of a kernel is what was handed in: its process may say anything of it."""

from __future__ import annotations

import linecache
from collections.abc import Iterable
from pathlib import Path

from gpuviz.messages import Message, NotSupportedError, SourcePlace, shortened
from gpuviz.trace.source import FunctionSource


class Sources:
    """The texts of a submission as they were before any of its code ran, and those of libraries.

    `libraries` are folders that no submission can write into, `entry` is the file in which it
    begins.
    """

    def __init__(self, folder: Path, libraries: Iterable[str], entry: str = "") -> None:
        self.entry = entry
        self._folder = folder.resolve()
        self._libraries = [Path(one).resolve() for one in libraries if one]
        files = [one for one in self._folder.rglob("*") if one.is_file()]
        self._texts = {one: _lines(one) for one in files}

    def show(self) -> None:
        """Lets who looks for the source of something (`inspect`) find these texts."""
        for path, lines in self._texts.items():
            linecache.cache[str(path)] = (0, None, lines, str(path))

    def check(self, functions: Iterable[FunctionSource]) -> None:
        """Raises NotSupportedError for a function that does not stand where it says.

        What a program has made a function of by `exec` stands in no file.
        """
        for one in functions:
            if not one.file.startswith("<") and not self._stands_there(one):
                template = (
                    "The text of {kernel} is not what stands in {file} from line {line} on: a"
                    " kernel has to stand in a file as it runs."
                )
                values = {
                    "kernel": shortened(one.name),
                    "file": Path(one.file).name,
                    "line": one.first_line,
                }
                place = SourcePlace(one.file, one.first_line)
                raise NotSupportedError(Message("grade.other-text", template, values), place)

    def _stands_there(self, one: FunctionSource) -> bool:
        path = Path(one.file).resolve()
        if path not in self._texts:
            known = any(path.is_relative_to(folder) for folder in self._libraries)
            if not known or path.is_relative_to(self._folder):
                return False
            self._texts[path] = _lines(path)
        lines, first = self._texts[path], one.first_line - 1
        there = lines[first : first + len(one.text.splitlines())] if first >= 0 else []
        return _squeezed(one.text) in _squeezed("".join(there))


def _squeezed(text: str) -> str:
    """Without what stands between words: indentation was removed."""
    return "".join(text.split())


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    except OSError:
        return []
