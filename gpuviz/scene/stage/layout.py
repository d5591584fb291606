"""How the stage is divided: header, grid, the card of the shown warp, arrays, shared memory,
sentence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.arrays.layout import MOST_BELOW_EACH_OTHER, wanted_height
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.grid.fit import fit_grid
from gpuviz.scene.stage.warp.lane_geometry import card_height, large_card_height

MARGIN = 16.0
ROW = 24.0  # of the header: breadcrumb and legend share one, or have one each
TWO_ROWS_BELOW, LOW_TWO_ROWS_BELOW = 720.0, 600.0  # pixels of width; of a low stage
FOOTER = 12.0  # around the sentence
SENTENCE = 20.0  # each of its rows
GAP = 20.0
GRID_SHARE = 0.34  # of the height, at most, for the grid above arrays
NEAR_SHARE = 0.5  # while it is looked at nearer
LOW, LOW_GAP, LOW_SHARE = 400.0, 10.0, 0.24  # pixels of height with less of which both are less
LEAST_GRID, LEAST_STRIP = 60.0, 28.0  # pixels of height: of the grid; of an array with its name
LOWEST_GRID = 40.0  # the same where arrays need the rest
NOTES = 3  # rows on a card beside matrices: their accesses have long names
LEGEND = 20.0  # a row of what goes with the arrays: a sentence, and what their colours mean
SHARED_SHARE = (0.25, 0.6)  # of the height for arrays
SLIM, SLIM_ROWS = 450.0, 3  # pixels of width without room for a card; rows of its legend
BESIDE = 3  # rows of it under matrices, which leave it half of the width
NARROW = 480.0  # pixels of width with less of which colours need two of them
LARGE_MARGIN, LARGE_AIR = 8.0, 8.0  # with large letters: around all; of a row, beside its letters
LARGE_SHARE = 0.2  # of the height, at most, for the grid
LARGE_NAME = 76.0  # pixels of width for the name of a tile
LARGE_ARRAYS = 96.0  # pixels of height that are left to arrays
LARGE_LEGEND = 310.0  # pixels of height from which there is a legend of elements
LARGE_NOTES = 310.0  # pixels of height from which the card has two rows of notes
LEGEND_IN_ONE_ROW = 900.0  # pixels of width from which both stand beside each other


Parts = tuple[Rect, Rect | None, Rect | None, Rect | None, Rect | None]
"""Grid, card, arrays, shared memory, legend."""


@dataclass(frozen=True, slots=True)
class StageLayout:
    """Regions in pixels; a region that is not needed is None."""

    header: Rect
    grid: Rect
    card: Rect | None
    arrays: Rect | None
    shared: Rect | None
    legend: Rect | None  # of the colours of elements: one row or two, above or under the arrays
    sentence: Rect
    least_px: int = 0  # no letter is smaller


def divide(
    facts: StageFacts, width: float, height: float, near: bool = False, least_px: int = 0
) -> StageLayout:
    """Regions for one stage: strips below the grid, matrices beside it; with letters of at least
    `least_px` everything in full width, one below the other.

    The grid has more room while it is looked at nearer.
    """
    if least_px:
        return _large(facts, width, height, near, least_px)
    rows = 2 if width < (LOW_TWO_ROWS_BELOW if height < LOW else TWO_ROWS_BELOW) else 1
    header = Rect(MARGIN, 6, width - 2 * MARGIN, rows * ROW)
    top = header.bottom + 14
    footer = rows * SENTENCE + FOOTER
    body = Rect(MARGIN, top, header.w, height - top - footer)
    sentence = Rect(MARGIN, height - footer + 4, header.w, rows * SENTENCE)
    parts = _beside(facts, body) if facts.has_matrix else _below(facts, body, near)
    return StageLayout(header, *parts, sentence)


def _large(
    facts: StageFacts, width: float, height: float, near: bool, least_px: int
) -> StageLayout:
    """For the back row of a hall. The card has the full width for its 32 lanes; nothing but arrays
    lies below it, for lines would lie on it; the legend is the last row; no sentence: the caption
    under the stage says what is played.
    """
    row = least_px + LARGE_AIR
    header = Rect(LARGE_MARGIN, 0, width - 2 * LARGE_MARGIN, 2 * row)
    top, has_steps = header.bottom + 4, facts.order is not None
    has_legend = has_steps and facts.global_arrays and height >= LARGE_LEGEND
    legend_height = 2 * LEGEND if has_legend else 0.0
    legend = Rect(header.x, height - legend_height, header.w, legend_height)
    body = Rect(header.x, top, header.w, legend.y - LARGE_MARGIN - top)
    gap = GAP if facts.shape.layers > 1 else LARGE_MARGIN
    notes = 2 if body.h >= LARGE_NOTES else 1
    card = large_card_height(body.w, least_px, notes) if has_steps else 0.0
    least = LARGE_ARRAYS if facts.global_arrays or facts.shared_arrays else 0.0
    share = NEAR_SHARE if near else LARGE_SHARE
    share = share if least else 0.6
    room = body.h - card - 2 * gap
    spare = 0.5 * max(room - share * body.h - _large_wanted(facts, body.w), 0) if least else 0.0
    high = max(min(round(body.h * share + spare), room - least), LOWEST_GRID)
    most = Rect(body.x, body.y, body.w, high)
    needed = max(fit_grid(facts.shape, most).content[1] + 4, LOWEST_GRID)
    grid = most if near else most._replace(h=min(high, needed))
    card_rect = Rect(body.x, grid.bottom + gap, body.w, card) if card else None
    top = grid.bottom + gap + (card + LARGE_MARGIN if card else 0)
    rest = Rect(body.x, top, body.w, max(body.bottom - top, 0))
    arrays, shared = _large_arrays(facts, rest)
    shown = legend if legend_height else None
    sentence = Rect(header.x, height, header.w, 0)
    return StageLayout(header, grid, card_rect, arrays, shared, shown, sentence, least_px)


def _large_wanted(facts: StageFacts, width: float) -> float:
    """Pixels of height that strips side by side can use; others use all that there is."""
    if facts.has_matrix or facts.shared_arrays or not facts.global_arrays:
        return math.inf
    wide = (width + GAP) / len(facts.global_arrays) - GAP
    size = max(facts.trace.arrays[row].size for row in facts.global_arrays)
    return math.ceil(size / WARP_SIZE) * 1.25 * wide / WARP_SIZE + LEAST_STRIP


def _large_arrays(facts: StageFacts, room: Rect) -> tuple[Rect | None, Rect | None]:
    """Shared memory right of the arrays: no line to it crosses one of them."""
    if not facts.shared_arrays:
        return (room if facts.global_arrays else None), None
    if not facts.global_arrays:
        return None, room
    named = LARGE_NAME * len(facts.shared_arrays)
    wide = round(min(max(room.w * _shared_share(facts, room.w), named), room.w / 2))
    arrays = room._replace(w=room.w - wide - GAP)
    return arrays, room._replace(x=arrays.right + GAP, w=wide)


def _below(facts: StageFacts, body: Rect, near: bool) -> Parts:
    """The grid as high as it needs, the card, then arrays in what is left."""
    low = body.h < LOW
    notes, gap = (1, LOW_GAP) if low else (2, GAP)
    least = _least_below(facts, gap)
    room = body.h - 2 * gap - least
    usual = card_height(body.w, facts.index_variables, notes)
    lowest = card_height(body.w, facts.index_variables, notes, is_low=low)
    card = usual if LEAST_GRID + usual <= room else lowest if LOWEST_GRID + lowest <= room else 0
    card = card + gap if card and facts.order is not None else 0
    legend_height = _legend_height(body.w)
    has_legend = LOWEST_GRID + gap + card + legend_height + least <= body.h
    share = NEAR_SHARE if near else LOW_SHARE if low else GRID_SHARE
    share = share if facts.global_arrays else 0.6
    spare = body.h - gap - card - (legend_height if has_legend else 0) - least
    high = max(min(round(body.h * share), spare), LOWEST_GRID)
    most = Rect(body.x, body.y, body.w, high)
    needed = max(fit_grid(facts.shape, most).content[1] + 8, LOWEST_GRID)
    grid = most if near else most._replace(h=min(most.h, needed))
    top = grid.bottom + gap
    card_rect = Rect(body.x, top, body.w, card - gap) if card else None
    top += card
    rest = Rect(body.x, top, body.w, max(body.bottom - top, 0))
    legend = _legend_above(facts, rest) if has_legend else None
    if legend is not None:
        rest = rest._replace(y=legend.bottom, h=max(rest.bottom - legend.bottom, 0))
    if not facts.shared_arrays:
        return grid, card_rect, rest if facts.global_arrays else None, None, legend
    most_shared = rest.h - gap - LEAST_STRIP * _strip_rows(facts.global_arrays)
    shared_height = min(round(rest.h * _shared_share(facts, rest.w)), round(most_shared))
    arrays = Rect(rest.x, rest.y, rest.w, rest.h - shared_height - gap)
    shared = Rect(rest.x, arrays.bottom + gap, rest.w, shared_height)
    return grid, card_rect, arrays, shared, legend


def _least_below(facts: StageFacts, gap: float) -> float:
    """The height with less of which arrays would lie on the sentence."""
    below = LEAST_STRIP * _strip_rows(facts.global_arrays)
    return below + gap + LEAST_STRIP if facts.shared_arrays else below


def _strip_rows(arrays: Sequence[int]) -> int:
    """How many arrays stand below each other at most."""
    return min(len(arrays), MOST_BELOW_EACH_OTHER)


def _shared_share(facts: StageFacts, width: float) -> float:
    """How much of the height for arrays those in shared memory need, within limits."""
    infos = facts.trace.arrays
    shared = [infos[row] for row in facts.shared_arrays]
    part = wanted_height(shared[:1], width / len(shared))  # they stand beside each other
    rest = wanted_height([infos[row] for row in facts.global_arrays], width)
    least, most = SHARED_SHARE
    return min(max(part / (part + rest), least), most) if facts.global_arrays else 1.0


def _legend_above(facts: StageFacts, room: Rect) -> Rect | None:
    if facts.order is None or not facts.global_arrays:
        return None
    return Rect(room.x, room.y - GAP / 2, room.w, _legend_height(room.w))


def _legend_height(width: float) -> float:
    return LEGEND if width >= LEGEND_IN_ONE_ROW else 2 * LEGEND


def _beside(facts: StageFacts, body: Rect) -> Parts:
    """Matrices on the left; grid, card and shared memory on the right."""
    wide, slim = round(body.w * 0.47), body.w < SLIM
    if facts.order is None:
        return *_right_of(facts, body, wide, 0), None
    if slim:  # what a warp does is told by the panels; the legend goes under both sides
        rows = LEGEND * SLIM_ROWS
        upper, legend = body._replace(h=body.h - rows), body._replace(y=body.bottom - rows, h=rows)
        return *_right_of(facts, upper, wide, 0), legend
    rows = LEGEND * (BESIDE if wide >= NARROW else BESIDE + 1)
    notes = NOTES if body.h >= LOW else NOTES - 1
    right_wide = body.w - wide - GAP
    card = card_height(right_wide, facts.index_variables, notes)
    least = LEAST_GRID + (GAP + 2 * LEAST_STRIP if facts.shared_arrays else 0)
    card = card if least + card + GAP <= body.h else 0
    grid, card_rect, arrays, shared = _right_of(facts, body, wide, card)
    arrays = arrays._replace(h=arrays.h - rows)
    legend = Rect(arrays.x, arrays.bottom + 4, wide, rows)
    return grid, card_rect, arrays, shared, legend


def _right_of(
    facts: StageFacts, body: Rect, wide: float, card: float
) -> tuple[Rect, Rect | None, Rect, Rect | None]:
    """Grid, card of some height, arrays of some width, and shared memory."""
    arrays = body._replace(w=wide)
    left = arrays.right + GAP
    right = Rect(left, body.y, body.right - left, body.h)
    shared = round(min((right.h - card) * 0.4, right.w / 2)) if facts.shared_arrays else 0
    spent = sum(part + GAP for part in (card, shared) if part)
    grid = Rect(right.x, right.y, right.w, right.h - spent)
    card_rect = Rect(right.x, grid.bottom + GAP, right.w, card) if card else None
    shared_rect = Rect(right.x, right.bottom - shared, right.w, shared) if shared else None
    return grid, card_rect, arrays, shared_rect
