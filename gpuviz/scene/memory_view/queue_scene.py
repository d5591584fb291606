"""The picture of lanes that share elements: each element with the lanes that wait for it.

For atomics they wait in a queue; for local and constant memory they stand beside what they read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from gpuviz.insight.memory_queues import AtomicQueue, atomic_queues
from gpuviz.scene.memory_view.look import (
    EDGE,
    LANE_GAP,
    AccessLook,
    AccessPicture,
    lane_cell,
    lane_hit,
)
from gpuviz.scene.scene import (
    Area,
    ElementHit,
    Hit,
    Item,
    Label,
    Panel,
    Rect,
    Scene,
    mono_width,
)
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.stage.words import element_name

ROW = 24.0
LANE = 22.0  # pixels from one lane to the next
COLUMN_GAP = 24.0
NAME_TEXT = 11
NAME_SHARE = 0.2  # of the colour, behind an element's name


@dataclass(frozen=True, slots=True)
class QueuePlaces:
    """Where each queue begins: its element, then its lanes to the right of it."""

    queues: tuple[AtomicQueue, ...]
    corners: tuple[tuple[float, float], ...]
    name: float  # width of an element's name

    def name_rect(self, row: int) -> Rect:
        """Where an element is."""
        x, y = self.corners[row]
        return Rect(x, y, self.name, ROW - 4)

    def lane_rect(self, row: int, place: int) -> Rect:
        """Where a lane of a queue stands."""
        x, y = self.corners[row]
        return Rect(x + self.name + 8 + place * LANE, y, LANE - LANE_GAP, ROW - 4)


def queues_picture(look: AccessLook) -> AccessPicture:
    """The longest queue first, in as many columns as the room asks for."""
    places = _places(look, atomic_queues(look.shown.access))
    items: list[Item] = []
    for row, queue in enumerate(places.queues):
        items += _name(look, places.name_rect(row), queue)
        for place, lane in enumerate(queue.lanes):
            items += lane_cell(look, places.lane_rect(row, place), lane)
    bottom = max((y for _, y in places.corners), default=0.0) + ROW
    area = Area(Rect(0, 0, look.width, bottom), lambda x, y: _hit(look, places, x, y))
    return AccessPicture(Scene(tuple(items), (area,)), bottom)


def _places(look: AccessLook, queues: tuple[AtomicQueue, ...]) -> QueuePlaces:
    info = look.shown.access.info
    names = [element_name(info, queue.element) for queue in queues]
    name = max(mono_width(text, NAME_TEXT) for text in names) + 14
    longest = max(len(queue.lanes) for queue in queues)
    step = name + 8 + longest * LANE + COLUMN_GAP
    most = max(1, int((look.width + COLUMN_GAP) // step))
    columns = min(most, math.ceil(len(queues) / max(1, (look.height - EDGE) // ROW)))
    deep = math.ceil(len(queues) / columns)
    corners = tuple((EDGE + n // deep * step, EDGE + n % deep * ROW) for n in range(len(queues)))
    return QueuePlaces(queues, corners, name)


def _name(look: AccessLook, rect: Rect, queue: AtomicQueue) -> list[Item]:
    fill = mix(look.color, look.theme.panel, NAME_SHARE)
    text = element_name(look.shown.access.info, queue.element)
    return [
        Panel(rect, fill, look.color, radius=3),
        Label(rect, text, look.theme.text, NAME_TEXT, mono=True, align="center"),
    ]


def _hit(look: AccessLook, places: QueuePlaces, x: float, y: float) -> Hit | None:
    for row, queue in enumerate(places.queues):
        if places.name_rect(row).contains(x, y):
            return ElementHit(look.shown.access.array, queue.element, 1, look.block)
        for place, lane in enumerate(queue.lanes):
            if places.lane_rect(row, place).contains(x, y):
                return lane_hit(look, lane)
    return None
