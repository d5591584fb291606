"""What stands around the bars of a pipeline: legend, deadlines, where it failed, what is seen."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.scene.pipeline.train import Train
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.plot_items import Trail
from gpuviz.scene.stage.scene import Item, Label, Panel, Rect
from gpuviz.scene.timeline.legend_row import Entry, Swatch, entries_px, entries_row
from gpuviz.scene.timeline.look import Look, Rooms
from gpuviz.scene.timeline.span import Span
from gpuviz.texts import tr

APART_PX = 12.0  # between two deadlines: nearer ones are left out


def legend_px(train: Train, look: Look) -> float:
    """Pixels of all entries."""
    return entries_px(_entries(train, look), look)


def legend(train: Train, rooms: Rooms, look: Look) -> list[Item]:
    """The entries side by side, where there is room for them."""
    return entries_row(_entries(train, look), rooms, look)


def deadline_marks(train: Train, rooms: Rooms, span: Span, look: Look) -> list[Item]:
    """A line where each frame has to be ready, as far as they can be told apart."""
    items: list[Item] = []
    free = rooms.plot.x
    for number, moment in enumerate(train.deadlines_s):
        x = math.floor(span.x(moment)) + 0.5
        if not rooms.plot.x <= x <= rooms.plot.right + 1 or x < free:
            continue
        line = np.array([(x, rooms.marks.y + 2), (x, rooms.plot.bottom)])
        items.append(Trail(line, look.theme.text, 1.2, "dashed"))
        text = tr("deadline {n}").format(n=number + 1)
        wide = look.wide(text)
        left = x - wide - SPACE_PX if x + wide > look.width - SPACE_PX else x + SPACE_PX
        items.append(Label(Rect(left, rooms.marks.y, wide, rooms.marks.h), text, look.theme.text))
        free = max(x + APART_PX, left + wide + 2 * SPACE_PX)
    return items


def failure_mark(train: Train, rooms: Rooms, span: Span, look: Look) -> list[Item]:
    """A line where the pipeline broke off."""
    if train.failure is None:
        return []
    x = math.floor(span.x(train.result.seconds)) + 0.5
    if not rooms.plot.x - 1 <= x <= rooms.plot.right + 1:
        return []
    text = tr("broke off here")
    wide = look.wide(text)
    left = max(min(x - wide / 2, look.width - wide - SPACE_PX), rooms.plot.x)
    place = Rect(left, rooms.plot.bottom + 2, wide, rooms.ticks.h - 3)
    line = np.array([(x, rooms.plot.y - 2), (x, rooms.plot.bottom + 2)])
    theme = look.theme
    return [
        Trail(line, theme.hazard, 2),
        Panel(Rect(place.x - SPACE_PX, place.y, wide + 2 * SPACE_PX, place.h), theme.panel),
        Label(place, text, theme.words.hazard),
    ]


def _entries(train: Train, look: Look) -> list[Entry]:
    """Kernels, copies, what is wrong, and the launch on the stage."""
    theme = look.theme
    entries = [(tr("kernel"), theme.write), (tr("copy"), theme.barrier)]
    if any(row.failed for row in train.rows):
        entries.append((tr("failed"), theme.hazard))
    elif any(row.hazards for row in train.rows):
        entries.append((tr("hazards"), theme.hazard))
    entries.append((tr("on the stage"), theme.accent))
    swatch: Swatch = "modelled" if train.modelled else "measured"
    return [Entry(words, color, swatch) for words, color in entries]
