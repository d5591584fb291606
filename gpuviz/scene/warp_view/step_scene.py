"""The step that a warp executed last: its line, its lanes, and what they exchange."""

from __future__ import annotations

from gpuviz.insight.warp_steps import lanes_in
from gpuviz.scene.scene import (
    Area,
    ExchangeHit,
    Hit,
    Item,
    Label,
    Panel,
    Rect,
    Scene,
    ThreadHit,
    mono_width,
)
from gpuviz.scene.stage.warp.exchange_words import exchange_sentence, keeping_text
from gpuviz.scene.theme import INK
from gpuviz.scene.warp_view.exchange_scene import exchange_scene
from gpuviz.scene.warp_view.history_cells import state_colors
from gpuviz.scene.warp_view.lane_numbers import lane_number
from gpuviz.scene.warp_view.lanes_geometry import LaneRow, lane_row
from gpuviz.scene.warp_view.picture import WarpPicture
from gpuviz.scene.warp_view.words import place, region_text, warp_phrase, who_is_active

TITLE = 20.0
SENTENCE = 17.0
TEXT, CODE = 12, 11  # pixels
NUMBER, COORDINATE = 18.0, 13.0  # pixels in a lane: its number, a coordinate of its thread
COORDINATE_SIZE = 9  # pixels of letters
LEAST_EXCHANGE, LEAST_LANES = 88.0, 38.0  # pixels: for their sake sentences are left out


def step_scene(picture: WarpPicture, room: Rect) -> Scene:
    """Title, lanes or an exchange, and sentences under them."""
    if picture.at < 0:
        text = picture.say(warp_phrase("not-begun", "This warp has not taken a step yet."))
        return Scene((Label(room._replace(h=TITLE), text, picture.theme.muted, TEXT),))
    said = _sentences(picture)
    least = LEAST_EXCHANGE if picture.exchanges else LEAST_LANES
    said = said[: max(int((room.h - TITLE - least - 8) / SENTENCE), 1)]
    body = Rect(room.x, room.y + TITLE + 4, room.w, room.h - TITLE - 4 - len(said) * SENTENCE - 4)
    shown = exchange_scene(picture, body) if picture.exchanges else _lanes(picture, body)
    title = _title(picture, room)
    items = (*title.items, *shown.items, *_said(picture, shown, room, said))
    return Scene(items, title.areas + shown.areas, " ".join(said))


def _title(picture: WarpPicture, room: Rect) -> Scene:
    """The line that is executed, and the mask or which of several exchanges it is."""
    theme, line = picture.theme, str(picture.steps.line[picture.at])
    count, following = len(picture.exchanges), picture.which + 1
    corner, color = f"0x{picture.mask:08x}", theme.muted
    if count > 1:
        text = warp_phrase("which", "{n} of {count} ▸", n=following, count=count)
        corner, color = picture.say(text), theme.words.accent
    row, width = room._replace(h=TITLE), mono_width(line, CODE) + 10
    right = mono_width(corner, CODE) + 12
    code = row._replace(x=room.x + width, w=room.w - width - right)
    items = (
        Label(row, line, theme.muted, CODE, mono=True),
        Label(code, picture.code_of(picture.at), theme.text, CODE, bold=True, mono=True),
        Label(row, corner, color, CODE, mono=True, align="right"),
    )
    leads = Area(code._replace(x=code.right, w=right), lambda x, y: ExchangeHit(following % count))
    return Scene(items, (leads,) if count > 1 else ())


def _lanes(picture: WarpPicture, body: Rect) -> Scene:
    """The lanes with the thread that each is."""
    row = lane_row(body, NUMBER + COORDINATE * len(_axes(picture)) + 4)
    lanes = lanes_in(picture.steps.exists).tolist()
    threads = [picture.trace.config.block.index(picture.thread(lane)) for lane in lanes]
    width = row.rect(0).w
    axes = [
        axis
        for axis in _axes(picture)
        if all(picture.measure(str(index[axis]), COORDINATE_SIZE) <= width for index in threads)
    ]
    items: list[Item] = []
    for lane, index in zip(lanes, threads, strict=True):
        items += _lane(picture, row, lane, [str(index[axis]) for axis in axes])
    areas = (Area(row.whole, lambda x, y: _hit(picture, row, x)),)
    return Scene(tuple(items), areas)


def _lane(picture: WarpPicture, row: LaneRow, lane: int, coordinates: list[str]) -> list[Item]:
    theme, rect = picture.theme, row.rect(lane)
    state = picture.steps.image(picture.at, picture.at + 1)[lane, 0]
    chosen, active = lane == picture.lane, bool(picture.mask >> lane & 1)
    stroke = theme.text if chosen else "" if active else theme.line
    ink = INK if active else theme.muted
    items: list[Item] = [
        Panel(rect, state_colors(theme)[state], stroke, radius=4, width=2 if chosen else 1),
        *lane_number(picture, row, lane, ink, NUMBER, bold=active),
    ]
    for line, coordinate in enumerate(coordinates):
        room = Rect(rect.x, rect.y + NUMBER - 2 + line * COORDINATE, rect.w, COORDINATE)
        items.append(Label(room, coordinate, ink, COORDINATE_SIZE, align="center"))
    return items


def _axes(picture: WarpPicture) -> tuple[int, ...]:
    """The axes of the block that are used; x where none is."""
    return tuple(n for n, size in enumerate(picture.trace.config.block) if size > 1) or (0,)


def _sentences(picture: WarpPicture) -> list[str]:
    """What is to be read under the lanes, what matters most first."""
    exchange, region = picture.exchange, picture.regions.at(picture.at)
    if exchange is not None:
        found = [exchange_sentence(exchange, picture.lane), place(picture), keeping_text(exchange)]
    else:
        branch = None if region is None else region_text(region)
        found = [who_is_active(picture), place(picture), branch]
    return [picture.say(message) for message in found if message is not None]


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
