"""The picture of an access to global memory: lanes on top, the lines that they touch below."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.memory_lines import LINE_BYTES, SECTORS_PER_LINE, LineMap, element_at, line_map
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.memory_view.look import (
    EDGE,
    LANE_PX,
    AccessLook,
    AccessPicture,
    lane_pitch,
    lane_rect,
    lane_row,
)
from gpuviz.scene.scene import (
    Area,
    Cells,
    Curves,
    ElementHit,
    Hit,
    Item,
    Label,
    Outlines,
    Panel,
    Rect,
    Scene,
)
from gpuviz.scene.stage.colours import argb
from gpuviz.scene.stage.words import phrase, span_name

FAN = (8.0, 24.0)  # pixels between the lanes and the first line, for the curves
FAN_SHARE = 0.16  # of the height
WORDS = 15.0  # height of a line's name
BAR = (16.0, 26.0)  # height of a line's bytes, at least and at most
AIR = 6.0  # between one line and the next
SMALL_BAR = 11.0
SMALL_ROW = 17.0  # a line that has its name beside it
SMALL_NAME = 50.0
COLUMN = 165.0  # the narrowest column of such lines
COLUMN_GAP = 14.0
SECTOR_GAP = 4.0


@dataclass(frozen=True, slots=True)
class LinePlaces:
    """Where each line's bytes are, and where a cell of them is."""

    lines: LineMap
    bars: tuple[Rect, ...]
    roomy: bool  # names above, not beside

    @property
    def cell(self) -> float:
        """Pixels of a cell."""
        free = self.bars[0].w - (SECTORS_PER_LINE - 1) * SECTOR_GAP
        return free / self.lines.cells_per_line

    def sector(self, line: int, sector: int) -> Rect:
        """Where a sector is."""
        width = self.cell * self.lines.cells_per_line / SECTORS_PER_LINE
        bar = self.bars[line]
        return Rect(bar.x + sector * (width + SECTOR_GAP), bar.y, width, bar.h)

    def cell_rect(self, line: int, cell: int) -> Rect:
        """Where a cell is."""
        sector, within = divmod(cell, self.lines.cells_per_line // SECTORS_PER_LINE)
        room = self.sector(line, sector)
        return Rect(room.x + within * self.cell, room.y, self.cell, room.h)

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """(line, cell) at a point."""
        for line, bar in enumerate(self.bars):
            if bar.contains(x, y):
                width = self.sector(line, 0).w + SECTOR_GAP
                sector, within = divmod(x - bar.x, width)
                last = self.lines.cells_per_line // SECTORS_PER_LINE - 1
                return line, int(sector) * (last + 1) + min(int(within // self.cell), last)
        return None


def lines_picture(look: AccessLook) -> AccessPicture:
    """Lanes, lines, sectors and the curves from each lane to its bytes."""
    lines, pitch = line_map(look.shown.access), lane_pitch(look.width)
    places = _places(look, lines, pitch)
    lanes, lane_area = lane_row(look, EDGE, EDGE, pitch)
    plain, marked = _curves(look, places, pitch)
    items: list[Item] = [*plain]
    for line in range(len(lines.address)):
        items += _bytes(look, places, line)
    items += marked
    for line in range(len(lines.address)):
        items += _name(look, places, line)  # above all lines, or these would cross it
    items += [*lanes, *_marks(look, places)]
    bottom = places.bars[-1].bottom + 2 * EDGE
    body = Rect(0, LANE_PX, look.width, bottom)
    area = Area(body, lambda x, y: _hit(look, places, x, y))
    return AccessPicture(Scene(tuple(items), (area, lane_area)), bottom, EDGE + LANE_PX + EDGE)


def _places(look: AccessLook, lines: LineMap, pitch: float) -> LinePlaces:
    """Names above where there is room, else beside the lines, in as many columns as need be."""
    fan = min(max(FAN_SHARE * look.height, FAN[0]), FAN[1])
    count, top = len(lines.address), EDGE + LANE_PX + fan
    room = max(look.height - top - 2 * EDGE, 1.0)
    if count * (WORDS + BAR[0] + AIR) <= room + AIR or count == 1:
        width = _whole_cells(lines, pitch * WARP_SIZE)
        high = min(max((room + AIR) // count - WORDS - AIR, BAR[0]), BAR[1])
        rows = (top + n * (WORDS + high + AIR) + WORDS for n in range(count))
        return LinePlaces(lines, tuple(Rect(EDGE, y, width, high) for y in rows), True)
    most = max(1, int((look.width + COLUMN_GAP) // (COLUMN + COLUMN_GAP)))
    columns = min(most, math.ceil(count / max(1, room // SMALL_ROW)))
    deep, step = math.ceil(count / columns), (look.width + COLUMN_GAP) / columns
    width = _whole_cells(lines, min(step - COLUMN_GAP - SMALL_NAME - 2 * EDGE, 620.0))
    bars = tuple(
        Rect(EDGE + SMALL_NAME + n // deep * step, top + n % deep * SMALL_ROW, width, SMALL_BAR)
        for n in range(count)
    )
    return LinePlaces(lines, bars, False)


def _whole_cells(lines: LineMap, room: float) -> float:
    """As much of some pixels as whole pixels for each cell take; at least one each."""
    gaps = (SECTORS_PER_LINE - 1) * SECTOR_GAP
    return max(1.0, (room - gaps) // lines.cells_per_line) * lines.cells_per_line + gaps


def _bytes(look: AccessLook, places: LinePlaces, line: int) -> list[Item]:
    lines, theme = places.lines, look.theme
    needed, moved = lines.needed[line], lines.moved[line]
    full = np.where(needed, argb(look.color), argb(look.moved_color)).astype(np.uint32)
    per_sector = lines.cells_per_line // SECTORS_PER_LINE
    items: list[Item] = []
    for sector in range(SECTORS_PER_LINE):
        rect, cells = places.sector(line, sector), slice(sector * per_sector, None)
        pixels = full[cells][:per_sector] if moved[sector] else _at_rest(look, per_sector)
        items.append(Cells(rect, pixels[None, :], theme.panel))
        if moved[sector] and places.roomy:
            frame = Rect(rect.x - 2, rect.y - 2, rect.w + 2, rect.h + 2)
            items.append(Panel(frame, "", look.color, radius=3))
    return items


def _at_rest(look: AccessLook, cells: int) -> NDArray[np.uint32]:
    return np.full(cells, argb(look.theme.raised), np.uint32)


def _name(look: AccessLook, places: LinePlaces, line: int) -> list[Item]:
    bar, theme = places.bars[line], look.theme
    address = f"0x{int(places.lines.address[line]):04x}"
    if not places.roomy:
        room = Rect(bar.x - SMALL_NAME, bar.y - 2, SMALL_NAME - 6, bar.h + 4)
        return [Label(room, address, theme.muted, 10, mono=True, align="right")]
    held = _held(look, places.lines, line)
    text = look.say(phrase("line", "line {address} · 128 B", address=address))
    room = Rect(bar.x, bar.y - WORDS - 2, bar.w, WORDS - 2)
    words = f"{text} · {held}" if held else text
    return [Label(room, words, theme.muted, 11, back=theme.panel)]


def _held(look: AccessLook, lines: LineMap, line: int) -> str:
    """The elements that lie in a line, where the array has no gaps."""
    info, begin = look.shown.access.info, int(lines.address[line])
    if info.strides is not None or not info.size:
        return ""
    first = element_at(info, max(begin, info.address))
    last = element_at(info, min(begin + LINE_BYTES, info.address + info.nbytes) - 1)
    return "" if first is None or last is None else span_name(info, np.array([first, last]))


def _curves(look: AccessLook, places: LinePlaces, pitch: float) -> tuple[list[Item], list[Item]]:
    """From the foot of each lane to its bytes; those of the marked lanes are on top of all."""
    plain: list[tuple[float, ...]] = []
    marked: list[tuple[float, ...]] = []
    for lane, spot in enumerate(places.lines.first_cell.tolist()):
        if spot >= 0:
            curve = _curve(places, lane_rect(EDGE, EDGE, pitch, lane), spot)
            (marked if lane in look.marked else plain).append(curve)
    alpha = 0.45 if places.roomy else 0.22
    behind, above = np.array(plain).reshape(-1, 8), np.array(marked).reshape(-1, 8)
    return [Curves(behind, look.color, 1, alpha)], [Curves(above, look.color, 2, 1)]


def _curve(places: LinePlaces, lane: Rect, spot: int) -> tuple[float, ...]:
    line, cell = divmod(spot, places.lines.cells_per_line)
    begin, end = places.cell_rect(line, cell), places.cell_rect(line, cell)
    x0, y0, x1, y1 = lane.x + lane.w / 2, lane.bottom, begin.x, begin.y
    x1 = (begin.x + end.right + (places.lines.cells_of_element - 1) * places.cell) / 2
    bend = (y1 - y0) / 2
    return x0, y0, x0, y0 + bend, x1, y1 - bend, x1, y1


def _marks(look: AccessLook, places: LinePlaces) -> list[Item]:
    """A frame around the bytes of the marked lanes."""
    lines, found = places.lines, []
    for lane in look.marked:
        spot = int(lines.first_cell[lane])
        if spot >= 0:
            x, y, w, h = places.cell_rect(*divmod(spot, lines.cells_per_line))
            found.append((x - 1, y - 1, w * lines.cells_of_element + 1, h + 1))
    marks: list[Item] = [*_element_mark(look, places)]
    if found:
        marks.append(Outlines(np.array(found), look.theme.text, width=1.5))
    return marks


def _element_mark(look: AccessLook, places: LinePlaces) -> list[Item]:
    """A frame around the chosen element, where it lies on one of the lines."""
    lines = places.lines
    if look.element is None:
        return []
    address = int(look.shown.access.info.addresses(np.array([look.element]))[0])
    found = np.flatnonzero(lines.address == address // LINE_BYTES * LINE_BYTES)
    if not len(found):
        return []
    x, y, w, h = places.cell_rect(int(found[0]), address % LINE_BYTES // lines.cell_bytes)
    frame = Rect(x - 2, y - 2, w * lines.cells_of_element + 3, h + 3)
    return [Panel(frame, "", look.theme.accent, radius=2, width=2.5)]


def _hit(look: AccessLook, places: LinePlaces, x: float, y: float) -> Hit | None:
    found = places.cell_at(x, y)
    if found is None:
        return None
    shown, lanes = look.shown.access, places.lines.lanes_at(*found)
    element = element_at(shown.info, places.lines.address_of(*found))
    if len(lanes):
        element = int(shown.element[lanes[0]])
    return None if element is None else ElementHit(shown.array, element, 1, look.block)
