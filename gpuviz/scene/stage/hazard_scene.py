"""A hazard on the stage: its threads framed, lines from them to the element, and wrong elements."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.hazard_moments import HazardThread
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message
from gpuviz.scene.scene import Curves, Item, Label, Outlines, Panel, Rect
from gpuviz.scene.stage.arrays.scene import PlacedArray
from gpuviz.scene.stage.findings import ShownHazard
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.warp.scene import cells_of

SMALLEST_MARK = 9.0  # pixels: a smaller thread or element is marked by a square of that size
MOST_WRONG = 600  # cells that are framed one by one
TO_COME = 0.35  # how strong the line of an access is that is still to come
LABEL_PX = 11
BESIDE = 4.0  # pixels between the card and a line around it
TAG_PX = 20  # from one tag to the one below it
NO_BARRIER = Message("stage.no-barrier", "no barrier between")
WAITS, MISSES = Message("stage.waits", "waits"), Message("stage.misses", "never comes")


def hazard_scene(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> tuple[Item, ...]:
    """What checks have found, above everything else."""
    shown = view.findings.hazard
    items = _wrong_elements(view, placed)
    if shown is not None:
        items += _lines(view, shown, placed) + _threads(view, shown)
    return tuple(items)


def _wrong_elements(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> list[Item]:
    """A frame around every cell of an output with a wrong element in it."""
    items: list[Item] = []
    for array in placed:
        wrong = view.findings.wrong.get(view.trace.arrays[array.row].name)
        if wrong is None or array.block is not None:
            continue
        cells = np.unique(array.geometry.cell_of(wrong))[:MOST_WRONG]
        items.append(Outlines(_cell_rects(array, cells), view.theme.hazard, radius=1, width=1.5))
    return items


def _cell_rects(array: PlacedArray, cells: NDArray[np.int64]) -> NDArray[np.float64]:
    """[n, 4] where cells are."""
    size = np.array(array.geometry.cell)
    corners = array.geometry.middles(cells) - size / 2
    return np.hstack([corners, np.broadcast_to(size, corners.shape)])


def _threads(view: Viewpoint, shown: ShownHazard) -> list[Item]:
    """The threads of a hazard, framed."""
    rects = [rect for party in shown.parties if (rect := _place(view, party)) is not None]
    color = view.theme.hazard
    return [Panel(_marked(rect).inset(-1), "", color, radius=3, width=2.5) for rect in rects]


def _lines(view: Viewpoint, shown: ShownHazard, placed: tuple[PlacedArray, ...]) -> list[Item]:
    if shown.hazard.kind == "barrier-divergence":
        return _waiting(view, shown)
    target = _target(shown, placed)
    if target is None:
        return []
    items: list[Item] = []
    for party, moment in zip(shown.parties, shown.moments, strict=True):
        place = _start(view, party)
        if place is not None:
            color = view.theme.read if party.role == "read" else view.theme.write
            done = moment is None or view.instant.steps >= moment
            way = _way(view, place, target)
            items.append(Curves(way, color, 2.4, 1.0 if done else TO_COME))
    return [*items, *_element(view, shown, target)]


def _waiting(view: Viewpoint, shown: ShownHazard) -> list[Item]:
    """From the thread that waits at a barrier to the one that never comes there."""
    places = [_place(view, party) for party in shown.parties]
    items: list[Item] = []
    if len(places) == 2 and places[0] is not None and places[1] is not None:
        items.append(Curves(_curve(places[0], places[1]), view.theme.hazard, 2.0))
    for place, words in zip(places, (WAITS, MISSES), strict=False):
        if place is not None:
            items += _tag(view, place, view.say(words))
    return items


def _start(view: Viewpoint, party: HazardThread) -> Rect | None:
    """Where the line of a thread begins: at its lane where the card shows its warp."""
    cells, (warp, lane) = cells_of(view), divmod(party.thread, WARP_SIZE)
    if cells is not None and (view.focus.block, view.focus.warp) == (party.block, warp):
        x, y = cells.feet()[lane]
        return Rect(float(x), float(y), 0, 0)
    return _place(view, party)


def _place(view: Viewpoint, party: HazardThread) -> Rect | None:
    """Where a thread is, or its block where threads are too small; None: it is not in sight."""
    grid = view.grid
    if grid.alone not in (None, party.block):
        return None
    threads = grid.shows_threads
    rect = grid.thread_rect(party.block, party.thread) if threads else grid.tile_rect(party.block)
    seen = grid.view.contains(rect.x + rect.w / 2, rect.y + rect.h / 2)
    return rect if seen else None


def _target(shown: ShownHazard, placed: tuple[PlacedArray, ...]) -> Rect | None:
    """The cell of the element; one behind the last where it is outside its array."""
    blocks = {None, *(party.block for party in shown.parties)}
    for array in placed:
        if array.row == shown.array and array.block in blocks:
            geometry = array.geometry
            if shown.element is not None:
                cell = int(geometry.cell_of(np.array([shown.element]))[0])
                return geometry.cell_rect(cell)
            last = geometry.cell_rect(geometry.cells - 1)
            return last._replace(x=last.right + 4)
    return None


def _element(view: Viewpoint, shown: ShownHazard, target: Rect) -> list[Item]:
    """The element in the colour of hazards, with its name beside it."""
    index = ", ".join(map(str, shown.hazard.index))
    name = f"{shown.hazard.array}[{index}]"
    square = _marked(target)
    place = _tag_rect(view, square, name)
    tags = _tag_at(view, place, name)
    if shown.interval is not None:
        words = view.say(NO_BARRIER)
        tags += _tag_at(view, _next_tag(view, place, square, words), words)
    return [Panel(square, view.theme.hazard, view.theme.panel, 2), *tags]


def _tag(view: Viewpoint, beside: Rect, words: str) -> list[Item]:
    return _tag_at(view, _tag_rect(view, beside, words), words)


def _tag_rect(view: Viewpoint, beside: Rect, words: str) -> Rect:
    """Right of a place, or left of it where the stage ends."""
    width = _tag_width(view, words)
    right = view.layout.header.right
    x = beside.right + 5 if beside.right + 5 + width <= right else beside.x - 5 - width
    return Rect(x, beside.y + beside.h / 2 - 9, width, 18)


def _next_tag(view: Viewpoint, first: Rect, beside: Rect, words: str) -> Rect:
    """In the row of the first tag, on its far side; below it where there is no room for that."""
    width, room = _tag_width(view, words), view.layout.header
    x = first.right + 4 if first.x > beside.x else first.x - 4 - width
    if x < room.x or x + width > room.right:
        return _tag_rect(view, beside._replace(y=beside.y + TAG_PX), words)
    return first._replace(x=x, w=width)


def _tag_width(view: Viewpoint, words: str) -> float:
    return view.measure(words, view.px(LABEL_PX)) * 1.1 + 10


def _tag_at(view: Viewpoint, rect: Rect, words: str) -> list[Item]:
    return [
        Panel(rect, view.theme.panel, view.theme.hazard, radius=4),
        Label(rect, words, view.theme.text, view.px(LABEL_PX), bold=True, align="center"),
    ]


def _marked(rect: Rect) -> Rect:
    """A place grown to what can be seen."""
    return rect.inset(min(0.0, (min(rect.w, rect.h) - SMALLEST_MARK) / 2))


def _way(view: Viewpoint, start: Rect, end: Rect) -> NDArray[np.float64]:
    """A curve; with large letters around the card and along its lower edge, over no words."""
    card = view.layout.card
    if not view.layout.least_px or card is None:
        return _curve(start, end)
    x0, y0 = start.x + start.w / 2, start.y + start.h / 2
    x1, y1 = end.x + end.w / 2, end.y + end.h / 2
    above, turn = card.y - BESIDE, card.bottom + BESIDE
    side = card.x - BESIDE if x1 < card.x + card.w / 2 else card.right + BESIDE
    corners = [(x0, y0), (x0, turn), (x1, turn), (x1, y1)]
    if y0 < card.y:  # a thread in the grid, whose warp is not on the card
        corners[1:2] = [(x0, above), (side, above), (side, turn)]
    pairs = itertools.pairwise(corners)
    return np.array([(*one, *one, *other, *other) for one, other in pairs], np.float64)


def _curve(start: Rect, end: Rect) -> NDArray[np.float64]:
    """[1, 8] from the middle of one place to that of another, leaving downwards."""
    x0, y0 = start.x + start.w / 2, start.y + start.h / 2
    x1, y1 = end.x + end.w / 2, end.y + end.h / 2
    drop = max(abs(y1 - y0) * 0.55, 30.0)
    arrival = y1 - drop if y1 > y0 + 30 else y1 + drop
    return np.array([[x0, y0, x0, y0 + drop, x1, arrival, x1, y1]])
