"""The cells of a warp's history: a pixel for each lane of each step."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.warp_steps import LaneState, WarpSteps
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Cells, Group, Item, Panel, Rect
from gpuviz.scene.stage.colours import argb, mix
from gpuviz.scene.theme import Theme
from gpuviz.scene.warp_view.geometry import StepStrip
from gpuviz.scene.warp_view.picture import WarpPicture

PARTED = 7  # pixels of a lane from which lines part the lanes
TO_COME = 0.4  # share of the full colour of steps that are still to come
LEGEND = (
    (LaneState.ACTIVE, "active"),
    (LaneState.MASKED_OFF, "masked off"),
    (LaneState.AT_BARRIER, "at barrier"),
    (LaneState.RETURNED, "returned"),
)


def state_colors(theme: Theme) -> dict[LaneState, str]:
    """The colour of each state of a lane."""
    return {
        LaneState.ABSENT: theme.panel,
        LaneState.MASKED_OFF: theme.masked_off,
        LaneState.ACTIVE: theme.running,
        LaneState.AT_BARRIER: theme.barrier,
        LaneState.RETURNED: mix(theme.finished, theme.panel, 0.55),
    }


def history_cells(picture: WarpPicture, strip: StepStrip) -> Item:
    """One pixel a step; where steps are narrower than a pixel, a column stands for several."""
    first, stop = strip.shown
    rect = strip.cells._replace(x=strip.x(first), w=(stop - first) * strip.pitch)
    if strip.pitch < 1:
        pixels = _shares(picture, first, stop, max(int(rect.w), 1))
        return Group(strip.cells.inset(3), (Cells(rect, pixels),))
    image = picture.steps.image(first, stop)
    bright, dim = (_palette(picture.theme, share)[image] for share in (1.0, TO_COME))
    pixels = np.where(np.arange(first, stop) <= picture.at, bright, dim)
    if strip.row >= PARTED:
        gap = picture.theme.panel if strip.pitch >= PARTED else ""
        return Group(strip.cells.inset(3), (Cells(rect, pixels, gap),))
    return Group(strip.cells.inset(3), (Cells(rect, pixels), *_parting(picture, strip)))


def _shares(picture: WarpPicture, first: int, stop: int, columns: int) -> NDArray[np.uint32]:
    """[32, columns] brighter where a lane is active in more of the steps of a column."""
    edges, level = _levels(picture.steps, first, stop, columns)
    bright, dim = (activity_ramp(picture.theme, share)[level] for share in (1.0, TO_COME))
    pixels: NDArray[np.uint32] = np.where(edges + first <= picture.at, bright, dim)
    return pixels


@functools.lru_cache(4)
def _levels(
    steps: WarpSteps, first: int, stop: int, columns: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first step of each column, and [32, columns] how often a lane is active in it, 0..32."""
    edges = column_starts(stop - first, columns)
    share = steps.active_counts(first, stop, edges) / np.diff(np.r_[edges, stop - first])
    return edges, np.round(share * WARP_SIZE).astype(np.intp)


def column_starts(steps: int, columns: int) -> NDArray[np.intp]:
    """The first step of each column."""
    return np.linspace(0, steps, columns + 1).astype(np.intp)[:-1]


def activity_ramp(theme: Theme, share: float) -> NDArray[np.uint32]:
    """[33] from masked off to active; `share` of the full colour."""
    colors = (mix(theme.running, theme.masked_off, k / WARP_SIZE) for k in range(WARP_SIZE + 1))
    return np.array([argb(mix(color, theme.panel, share)) for color in colors], np.uint32)


def _parting(picture: WarpPicture, strip: StepStrip) -> list[Item]:
    """Lines between steps, where lanes are too low for lines between them."""
    if strip.pitch < PARTED:
        return []
    cells, color = strip.cells, picture.theme.panel
    edges = (strip.x(step) - 1 for step in range(strip.shown[0] + 1, strip.shown[1] + 1))
    return [Panel(Rect(x, cells.y, 1, cells.h), color, radius=0) for x in edges]


def _palette(theme: Theme, share: float) -> NDArray[np.uint32]:
    colors = state_colors(theme)
    return np.array([argb(mix(colors[s], theme.panel, share)) for s in LaneState], np.uint32)
