"""Settings and progress files with something wrong in them: both loaders read each of them."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gpuviz.session.lesson_progress import load_progress
from gpuviz.session.settings import Settings, layout_sum, load_settings, save_settings
from tools.fuzzing.kinds import Broken, checked_sentence
from tools.fuzzing.odd import ODD_NUMBERS, SURROGATE, odd_bytes, odd_text, odd_value

CHOSEN = Settings("saxpy", (1000,), (32, 8), (4, 4), "emulator", geometry="AdnQ", window_state="AA")
GOOD_SETTINGS: dict[str, Any] = asdict(CHOSEN) | {"layout_sum": layout_sum(CHOSEN)}
GOOD_PROGRESS: dict[str, Any] = {
    "1": {"steps": [0, 1, 2], "at": 3},
    "mine.md": {"steps": [], "at": 0},
}
DEEP = "deep"  # stands where something is nested


class Lesson:
    """A lesson of five steps that somebody goes on with."""

    key = "1"
    step_count = 5


def make(chance: random.Random) -> bytes:
    """A file of settings or of progress."""
    good = chance.choice((GOOD_SETTINGS, GOOD_PROGRESS))
    text = json.dumps(
        _changed(json.loads(json.dumps(good)), chance), indent=chance.choice((None, 1))
    )
    if chance.random() < 0.1:  # a key twice
        text = text.replace("{", "{" + f"{json.dumps(chance.choice(list(good)))}: 1, ", 1)
    if DEEP in text:
        text = text.replace(f'"{DEEP}"', _nested(chance.choice((3, 300, 900, 30_000)), chance))
    data = text.encode("utf-8", "surrogatepass")
    return odd_bytes(data, chance) if chance.random() < 0.25 else data


def _changed(found: dict[str, Any], chance: random.Random) -> Any:
    for _ in range(chance.choice((1, 1, 2, 5))):
        key = chance.choice([*found, odd_text(chance)])
        holder = found.get(key)
        match chance.randrange(8):
            case 0:
                found.pop(key, None)
            case 1 if isinstance(holder, dict):
                holder[chance.choice(["steps", "at", odd_text(chance)])] = odd_value(chance)
            case 2 if isinstance(holder, list):
                holder.insert(0, chance.choice((*ODD_NUMBERS, True, 1.0, None, "1")))
            case 3:
                found[key] = DEEP
            case 4:
                found[key] = [odd_value(chance)] * chance.choice((1, 4, 5000))
            case 5:
                found[odd_text(chance) + SURROGATE] = SURROGATE + odd_text(chance)
            case _:
                found[key] = odd_value(chance)
    return [found] if chance.random() < 0.02 else found


def _nested(deep: int, chance: random.Random) -> str:
    opening, closing = chance.choice((("[", "]"), ('{"a": ', "}")))
    return opening * deep + "1" + closing * deep


def judge(data: bytes, folder: Path, *, closely: bool) -> str:
    """Loaded, saved and loaded again it is the same; what cannot be read is kept aside."""
    settings = _as_settings(data, folder / "settings.json")
    _as_progress(data, folder / "lessons.json")
    return "defaults" if settings == Settings() else "read"


def _as_settings(data: bytes, path: Path) -> Settings:
    path.write_bytes(data)
    settings, said = load_settings(path)
    if said is not None:
        checked_sentence(said.text)
    _check_kept(data, path)
    problem = save_settings(settings, path)
    if problem is not None:
        raise Broken(problem.text)
    if load_settings(path) != (settings, None):
        raise Broken("settings that were loaded are not the same once they are saved")
    return settings


def _as_progress(data: bytes, path: Path) -> None:
    path.write_bytes(data)
    progress = load_progress(path)
    if progress.problem is not None:
        checked_sentence(progress.problem.text)
    _check_kept(data, path)
    lesson = Lesson()
    progress.answer(lesson, 2)
    progress.stand(lesson, 3)
    again = load_progress(path)
    if progress.problem is not None and progress.unsaved:
        raise Broken(progress.problem.text)
    if again.lessons != progress.lessons or 2 not in again.of(lesson).steps:
        raise Broken("the progress that was saved is not what is loaded")


def _check_kept(data: bytes, path: Path) -> None:
    """Whatever was in the file is still in the folder, under its name or another one."""
    if not any(one.read_bytes() == data for one in path.parent.glob(f"{path.stem}*")):
        raise Broken(f"what was in {path.name} is gone")
