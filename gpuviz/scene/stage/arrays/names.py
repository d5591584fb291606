"""What stands above the arrays: their names, as far as there is room. Large ones stand below: no
line from a lane passes behind them.
"""

from __future__ import annotations

import math

import numpy as np

from gpuviz.insight.array_layout import layout_of
from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.operation.inputs import LAYOUT_WORDS, LayoutName
from gpuviz.scene.numbers import kernel_value, whole
from gpuviz.scene.scene import Item, Label, Rect, mono_width
from gpuviz.scene.stage.arrays.element_facts import dtype_and_shape
from gpuviz.scene.stage.arrays.scene import PlacedArray
from gpuviz.scene.stage.arrays.volume_geometry import VolumeGeometry
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import phrase
from gpuviz.texts import enumerated

LAYER_SIZE = 10
LABEL = 18.0  # pixels of a name's line
LABEL_GAP = 10.0  # between two names beside each other
SLICED: LayoutName = "sliced"
TRANSPOSED: LayoutName = "transposed"
GATHERED = "1 cell = {count} elements"


def names(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> tuple[Item, ...]:
    """Name, type and shape of each array, above it, as far as the next one leaves room."""
    key = (placed, view.layout, view.theme, view.arrays.colouring)
    return view.facts.kept("names", key, lambda: _all_names(view, placed))


def _all_names(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> tuple[Item, ...]:
    rooms = [_room_above(view, array, placed) for array in placed]
    named = zip(placed, rooms, strict=True)
    return tuple(item for array, room in named for item in _names(view, array, room))


def _room_above(view: Viewpoint, array: PlacedArray, placed: tuple[PlacedArray, ...]) -> float:
    """Pixels from an array's left edge to the next name in its row, or to the edge of the stage."""
    left, top = array.geometry.x, array.geometry.y
    beside = (
        other.geometry.x
        for other in placed
        if other.geometry.x > left and abs(other.geometry.y - top) < LABEL
    )
    limits = [view.layout.header.right]
    if array.block is None and view.layout.arrays is not None:
        limits.append(view.layout.arrays.right)
    return min(*limits, *(x - LABEL_GAP for x in beside), math.inf) - left


def _names(view: Viewpoint, array: PlacedArray, room: float) -> list[Item]:
    info, geometry = view.trace.arrays[array.row], array.geometry
    at = geometry.rect.bottom + 2 if view.layout.least_px else geometry.y - LABEL
    top = Rect(geometry.x, at, room, LABEL - 2)
    indent = mono_width(info.name, view.px(13)) + 8
    behind = Rect(top.x + indent, top.y, room - indent, top.h)
    back, small = view.theme.background, view.px(11)
    named = top._replace(w=min(indent, room))
    items: list[Item] = [
        Label(named, info.name, view.theme.text, view.px(13), bold=True, mono=True, back=back)
    ]
    fits = (text for text in _about(view, array) if view.measure(text, small) <= behind.w)
    about = next(fits, "")
    if about:
        items.append(Label(behind, about, view.theme.muted, small, back=back))
    return [*items, *_layer_names(view, array)]


def _layer_names(view: Viewpoint, array: PlacedArray) -> list[Item]:
    """ "z = 2" above each layer of a volume that has room for it."""
    if not isinstance(array.geometry, VolumeGeometry):
        return []
    shape, size = view.trace.arrays[array.row].shape, view.px(LAYER_SIZE)
    items: list[Item] = []
    for layers, room in array.geometry.layer_places():
        text = layer_name(shape, layers)
        if view.measure(text, size) <= room.w + 4:
            items.append(Label(room._replace(w=room.w + 6), text, view.theme.muted, size))
    return items


def layer_name(shape: tuple[int, ...], layers: range) -> str:
    """The indices in front of the last two: "z = 2", "z = 4…7", "[0, 2]" with four dimensions."""
    front = tuple(n for n in shape if n > 1)[:-2]
    ends = [np.unravel_index(layer, front) for layer in (layers[0], layers[-1])]
    first, last = (", ".join(str(int(n)) for n in end) for end in ends)
    span = first if first == last else f"{first}…{last}"
    return f"z = {span}" if len(front) == 1 else f"[{span}]"


def _about(view: Viewpoint, array: PlacedArray) -> list[str]:
    """Type and shape, how much is gathered, and how much of what happened is known; then shorter
    ways to say it.
    """
    trace, info = view.trace, view.trace.arrays[array.row]
    about = dtype_and_shape(info)
    shape = about[about.index("[") :]
    if array.block is not None:
        full = view.say(phrase("shared", "shared {about}", about=about))
        return [full, view.say(phrase("shared", "shared {about}", about=shape)), shape]
    parts = [about]
    layout = layout_of(info)
    if layout in (SLICED, TRANSPOSED):
        parts[0] = enumerated([about, view.say(phrase("layout", LAYOUT_WORDS[layout]))])
    gathered = array.geometry.elements_per_cell
    if gathered > 1:
        parts.append(view.say(phrase("gathered", GATHERED, count=whole(gathered))))
    if trace.steps is not None and not trace.all_followed and array.row not in view.facts.written:
        template = "reads of {some} of {all} blocks are known"
        counts = {"some": whole(len(trace.followed)), "all": whole(trace.config.blocks)}
        parts.append(view.say(phrase("reads-known", template, **counts)))
    if view.arrays.colouring is ElementColouring.VALUE:
        low, high = view.facts.elements(array.row, array.geometry, array.block).range
        parts.insert(1, f"{kernel_value(low)} … {kernel_value(high)}")
    shorter = [" · ".join(parts[:count]) for count in range(len(parts), 0, -1)]
    return [*shorter, shape]
