"""The headers of a program beside it: kept behind its own text, so that one text holds all.

The lines of the program keep their numbers, a recording has the whole source, and nothing else than
`gpuviz.operation.c_headers` reads a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

BEGIN = "// gpuviz: what follows is the header "
"""The line before a header's text, with its name; to C it is a comment."""
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*\"([^\"\n]+)\"", re.MULTILINE)
ONCE = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once\b", re.MULTILINE)
WITH_COMPILER = re.compile(
    r"(cuda|device|math|host|sm_|vector|driver|helper_|curand|cublas|cufft|thrust/|cub/|nv|mma)"
    r"\w*|cooperative_groups\w*|std(io|lib|int|bool|arg|def)|string|math|time|assert|float|limits"
)
"""Beginnings of the names of headers that CUDA, its samples or C bring."""


def joined(program: str, headers: Mapping[str, str]) -> str:
    """A program's text with its headers behind it, by their names with "/"."""
    parts = [f"{BEGIN}{name}\n{text}" for name, text in headers.items()]
    return "\n".join([program, *parts])


def split(text: str) -> tuple[str, dict[str, str]]:
    """The program and its headers."""
    program, *parts = f"\n{text}".split(f"\n{BEGIN}")
    pairs = [part.partition("\n") for part in parts]
    return program[1:], {name: header for name, _, header in pairs}


def candidates(by: str, name: str) -> list[str]:
    """Where a header may be that `by` includes ("": the program): beside it, else beside that.

    None of them is absolute or lies above the program's folder.
    """
    found: list[str] = []
    for folder in (PurePosixPath(by).parent, PurePosixPath()):
        place = _plain(folder / name.replace("\\", "/"))
        if place is not None and place not in found:
            found.append(place)
    return found


def _plain(path: PurePosixPath) -> str | None:
    """The path without "..", None where it leads out of the folder."""
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            if not parts:
                return None
            parts.pop()
        else:
            parts.append(part)
    outside = path.is_absolute() or not parts or ":" in parts[0]
    return None if outside else "/".join(parts)


def is_of_compiler(name: str) -> bool:
    """Whether a header is one that comes with CUDA, its samples or C."""
    return WITH_COMPILER.match(PurePosixPath(name).name) is not None
