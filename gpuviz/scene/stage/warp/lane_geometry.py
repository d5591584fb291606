"""Where the 32 lanes lie on the card of a warp, and how high the card is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Rect

PAD = 12.0  # pixels between the card's edge and what it holds
TITLE = 26.0
NUMBER = 18.0  # the lane's number in its cell
VALUE = 12.0  # each index variable below it
NOTE = 16.0  # a line of notes below the lanes
LANE_GAP = 2.0
ONE_ROW_FROM = 704.0  # narrower cards put 16 lanes in a row
LOW_ROW_FROM = 600.0  # the same for a card that is too low for two rows


@dataclass(frozen=True, slots=True)
class LaneCells:
    """Where the 32 lanes of a card are."""

    card: Rect
    in_a_row: int
    height: float

    def rect(self, lane: int) -> Rect:
        """Where one lane is."""
        row, column = divmod(lane, self.in_a_row)
        pitch = (self.card.w - 2 * PAD + LANE_GAP) / self.in_a_row
        top = self.card.y + PAD + TITLE + row * (self.height + LANE_GAP)
        return Rect(self.card.x + PAD + column * pitch, top, pitch - LANE_GAP, self.height)

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
        return np.array([(r.x + r.w / 2, r.bottom) for r in rects])

    def lane_at(self, x: float, y: float) -> int | None:
        """The lane at a point."""
        lanes = (lane for lane in range(WARP_SIZE) if self.rect(lane).contains(x, y))
        return next(lanes, None)


def lane_cells(card: Rect, variables: int) -> LaneCells:
    """Lanes in one row where they can be read, or where two are too high, else in two; each shows
    so many index variables.
    """
    height = NUMBER + max(variables, 1) * VALUE + 4
    in_two = LaneCells(card, WARP_SIZE // 2, height)
    one_from = ONE_ROW_FROM if card.bottom >= in_two.bottom else LOW_ROW_FROM
    return LaneCells(card, WARP_SIZE, height) if card.w >= one_from else in_two


def card_height(width: float, variables: int, notes: int = 2, is_low: bool = False) -> float:
    """Pixels of a card of that width: title, lanes, lines of notes; one row of lanes if `is_low`
    and there is room for it.
    """
    cells = lane_cells(Rect(0, 0, width, 0 if is_low else math.inf), variables)
    return cells.bottom + 8 + notes * NOTE + 4
