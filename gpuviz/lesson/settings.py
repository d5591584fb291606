"""What `set:` and `solution:` can set, as one table, and how such lines are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gpuviz.device import load_devices, plugin_shelf
from gpuviz.lesson import names
from gpuviz.lesson.controls import PANELS
from gpuviz.lesson.facts import Words
from gpuviz.lesson.lesson import Setting
from gpuviz.lesson.problem import Problem, problem, unknown
from gpuviz.messages import EnglishTemplate


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One setting. `words` are its values where it knows only some; `of_launch`: it changes what
    is launched, the others how one looks at it.
    """

    name: str
    about: str
    example: str
    words: Words = ()
    of_launch: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        """The words that it may be; without any it is something else."""
        return self.words() if callable(self.words) else self.words


SPECS = (
    SettingSpec(
        "operation",
        "Opens an operation, with its own size and block.",
        "vector_add` or `square.py",
        names.operation_names,
        True,
    ),
    SettingSpec("size", "Its size, or sizes in their order.", "1000` or `64,64,32", of_launch=True),
    SettingSpec("block", "Threads of a block.", "256` or `32x8", of_launch=True),
    SettingSpec(
        "grid",
        "Unlinks the grid and sets it; `auto` links it again.",
        "4` or `2x2` or `auto",
        of_launch=True,
    ),
    SettingSpec("engine", "Who executes the launch.", "emulator", names.ENGINES, True),
    SettingSpec(
        "device",
        "The GPU that is modelled.",
        "t4",
        lambda: (*load_devices(), *plugin_shelf().all()),
        True,
    ),
    SettingSpec(
        "schedule",
        "The order in which threads run.",
        "lockstep",
        names.SCHEDULES,
        True,
    ),
    SettingSpec("draw", "Draws a digit on the canvas of a pipeline.", "7", names.DIGITS),
    SettingSpec("live", "Whether each change runs at once.", "off", names.SWITCH),
    SettingSpec(
        "choose",
        "Chooses something, in the words of Go to; `grid` chooses nothing.",
        "block 3 thread 17` or `thread 785` or `block 2 warp 1` or `c[785]",
    ),
    SettingSpec("zoom", "The whole grid, or the chosen block alone.", "block", names.ZOOMS),
    SettingSpec("step", "Plays to a step.", "40` or `start` or `end"),
    SettingSpec(
        "line", "Plays to the first step on the line with these words.", '"c[i] = a[i] + b[i]"'
    ),
    SettingSpec("panel", "Brings a panel under the stage to the front.", "memory", tuple(PANELS)),
    SettingSpec(
        "colour",
        "What the grid is coloured by.",
        "idle",
        names.COLOURS,
    ),
    SettingSpec(
        "elements",
        "What the arrays are coloured by.",
        "reads",
        names.ELEMENT_COLOURS,
    ),
    SettingSpec("heat", "What the bars beside the source show.", "memory", names.HEATS),
    SettingSpec(
        "source", "In which language the panel Source shows the kernel.", "cuda", names.SOURCES
    ),
    SettingSpec(
        "beside_cpu",
        "Whether the panel Devices shows this computer's CPU beside the GPU.",
        "on",
        names.SWITCH,
    ),
    SettingSpec("compare", "Pins the run, or lets it go.", "on", names.SWITCH),
    SettingSpec(
        "launch",
        "Opens a launch of a pipeline, by its number or the name of its kernel.",
        "3` or `conv2d",
    ),
    SettingSpec("sweep", "Runs a sweep; for `solution:`.", "sizes", names.SWEEPS),
)
SETTINGS: Mapping[str, SettingSpec] = {spec.name: spec for spec in SPECS}
AFRESH = ("launch", "choose", "zoom", "step", "line")
"""What another launch makes void."""
VOID: Mapping[str, tuple[str, ...]] = {
    "operation": (*AFRESH, "size", "block", "grid", "sweep", "draw"),
    "size": (*AFRESH, "draw"),
    "draw": AFRESH,
    "launch": AFRESH[1:],
}
"""And what some settings do."""


def parse_settings(
    text: str, line: int, called: Callable[[str], str] = str
) -> tuple[tuple[Setting, ...], list[Problem]]:
    """The settings of one line, as `size = 1000; block = 256`, and what is wrong with them; what
    operations are `called` that a lesson means.
    """
    found: list[Setting] = []
    problems: list[Problem] = []
    for part in _parts(text):
        name, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not value:
            template = "`{part}` sets nothing: write a name, = and a value, as `block = 256`."
            problems.append(problem(line, "setting", template, part=part.strip()))
        elif name not in SETTINGS:
            template = "There is no setting `{name}`."
            problems.append(unknown(line, "setting", template, name, SETTINGS))
        else:
            if name == "operation":
                value = called(value)
            setting = Setting(name, value.strip('"') if name == "line" else value, line)
            problems += _word_problems(setting)
            found.append(setting)
    return tuple(found), problems


def _parts(text: str) -> list[str]:
    """What stands between semicolons; one inside of quotes parts nothing."""
    parts, quoted = [""], False
    for letter in text:
        quoted ^= letter == '"'
        if letter == ";" and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]


def _word_problems(setting: Setting) -> list[Problem]:
    words = SETTINGS[setting.name].values
    is_own = setting.name == "operation" and names.is_own_file(setting.value)
    if not words or setting.value in words or is_own:
        return []
    template = _UNKNOWN.get(setting.name, "`{setting}` cannot be `{name}`.")
    found = unknown(setting.line, "word", template, setting.value, words, setting=setting.name)
    return [found]


_UNKNOWN: Mapping[str, EnglishTemplate] = {
    "operation": "There is no operation `{name}`.",
    "device": "There is no device `{name}`.",
    "panel": "There is no panel `{name}`.",
}
