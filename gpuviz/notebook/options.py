"""The options behind `%%gpuviz` and `%gpuviz`."""

from __future__ import annotations

import difflib
import keyword
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from gpuviz.device import DEFAULT_DEVICE, find_device, load_devices
from gpuviz.engines.names import ScheduleName
from gpuviz.messages import EnglishText, Message, RequestRefused, shortened
from gpuviz.web.languages import LANGUAGES, Language
from gpuviz.whole_number import read_whole_number

Shown = Literal["picture", "view", "brief"]
LARGEST_SEED = (1 << 32) - 1
DEFAULT_NAME = "launches"
DEFAULT_SCHEDULE: ScheduleName = "lockstep"


class Option(NamedTuple):
    """An option with a value, or without one where it has no metavar."""

    name: str
    metavar: str
    about: EnglishText


OPTIONS = (
    Option("--device", "ID", "the GPU whose limits count and that times are modelled for"),
    Option("--schedule", "NAME", "order of the steps: lockstep, warps or adversarial"),
    Option("--seed", "S", "of what is left to chance"),
    Option("--picture", "", "show each launch with its hazards, a picture and its figures"),
    Option("--view", "", "show each launch as a view to play and to click in"),
    Option("--brief", "", "show a line for each launch"),
    Option("--language", "CODE", "of what is shown: en or zh_CN"),
    Option("--name", "NAME", "the variable that holds the launches afterwards"),
)


@dataclass(frozen=True, slots=True)
class CellOptions:
    """How a cell is run, and how its launches are shown."""

    device: str = DEFAULT_DEVICE
    schedule: ScheduleName = DEFAULT_SCHEDULE
    seed: int = 0
    shown: Shown = "picture"
    language: Language | None = None  # English, and in views that of the browser
    name: str = DEFAULT_NAME


def read_options(line: str, defaults: CellOptions) -> CellOptions:
    """`defaults` with what a line says. Raises RequestRefused with what is wrong in it."""
    options = defaults
    for name, value in _pairs(_words(line)):
        options = _with(options, name, value)
    return options


def completions(line: str) -> list[str]:
    """What may stand where a line ends: options, or values of the last one."""
    *before, last = f"{line} ".split(" ")[:-1] or [""]
    values = _values(before[-1]) if before else []
    choice = values or [option.name for option in OPTIONS if option.name not in before]
    return [word for word in choice if word.startswith(last)]


def _values(option: str) -> list[str]:
    if option == "--schedule":
        return list(get_args(ScheduleName))
    if option == "--language":
        return list(LANGUAGES)
    return list(load_devices()) if option == "--device" else []


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:
        template = "A quote is open in '{line}': close it."
        raise RequestRefused(
            Message("notebook.open-quote", template, {"line": shortened(line)})
        ) from None


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    """Options with their values, also those written as --option=value."""
    known = {option.name: option for option in OPTIONS}
    left = iter(words)
    for word in left:
        name, equals, value = word.partition("=")
        if name not in known:
            raise RequestRefused(_unknown(word, list(known)))
        if not known[name].metavar and equals:
            template = "{option} takes no value."
            raise RequestRefused(Message("notebook.no-value", template, {"option": name}))
        if known[name].metavar and not equals:
            value = next(left, "")
        if known[name].metavar and not value:
            template = "{option} needs a value: {option} {metavar}."
            values = {"option": name, "metavar": known[name].metavar}
            raise RequestRefused(Message("notebook.value-missing", template, values))
        yield name, value


def _unknown(word: str, known: list[str]) -> Message:
    close = difflib.get_close_matches(word, known, 1, 0.6)
    if close:
        template = "%%gpuviz has no option {word}: did you mean {near}?"
        return Message("notebook.near-option", template, {"word": word, "near": close[0]})
    template = "%%gpuviz has no option {word}: it has {known}."
    values = {"word": shortened(word), "known": ", ".join(known)}
    return Message("notebook.unknown-option", template, values)


def _with(options: CellOptions, name: str, value: str) -> CellOptions:
    for shown in get_args(Shown):
        if name == f"--{shown}":
            return replace(options, shown=shown)
    if name == "--device":
        return replace(options, device=find_device(value).id)
    if name == "--schedule":
        return replace(options, schedule=_schedule(value))
    if name == "--language":
        return replace(options, language=_language(value))
    if name == "--seed":
        return replace(options, seed=_seed(value))
    return replace(options, name=_variable(value))


def _schedule(value: str) -> ScheduleName:
    for known in get_args(ScheduleName):
        if known == value:
            schedule: ScheduleName = known
            return schedule
    template = "There is no schedule '{name}': choose one of {known}."
    values = {"name": shortened(value), "known": ", ".join(get_args(ScheduleName))}
    raise RequestRefused(Message("cli.unknown-schedule", template, values))


def _language(value: str) -> Language:
    for known in LANGUAGES:
        if known == value:
            return known
    template = "There is no language '{name}': choose one of {known}."
    values = {"name": shortened(value), "known": ", ".join(LANGUAGES)}
    raise RequestRefused(Message("notebook.unknown-language", template, values))


def _seed(value: str) -> int:
    number = read_whole_number(value)
    if number is not None and 0 <= number <= LARGEST_SEED:
        return number
    template = "seed '{text}' is not a whole number from 0 to 4294967295."
    raise RequestRefused(Message("cli.bad-seed", template, {"text": shortened(value)}))


def _variable(value: str) -> str:
    if value.isidentifier() and not keyword.iskeyword(value):
        return value
    template = "'{text}' cannot be the name of a variable: use letters, digits and _."
    raise RequestRefused(Message("notebook.bad-name", template, {"text": shortened(value)}))
