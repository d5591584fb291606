"""Every command with its options, from the parsers that read them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from gpuviz.cli.commands import COMMANDS, build_parser

COLUMNS = 88  # of the line that shows how a command is used


def commands() -> str:
    """A section for each command, as Markdown."""
    return "\n\n".join("\n".join(_section(command.name)) for command in COMMANDS)


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command, with all its options."""
    for action in build_parser(command)._actions:
        if isinstance(action, argparse._SubParsersAction):
            found: argparse.ArgumentParser = action.choices[command]
            return found
    raise LookupError(command)


def _section(command: str) -> Iterator[str]:
    parser = parser_of(command)
    parser.formatter_class = _narrow
    yield f"## gpuviz {command}"
    yield ""
    yield parser.description or ""
    yield ""
    yield "```text"
    yield parser.format_usage().strip()
    yield "```"
    yield ""
    yield "| word | meaning |"
    yield "|---|---|"
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction) and action.help != argparse.SUPPRESS:
            yield f"| {_words(action)} | {_cell(_help(action, parser))} |"
    if parser.epilog:
        yield ""
        yield from _epilog(parser.epilog)


def _narrow(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=COLUMNS)


def _words(action: argparse.Action) -> str:
    """How an option or a positional is written."""
    value = _value(action)
    if not action.option_strings:
        return f"`{value}`"
    spelled = [f"{name} {value}" if action.nargs != 0 else name for name in action.option_strings]
    return ", ".join(f"`{one}`" for one in spelled)


def _value(action: argparse.Action) -> str:
    if action.metavar is not None:
        return action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    if action.choices is not None:
        return "{" + ",".join(str(one) for one in action.choices) + "}"
    return action.dest.upper() if action.option_strings else action.dest


def _help(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    values = {**vars(action), "prog": parser.prog}
    return (action.help or "") % values if "%" in (action.help or "") else action.help or ""


def _cell(text: str) -> str:
    """Of a table: a bar would end it, but for one within code."""
    code = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(one if one.startswith("`") else one.replace("|", r"\|") for one in code)


def _epilog(text: str) -> Iterator[str]:
    """Sentences flow; lines that are set apart stay as they are."""
    if any(line.startswith("  ") for line in text.splitlines()):
        yield from ("```text", text.strip("\n"), "```")
    else:
        yield " ".join(text.split())
