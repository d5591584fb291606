"""The step that a warp executed last: its line, its lanes, and what they exchange."""

from __future__ import annotations

from gpuviz.insight.warp_steps import lanes_in
from gpuviz.ui.stage.colours import INK
from gpuviz.ui.stage.exchange_words import exchange_sentence, keeping_text
from gpuviz.ui.stage.scene import Area, Hit, Item, Label, Panel, Rect, Scene, ThreadHit, mono_width
from gpuviz.ui.warp_view.exchange_scene import exchange_scene
from gpuviz.ui.warp_view.history_scene import state_colors
from gpuviz.ui.warp_view.lanes_geometry import LaneRow, lane_row
from gpuviz.ui.warp_view.picture import WarpPicture
from gpuviz.ui.warp_view.words import (
    place,
    region_text,
    warp_phrase,
    who_is_active,
)

TITLE = 20.0
SENTENCE = 17.0
TEXT, CODE = 12, 11  # pixels
NUMBER, COORDINATE = 18.0, 13.0  # pixels in a lane: its number, a coordinate of its thread
LEAST_BODY = 88.0  # pixels that lanes keep before sentences are left out


def step_scene(picture: WarpPicture, room: Rect) -> Scene:
    """Title, lanes or an exchange, and sentences under them."""
    if picture.at < 0:
        text = picture.say(warp_phrase("not-begun", "This warp has not taken a step yet."))
        return Scene((Label(room._replace(h=TITLE), text, picture.theme.muted, TEXT),))
    said = _sentences(picture)
    said = said[: max(int((room.h - TITLE - LEAST_BODY - 8) / SENTENCE), 1)]
    body = Rect(room.x, room.y + TITLE + 4, room.w, room.h - TITLE - 4 - len(said) * SENTENCE - 4)
    shown = exchange_scene(picture, body) if picture.exchanges else _lanes(picture, body)
    items = (*_title(picture, room), *shown.items, *_said(picture, shown, room, said))
    return Scene(items, shown.areas, " ".join(said))


def _title(picture: WarpPicture, room: Rect) -> list[Item]:
    """The line that is executed, and the mask."""
    theme, mask = picture.theme, f"0x{picture.mask:08x}"
    line = str(picture.steps.line[picture.at])
    width = mono_width(line, CODE) + 10
    mask_width = mono_width(mask, CODE) + 12
    row = room._replace(h=TITLE)
    code = row._replace(x=room.x + width, w=room.w - width - mask_width)
    return [
        Label(row, line, theme.muted, CODE, mono=True),
        Label(code, picture.code_of(picture.at), theme.text, CODE, bold=True, mono=True),
        Label(row, mask, theme.muted, CODE, mono=True, align="right"),
    ]


def _lanes(picture: WarpPicture, body: Rect) -> Scene:
    """The lanes with the thread that each is."""
    row = lane_row(body, NUMBER + COORDINATE * len(_axes(picture)) + 4)
    items: list[Item] = []
    for lane in lanes_in(picture.steps.exists).tolist():
        items += _lane(picture, row, lane)
    areas = (Area(row.whole, lambda x, y: _hit(picture, row, x)),)
    return Scene(tuple(items), areas)


def _lane(picture: WarpPicture, row: LaneRow, lane: int) -> list[Item]:
    theme, rect = picture.theme, row.rect(lane)
    state = picture.steps.image(picture.at, picture.at + 1)[lane, 0]
    chosen, active = lane == picture.lane, bool(picture.mask >> lane & 1)
    stroke = theme.text if chosen else "" if active else theme.line
    ink = INK if active else theme.muted
    index = picture.trace.config.block.index(picture.thread(lane))
    items: list[Item] = [
        Panel(rect, state_colors(theme)[state], stroke, radius=4, width=2 if chosen else 1),
        Label(rect._replace(h=NUMBER), str(lane), ink, 11, bold=active, align="center"),
    ]
    for line, axis in enumerate(_axes(picture)):
        room = Rect(rect.x, rect.y + NUMBER - 2 + line * COORDINATE, rect.w, COORDINATE)
        if picture.measure(str(index[axis]), 9) <= rect.w:
            items.append(Label(room, str(index[axis]), ink, 9, align="center"))
    return items


def _axes(picture: WarpPicture) -> tuple[int, ...]:
    """The axes of the block that are used; x where none is."""
    return tuple(n for n, size in enumerate(picture.trace.config.block) if size > 1) or (0,)


def _sentences(picture: WarpPicture) -> list[str]:
    """What is to be read under the lanes."""
    found = []
    for exchange in picture.exchanges[:1]:
        found.append(exchange_sentence(exchange, picture.lane))
        keeping = keeping_text(exchange)
        found += [keeping] if keeping is not None else []
    if not picture.exchanges:
        found.append(who_is_active(picture))
        region = picture.regions.at(picture.at)
        found += [region_text(region)] if region is not None else []
    where = place(picture)
    return [picture.say(message) for message in (*found, *([where] if where else []))]


def _said(picture: WarpPicture, shown: Scene, room: Rect, said: list[str]) -> list[Item]:
    top = min(shown_bottom(shown) + 8, room.bottom - len(said) * SENTENCE)
    colors = [picture.theme.text, *[picture.theme.muted] * len(said)]
    return [
        Label(Rect(room.x, top + row * SENTENCE, room.w, SENTENCE), text, color, TEXT)
        for row, (text, color) in enumerate(zip(said, colors, strict=False))
    ]


def shown_bottom(scene: Scene) -> float:
    """Just below the lowest area of a scene."""
    return max((area.rect.bottom for area in scene.areas), default=0.0)


def _hit(picture: WarpPicture, row: LaneRow, x: float) -> Hit | None:
    lane = row.lane_at(x)
    if lane is None or not picture.steps.exists >> lane & 1:
        return None
    return ThreadHit(picture.steps.block, picture.thread(lane))
