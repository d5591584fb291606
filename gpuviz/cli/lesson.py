"""`gpuviz lesson`: the lessons, and handouts of them."""

from __future__ import annotations

import argparse
import difflib
import importlib.util
import os
from pathlib import Path

from gpuviz.cli.desktop import check_display, missing_library
from gpuviz.cli.json_text import print_json
from gpuviz.cli.parser import new_file
from gpuviz.cli.plugin_notes import tell_problems
from gpuviz.cli.progress import counting
from gpuviz.cli.table import aligned, counted, print_text, sentence
from gpuviz.lesson import Listed, list_lessons, read_lesson
from gpuviz.lesson.library import lesson_problems
from gpuviz.messages import Message, RequestRefused, word
from gpuviz.ordinary_file import ending
from gpuviz.texts import tr

ACTIONS = ("list", "export")
LANGUAGES = ("en", "zh_CN")
SUFFIX, PDF = ".md", ".pdf"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("action", choices=ACTIONS, help=tr("list all, or export one as a handout"))
    about = tr("its number, its title, or a file of your own")
    parser.add_argument("lesson", nargs="?", metavar="LESSON", help=about)
    parser.add_argument("--language", choices=LANGUAGES, default="en", help=tr("of its texts"))
    parser.add_argument("--pdf", metavar="FILE", help=tr("write the handout as PDF"))
    parser.add_argument(
        "--markdown", metavar="FOLDER", help=tr("write it as Markdown with pictures")
    )
    parser.add_argument("--key", action="store_true", help=tr("with the answers, for lecturers"))
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    """0: listed, or written."""
    if arguments.action == "list":
        _list(arguments)
    else:
        _export(arguments)
    return 0


def _list(arguments: argparse.Namespace) -> None:
    if arguments.lesson is not None or arguments.pdf or arguments.markdown or arguments.key:
        template = "`gpuviz lesson list` lists all: `export` is what takes a lesson and files."
        raise RequestRefused(Message("lesson.list-alone", template))
    lessons = list_lessons(arguments.language)
    tell_problems(lesson_problems)
    if arguments.json:
        print_json({"lessons": [_entry(one) for one in lessons]})
        return
    rows = [(str(one.shown), one.title, one.about) for one in lessons]
    print_text(aligned(rows, right=(0,)))


def _entry(one: Listed) -> dict[str, object]:
    return {
        "number": one.shown,
        "plugin": one.plugin or None,
        "title": one.title,
        "about": one.about,
        "steps": one.step_count,
        "file": one.path,
    }


def _export(arguments: argparse.Namespace) -> None:
    if arguments.lesson is None:
        template = "Say which lesson: its number or its title, as `gpuviz lesson list` tells them."
        raise RequestRefused(Message("lesson.which", template))
    if arguments.pdf is None and arguments.markdown is None:
        template = "Say what to write: --pdf with a file, --markdown with a folder, or both."
        raise RequestRefused(Message("lesson.nothing", template))
    pdf = None if arguments.pdf is None else new_file(arguments.pdf, PDF)
    folder = None if arguments.markdown is None else new_folder(arguments.markdown)
    path = lesson_file(arguments.lesson, arguments.language)
    read = read_lesson(path)
    if read.lesson is None:
        raise RequestRefused(_cannot(path, read.problems[0].line, read.problems[0].message))
    check_display({"QT_QPA_PLATFORM": "offscreen"})
    if importlib.util.find_spec("PySide6") is None:
        raise missing_library(tr("PySide6 is not installed"))
    _make(arguments, path, pdf, folder, read.lesson.step_count)
    if arguments.json:
        print_json(
            {
                "lesson": read.lesson.shown,
                "title": read.lesson.title,
                "files": [one for one in (pdf, folder) if one is not None],
            }
        )
        return
    for one in filter(None, (pdf, folder)):
        steps = counted(read.lesson.step_count, "1 step", "{n} steps")
        words = tr("{file}: {title}, {steps}")
        print_text(words.format(file=one, title=read.lesson.title, steps=steps))


def _make(
    arguments: argparse.Namespace, path: Path, pdf: Path | None, folder: Path | None, count: int
) -> None:
    """In a process of its own, which ends with this one."""
    from gpuviz.ui.handout.job import HandoutChoice, HandoutProcess

    process = HandoutProcess(
        HandoutChoice(
            str(path.absolute()),
            arguments.language,
            None if pdf is None else str(pdf.absolute()),
            None if folder is None else str(folder.absolute()),
            arguments.key,
            trusts_code=True,
        )
    )
    try:
        with counting(count, tr("steps")) as told:
            process.follow(lambda done, of: told())
    finally:
        process.end()


def lesson_file(text: str, language: str) -> Path:
    """The file of a lesson by its number, its title in any language, or its path.

    Raises RequestRefused for one that is not there.
    """
    lessons = list_lessons(language)
    if text.isdecimal():
        found = next((one for one in lessons if one.shown == int(text)), None)
    else:
        keys = {one.key for other in LANGUAGES for one in list_lessons(other) if _is(one, text)}
        found = next((one for one in lessons if one.key in keys), None)
    if found is not None:
        return found.path
    path = Path(text)
    if ending(path) == SUFFIX and os.path.isfile(path):
        return path
    near = difflib.get_close_matches(text, [one.title for one in lessons], 1)
    hint = (
        word("Did you mean '{name}'?", name=near[0])
        if near
        else word("`gpuviz lesson list` tells all.")
    )
    template = "There is no lesson and no file '{text}'. {hint}"
    raise RequestRefused(Message("lesson.unknown", template, {"text": text, "hint": hint}))


def _is(lesson: Listed, title: str) -> bool:
    return lesson.title.casefold() == title.strip().casefold()


def new_folder(text: str) -> Path:
    """The name of a folder to be made; raises RequestRefused where something is in it."""
    path = Path(text)
    if os.path.lexists(path) and (not path.is_dir() or path.is_symlink() or any(path.iterdir())):
        template = "{path} is there already: name a folder that is not, or an empty one."
        raise RequestRefused(Message("lesson.folder-there", template, {"path": text}))
    parent = path.absolute().parent
    if not parent.is_dir() or not path.name:
        template = "The folder {folder} does not exist: make it, or choose another one."
        raise RequestRefused(Message("cli.no-folder", template, {"folder": parent}))
    if not os.access(parent, os.W_OK):
        template = "{path} cannot be written: choose another file."
        raise RequestRefused(Message("cli.not-writable", template, {"path": path}))
    return path


def _cannot(path: Path, line: int, what: Message) -> Message:
    template = "{file}, line {line}: {what}" if line else "{file}: {what}"
    values = {"file": path.name, "line": line, "what": sentence(what)}
    return Message("lesson.wrong", template, values)
