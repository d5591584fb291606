"""The legend of each colouring that shows numbers: its scale with its ends, or its classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpuviz.insight.colourings import Colouring, Numbers
from gpuviz.messages import Message
from gpuviz.scene.numbers import kernel_value, percent, seconds, whole
from gpuviz.scene.stage.colouring_words import NOT_KNOWN, UNKNOWN_BECAUSE
from gpuviz.scene.stage.colours import CATEGORIES, idle_colors, palette_of
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import phrase

MOST_CLASSES = 6  # more SMs are told as a range


@dataclass(frozen=True, slots=True)
class Swatch:
    """One colour or several in a row; modelled ones are hatched."""

    colors: tuple[str, ...]
    stroke: str = ""
    hatched: bool = False


EntryParts = tuple[Swatch, str, str]
"""Swatch, the words after it, the words before it."""


def scale_entries(view: Viewpoint) -> list[EntryParts]:
    """What each colour stands for; the last entry is for what is not known."""
    levels = view.facts.levels(view.colouring)
    unknown = Swatch((view.theme.not_started,))
    if levels is None:
        return [(unknown, view.say(UNKNOWN_BECAUSE[view.colouring]), "")]
    entries = _entries(view, levels.numbers)
    if np.isnan(levels.numbers.values).any():
        entries.append((unknown, view.say(NOT_KNOWN), ""))
    return entries


def _entries(view: Viewpoint, numbers: Numbers) -> list[EntryParts]:
    if view.colouring is Colouring.SM:
        return _sms(view, numbers)
    if view.colouring is Colouring.IDLE:
        return _idle(view, numbers)
    swatch = Swatch(_palette(view), hatched=numbers.modelled)
    if view.colouring is Colouring.EFFICIENCY:
        full = phrase("lanes-active", "{share} of lanes active", share=percent(1.0))
        return [(swatch, view.say(full), percent(0.0))]
    low, high = _told(view, numbers, numbers.low), _told(view, numbers, numbers.high)
    if numbers.low == numbers.high:
        only = Swatch(swatch.colors[-1:], hatched=numbers.modelled)
        return [(only, _source(view, numbers, high), "")]
    return [(swatch, _source(view, numbers, high), low)]


def _sms(view: Viewpoint, numbers: Numbers) -> list[EntryParts]:
    colors = _palette(view)
    used = np.unique(numbers.values).astype(int).tolist()
    if len(used) > MOST_CLASSES:
        text = view.say(phrase("sm-range", "SM {first}–{last}", first=used[0], last=used[-1]))
        return [(Swatch(colors, hatched=numbers.modelled), _source(view, numbers, text), "")]
    names = [view.say(phrase("sm", "SM {sm}", sm=sm)) for sm in used]
    names[-1] = _source(view, numbers, names[-1])
    return [
        (Swatch((colors[sm % CATEGORIES],), hatched=numbers.modelled), name, "")
        for sm, name in zip(used, names, strict=True)
    ]


def _idle(view: Viewpoint, numbers: Numbers) -> list[EntryParts]:
    busy, idle = idle_colors(view.theme)
    count = int(numbers.values.sum())
    working = whole(numbers.values.size - count)
    return [
        (Swatch((idle,)), view.say(phrase("idle", "{count} idle", count=whole(count))), ""),
        (Swatch((busy,)), view.say(phrase("busy", "{count} with work", count=working)), ""),
    ]


def _told(view: Viewpoint, numbers: Numbers, value: float) -> str:
    if numbers.unit == "s":
        return seconds(value) if value else "0"
    if numbers.unit == "rounds":
        return view.say(phrase("round", "round {round}", round=whole(int(value))))
    return kernel_value(np.float32(value)) if value % 1 else whole(int(value))


def _source(view: Viewpoint, numbers: Numbers, text: str) -> str:
    """With the word that says so where a number was not measured."""
    modelled = Message("stage.modelled", "{text} · modelled", {"text": text})
    return view.say(modelled) if numbers.modelled else text


def _palette(view: Viewpoint) -> tuple[str, ...]:
    pixels = palette_of(view.theme, view.colouring)[:-1].tolist()
    return tuple(f"#{pixel & 0xFFFFFF:06x}" for pixel in pixels)
