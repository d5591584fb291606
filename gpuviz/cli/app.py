"""`gpuviz app`: the window."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpuviz.cli.desktop import check_display, missing_library
from gpuviz.cli.parser import new_file
from gpuviz.messages import Message, RequestRefused
from gpuviz.ordinary_file import ending
from gpuviz.texts import tr

LANGUAGES = ("system", "en", "zh_CN")
SUFFIXES = (".gpuviz", ".py", ".cu", ".md", ".toml")
WITHOUT_QT = (
    "gpuviz.insight.element_touches",
    "gpuviz.insight.first_look",
    "gpuviz.scene.launch.facts",
    "gpuviz.scene.stage.empty",
)
"""What the window needs of the rooms below: PySide reads the source of each module that is imported
after itself, which takes as long as importing it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE.gpuviz | FILE.py | LESSON.md | DEVICES.toml",
        help=tr("what to open"),
    )
    parser.add_argument("--operation", metavar="NAME", help=tr("a name of `gpuviz list`"))
    parser.add_argument("--language", choices=LANGUAGES, help=tr("of the window's texts"))
    parser.add_argument(
        "--screenshot", metavar="PNG", help=tr("save a picture of the window and quit")
    )


def run(arguments: argparse.Namespace) -> int:
    """Opens the window and gives its exit code."""
    file = None if arguments.file is None else _file(arguments.file)
    operation = None if arguments.operation is None else _operation(arguments.operation)
    screenshot = None
    if arguments.screenshot is not None:
        screenshot = new_file(arguments.screenshot, ".png")
    check_display(os.environ)
    gc.disable()  # nothing of hundreds of modules is garbage, and then the window looks for it
    try:
        return _run_app()(operation, file, screenshot, arguments.language)
    finally:
        gc.enable()


def _run_app() -> Callable[[str | None, Path | None, Path | None, Any], int]:
    for name in WITHOUT_QT:
        importlib.import_module(name)
    try:
        from gpuviz.ui.app import run_app
    except ImportError as error:
        raise missing_library(str(error)) from error
    return run_app


def _operation(name: str) -> str:
    from gpuviz.operation import find_operation

    find_operation(name)  # what is wrong with it is said here rather than in a window
    return name


def _file(text: str) -> Path:
    path = Path(text)
    if os.path.isdir(path):
        template = (
            "'{text}' is a folder, and the window shows one file: name a file in it, or check all"
            " its scripts with `gpuviz check {text}`."
        )
        raise RequestRefused(Message("cli.folder", template, {"text": text}))
    if ending(path) not in SUFFIXES:
        from gpuviz.api.no_script import OTHER_FILES

        if ending(path) in OTHER_FILES and os.path.isfile(path):
            raise RequestRefused(Message("script.none", OTHER_FILES[ending(path)], {"path": text}))
        template = (
            "gpuviz opens files ending in .py, .cu, .gpuviz, .md or .toml, which '{text}' does not."
        )
        raise RequestRefused(Message("cli.not-to-be-opened", template, {"text": text}))
    if not os.path.isfile(path):
        template = "There is no file '{text}'."
        raise RequestRefused(Message("cli.no-file", template, {"text": text}))
    return path
