"""docs/host_api.md: which names of `numba.cuda` the drop-in has, and why it lacks the others."""

from __future__ import annotations

import importlib
import inspect
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("host_api.toml")
OWN = "gpuviz.cuda"
HEAD = """\
# What of `numba.cuda` a script finds

Every public name that `numba.cuda` offers ({versions}), and whether `gpuviz.cuda` has it.
`python -m tools.conformance --names` writes this page, and a test holds it where numba-cuda is
installed. Number types (`cuda.float32`) and the functions of `cuda.libdevice` and `cuda.cg` are
there as well. What a kernel may call is told by `gpuviz check`.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A module or class of `numba.cuda`, and its names: those that the drop-in has, and others."""

    title: str
    there: tuple[str, ...]
    lacking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Absence:
    """Why names are not there; they may have * and ?."""

    names: tuple[str, ...]
    why: str


def read_absences(path: Path = TABLE) -> tuple[Absence, ...]:
    """All reasons."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["absence"]
    return tuple(Absence(tuple(row["names"]), row["why"]) for row in rows)


def read_parts(path: Path = TABLE) -> Mapping[str, str]:
    """What is compared: names of the drop-in's parts by those of `numba.cuda`, below both."""
    parts: Mapping[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["parts"]
    return parts


def compared(title: str, numbas: object, own: object) -> Part:
    """The names of a module or class of `numba.cuda`, held against the drop-in's."""
    names = [name for name in offered(numbas) if not _is_inside(getattr(numbas, name, None))]
    of_objects = getattr(own, "__annotations__", {})
    there = tuple(name for name in names if hasattr(own, name) or name in of_objects)
    return Part(title, there, tuple(name for name in names if name not in there))


def offered(owner: object) -> list[str]:
    """The public names of a module or class; of a module without those that it only uses."""
    names = [name for name in dir(owner) if not name.startswith("_")]
    told = getattr(owner, "__all__", None)
    return [name for name in names if told is None or name in told]


def _is_inside(value: object) -> bool:
    """Whether a value of `numba.cuda` is no offer: a module, a type, or what it tells of itself."""
    kind = importlib.import_module("numba.cuda.types").Type
    plain = (str, tuple, bool)
    is_type = isinstance(value, kind) or (isinstance(value, type) and issubclass(value, kind))
    return is_type or inspect.ismodule(value) or isinstance(value, plain)


def all_parts() -> list[Part]:
    """`numba.cuda` and its classes that scripts meet; numba-cuda has to be installed."""
    return [
        compared(name, _object("numba.cuda", name), _object(OWN, own))
        for name, own in read_parts().items()
    ]


def _object(top: str, path: str) -> Any:
    """A module or class by its path below a module: "cudadrv.driver:Stream"."""
    module, _, name = path.partition(":")
    found = importlib.import_module(f"{top}.{module}" if module else top)
    return getattr(found, name) if name else found


def host_api_page(
    parts: Iterable[Part], absences: Sequence[Absence], versions: Mapping[str, str]
) -> str:
    """The page as Markdown."""
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    lines = [HEAD.format(versions=told)]
    for part in parts:
        module, _, name = part.title.partition(":")
        title = f"`{name}`" if name else f"`numba.cuda{'.' * bool(module)}{module}`"
        total = len(part.there) + len(part.lacking)
        lines += [f"## {title}: {len(part.there)} of {total}", ""]
        lines += [", ".join(f"`{one}`" for one in part.there) + ".", ""]
        if part.lacking:
            lines += ["| not there | why |", "| --- | --- |"]
            lines += [f"| {names} | {why} |" for why, names in _by_reason(part, absences).items()]
            lines.append("")
    return "\n".join(lines)


def _by_reason(part: Part, absences: Sequence[Absence]) -> dict[str, str]:
    """The names that are not there, by why."""
    found: dict[str, list[str]] = {}
    for name in part.lacking:
        found.setdefault(why_not(name, absences), []).append(f"`{name}`")
    return {why: ", ".join(names) for why, names in found.items()}


def why_not(name: str, absences: Sequence[Absence]) -> str:
    """Why a name is not there, by the first reason that has it."""
    for absence in absences:
        if any(fnmatchcase(name, pattern) for pattern in absence.names):
            return absence.why
    return "not yet"
