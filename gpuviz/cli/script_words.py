"""The words behind `check` and `trace`: options anywhere, scripts, and behind -- what is theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gpuviz.cli.launch_options import CLUSTER, DEVICE_FILE
from gpuviz.messages import EnglishText, Message, RequestRefused

BEHIND = "--"


class Option(NamedTuple):
    """An option with a value, or without one where it has no metavar."""

    name: str
    metavar: str | None
    about: EnglishText
    default: str | None = None


OPTIONS = (
    Option("--device", "ID", "GPU whose limits count (default: {device})"),
    Option(*DEVICE_FILE),
    Option(
        "--schedule",
        "NAME",
        "order of the steps: lockstep, warps or adversarial (default: lockstep)",
        "lockstep",
    ),
    Option("--seed", "S", "of what is left to chance", "0"),
    Option(
        "--size",
        "NAME=N[,NAME=N..]",
        "a number of a file in CUDA C instead of its own, as of #define N; can be given several"
        " times",
    ),
    Option("--timeout", "SECONDS", "how long each script may take; none: as long as it likes"),
    Option("--memory", "SIZE", "how much memory each script may use, as in 2G or 500M"),
    Option("--json", None, "print one JSON object"),
)
OF_TRACE = (
    Option("--out", "DIR", "keep each launch in a file of this folder, and open no window"),
    Option("--launch", "NUMBER", "which one the window shows (default: the first)", "1"),
)
OF_CHECK = (
    Option("--repair", None, "try repairs of each hazard, and print the one that helps"),
    Option(
        "--format",
        "NAME",
        "text, json, or for CI: sarif, github (annotations), junit (default: text)",
        "text",
    ),
    Option(*CLUSTER),
)
OF_COMMAND = {"check": OF_CHECK, "trace": OF_TRACE}
HELP = ("-h", "--help")


def arranged(words: list[str]) -> tuple[list[str], list[str]]:
    """(the command, its options, then files; what stands behind --), for `check` and `trace`.

    argparse alone would take options behind a file for the script's. Raises RequestRefused for an
    option that there is not.
    """
    command, *rest = words
    before, behind = rest, []
    if BEHIND in rest:
        place = rest.index(BEHIND)
        before, behind = rest[:place], rest[place + 1 :]
    options, files = _apart(before, command)
    return [command, *options, *files], behind


def _apart(words: Iterable[str], command: str) -> tuple[list[str], list[str]]:
    """Options with their values, and files."""
    known = {one.name: one for one in (*OPTIONS, *OF_COMMAND[command])}
    options: list[str] = []
    files: list[str] = []
    left = iter(words)
    for word in left:
        name, equals, _ = word.partition("=")
        if not word.startswith("-") or word == "-":
            files.append(word)
        elif name in known:
            options.append(word)
            takes = known[name].metavar is not None and not equals
            options += [value for value in [next(left, None)] if value is not None] if takes else []
        elif word in HELP:
            options.append(word)
        else:
            raise RequestRefused(_unknown(word, command))
    return options, files


def _unknown(word: str, command: str) -> Message:
    template = (
        "`gpuviz {command}` has no option {word}: `gpuviz {command} --help` shows those it has."
        " Arguments of the script itself stand behind --, as in"
        " `gpuviz {command} SCRIPT.py -- {word}`."
    )
    return Message("cli.unknown-option", template, {"command": command, "word": word})
