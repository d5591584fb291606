"""The table of commands."""

from __future__ import annotations

import argparse
import importlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

import gpuviz
from gpuviz.cli.language import spoken_language
from gpuviz.cli.parser import VERSION, Parser, in_words
from gpuviz.cli.streams import tell_note
from gpuviz.messages import EnglishText, Message, RequestRefused, word

DESCRIPTION: EnglishText = (
    "Shows what a GPU does with a kernel. Without a command, the window opens."
)
WITH_SCRIPTS = ("check", "trace")  # with arguments of their own behind --
GENERAL_OPTIONS = ("-h", "--help", "--version")


class CommandModule(Protocol):
    """What the module of a command has."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declares the options."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Does it and gives the exit code."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its module, one of gpuviz.cli, is imported only when it is used."""

    name: str
    summary: EnglishText
    module: str

    def words(self) -> str:
        """What it does, in the language of the command line."""
        if spoken_language() == "en":
            return self.summary
        from gpuviz.texts import tr

        return tr(self.summary)

    def load(self) -> CommandModule:
        """Imports the module."""
        return cast("CommandModule", importlib.import_module(f"gpuviz.cli.{self.module}"))


COMMANDS = (
    Command("app", "Open the window (the default)", "app"),
    Command("list", "List the operations of the gallery, or explain one", "show_list"),
    Command("run", "Run one operation and say what happened", "run"),
    Command(
        "sweep",
        "Run one operation at many sizes, or with many blocks, and say when the GPU is faster",
        "sweep",
    ),
    Command(
        "check",
        "Run Numba CUDA scripts unchanged on the emulator and say what is wrong in their kernels",
        "check",
    ),
    Command("grade", "Check the submissions of a class, and gather what is wrong", "grade"),
    Command(
        "puzzle",
        "List the puzzles, tell one, or grade a kernel that answers it",
        "puzzle",
    ),
    Command(
        "lesson",
        "List the lessons, or write one as a handout: Markdown with pictures, or PDF",
        "lesson",
    ),
    Command(
        "trace",
        "Run Numba CUDA scripts unchanged on the emulator, record each launch and show one",
        "trace",
    ),
    Command("source", "Print a kernel in Python, CUDA C, PTX or SASS, line by line", "source"),
    Command(
        "export",
        "Write pictures, films and the timeline of a recording, without a window",
        "export",
    ),
    Command(
        "devices",
        "List the GPUs that gpuviz knows and those of this machine, or model a launch on each",
        "devices",
    ),
    Command("doctor", "Say what gpuviz finds on this machine, for a bug report", "doctor"),
    Command("completion", "Let Tab complete the words of gpuviz in a shell", "completion"),
)


def with_command(words: list[str]) -> list[str]:
    """`gpuviz FILE` and `gpuviz --operation NAME` are `gpuviz app ...`; raises RequestRefused."""
    first = words[0] if words else ""
    names = [command.name for command in COMMANDS]
    if first in names or first in GENERAL_OPTIONS:
        return words
    path = Path(first)
    if first and not first.startswith("-") and not path.suffix and not os.path.exists(first):
        raise RequestRefused(_unknown(first, names))
    return ["app", *words]


def _unknown(given: str, names: list[str]) -> Message:
    import difflib

    near = difflib.get_close_matches(given, names, 1)
    hint = (
        word("Did you mean `gpuviz {name}`?", name=near[0])
        if near
        else word("`gpuviz --help` lists the commands.")
    )
    template = "There is no command and no file '{word}'. {hint}"
    return Message("cli.unknown-command", template, {"word": given, "hint": hint})


def build_parser(chosen: str, words: Sequence[str] | None = None) -> Parser:
    """The parser for all commands, with the options of the chosen one, and their defaults.

    `words` are the whole command line, beside which a default can be meaningless; None: a shell
    asks what there is, and defaults do not matter.

    The namespace it gives has the command's function as `run`.
    """
    parser = Parser(prog="gpuviz", description=_described(), allow_abbrev=False)
    version = f"gpuviz {gpuviz.__version__}"
    parser.add_argument("--version", action="version", version=version, help=in_words(VERSION))
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        text = command.words()
        subparser = subparsers.add_parser(
            command.name,
            help=text,
            description=_sentence(text),
            allow_abbrev=False,
        )
        if command.name == chosen:
            module = command.load()
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
            if words is not None:
                _set_defaults(subparser, command, words)
    return parser


def _described() -> str:
    if spoken_language() == "en":
        return DESCRIPTION
    from gpuviz.texts import tr

    return tr(DESCRIPTION)


def _sentence(text: str) -> str:
    if spoken_language() == "en":
        return f"{text[0].upper()}{text[1:]}."
    from gpuviz.texts import sentence

    return sentence(text)


def _set_defaults(parser: Parser, command: Command, words: Sequence[str]) -> None:
    """A window opens all the same where a file of defaults is wrong."""
    from gpuviz.cli.defaults import set_defaults

    try:
        set_defaults(parser, words)
    except RequestRefused as error:
        if command.name != COMMANDS[0].name:
            raise
        tell_note(error)
