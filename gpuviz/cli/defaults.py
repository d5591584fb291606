"""Defaults of options: from the environment and from files (docs/configuration.md).

An option on the command line comes first, then `GPUVIZ_DEVICE` and the like, then `gpuviz.toml` or
`[tool.gpuviz]` of `pyproject.toml` in the working folder or above it, then the user's own file.
A project may be somebody else's: its file sets nothing that writes a file, lifts a limit or uses up
the machine.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from gpuviz.engines.names import EngineName, ScheduleName
from gpuviz.messages import (
    EnglishTemplate,
    Message,
    RequestRefused,
    SourcePlace,
    brief,
    reason_of,
    word,
)
from gpuviz.ordinary_file import read_ordinary
from gpuviz.texts import enumerated, tr

FILE, PYPROJECT = "gpuviz.toml", "pyproject.toml"
TABLE = "tool.gpuviz"  # of pyproject.toml
ENVIRONMENT = "GPUVIZ_"
LARGEST_BYTES, LARGEST_NUMBER = 1 << 20, 1 << 40
FORMATS = ("text", "json", "sarif", "github", "junit")
LANGUAGES = ("en", "zh_CN")
GPU = re.compile(r"gpu:\d{1,3}")  # of this machine, on which the engine cuda runs


@dataclass(frozen=True, slots=True)
class Key:
    """One option that can have a default."""

    name: str  # without --
    example: str  # as TOML
    about: str
    words: tuple[str, ...] = ()  # all that it can be; none: the command says
    of_project: bool = True  # whether a project's file may set it


KEYS = (
    Key("device", '"rtx3090"', "an id of `gpuviz devices`"),
    Key("engine", '"emulator"', "who executes", get_args(EngineName)),
    Key("schedule", '"adversarial"', "order of the emulator's steps", get_args(ScheduleName)),
    Key("seed", "7", "of the inputs, and of what is left to chance"),
    Key("format", '"github"', "of what `gpuviz check` says", FORMATS),
    Key("language", '"zh_CN"', "of the window and of explanations", LANGUAGES, False),
    Key("timeout", "120", "seconds for each script, or none", (), False),
    Key("memory", '"4G"', "for each script, or none", (), False),
    Key("jobs", "2", "submissions that are graded side by side", (), False),
)
BY_NAME: Mapping[str, Key] = {key.name: key for key in KEYS}


@dataclass(frozen=True, slots=True)
class Default:
    """A value that stands for an option that was not given."""

    key: Key
    text: str  # as the option has it
    where: str  # for a sentence
    place: SourcePlace | None = None  # in a file


def set_defaults(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Give the options of a command their defaults, and say in its help which those are.

    Raises RequestRefused, with the line, for a file that says what cannot be.
    """
    options = {_option(key): key for key in KEYS}
    actions = {
        options[word].name: action
        for action in parser._actions
        for word in action.option_strings
        if word in options
    }
    if not actions:
        return
    given = _given(words)
    users = user_file(sys.platform, os.environ, Path.home())
    found = in_force(os.environ, Path.cwd(), users)
    wanted = [
        default
        for name, default in found.items()
        if name in actions and not _gives_way(default, given, actions)
    ]
    for default in wanted:
        action = actions[default.key.name]
        if _option(default.key) not in given:
            check_choice(action, default)
            check_value(default, with_file="--device-file" in given)
            action.default = default.text
    told = "; ".join(f"{one.key.name} = {one.text} ({one.where})" for one in wanted)
    about = tr(
        "{options} can have defaults of your own: {variables} in the environment, {file}, or"
        " {table} in {pyproject}; now: {now}."
    ).format(
        options=enumerated(list(actions)),
        variables=f"{ENVIRONMENT}..",
        file=FILE,
        table=f"[{TABLE}]",
        pyproject=PYPROJECT,
        now=told or tr("none"),
    )
    parser.epilog = " ".join(filter(None, (parser.epilog, about.replace("%(", "("))))


def in_force(environment: Mapping[str, str], folder: Path, users: Path) -> dict[str, Default]:
    """Every default by the name of its option, the one that counts of several."""
    found: dict[str, Default] = {}
    project = project_file(folder)
    sources = (
        _of_file(users, is_project=False) if os.path.isfile(users) else (),
        () if project is None or project == users else _of_file(project, is_project=True),
        _of_environment(environment),
    )
    for source in sources:
        for default in source:
            _make_way(default, found)
            found[default.key.name] = default
    return found


def project_file(folder: Path) -> Path | None:
    """The file of the project that a folder belongs to: the nearest, from it upwards."""
    for place in (folder, *folder.parents):
        if os.path.isfile(place / FILE):
            return place / FILE
        pyproject = place / PYPROJECT
        if os.path.isfile(pyproject) and f"[{TABLE}".encode() in _bytes(pyproject):
            return pyproject
    return None


def user_file(platform: str, environment: Mapping[str, str], home: Path) -> Path:
    """The user's own file: beside the settings of the window."""
    if platform == "win32":
        folder = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        folder = home / "Library" / "Preferences"
    else:
        folder = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    return folder / "gpuviz" / FILE


def _option(key: Key) -> str:
    return f"--{key.name}"


def _given(words: Sequence[str]) -> dict[str, str]:
    """The options of a command line with their values; an empty one where there is none."""
    found: dict[str, str] = {}
    for given, after in zip(words, [*words[1:], ""], strict=True):
        name, equals, value = given.partition("=")
        if name.startswith("--"):
            found[name] = value if equals else after
    return found


def _gives_way(
    default: Default, given: Mapping[str, str], actions: Mapping[str, argparse.Action]
) -> bool:
    """Whether an option that was given, or the command, leaves no sense in this default."""
    name = default.key.name
    if name == "format":
        return "--json" in given
    if name == "engine" and "--device" in given:
        return not _go_together(default.text, given["--device"])
    if name == "device" and "--engine" in given:
        return not _go_together(given["--engine"], default.text)
    return name == "device" and bool(GPU.fullmatch(default.text)) and "engine" not in actions


def _go_together(engine: str, device: str) -> bool:
    """The engine cuda runs on GPUs of this machine, and no other one does."""
    return (engine == "cuda") == bool(GPU.fullmatch(device))


def _make_way(default: Default, found: dict[str, Default]) -> None:
    """Take out what a weaker source says of an engine that does not go with this device, or of a
    device that does not go with this engine.
    """
    other = found.get({"engine": "device", "device": "engine"}.get(default.key.name, ""))
    if other is None or (other.place is not None and _same_file(other, default)):
        return
    pair = (default, other) if default.key.name == "engine" else (other, default)
    if not _go_together(pair[0].text, pair[1].text):
        del found[other.key.name]


def _same_file(one: Default, other: Default) -> bool:
    return one.place is not None and other.place is not None and one.place.file == other.place.file


def check_choice(action: argparse.Action, default: Default) -> None:
    """Raises RequestRefused where the command does not take the value."""
    if action.choices is not None and default.text not in action.choices:
        raise _wrong(
            default, "has to be one of {names}.", names=", ".join(map(str, action.choices))
        )


def check_value(default: Default, *, with_file: bool = False) -> None:
    """Raises RequestRefused where no command takes the value; `with_file`: of devices."""
    try:
        _read(default, with_file)
    except RequestRefused as error:
        raise _wrong(default, "cannot be: {what}", what=error.message) from None


def _read(default: Default, with_file: bool) -> None:
    """Reads a value as the commands do."""
    name, text = default.key.name, default.text
    if name == "seed":
        from gpuviz.cli.parser import seed_number

        seed_number(text)
    elif name == "timeout":
        from gpuviz.cli.script_run import seconds_of

        seconds_of(text)
    elif name == "memory":
        from gpuviz.cli.script_run import bytes_of

        bytes_of(text)
    elif name == "jobs":
        from gpuviz.cli.grade import jobs_at_once

        jobs_at_once(text)
    elif name == "device" and not with_file and not GPU.fullmatch(text):
        from gpuviz.device import find_device

        find_device(text)


def _of_environment(environment: Mapping[str, str]) -> Iterator[Default]:
    for key in KEYS:
        name = f"{ENVIRONMENT}{key.name.upper()}"
        if environment.get(name):
            yield _checked_words(Default(key, environment[name], name))


def _of_file(path: Path, *, is_project: bool) -> Iterator[Default]:
    """Raises RequestRefused for what is no TOML, and for a key or a value that cannot be."""
    text = _text(path)
    table = _table(path, text)
    header = TABLE if path.name == PYPROJECT else ""
    for name, value in table.items():
        place = SourcePlace(str(path), _line_of(name, text, header))
        yield _checked_words(_default(name, value, place, is_project))


def _default(name: str, value: Any, place: SourcePlace, is_project: bool) -> Default:
    key = BY_NAME.get(name)
    if key is None:
        template = "There is no default '{name}': there are {names}."
        values: dict[str, object] = {"name": name, "names": ", ".join(BY_NAME)}
        raise RequestRefused(Message("config.unknown", template, values), place)
    if is_project and not key.of_project:
        template = (
            "A project's file cannot set {name}: write it into your own {file}, or set {variable}."
        )
        values = {"name": name, "variable": f"{ENVIRONMENT}{name.upper()}"}
        values["file"] = user_file(sys.platform, os.environ, Path.home())
        raise RequestRefused(Message("config.not-here", template, values), place)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not isinstance(value, str) and not (is_number and abs(value) < LARGEST_NUMBER):
        template = "{name} = {value} cannot be: write it as in {name} = {example}."
        values = {"name": name, "value": brief(value), "example": key.example}
        raise RequestRefused(Message("config.kind", template, values), place)
    return Default(key, str(value), f"{place.file}, line {place.line}", place)


def _checked_words(default: Default) -> Default:
    words = default.key.words
    if words and default.text not in words:
        raise _wrong(default, "has to be one of {names}.", names=", ".join(words))
    return default


def _wrong(default: Default, template: EnglishTemplate, **values: object) -> RequestRefused:
    what = Message("config.what", template, values)
    named = {"name": default.key.name, "value": brief(default.text), "what": what}
    if default.place is not None:
        message = Message("config.value", "{name} = {value} {what}", named)
    else:
        message = Message(
            "config.variable", "{where} = {value} {what}", named | {"where": default.where}
        )
    return RequestRefused(message, default.place)


def _table(path: Path, text: str) -> Mapping[str, Any]:
    import tomllib

    try:
        table: Any = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of 5000 digits
        raise _unreadable(path, word("it is no TOML: {error}", error=error)) from None
    for part in TABLE.split(".") if path.name == PYPROJECT else ():
        table = table.get(part, {}) if isinstance(table, dict) else {}
    if not isinstance(table, dict):
        raise _unreadable(path, word("{name} is no table", name=TABLE))
    return table


def _text(path: Path) -> str:
    try:
        return read_ordinary(path, LARGEST_BYTES).decode("utf-8")
    except OSError as error:
        raise _unreadable(path, reason_of(error)) from None
    except UnicodeDecodeError:
        raise _unreadable(path, word("it is no UTF-8 text")) from None


def _bytes(path: Path) -> bytes:
    """What a file holds; nothing of one that cannot be read."""
    try:
        return read_ordinary(path, LARGEST_BYTES)
    except OSError:
        return b""


def _unreadable(path: Path, why: object) -> RequestRefused:
    template = "The defaults of {file} cannot be read ({why}): repair it or take it away."
    return RequestRefused(Message("config.unreadable", template, {"file": path, "why": why}))


def _line_of(name: str, text: str, header: str) -> int:
    """Where a key stands, from 1; TOML's reader does not say."""
    inside = not header
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            inside = bool(header) and line.strip().startswith(f"[{header}")
        elif inside and re.match(rf"""\s*["']?{re.escape(name)}["']?\s*=""", line):
            return number
    return 1
