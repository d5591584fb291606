"""The argument parser, and texts turned into values: every refusal is a sentence."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from gpuviz.messages import EnglishTemplate, EnglishText, Message, RequestRefused, shortened
from gpuviz.texts import CONTEXT, tr, translate
from gpuviz.whole_number import read_whole_number

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

VERSION: EnglishText = "show program's version number and exit"
COMPLAINTS: tuple[EnglishTemplate, ...] = (
    "the following arguments are required: {names}",
    "one of the arguments {names} is required",
    "unrecognized arguments: {names}",
    "argument {name}: {what}",
    "not allowed with argument {name}",
    "ignored explicit argument {value}",
    "expected one argument",
    "expected at most one argument",
    "expected at least one argument",
    "invalid choice: {value} (choose from {choices})",
)
"""What argparse itself says of a command line, which it makes a text of at once."""
PLACE = re.compile(r"\\{(\w+)\\}")  # in an escaped template


def option_text(text: EnglishText) -> str:
    """What is told of an option in a table; `add_arguments` gives it to `in_words`."""
    return text


def in_words(text: str, **values: object) -> str:
    """A text of `option_text` in the language of the command."""
    found = translate(CONTEXT, text)
    return found.format(**values) if values else found


class _Help(argparse.HelpFormatter):
    """argparse's own words in the language of the command."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        words = tr("usage: ") if prefix is None else prefix
        super().add_usage(usage, actions, groups, words)


class PlainHelp(_Help, argparse.RawDescriptionHelpFormatter):
    """The same with the lines of an epilog as they are."""


def complaint(said: str) -> object:
    """What argparse said as a value of a Message: one that can be translated where it is known."""
    for template in COMPLAINTS:
        pattern = PLACE.sub(r"(?P<\1>.*?)", re.escape(template))
        found = re.fullmatch(pattern, said, re.DOTALL)
        if found is not None:
            values = {name: complaint(value) for name, value in found.groupdict().items()}
            return Message("cli.argparse", template, values)
    return said


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence, without the usage."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Help, **options)
        self._positionals.title = tr("positional arguments")
        self._optionals.title = tr("options")
        for action in self._actions:
            if isinstance(action, argparse._HelpAction):
                action.help = tr("show this help message and exit")

    def error(self, message: str) -> NoReturn:
        """Raises RequestRefused."""
        template = "{message}. `{program} --help` shows what can be given."
        values = {"message": complaint(message), "program": self.prog}
        raise RequestRefused(Message("cli.arguments", template, values))

    def format_help(self) -> str:
        """All that is told of the command; a heading ends as the language has it."""
        text = super().format_help()
        for title in (self._positionals.title, self._optionals.title):
            heading = tr("{title}:").format(title=title)
            text = text.replace(f"\n{title}:\n", f"\n{heading}\n")
        return text

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """The value of `--name=--` is `--`, of which argparse before Python 3.13 makes `[]`."""
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            value = self._get_value(action, "--")
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Raises OSError where help cannot be written, which argparse itself lets pass."""
        if message:
            (file or sys.stderr).write(message)


def seed_number(text: str) -> int:
    """Reads a seed; raises RequestRefused for anything but a whole number from 0 to 2^32 - 1."""
    number = read_whole_number(text)
    if number is not None and 0 <= number < 1 << 32:
        return number
    template = "seed '{text}' is not a whole number from 0 to 4294967295."
    raise RequestRefused(Message("cli.bad-seed", template, {"text": shortened(text)}))


def new_file(text: str, suffix: str) -> Path:
    """Reads the name of a file to be written; raises RequestRefused where it cannot be."""
    path = Path(text)
    if path.suffix != suffix:
        template = "'{text}' has to end in {suffix}."
        raise RequestRefused(
            Message("cli.wrong-suffix", template, {"text": text, "suffix": suffix})
        )
    if not os.path.isdir(path.parent):
        template = "The folder {folder} does not exist: make it, or choose another one."
        raise RequestRefused(Message("cli.no-folder", template, {"folder": path.parent}))
    if os.path.isdir(path) or not os.access(path.parent, os.W_OK):
        template = "{path} cannot be written: choose another file."
        raise RequestRefused(Message("cli.not-writable", template, {"path": path}))
    return path
