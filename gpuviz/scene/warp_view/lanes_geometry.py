"""Where the rows of 32 lanes of a step lie: what they give above, what they get below."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Rect

GAP = 2.0
WIDEST = 34.0  # pixels of a lane
HIGHEST = 72.0  # pixels between the two rows


@dataclass(frozen=True, slots=True)
class LaneRow:
    """32 cells side by side."""

    x: float
    y: float
    pitch: float
    height: float

    def rect(self, lane: int) -> Rect:
        """Where a lane is."""
        return Rect(self.x + lane * self.pitch, self.y, self.pitch - GAP, self.height)

    def middle(self, lane: int) -> float:
        """The x of a lane's middle."""
        return self.x + lane * self.pitch + (self.pitch - GAP) / 2

    @property
    def whole(self) -> Rect:
        """All 32 cells."""
        return Rect(self.x, self.y, WARP_SIZE * self.pitch - GAP, self.height)

    def lane_at(self, x: float) -> int | None:
        """The lane at an x."""
        lane = int((x - self.x) // self.pitch)
        return lane if 0 <= lane < WARP_SIZE else None


def lane_row(room: Rect, height: float) -> LaneRow:
    """A row at the top of a room."""
    return LaneRow(room.x, room.y, min(room.w / WARP_SIZE, WIDEST), height)


def row_below(row: LaneRow, room: Rect, height: float) -> LaneRow:
    """A row at the bottom of a room, not too far below another one."""
    y = min(room.bottom - height, row.y + row.height + HIGHEST)
    return LaneRow(row.x, y, row.pitch, height)
