"""The active lanes of a warp through time: a column for each step, a row for each lane, brackets
over its branches, and all steps in one row where not all are seen.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gpuviz.insight.branch_regions import BranchRegion
from gpuviz.insight.warp_steps import lanes_in
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import (
    Area,
    Cells,
    Hit,
    Item,
    Label,
    Outlines,
    Panel,
    Rect,
    Scene,
    StepHit,
)
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.stage.warp.exchange_words import lane_words
from gpuviz.scene.warp_view.geometry import (
    AXIS,
    BRACKET,
    CODE_FROM,
    LINES,
    OVERVIEW,
    SMALL,
    USUAL,
    StepStrip,
)
from gpuviz.scene.warp_view.history_cells import PARTED, activity_ramp, column_starts, history_cells
from gpuviz.scene.warp_view.picture import WarpPicture
from gpuviz.scene.warp_view.words import region_text

MOST_BRANCHES = 200  # more of them are not drawn: they would not be told apart
NUMBERED = (0, 8, 16, 24, 31)


def cells_rect(room: Rect, steps: int, levels: int) -> Rect:
    """Where the cells lie in the room of the history, with so many rows of brackets."""
    top, width = levels * BRACKET + LINES, room.w - AXIS
    below = OVERVIEW + 2 if steps * USUAL > width else 0
    height = max(room.h - top - below, WARP_SIZE)
    if height >= PARTED * WARP_SIZE:
        height = height // WARP_SIZE * WARP_SIZE
    return Rect(room.x + AXIS, room.y + top, width, height)


def history_scene(picture: WarpPicture, strip: StepStrip) -> Scene:
    """Cells, line numbers, branches, and the step that plays."""
    items = [
        *_axis(picture, strip),
        history_cells(picture, strip),
        *_lines(picture, strip),
        *branches(picture, strip),
        *_marks(picture, strip),
    ]
    areas = [Area(strip.cells, lambda x, y: _hit(picture, strip, x, y))]
    if not strip.is_whole:
        items += overview(picture, strip)
        areas.append(Area(overview_rect(strip), lambda x, y: overview_hit(picture, strip, x)))
    return Scene(tuple(items), tuple(areas))


def _axis(picture: WarpPicture, strip: StepStrip) -> list[Item]:
    """The numbers of some lanes, and of the chosen one."""
    theme, numbers = picture.theme, set(NUMBERED)
    if picture.lane is not None:
        numbers = {n for n in numbers if abs(n - picture.lane) * strip.row >= SMALL + 2}
    items: list[Item] = [_lane_number(strip, lane, theme.muted) for lane in sorted(numbers)]
    if picture.lane is not None:
        items.append(_lane_number(strip, picture.lane, theme.text, bold=True))
    return items


def _lane_number(strip: StepStrip, lane: int, color: str, bold: bool = False) -> Label:
    middle = strip.cells.y + (lane + 0.5) * strip.row
    room = Rect(strip.cells.x - AXIS, middle - 7, AXIS - 5, 14)
    return Label(room, str(lane), color, SMALL, bold=bold, mono=True, align="right")


def _lines(picture: WarpPicture, strip: StepStrip) -> list[Item]:
    """The source line above each step, as far as the numbers have room."""
    first, stop = strip.shown
    here = [_line_label(picture, strip, picture.at, True)] if first <= picture.at < stop else []
    taken = [(label.rect.x, label.rect.right) for label in here]
    items: list[Item] = []
    free = strip.cells.x
    for step in range(first, stop) if strip.pitch >= PARTED else ():
        label = _line_label(picture, strip, step)
        left, right = label.rect.x, label.rect.right
        if left >= free and not any(left < end and right > start for start, end in taken):
            items.append(label)
            free = right
    return [*items, *here]


def _line_label(picture: WarpPicture, strip: StepStrip, step: int, plays: bool = False) -> Label:
    text, cells, theme = str(picture.steps.line[step]), strip.cells, picture.theme
    if strip.pitch >= CODE_FROM:
        text = f"{text}  {picture.code_of(step)}"
    width = min(picture.measure(text, SMALL) * 1.1 + 6, max(strip.pitch, CODE_FROM) - 2)
    x = strip.x(step) + (strip.pitch - width) / 2
    room = Rect(min(max(x, cells.x), cells.right - width), cells.y - LINES, width, LINES)
    color = theme.words.read if picture.exchanging[step] else theme.text if plays else theme.muted
    return Label(room, text, color, SMALL, bold=plays, align="center")


def _marks(picture: WarpPicture, strip: StepStrip) -> list[Item]:
    """Frames around the latest step and around the chosen lane."""
    cells, theme, items = strip.cells, picture.theme, list[Item]()
    if picture.lane is not None:
        y = cells.y + picture.lane * strip.row
        width = min(cells.w, (strip.count - strip.first) * strip.pitch)
        items.append(_frame((cells.x - 1, y - 1, width + 1, strip.row + 1), theme.text))
    first, stop = strip.shown
    if first <= picture.at < stop:
        x = max(strip.x(picture.at), cells.x)
        width = max(min(strip.pitch, cells.right - x), 2.0)
        items.append(_frame((x - 1, cells.y - 1, width + 1, cells.h + 1), theme.accent, 2))
    return items


def _frame(rect: tuple[float, float, float, float], color: str, width: float = 1) -> Item:
    return Outlines(np.array([rect]), color, width=width)


def _hit(picture: WarpPicture, strip: StepStrip, x: float, y: float) -> Hit | None:
    step, lane = strip.step_at(x), strip.lane_at(y)
    if step is None or lane is None:
        return None
    exists = picture.steps.exists >> lane & 1
    thread = picture.thread(lane) if exists else None
    return StepHit(int(picture.steps.ids[step]), thread)


def branches(picture: WarpPicture, strip: StepStrip) -> list[Item]:
    """A bracket over each stretch that not all lanes take together, with who goes which way."""
    first, stop = strip.shown
    levels = picture.regions.levels
    if picture.regions.count(first, stop) > MOST_BRANCHES:
        return []
    seen = picture.regions.between(first, stop)
    items: list[Item] = []
    for level in range(levels):
        row = [region for region in seen if region.level == level]
        starts = [max(strip.x(region.first), strip.cells.x) for region in row]
        for region, (left, end) in zip(row, pairwise([*starts, strip.cells.right]), strict=True):
            y = strip.cells.y - LINES - (levels - level) * BRACKET
            right = min(strip.x(region.stop), strip.cells.right) - 2
            bar = Rect(left, y + BRACKET - 3, max(right - left, 1), 2)
            items += _bracket(picture, region, bar, end - left - 6)
    return items


def _bracket(picture: WarpPicture, region: BranchRegion, bar: Rect, room: float) -> list[Item]:
    """A bar, and over it as many words as fit before the next one."""
    theme = picture.theme
    color = mix(theme.write, theme.panel, 0.75)
    texts = (region_text(region), lane_words(lanes_in(region.sides[0].mask)))
    fitting = [text for text in map(picture.say, texts) if picture.measure(text, SMALL) <= room]
    place = Rect(bar.x, bar.y - BRACKET + 2, room + 4, BRACKET - 3)
    labels = [Label(place, text, theme.muted, SMALL) for text in fitting[:1]]
    return [Panel(bar, color, radius=1), *labels]


def overview_rect(strip: StepStrip) -> Rect:
    """Where the strip for all steps lies."""
    cells = strip.cells
    return Rect(cells.x, cells.bottom + 4, cells.w, OVERVIEW - 2)


def overview(picture: WarpPicture, strip: StepStrip) -> list[Item]:
    """All steps in one row: how many lanes are active, which part is seen, where the play is."""
    rect, theme, count = overview_rect(strip), picture.theme, strip.count
    edges = column_starts(count, min(int(rect.w), count))
    lanes = np.bitwise_count(picture.steps.mask).astype(np.int64)
    mean = np.add.reduceat(lanes, edges) / np.diff(np.r_[edges, count])
    pixels = activity_ramp(theme, 1.0)[np.round(mean).astype(np.intp)][None, :]
    scale = rect.w / count
    left, seen = rect.x + strip.first * scale, strip.cells.w / strip.pitch * scale
    items: list[Item] = [
        Cells(rect, pixels),
        Outlines(np.array([(left, rect.y - 1, max(seen, 3.0), rect.h + 1)]), theme.text),
    ]
    if picture.at >= 0:
        here = Rect(rect.x + (picture.at + 0.5) * scale - 1, rect.y - 2, 2, rect.h + 4)
        items.append(Panel(here, theme.accent, radius=0))
    return items


def overview_hit(picture: WarpPicture, strip: StepStrip, x: float) -> Hit | None:
    """The step at an x of the row."""
    rect = overview_rect(strip)
    step = int((x - rect.x) / rect.w * strip.count)
    return StepHit(int(picture.steps.ids[min(max(step, 0), strip.count - 1)]))
