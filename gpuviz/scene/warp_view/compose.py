"""The picture of a warp, put together: its steps on the left, its latest step on the right."""

from __future__ import annotations

from typing import NamedTuple

from gpuviz.messages import Message
from gpuviz.scene.scene import Item, Label, Panel, Rect, Say, Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.warp_view.geometry import StepStrip
from gpuviz.scene.warp_view.history_cells import LEGEND, state_colors
from gpuviz.scene.warp_view.history_scene import history_scene
from gpuviz.scene.warp_view.picture import WarpPicture
from gpuviz.scene.warp_view.step_scene import step_scene
from gpuviz.scene.warp_view.words import efficiency, title, warp_phrase
from gpuviz.texts import in_turn

MARGIN, GAP = 16.0, 32.0
TITLE = 22.0
HISTORY_SHARE = 0.48  # of the width
TITLE_TEXT, LEGEND_TEXT = 12, 11
SWATCH = 9.0


class WarpRooms(NamedTuple):
    """The parts of the dock in pixels."""

    title: Rect
    history: Rect
    step: Rect


def divide(width: float, height: float) -> WarpRooms:
    """The parts of a dock of that size."""
    inner = Rect(MARGIN, 6, width - 2 * MARGIN, height - 14)
    left = round((inner.w - GAP) * HISTORY_SHARE)
    top = inner.y + TITLE
    history = Rect(inner.x, top, left, inner.bottom - top)
    step = Rect(inner.x + left + GAP, inner.y, inner.w - left - GAP, inner.h)
    return WarpRooms(inner._replace(w=left, h=TITLE), history, step)


def compose_warp(picture: WarpPicture, rooms: WarpRooms, strip: StepStrip) -> Scene:
    """Everything that is seen of a warp."""
    history, step = history_scene(picture, strip), step_scene(picture, rooms.step)
    items = (*_title(picture, rooms.title), *history.items, *step.items)
    heading = picture.say(title(picture))
    return Scene(items, history.areas + step.areas, in_turn((heading, step.sentence)))


def compose_words(message: Message, width: float, height: float, theme: Theme, say: Say) -> Scene:
    """What is said where no warp can be shown."""
    text = say(message)
    room = Rect(MARGIN, height / 2 - 12, width - 2 * MARGIN, 24)
    return Scene((Label(room, text, theme.muted, 13, align="center"),), sentence=text)


def _title(picture: WarpPicture, room: Rect) -> list[Item]:
    """Which warp, how well it uses its lanes, and what the colours mean."""
    theme, name = picture.theme, picture.say(title(picture))
    width = picture.measure(name, TITLE_TEXT) * 1.12 + 14
    legend = _legend(picture, room)
    left = min((item.rect.x for item in legend), default=room.right)
    said = picture.say(efficiency(picture))
    if picture.measure(said, LEGEND_TEXT) > left - room.x - width - 12:
        said = said.partition(":")[0]
    behind = room._replace(x=room.x + width, w=left - room.x - width - 12)
    return [
        Label(room, name, theme.text, TITLE_TEXT, bold=True),
        Label(behind, said, theme.muted, LEGEND_TEXT),
        *legend,
    ]


def _legend(picture: WarpPicture, room: Rect) -> list[Panel | Label]:
    """What the colours mean that this warp has, from the right."""
    theme, x = picture.theme, room.right
    found: list[Panel | Label] = []
    for text, color in reversed(_meanings(picture)):
        width = picture.measure(text, LEGEND_TEXT) + 4
        x -= width
        words = Rect(x, room.y, width, room.h)
        box = Rect(x - SWATCH - 5, room.y + (room.h - SWATCH) / 2, SWATCH, SWATCH)
        found.append(Label(words, text, theme.muted, LEGEND_TEXT))
        found.append(Panel(box, color, theme.line, radius=2))
        x = box.x - 12
    return found if x > room.x + room.w * 0.4 else []


def _meanings(picture: WarpPicture) -> list[tuple[str, str]]:
    """Names of the states of lanes that occur, and of steps that exchange, with their colours."""
    colors = state_colors(picture.theme)
    found = [
        (picture.say(warp_phrase(f"lanes-{state.name.lower()}", name)), colors[state])
        for state, name in LEGEND
        if state in picture.states
    ]
    if picture.exchanging.any():
        found.append((picture.say(warp_phrase("exchange", "exchange")), picture.theme.read))
    return found
