"""Where the 32 lanes lie on the card of a warp, and how high the card is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Rect

PAD = 12.0  # pixels between the card's edge and what it holds
TITLE, TITLE_GAP = 26.0, 6.0  # and what is above it and below
NUMBER = 18.0  # the lane's number in its cell
VALUE = 12.0  # each index variable below it
NOTE = 16.0  # a line of notes below the lanes
LANE_GAP = 2.0
LARGE_LANE = 1.15  # of the letters' size: a lane in which two digits have room
LARGE_PAD, LARGE_TITLE, LARGE_GAP, LARGE_AIR = 6.0, 20.0, 1.0, 8.0  # the same for large letters
ONE_ROW_FROM = 704.0  # narrower cards put 16 lanes in a row
LOW_ROW_FROM = 600.0  # the same for a card that is too low for two rows


@dataclass(frozen=True, slots=True)
class LaneCells:
    """Where the 32 lanes of a card are."""

    card: Rect
    in_a_row: int
    height: float
    least_px: int = 0  # of letters

    def rect(self, lane: int) -> Rect:
        """Where one lane is."""
        row, column = divmod(lane, self.in_a_row)
        gap = LARGE_GAP if self.least_px else LANE_GAP
        pitch = (self.card.w - 2 * self.pad + gap) / self.in_a_row
        top = self.title.bottom + TITLE_GAP + row * (self.height + gap)
        return Rect(self.card.x + self.pad + column * pitch, top, pitch - gap, self.height)

    @property
    def pad(self) -> float:
        """Pixels between the card's edge and what it holds."""
        return LARGE_PAD if self.least_px else PAD

    @property
    def title(self) -> Rect:
        """Where the title stands, with what is said beside it."""
        card, pad = self.card, self.pad
        above, high = (3.0, LARGE_TITLE) if self.least_px else (TITLE_GAP, TITLE)
        return Rect(card.x + pad, card.y + above, card.w - 2 * pad, high)

    @property
    def shows_values(self) -> bool:
        """Whether lanes have room for what index variables hold."""
        return not self.least_px

    @property
    def is_one_row(self) -> bool:
        """Whether the lanes stand side by side."""
        return self.in_a_row == WARP_SIZE

    @property
    def bottom(self) -> float:
        """Just below the last row."""
        return self.rect(WARP_SIZE - 1).bottom

    def feet(self) -> NDArray[np.float64]:
        """[32, 2] where the lines of each lane begin."""
        rects = [self.rect(lane) for lane in range(WARP_SIZE)]
        if self.least_px:  # those of an upper row go down beside the lane below
            half = [0.5 if r.bottom >= self.bottom else 0.0 for r in rects]
            return np.array([(r.x + h * r.w, r.bottom) for r, h in zip(rects, half, strict=True)])
        return np.array([(r.x + r.w / 2, r.bottom) for r in rects])

    def lane_at(self, x: float, y: float) -> int | None:
        """The lane at a point."""
        lanes = (lane for lane in range(WARP_SIZE) if self.rect(lane).contains(x, y))
        return next(lanes, None)


def lane_cells(card: Rect, variables: int, least_px: int = 0) -> LaneCells:
    """Lanes in one row where they can be read, or where two are too high, else in two; each shows
    so many index variables. With large letters their numbers are alone, and in one row where those
    have room.
    """
    if least_px:
        in_one = LaneCells(card, WARP_SIZE, least_px + LARGE_AIR, least_px)
        fits = in_one.rect(0).w >= LARGE_LANE * least_px
        return in_one if fits else replace(in_one, in_a_row=WARP_SIZE // 2)
    height = NUMBER + max(variables, 1) * VALUE + 4
    in_two = LaneCells(card, WARP_SIZE // 2, height)
    one_from = ONE_ROW_FROM if card.bottom >= in_two.bottom else LOW_ROW_FROM
    return LaneCells(card, WARP_SIZE, height) if card.w >= one_from else in_two


def large_card_height(width: float, least_px: int, notes: int) -> float:
    """Pixels of a card with letters so large: title, lanes, lines of notes."""
    return lane_cells(Rect(0, 0, width, 0), 0, least_px).bottom + 6 + notes * NOTE + 4


def card_height(width: float, variables: int, notes: int = 2, is_low: bool = False) -> float:
    """Pixels of a card of that width: title, lanes, lines of notes; one row of lanes if `is_low`
    and there is room for it.
    """
    cells = lane_cells(Rect(0, 0, width, 0 if is_low else math.inf), variables)
    return cells.bottom + 8 + notes * NOTE + 4
