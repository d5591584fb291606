"""The last choices, kept in one JSON file between two sessions."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

from PySide6.QtCore import QStandardPaths

from gpuviz.device import DEFAULT_DEVICE
from gpuviz.engines.request import EngineName, ScheduleName
from gpuviz.messages import Message

ThemeName = Literal["dark", "light"]
LanguageName = Literal["system", "en", "zh_CN"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered; the defaults are those of a first start.

    `geometry` and `window_state` are what Qt saves of a window, in base64.
    """

    operation: str = "vector_add"  # a name of the gallery, or a path
    size: tuple[int, ...] = ()  # empty: the operation's own
    block: tuple[int, ...] = ()  # empty: the operation's own
    pinned_grid: tuple[int, ...] | None = None  # None: it follows from size and block
    engine: EngineName | None = None  # None: a GPU if one answers
    device: str = DEFAULT_DEVICE  # to be modelled
    schedule: ScheduleName = "lockstep"
    theme: ThemeName = "dark"
    live: bool = True
    language: LanguageName = "system"
    geometry: str = ""
    window_state: str = ""


def settings_path() -> Path:
    """The file in the folder where the platform keeps configurations."""
    location = QStandardPaths.StandardLocation.GenericConfigLocation
    return Path(QStandardPaths.writableLocation(location)) / "gpuviz" / "settings.json"


def load_settings(path: Path) -> tuple[Settings, Message | None]:
    """What was saved, and what is to be said about it.

    No file gives the defaults, and so does an unreadable one, which is kept beside under another
    name. Unknown keys are passed over; a value of a wrong kind is replaced by its default.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), None
    except (OSError, ValueError, RecursionError):
        return Settings(), _set_aside(path)
    if not isinstance(found, dict):
        return Settings(), _set_aside(path)
    return _settings(found), None


def save_settings(settings: Settings, path: Path) -> Message | None:
    """Writes the file as a whole or not at all; a Message says why it could not be written."""
    try:
        replace_file(path, json.dumps(asdict(settings), indent=2))
    except OSError as error:
        template = "The settings could not be saved to {file} ({reason})."
        values = {"file": path, "reason": error.strerror}
        return Message("settings.not-saved", template, values)
    return None


def replace_file(path: Path, text: str) -> None:
    """Writes a file as a whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        partial.write_text(text, encoding="utf-8")
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def _set_aside(path: Path) -> Message:
    aside = path.with_name(path.name + ".bad")
    try:
        os.replace(path, aside)
    except OSError as error:
        template = (
            "The settings in {file} cannot be read ({reason}): gpuviz starts with its defaults."
        )
        values = {"file": path, "reason": error.strerror}
        return Message("settings.unreadable", template, values)
    template = (
        "The settings in {file} could not be read: gpuviz starts with its defaults. The old file is"
        " kept as {aside}."
    )
    return Message("settings.set-aside", template, {"file": path, "aside": aside.name})


def _settings(found: Mapping[str, Any]) -> Settings:
    default = Settings()
    values = {
        field.name: _READERS[field.name](found.get(field.name), getattr(default, field.name))
        for field in fields(Settings)
    }
    return Settings(**values)


Reader = Callable[[Any, Any], Any]
"""Gives the found value if it is of the right kind, else the default."""


def _text(found: Any, default: str) -> str:
    return found if isinstance(found, str) else default


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
    "schedule": _one_of(get_args(ScheduleName)),
    "theme": _one_of(get_args(ThemeName)),
    "live": _flag,
    "language": _one_of(get_args(LanguageName)),
    "geometry": _text,
    "window_state": _text,
}
