"""The argument parser, and texts turned into values: every refusal is a sentence."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from gpuviz.messages import Message, RequestRefused, shortened
from gpuviz.whole_number import read_whole_number

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raises RequestRefused."""
        template = "{message}. `{program} --help` shows what can be given."
        values = {"message": message, "program": self.prog}
        raise RequestRefused(Message("cli.arguments", template, values))

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
