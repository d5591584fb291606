"""What the colours of blocks and threads mean, and the name that opens the choice of others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.colourings import Colouring, Numbers
from gpuviz.insight.states import ThreadState
from gpuviz.messages import Message
from gpuviz.scene.numbers import kernel_value, percent, seconds, whole
from gpuviz.scene.scene import (
    Area,
    Cells,
    ColouringHit,
    Hit,
    Item,
    Label,
    LegendHit,
    Panel,
    Rect,
    Scene,
    StateHit,
)
from gpuviz.scene.stage.colouring_words import NAMES, NOT_KNOWN, UNKNOWN_BECAUSE
from gpuviz.scene.stage.colours import CATEGORIES, argb, idle_colors, palette_of, state_color
from gpuviz.scene.stage.header_scene import crumbs_width
from gpuviz.scene.stage.layout import ROW
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import STATE_NAMES, phrase

MOST_CLASSES = 6  # more SMs are told as a range
SIZE = 11
SWATCH = 9.0
SCALE = 84.0  # pixels of a scale from its smallest to its largest number
BETWEEN = 5.0  # pixels between a swatch and its name
AIR = 13.0  # between two entries
LEAST_AIR = 8.0  # with less, states that the launch cannot have are left out
CHOICE_PAD = 7.0
ALWAYS = (
    ThreadState.NOT_STARTED,
    ThreadState.RUNNING,
    ThreadState.AT_BARRIER,
    ThreadState.FINISHED,
    ThreadState.MASKED_OFF,
    ThreadState.HAZARD,
)
DISPENSABLE = (
    ThreadState.NOT_STARTED,
    ThreadState.MASKED_OFF,  # whom the card names
    ThreadState.READY,
    ThreadState.FINISHED,
)
"""States that are left out first where there is very little room."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One colour, or a scale of several, with words on one side or both."""

    swatch: Swatch
    hit: Hit
    after: str = ""
    before: str = ""


def legend(view: Viewpoint) -> Scene:
    """The choice and the entries: beside the breadcrumb, or below it where that is too short;
    each explains itself to the mouse.
    """
    header = view.layout.header
    below = header.h > ROW
    room = header.w if below else header.w - crumbs_width(view) - 8
    choice = _choice_width(view) + AIR
    entries, air = _fitting(view, room - choice)
    bare = sum(_width(view, entry) for entry in entries)
    x = header.x if below else max(header.right - bare - air * len(entries) - choice, 0)
    y = header.bottom - ROW if below else header.y
    scenes = [_choice(view, Rect(x, y, choice - AIR, ROW))]
    x += choice
    for entry in entries:
        wide = _width(view, entry) + air
        scenes.append(_entry(view, entry, Rect(x, y, wide, ROW)))
        x += wide
    items = tuple(item for scene in scenes for item in scene.items)
    return Scene(items, tuple(area for scene in scenes for area in scene.areas))


def _fitting(view: Viewpoint, room: float) -> tuple[list[LegendEntry], float]:
    """The entries, and how many pixels are left between two of them."""
    if view.colouring is not Colouring.STATE:
        hit = LegendHit(view.colouring)
        entries = [LegendEntry(*entry[:1], hit, *entry[1:]) for entry in scale_entries(view)]
        return entries, _air(view, entries, room)
    entries = _states(view, _shown(view))
    if _air(view, entries, room) < LEAST_AIR:
        entries = _states(view, _possible(view))
    for state in DISPENSABLE:
        if sum(_width(view, entry) + LEAST_AIR for entry in entries) > room:
            entries = [entry for entry in entries if entry.hit != StateHit(int(state))]
    return entries, _air(view, entries, room)


def _air(view: Viewpoint, entries: list[LegendEntry], room: float) -> float:
    bare = sum(_width(view, entry) for entry in entries)
    return min(AIR, max((room - bare) / max(len(entries), 1), 2.0))


def _choice_width(view: Viewpoint) -> float:
    return view.measure(_choice_text(view), view.px(SIZE)) + 2 * CHOICE_PAD + 2


def _choice_text(view: Viewpoint) -> str:
    return f"{view.say(NAMES[view.colouring])} ▾"


def _choice(view: Viewpoint, room: Rect) -> Scene:
    """The name of what the grid is coloured by; a click opens the others."""
    theme, button = view.theme, Rect(room.x, room.y + 3, room.w, room.h - 6)
    text = Label(button, _choice_text(view), theme.text, view.px(SIZE), align="center")
    panel = Panel(button, theme.raised, theme.line, radius=4)
    return Scene((panel, text), (Area(room, _always(ColouringHit(button.x, button.bottom))),))


def _entry(view: Viewpoint, entry: LegendEntry, room: Rect) -> Scene:
    x, items = room.x, []
    for text, leads in ((entry.before, True), (entry.after, False)):
        if not leads:
            square = Rect(round(x), round(room.y + (room.h - SWATCH) / 2), _wide(entry), SWATCH)
            items += _swatch(view, entry.swatch, square)
            x = square.right + BETWEEN
        if text:
            wide = view.measure(text, view.px(SIZE)) + 2
            place = Rect(x, room.y, wide, room.h)
            items.append(Label(place, text, view.theme.muted, view.px(SIZE)))
            x += wide + BETWEEN - 2
    return Scene(tuple(items), (Area(room, _always(entry.hit)),))


def _swatch(view: Viewpoint, swatch: Swatch, place: Rect) -> list[Item]:
    if len(swatch.colors) == 1 and not swatch.hatched:
        return [Panel(place, swatch.colors[0], swatch.stroke, radius=2)]
    return [Cells(place, _strip(view, swatch, int(place.w)))]


def _strip(view: Viewpoint, swatch: Swatch, wide: int) -> NDArray[np.uint32]:
    """The colours side by side; modelled ones hatched."""
    pixels = np.array([argb(color) for color in swatch.colors], np.uint32)
    row = pixels[np.arange(wide) * len(pixels) // wide]
    strip = np.repeat(row[None, :], int(SWATCH), axis=0)
    if swatch.hatched:
        stripe = (np.arange(wide) + np.arange(int(SWATCH))[:, None]) % 5 == 0
        strip[stripe] = argb(view.theme.background)
    return strip


def _width(view: Viewpoint, entry: LegendEntry) -> float:
    words = [text for text in (entry.before, entry.after) if text]
    return _wide(entry) + sum(view.measure(text, view.px(SIZE)) + BETWEEN for text in words)


def _wide(entry: LegendEntry) -> float:
    return SWATCH if len(entry.swatch.colors) == 1 else SCALE


def _states(view: Viewpoint, states: tuple[ThreadState, ...]) -> list[LegendEntry]:
    return [
        LegendEntry(_state_swatch(view, state), StateHit(int(state)), view.say(STATE_NAMES[state]))
        for state in states
    ]


def _state_swatch(view: Viewpoint, state: ThreadState) -> Swatch:
    stroke = view.theme.faint if state is ThreadState.MASKED_OFF else ""
    return Swatch((state_color(view.theme, state),), stroke)


def _shown(view: Viewpoint) -> tuple[ThreadState, ...]:
    if view.facts.order is None:
        return ()
    idle = (ThreadState.IDLE,) if view.facts.has_idle_threads else ()
    return (*ALWAYS[:2], ThreadState.READY, *ALWAYS[2:4], *idle, *ALWAYS[4:])


def _possible(view: Viewpoint) -> tuple[ThreadState, ...]:
    """The states that this launch can have."""
    barriers = any(statement.is_barrier for statement in view.trace.statements)
    absent = {ThreadState.AT_BARRIER: not barriers, ThreadState.HAZARD: not view.trace.hazards}
    return tuple(state for state in _shown(view) if not absent.get(state))


def _always(hit: Hit) -> Callable[[float, float], Hit | None]:
    return lambda x, y: hit


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
