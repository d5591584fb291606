"""What a shell offers where Tab is pressed; the shell asks by starting gpuviz (argcomplete)."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping

from gpuviz.cli.commands import COMMANDS, build_parser
from gpuviz.messages import GpuvizError

ASKED = "_ARGCOMPLETE"
"""The variable by which argcomplete's shell functions ask."""
LINE = "COMP_LINE"


def answer() -> None:
    """Write what may stand at the cursor, and end the process; a file's name is the shell's own."""
    import argcomplete

    parser = build_parser(_chosen(os.environ.get(LINE, "")))
    for action in _actions(parser):
        known = KNOWN.get(action.dest)
        if known is not None:
            action.completer = _completer(known)  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser)


def _chosen(line: str) -> str:
    """The command that stands in the line so far."""
    words = line.split()[1:2]
    return words[0] if words and words[0] in {command.name for command in COMMANDS} else ""


def _actions(parser: argparse.ArgumentParser) -> Iterable[argparse.Action]:
    """Of a parser, and of those of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from _actions(one)


def _completer(known: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    def offer(prefix: str, **_: object) -> list[str]:
        try:
            return [name for name in known() if name.startswith(prefix)]
        except GpuvizError:  # a Tab is not the place to complain
            return []

    return offer


def _operations() -> Iterable[str]:
    from gpuviz.operation import called, list_operations, plugin_operations

    return (called(info) for info in (*list_operations(), *plugin_operations()))


def _devices() -> Iterable[str]:
    from gpuviz.device import load_devices, plugin_shelf

    return (*load_devices(), *plugin_shelf().all())


def _puzzles() -> Iterable[str]:
    from gpuviz.lesson.puzzle import puzzle_names

    return ("list", *puzzle_names())


def _schedules() -> Iterable[str]:
    from gpuviz.api.checking import SCHEDULES

    return SCHEDULES


def _formats() -> Iterable[str]:
    from gpuviz.cli.check import FORMAT_NAMES

    return FORMAT_NAMES


KNOWN: Mapping[str, Callable[[], Iterable[str]]] = {
    "operation": _operations,
    "name": _operations,
    "puzzle": _puzzles,
    "device": _devices,
    "schedule": _schedules,
    "format": _formats,
}
"""What an option or an argument of that name can be."""
