"""The numbers of a timeline's axis, under its rows."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.scene.scene import Edges, Item, Label, Rect
from gpuviz.scene.timeline.look import Rooms, TimelineLook
from gpuviz.scene.timeline.span import Span
from gpuviz.scene.timeline.words import instant_text

APART_PX = 78.0  # from one number of the axis to the next
ROUND = (1.0, 2.0, 5.0, 10.0)  # steps between numbers, times a power of ten
NEARLY = 1e-9  # relative: ends that arithmetic has moved a little


def ticks(rooms: Rooms, span: Span, look: TimelineLook) -> list[Item]:
    """The numbers, and a short line at each."""
    names = tick_names(rooms, span, look)
    middles = [math.floor(name.rect.x + name.rect.w / 2) + 0.5 for name in names]
    bottom = rooms.plot.bottom
    lines = np.array([(x, bottom, x, bottom + 4) for x in middles]).reshape(-1, 4)
    return [Edges(lines, look.theme.line), *names]


def tick_names(rooms: Rooms, span: Span, look: TimelineLook) -> list[Label]:
    """Each number in the middle under its instant."""
    times = linear_ticks(span.begin, span.end, max(2, int(rooms.plot.w / APART_PX)))
    step = times[1] - times[0] if len(times) > 1 else span.end - span.begin
    return [_name(time, instant_text(time, step, span.end), rooms, span, look) for time in times]


def _name(time: float, text: str, rooms: Rooms, span: Span, look: TimelineLook) -> Label:
    wide = look.wide(text)
    place = Rect(span.x(time) - wide / 2, rooms.ticks.y + 4, wide, rooms.ticks.h - 4)
    return Label(place, text, look.theme.muted)


def linear_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Multiples of a round number from `low` to `high`, at most `most` of them (at least 2)."""
    rough = (high - low) / max(most - 1, 1)
    if not rough > 0:
        return (low,)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in ROUND if each * power >= rough * (1 - NEARLY))
    first = math.ceil(low / step - NEARLY)
    last = math.floor(high / step + NEARLY)
    if last <= first:
        return (low, high) if low < high else (low,)
    digits = 12 - math.floor(math.log10(step))
    return tuple(round(number * step, digits) for number in range(first, last + 1)[:most])
