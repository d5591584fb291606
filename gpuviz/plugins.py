"""Plugins: packages that bring kernels, lessons, puzzles and devices (docs/plugins.md).

A package says so by an entry point of the group `gpuviz.operations`, whose value names a package:
the folder with the files. Nothing of it is imported here. Python's own `importlib.metadata` takes
ten times as long to ask 150 installed packages, at each start of a program that mostly has no
plugin: so the few lines that it would read are read here.
"""

from __future__ import annotations

import functools
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Generic, TypeVar

from gpuviz.messages import (
    EnglishTemplate,
    Message,
    RequestRefused,
    both,
    reason_of,
    shortened,
    word,
)
from gpuviz.ordinary_file import read_ordinary

GROUP = "gpuviz.operations"
METADATA = (".dist-info", ".egg-info")  # folders that say what a package is
ENTRY_POINTS = "entry_points.txt"
LARGEST_BYTES = 1 << 20  # of that file
MOST_FILES = 500  # of a kind: a folder of photographs shall not make a start slow
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,39}")
"""Two letters at least: `C:file.py` is a file of Windows. No colon: `plugin:name` has one."""
RESERVED = ("gpu",)  # gpu:0 is a GPU of this machine
VALUE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
CLASH = "plugin.clash"  # code of what says that a name is taken
BETWEEN = ":"  # a plugin and the name of what it brings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plugin:
    """One plugin that is installed."""

    name: str  # of its entry point
    package: str  # "gpu-course 1.0", as pip knows it
    folder: Path  # resolved

    def files(self, folder: str, pattern: str) -> tuple[list[Path], list[Message]]:
        """What it brings in a folder of its own, by name; and what of that is not taken.

        A link that leads out of the plugin is not followed, and nothing but files and folders is
        opened.
        """
        place = self.folder / folder
        try:
            found = sorted(place.glob(pattern)) if place.is_dir() else []
        except OSError as error:
            return [], [
                self.wrong("{file} cannot be read ({why})", file=place, why=reason_of(error))
            ]
        kept = [path for path in found if self._is_own(path)]
        wrong = [
            self.wrong("{file} is not a file inside it, and is left out", file=path.name)
            for path in found
            if path not in kept
        ]
        if len(kept) > MOST_FILES:
            template = "of {count} files in {file} the first {most} are taken"
            values = {"count": len(kept), "file": folder, "most": MOST_FILES}
            wrong.append(self.wrong(template, **values))
        return kept[:MOST_FILES], wrong

    def wrong(self, template: EnglishTemplate, **values: object) -> Message:
        """Something that is wrong with it, as a sentence."""
        what = Message("plugin.what", template, values)
        whole = "The plugin {plugin} ({package}): {what}."
        return Message("plugin.wrong", whole, self._named | {"what": what})

    def said(self, message: Message) -> Message:
        """What is wrong with one of its files, in a sentence of its own."""
        whole = "The plugin {plugin} ({package}): {what}"
        return Message("plugin.said", whole, self._named | {"what": message})

    @property
    def _named(self) -> dict[str, object]:
        return {"plugin": self.name, "package": self.package}

    def _is_own(self, path: Path) -> bool:
        """Whether it lies inside, and all that lies in it, if it is a folder."""
        real = path.resolve()
        if not real.is_relative_to(self.folder):
            return False
        try:
            inside = [one.resolve() for one in real.iterdir()] if real.is_dir() else []
        except OSError:
            return False
        return all(one.is_relative_to(self.folder) for one in inside) and (
            real.is_file() or real.is_dir()
        )


@dataclass(frozen=True, slots=True)
class Installed:
    """The plugins of this Python in the order of their names, and why others are none."""

    plugins: tuple[Plugin, ...] = ()
    problems: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought(Generic[T]):
    """What one plugin brings of one kind, by name."""

    plugin: Plugin
    items: Mapping[str, T]


@dataclass(frozen=True, slots=True)
class Shelf(Generic[T]):
    """What all plugins bring of one kind, beside what gpuviz has itself.

    Everything is found as `plugin:name`. By its name alone is found what nothing else has: what is
    gpuviz's own stays so, and of two plugins none comes first.
    """

    own: Collection[str]  # names of gpuviz
    brought: Sequence[Brought[T]]

    def called(self, plugin: Plugin, name: str) -> str:
        """What one writes to have it: its name, or `plugin:name` where that is another's too."""
        is_shared = name in self.own or len(self._owners(name)) > 1
        return f"{plugin.name}{BETWEEN}{name}" if is_shared else name

    def all(self) -> dict[str, T]:
        """Everything by what it is called."""
        return {
            self.called(one.plugin, name): item
            for one in self.brought
            for name, item in one.items.items()
        }

    def find(self, text: str) -> T | None:
        """What is called so; None: nothing. Raises RequestRefused where two plugins have it."""
        plugin, colon, name = text.partition(BETWEEN)
        if colon:
            fitting = (one for one in self.brought if one.plugin.name == plugin)
            return next((one.items[name] for one in fitting if name in one.items), None)
        owners = self._owners(text)
        if text in self.own or not owners:
            return None
        if len(owners) > 1:
            names = both([f"{one.plugin.name}{BETWEEN}{text}" for one in owners])
            template = "'{text}' is in more than one plugin: there are {names}. Say which."
            raise RequestRefused(
                Message("plugin.ambiguous", template, {"text": text, "names": names})
            )
        return owners[0].items[text]

    def clashes(self) -> Iterator[Message]:
        """A sentence for each name that is not a plugin's alone."""
        for one in self.brought:
            for name in one.items:
                whole = self.called(one.plugin, name)
                if whole != name:
                    template = (
                        "'{name}' of the plugin {plugin} is called {whole}: the name is taken."
                    )
                    values = {"name": name, "plugin": one.plugin.name, "whole": whole}
                    yield Message(CLASH, template, values)

    def _owners(self, name: str) -> list[Brought[T]]:
        return [one for one in self.brought if name in one.items]


@functools.cache
def installed() -> Installed:
    """The plugins of this Python; looked for once, and nothing of them is run."""
    plugins: dict[str, Plugin] = {}
    problems: list[Message] = []
    for package, data in _declared(problems):
        for name, value in _entries(data):
            found = _plugin(name, value, package)
            if isinstance(found, Message):
                problems.append(found)
            elif found.name in plugins:
                problems.append(_twice(plugins[found.name], found))
            else:
                plugins[found.name] = found
    return Installed(tuple(plugins[name] for name in sorted(plugins)), tuple(problems))


def plugin_of(path: Path) -> Plugin | None:
    """The plugin that a file came with."""
    plugins = installed().plugins
    if not plugins:  # as on most machines
        return None
    real = path.resolve()
    return next((one for one in plugins if real.is_relative_to(one.folder)), None)


def _declared(problems: list[Message]) -> Iterator[tuple[str, str]]:
    """The packages that have the group, and the text that says it."""
    seen: set[str] = set()
    for folder in _metadata_folders():
        name, _, version = os.path.splitext(os.path.basename(folder))[0].partition("-")
        if name in seen:  # another path has it too: Python imports the first
            continue
        seen.add(name)
        package = f"{name.replace('_', '-')} {version.split('-')[0]}".strip()
        path = Path(folder, ENTRY_POINTS)
        try:
            data = read_ordinary(path, LARGEST_BYTES)
            if GROUP.encode() in data:
                yield package, data.decode("utf-8-sig")
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, UnicodeDecodeError) as error:
            template = "Whether {package} is a plugin cannot be read ({why}): install it again."
            why = reason_of(error) if isinstance(error, OSError) else word("it is not UTF-8 text")
            problems.append(
                Message("plugin.unreadable", template, {"package": package, "why": why})
            )


def _metadata_folders() -> Iterator[str]:
    """Of all packages that are installed, in the order in which Python looks for them."""
    for place in dict.fromkeys(sys.path):
        try:
            with os.scandir(place or os.curdir) as entries:
                found = sorted(one.path for one in entries if one.name.endswith(METADATA))
        except OSError:  # a zip file, or nothing
            continue
        yield from found


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Name and value of each entry point of the group."""
    inside = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == f"[{GROUP}]"
        elif inside and line and line[0] not in "#;":
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def _plugin(name: str, value: str, package: str) -> Plugin | Message:
    """The plugin of an entry point, or why it is none."""
    values = {"name": shortened(name), "value": shortened(value), "package": package}
    if not NAME.fullmatch(name) or name in RESERVED:
        template = (
            "{package} calls its plugin '{name}', which cannot be: it needs 2 to 40 letters,"
            " digits, - or _, a letter first."
        )
        return Message("plugin.bad-name", template, values)
    folder = _folder(value) if VALUE.fullmatch(value) else None
    if folder is None:
        template = (
            "The plugin {name} ({package}) has to name a package, a folder with its files, and"
            " '{value}' is none: install it again, or tell its author."
        )
        return Message("plugin.no-folder", template, values)
    return Plugin(name, package, folder.resolve())


def _folder(package: str) -> Path | None:
    """Where a package lies; it is not imported, nor is what it stands in."""
    top, *below = package.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError, AttributeError, OSError):
        return None
    places = spec.submodule_search_locations if spec is not None else None
    folders = (Path(place, *below) for place in places or ())
    return next((folder for folder in folders if folder.is_dir()), None)


def _twice(first: Plugin, other: Plugin) -> Message:
    template = "Both {first} and {other} bring a plugin {name}: that of {first} is taken."
    values = {"first": first.package, "other": other.package, "name": first.name}
    return Message("plugin.twice", template, values)
