"""The lessons that come with gpuviz and with plugins, in each language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gpuviz.lesson.course import place_in_course
from gpuviz.lesson.lesson import lesson_key, shown_number
from gpuviz.lesson.marks import parts_of
from gpuviz.lesson.parser import LARGEST_BYTES, ReadLesson, read_lesson, whole_number
from gpuviz.lesson.problem import problem
from gpuviz.messages import Message
from gpuviz.ordinary_file import read_ordinary
from gpuviz.places import resource_dir
from gpuviz.plugins import Plugin, installed

FIRST_LANGUAGE = "en"
FOLDER = "lessons"  # of a plugin
NAME = re.compile(r"(\d\d)_[a-z0-9_]+\.md")
LAST = 100  # beyond all numbers


def lesson_files(language: str) -> list[Path]:
    """The files of a language in the order of the course; none of a language without lessons."""
    folder = resource_dir("assets") / "lessons" / language
    return sorted(folder.glob("*.md"), key=_place) if folder.is_dir() else []


def _place(path: Path) -> tuple[int, str]:
    match = NAME.fullmatch(path.name)
    return place_in_course(int(match[1]) if match else LAST), path.name


def languages() -> list[str]:
    """The languages that have lessons."""
    folder = resource_dir("assets") / "lessons"
    return sorted(one.name for one in folder.iterdir() if one.is_dir())


@dataclass(frozen=True, slots=True)
class Listed:
    """What the list of lessons says of one; its steps are only counted."""

    path: Path
    number: int
    title: str
    about: str
    step_count: int
    plugin: str = ""  # that brings it

    @property
    def key(self) -> str:
        """What it is remembered by."""
        return lesson_key(self.path, self.number)

    @property
    def shown(self) -> int:
        """The number that students see."""
        return shown_number(self.key, self.number)


def list_lessons(language: str) -> tuple[Listed, ...]:
    """The lessons of a language; where it has none, those of the first one. Plugins' come last."""
    files = lesson_files(language) or lesson_files(FIRST_LANGUAGE)
    ours = tuple(
        _listed(path, path.read_text(encoding="utf-8", errors="replace")) for path in files
    )
    return (*ours, *_of_plugins(language))


def plugin_lessons(plugin: Plugin, language: str) -> tuple[list[Path], list[Message]]:
    """The files of a plugin in a language, in English, or in the only one; what isn't taken."""
    places = (f"{FOLDER}/{language}", f"{FOLDER}/{FIRST_LANGUAGE}", FOLDER)
    found = (plugin.files(place, "*.md") for place in places)
    return next(((files, wrong) for files, wrong in found if files or wrong), ([], []))


def lesson_problems() -> Iterator[Message]:
    """A sentence for each lesson of a plugin that cannot be played, in any language."""
    for plugin in installed().plugins:
        places = ("*", *(f"{one.name}/*" for one in _folders(plugin.folder / FOLDER)))
        for place in places:
            files, wrong = plugin.files(FOLDER, f"{place}.md")
            yield from wrong
            for read in _with_places(files):
                for first in read.problems[:1]:
                    values = {"file": read.path.name, "line": first.line, "what": first.message}
                    template = "{file}, line {line}: {what}" if first.line else "{file}: {what}"
                    yield plugin.said(Message("plugin.lesson", template, values))


def _folders(place: Path) -> list[Path]:
    return sorted(one for one in place.iterdir() if one.is_dir()) if place.is_dir() else []


def _of_plugins(language: str) -> Iterator[Listed]:
    """Those of each plugin by their numbers; a file that cannot be read is left out."""
    for plugin in installed().plugins:
        found = []
        for path in plugin_lessons(plugin, language)[0]:
            try:
                text = read_ordinary(path, LARGEST_BYTES).decode("utf-8", errors="replace")
            except OSError:
                continue
            found.append(replace(_listed(path, text), plugin=plugin.name))
        yield from sorted(found, key=lambda one: (one.number, one.path.name))


def _listed(path: Path, text: str) -> Listed:
    raw = parts_of(text)
    front = {mark.key: mark.value for mark in raw.front or ()}
    number = front.get("lesson", "")
    return Listed(
        path,
        whole_number(number),
        front.get("title", path.stem),
        front.get("about", ""),
        max(len(raw.steps), 1),
    )


def read_library(language: str) -> tuple[ReadLesson, ...]:
    """All lessons of a language, also those with problems; numbers and names are looked at too."""
    return tuple(_with_places(lesson_files(language)))


def _with_places(files: Iterable[Path]) -> Iterator[ReadLesson]:
    seen: dict[int, str] = {}
    for path in files:
        read = read_lesson(path)
        if read.lesson is not None:
            read = _with_place(read, seen)
        yield read


def _with_place(read: ReadLesson, seen: dict[int, str]) -> ReadLesson:
    """The same; wrong if another one has its number, or its name has not."""
    assert read.lesson is not None
    number, name = read.lesson.number, read.path.name
    match = NAME.fullmatch(name)
    if number in seen:
        template = "Lesson {number} is in {other} already: give this one another number."
        wrong = problem(2, "number-twice", template, number=number, other=seen[number])
        return ReadLesson(read.path, None, (wrong,))
    seen[number] = name
    if match is None or int(match[1]) != number:
        template = "The name of lesson {number} begins with {wanted}_, but the file is {name}."
        values = {"number": number, "wanted": f"{number:02}", "name": name}
        return ReadLesson(read.path, None, (problem(2, "name", template, **values),))
    return read
