"""The last choices, kept in one JSON file between two sessions, for all windows together."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from PySide6.QtCore import QStandardPaths

from gpuviz.atomic_file import clear_parts, put_aside
from gpuviz.device import DEFAULT_DEVICE
from gpuviz.engines.names import EngineName, ScheduleName
from gpuviz.messages import Message, reason_of
from gpuviz.scene.source.level_names import LevelName, LevelOf
from gpuviz.session.kept_file import locked, read_object, write_object
from gpuviz.trace.source import Language

ThemeName = Literal["dark", "light"]
LanguageName = Literal["system", "en", "zh_CN"]

FIRST_OPERATION = "vector_add"
FIRST_SIZE, FIRST_BLOCK = (32,), (32,)
"""What one sees first: one warp, each lane above its elements."""

LAYOUT_SUM, SUM_DIGITS = "layout_sum", 16
LAUNCH = {"operation", "size", "block", "pinned_grid", "inputs"}
LAYOUT = {"geometry", "window_state", LAYOUT_SUM}
"""What is saved together: a size belongs to its operation, a sum to its layout."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered; the defaults are those of a first start.

    `geometry` and `window_state` are what Qt saves of a window, in base64.
    """

    operation: str = FIRST_OPERATION  # a name of the gallery, or a path
    size: tuple[int, ...] = FIRST_SIZE  # empty: the operation's own
    block: tuple[int, ...] = FIRST_BLOCK  # empty: the operation's own
    pinned_grid: tuple[int, ...] | None = None  # None: it follows from size and block
    engine: EngineName | None = None  # None: a GPU if one answers
    device: str = DEFAULT_DEVICE  # to be modelled: a key of DeviceFiles
    device_files: tuple[str, ...] = ()  # paths of those that are open
    schedule: ScheduleName = "lockstep"
    theme: ThemeName = "dark"
    live: bool = True
    plays: bool = True  # what has been run
    all_panels: bool = False  # True for who has a layout of before there was a choice
    clusters: tuple[str, ...] = ()  # addresses of schedulers, the last one that was used first
    recent: tuple[str, ...] = ()  # paths of files that were opened, the last one first
    inputs: tuple[str, ...] = ()  # what is chosen of the arrays, as `--input` has it
    level: LevelName | None = None  # of the source; None: as the kernel is written
    level_of: LevelOf = "python"  # what PTX and SASS are made of
    level_beside: bool = True  # beside the source that runs, where there is room
    language: LanguageName = "system"
    puzzles_in: Language = "python"  # in which they are answered
    geometry: str = ""
    window_state: str = ""


def settings_path() -> Path:
    """The file in the folder where the platform keeps configurations."""
    location = QStandardPaths.StandardLocation.GenericConfigLocation
    return Path(QStandardPaths.writableLocation(location)) / "gpuviz" / "settings.json"


def load_settings(path: Path) -> tuple[Settings, Message | None]:
    """What was saved, and what is to be said about it.

    No file gives the defaults, and so does an unreadable one, which is kept beside under another
    name. Unknown keys are passed over; a value of a wrong kind is replaced by its default. A layout
    that is not as it was saved, byte for byte, is none: Qt does not survive every other one.
    """
    clear_parts(path.parent)
    try:
        found = read_object(path)
    except (OSError, ValueError):
        return Settings(), _set_aside(path)
    if found is None:
        return Settings(), None
    settings = _settings(found)
    if found.get(LAYOUT_SUM) == layout_sum(settings):
        return settings, None
    return replace(settings, geometry="", window_state=""), _layout_refused(path, found)


def save_settings(settings: Settings, path: Path, known: Settings | None = None) -> Message | None:
    """Writes what is no longer as in `known`; a Message says why it could not be written.

    All the rest of the file stays as it is: what another window has changed since, and what a newer
    gpuviz has written. Without `known` everything is written.
    """
    try:
        with locked(path):
            write_object(path, _before(path) | _changes(settings, known))
    except OSError as error:
        template = "The settings could not be saved to {file} ({reason})."
        values = {"file": path, "reason": reason_of(error)}
        return Message("settings.not-saved", template, values)
    return None


def layout_sum(settings: Settings) -> str:
    """What stands beside a layout in the file: no other one has the same."""
    text = f"{settings.geometry}\n{settings.window_state}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:SUM_DIGITS]


def _before(path: Path) -> dict[str, Any]:
    """What the file holds; one that cannot be read is put aside first. Raises OSError."""
    try:
        found = read_object(path)
    except (OSError, ValueError):
        put_aside(path)
        found = None
    return {} if found is None else found


def _changes(settings: Settings, known: Settings | None) -> dict[str, Any]:
    """The keys that are not as in `known`, with those that make no sense without them."""
    now = asdict(settings) | {LAYOUT_SUM: layout_sum(settings)}
    if known is None:
        return now
    before = asdict(known)
    changed = {key for key, value in before.items() if now[key] != value}
    for group in (LAUNCH, LAYOUT):
        if changed & group:
            changed |= group
    return {key: value for key, value in now.items() if key in changed}


def _layout_refused(path: Path, found: Mapping[str, Any]) -> Message | None:
    if LAYOUT_SUM not in found:  # nothing was saved, or by a gpuviz of before
        return None
    template = (
        "The places of the panels in {file} are damaged: the window comes with its usual layout."
    )
    return Message("settings.layout-damaged", template, {"file": path})


def _set_aside(path: Path) -> Message:
    try:
        aside = put_aside(path)
    except OSError as error:
        template = (
            "The settings in {file} cannot be read ({reason}): gpuviz starts with its defaults."
        )
        values = {"file": path, "reason": reason_of(error)}
        return Message("settings.unreadable", template, values)
    template = (
        "The settings in {file} could not be read: gpuviz starts with its defaults. The old file is"
        " kept as {aside}."
    )
    return Message("settings.set-aside", template, {"file": path, "aside": aside.name})


def _settings(found: Mapping[str, Any]) -> Settings:
    default = Settings(all_panels=bool(found.get("window_state")))
    values = {
        field.name: _READERS[field.name](found.get(field.name), getattr(default, field.name))
        for field in fields(Settings)
    }
    return Settings(**values)


Reader = Callable[[Any, Any], Any]
"""Gives the found value if it is of the right kind, else the default."""


def _text(found: Any, default: str) -> str:
    return found if isinstance(found, str) else default


def _texts(found: Any, default: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        return default
    return tuple(found)


def _flag(found: Any, default: bool) -> bool:
    return found if isinstance(found, bool) else default


def _numbers(found: Any, default: tuple[int, ...] | None) -> tuple[int, ...] | None:
    if not isinstance(found, list) or not all(type(item) is int and item > 0 for item in found):
        return default
    return tuple(found)


def _shape(found: Any, default: tuple[int, ...] | None) -> tuple[int, ...] | None:
    return _numbers(found, default) if isinstance(found, list) and len(found) <= 3 else default


def _one_of(choices: tuple[Any, ...]) -> Reader:
    return lambda found, default: found if found in choices else default


_READERS: Mapping[str, Reader] = {
    "operation": _text,
    "size": _numbers,
    "block": _shape,
    "pinned_grid": _shape,
    "engine": _one_of(get_args(EngineName)),
    "device": _text,
    "device_files": _texts,
    "schedule": _one_of(get_args(ScheduleName)),
    "theme": _one_of(get_args(ThemeName)),
    "live": _flag,
    "plays": _flag,
    "all_panels": _flag,
    "clusters": _texts,
    "recent": _texts,
    "inputs": _texts,
    "level": _one_of(get_args(LevelName)),
    "level_of": _one_of(get_args(LevelOf)),
    "level_beside": _flag,
    "language": _one_of(get_args(LanguageName)),
    "puzzles_in": _one_of(get_args(Language)),
    "geometry": _text,
    "window_state": _text,
}
