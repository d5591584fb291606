"""What a picture of an access depends on, and the row of 32 lanes that they all have on top."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.memory_choice import ShownAccess
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Area, Item, Label, Panel, Rect, Say, Scene, ThreadHit
from gpuviz.scene.stage.colours import argb, ink_on, mix
from gpuviz.scene.theme import Theme
from gpuviz.trace import Trace

LANE_PX = 20.0  # height of a lane
LANE_GAP = 2.0
WIDEST_LANE = 26.0  # pixels from one lane to the next
MOVED_SHARE = 0.3  # of the colour, for bytes that move without being needed
EDGE = 2.0  # around the picture, for outlines


@dataclass(frozen=True, slots=True)
class AccessLook:
    """One access, the room that it is shown in, and the lanes that are pointed out."""

    trace: Trace
    shown: ShownAccess
    width: float
    height: float
    theme: Theme
    say: Say
    chosen: int | None = None  # lane
    hot: frozenset[int] = frozenset()  # lanes under the mouse
    element: int | None = None  # the chosen one, if it is of the array that is accessed

    @property
    def color(self) -> str:
        """Of what is needed: reads and writes look different everywhere."""
        return self.theme.read if self.shown.access.site.kind == "read" else self.theme.write

    @property
    def moved_color(self) -> str:
        """Of what moves without being needed."""
        return mix(self.color, self.theme.panel, MOVED_SHARE)

    @property
    def marked(self) -> frozenset[int]:
        """Lanes under the mouse, else the chosen one."""
        chosen = frozenset() if self.chosen is None else frozenset((self.chosen,))
        return self.hot or chosen

    @property
    def thread(self) -> int:
        """The first thread of the warp, within its block."""
        return self.shown.who.warp * WARP_SIZE

    @property
    def exists(self) -> NDArray[np.bool_]:
        """[32] lanes that are threads."""
        return self.thread + np.arange(WARP_SIZE) < self.trace.config.block.size

    @property
    def block(self) -> int | None:
        """Whose array it is, for shared memory."""
        return self.shown.who.block if self.shown.access.info.space == "shared" else None


@dataclass(frozen=True, slots=True)
class AccessPicture:
    """A scene and how high it is: more than there is room for is scrolled.

    `head`: so many pixels at the top stay where they are, lanes or the numbers of banks.
    """

    scene: Scene
    height: float
    head: float = 0.0


def lane_pitch(width: float) -> float:
    """Pixels from one lane to the next; whole ones, so that all are equally wide."""
    return float(min(WIDEST_LANE, (width - 2 * EDGE) // WARP_SIZE))


def lane_rect(left: float, top: float, pitch: float, lane: int) -> Rect:
    """Where a lane is."""
    return Rect(left + lane * pitch, top, pitch - LANE_GAP, LANE_PX)


def lane_row(look: AccessLook, left: float, top: float, pitch: float) -> tuple[list[Item], Area]:
    """The 32 lanes with their numbers, and what answers to the mouse there."""
    items: list[Item] = []
    for lane in range(WARP_SIZE):
        items += lane_cell(look, lane_rect(left, top, pitch, lane), lane)
    row = Rect(left, top, WARP_SIZE * pitch, LANE_PX)
    return items, Area(row, lambda x, y: lane_hit(look, int((x - left) // pitch)))


def lane_hit(look: AccessLook, lane: int) -> ThreadHit | None:
    """The thread of a lane, if there is one."""
    inside = 0 <= lane < WARP_SIZE and bool(look.exists[lane])
    return ThreadHit(look.shown.who.block, look.thread + lane) if inside else None


def lane_cell(look: AccessLook, rect: Rect, lane: int) -> list[Item]:
    """One lane: filled if it takes part, an outline if it is masked off, faint if there is none."""
    theme, active = look.theme, bool(look.shown.access.active[lane])
    if not look.exists[lane]:
        return [Panel(rect, "", mix(theme.line, theme.panel, 0.5), radius=3)]
    stroke = theme.text if lane in look.marked else "" if active else theme.line
    fill = look.color if active else theme.masked_off
    ink = ink_on(theme, argb(look.color)) if active else theme.muted
    width = 2 if lane in look.marked else 1
    return [
        Panel(rect, fill, stroke, radius=3, width=width),
        Label(rect, str(lane), ink, 10, bold=active, align="center"),
    ]
