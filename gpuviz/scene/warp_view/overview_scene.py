"""All steps of a warp in one row, for histories that are longer than what is seen."""

from __future__ import annotations

import numpy as np

from gpuviz.scene.stage.scene import Cells, Hit, Item, Outlines, Panel, Rect, StepHit
from gpuviz.scene.warp_view.geometry import OVERVIEW, Strip
from gpuviz.scene.warp_view.history_cells import activity_ramp, column_starts
from gpuviz.scene.warp_view.picture import WarpPicture


def overview_rect(strip: Strip) -> Rect:
    """Where the strip for all steps lies."""
    cells = strip.cells
    return Rect(cells.x, cells.bottom + 4, cells.w, OVERVIEW - 2)


def overview(picture: WarpPicture, strip: Strip) -> list[Item]:
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


def overview_hit(picture: WarpPicture, strip: Strip, x: float) -> Hit | None:
    """The step at an x of the row."""
    rect = overview_rect(strip)
    step = int((x - rect.x) / rect.w * strip.count)
    return StepHit(int(picture.steps.ids[min(max(step, 0), strip.count - 1)]))
