"""The numbers of lanes in their cells: all of them in smaller letters, or else every fourth."""

from __future__ import annotations

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Label
from gpuviz.scene.warp_view.lanes_geometry import LaneRow
from gpuviz.scene.warp_view.picture import WarpPicture

BOLD = 1.15  # as wide as plain letters, at most
SIZES = (11, 10, 9, 8)  # pixels
STEP = 4  # lanes from one number to the next where not all have room


def lane_number(
    picture: WarpPicture, row: LaneRow, lane: int, ink: str, height: float, *, bold: bool
) -> list[Label]:
    """The number at the top of a lane's cell, `height` pixels high; none where it has no room."""
    rect = row.rect(lane)._replace(h=height)
    widest = str(WARP_SIZE - 1)
    for size in SIZES:
        if BOLD * picture.measure(widest, size) <= rect.w:
            return [Label(rect, str(lane), ink, size, bold=bold, align="center")]
    if lane % STEP:
        return []
    wide = rect._replace(x=rect.x - row.pitch, w=rect.w + 2 * row.pitch)
    return [Label(wide, str(lane), ink, SIZES[-1], bold=bold, align="center")]
