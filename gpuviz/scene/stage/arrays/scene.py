"""Arrays beside the grid: their elements by what happened to them, and lines from lanes to
elements.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.insight.stage_warp import WarpAccess, WarpNow
from gpuviz.insight.states import ThreadState
from gpuviz.scene.numbers import kernel_value
from gpuviz.scene.scene import (
    Area,
    Cells,
    Curves,
    Edges,
    ElementHit,
    Hit,
    Item,
    Label,
    Panel,
    Scene,
)
from gpuviz.scene.stage.arrays.colours import pixels_of
from gpuviz.scene.stage.arrays.geometry import ArrayGeometry
from gpuviz.scene.stage.arrays.layout import (
    place_arrays,
    place_large,
    place_large_shared,
    place_shared,
)
from gpuviz.scene.stage.arrays.lit import (
    NOTHING_LIT,
    Lit,
    brighten,
    chosen_threads,
    lit_cells,
    lit_edges,
)
from gpuviz.scene.stage.arrays.outline import outline
from gpuviz.scene.stage.colours import argb, ink_on
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.warp.scene import cells_of

VALUE_CELL = 24.0  # pixels from which a cell shows its value
MOST_VALUES = 400
MOST_CORNERS = 24
SMALLEST_FRAME = 9.0  # pixels of the frame around the chosen element
PAST = 0.4  # how strong the lines of a warp's last step stay once it has finished

VALUE_TEXT = 9  # pixels of values in cells
LETTER = 5.4  # pixels of a digit at that size


def cell_text(value: object, width: float, size: int = VALUE_TEXT) -> str:
    """The most exact way to write a value that fits; empty where none does."""
    letters = int(width / (LETTER * size / VALUE_TEXT))
    return next((text for text in _ways(value) if len(text) <= letters), "")


def _ways(value: object) -> Iterator[str]:
    """From the most exact to the shortest."""
    if isinstance(value, bool | np.bool_):
        yield from (str(bool(value)), "T" if value else "F")
    elif isinstance(value, float | np.floating):
        yield from _real_ways(float(value), kernel_value(value))
    elif isinstance(value, np.datetime64 | np.timedelta64):
        yield str(value)
    elif isinstance(value, int | np.integer):
        yield from (str(int(value)), _power(float(value)))
    elif isinstance(value, str | np.str_):
        yield from (str(value), f"{str(value)[:2]}…")
    elif isinstance(value, complex | np.complexfloating):
        yield from (f"{value:.3g}", f"{value:.2g}")


def _real_ways(value: float, exact: str) -> Iterator[str]:
    if not math.isfinite(value):
        yield {math.inf: "∞", -math.inf: "−∞"}.get(value, "NaN")
        return
    yield exact
    if value == 0 or abs(value) >= 0.05:
        yield from (f"{value:.{digits}f}" for digits in (2, 1, 0))
    yield _power(value)
    if 0.005 <= abs(value) < 0.05:
        yield f"{value:.2f}".replace("0.", ".")  # "-.03" where "-3e-2" does not fit


def _power(value: float) -> str:
    """One digit and a power of ten: "3e-5"."""
    digit, power = f"{value:.0e}".split("e")
    return f"{digit}e{int(power)}"


@dataclass(frozen=True, slots=True)
class PlacedArray:
    """One array on the stage; `block` is whose it is, for shared memory."""

    row: int  # in Trace.arrays
    geometry: ArrayGeometry
    block: int | None = None


def placed_arrays(view: Viewpoint) -> tuple[PlacedArray, ...]:
    """Every array that is shown: global ones, then those of the block in focus."""
    trace, layout, facts = view.trace, view.layout, view.facts
    found: list[PlacedArray] = []
    if layout.arrays is not None:
        infos = [trace.arrays[row] for row in facts.global_arrays]
        if layout.least_px:
            geometries = place_large(infos, layout.arrays, facts.has_matrix)
        else:
            geometries = place_arrays(infos, layout.arrays, facts.has_matrix, facts.is_product)
        rows = facts.global_arrays
        found += [PlacedArray(row, g) for row, g in zip(rows, geometries, strict=True)]
    if layout.shared is not None:
        infos = [trace.arrays[row] for row in facts.shared_arrays]
        place = place_large_shared if layout.least_px else place_shared
        geometries = place(infos, layout.shared)
        block = view.focus.block
        rows = facts.shared_arrays
        found += [PlacedArray(row, g, block) for row, g in zip(rows, geometries, strict=True)]
    return tuple(found)


def arrays_scene(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> Scene:
    """All arrays; their names and values come later, above the lines."""
    items: list[Item] = []
    areas: list[Area] = []
    most = most_reads(view, placed)
    for array in placed:
        items += _array(view, array, most)
        areas.append(Area(array.geometry.rect, _finder(array)))
    return Scene(tuple(items), tuple(areas))


def most_reads(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> float:
    """How often the element is read that is read most, of all arrays that are shown."""
    if view.arrays.colouring is not ElementColouring.READS:
        return 0.0
    shown = (view.facts.elements(one.row, one.geometry, one.block) for one in placed)
    return max((facts.most_reads for facts in shown), default=0.0)


def lines(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> tuple[Item, ...]:
    """Curves from the lanes in focus to the elements of their step; thick for the chosen lane."""
    now, cells = view.now, cells_of(view)
    if now is None or cells is None:
        return ()
    feet, turn = cells.feet(), cells.card.bottom + 3 if view.layout.least_px else None
    items: list[Item] = []
    for access, array in _shown_accesses(now.accesses, placed):
        color = view.theme.read if access.site.kind == "read" else view.theme.write
        active = np.flatnonzero(access.active)
        targets = _targets(array.geometry, access.element[active])
        chosen = active == view.focus.lane
        others = ~chosen & _apart(targets)
        fade = 1.0 if _is_present(now) else PAST
        looks = (others, 1.0, (0.3 if chosen.any() else 0.5) * fade), (chosen, 2.2, fade)
        for which, width, alpha in looks:
            ends = feet[active][which], targets[which], _reach(array.geometry)
            points = _curves(*ends) if turn is None else _turned(*ends, turn)
            items.append(Curves(points, color, width, alpha))
    return tuple(items)


def _apart(targets: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Of neighbouring lanes whose elements share a cell, every fourth is enough for the eye."""
    same = (targets[1:] == targets[:-1]).all(axis=1)
    inside = np.r_[False, same] & np.r_[same, False]
    kept: NDArray[np.bool_] = ~inside | (np.arange(len(targets)) % 4 == 0)
    return kept


def values(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> tuple[Item, ...]:
    """What each element holds, in its cell, where cells have room: above the lines."""
    most = most_reads(view, placed)
    return tuple(
        item
        for array in placed
        if _shows_values(array.geometry)
        for item in _values(view, array, _pixels(view, array, most))
    )


def _shows_values(geometry: ArrayGeometry) -> bool:
    return geometry.cell[0] >= VALUE_CELL and geometry.cells <= MOST_VALUES


def _pixels(view: Viewpoint, array: PlacedArray, most_reads: float) -> NDArray[np.uint32]:
    """[cells] their colours at the instant."""
    facts = view.facts.elements(array.row, array.geometry, array.block)
    pixels = pixels_of(view, facts, most_reads)
    if view.arrays.colouring is ElementColouring.TOUCH:
        brighten(view, _lit(view, array), pixels, array.geometry)
        _light_up(view, array, pixels)
    return pixels


def _array(view: Viewpoint, array: PlacedArray, most_reads: float) -> list[Item]:
    pixels, lit = _pixels(view, array, most_reads), _lit(view, array)
    geometry = array.geometry
    shown = Cells(geometry.rect, geometry.image(pixels), view.theme.background)
    items: list[Item] = [shown]
    items += lit_edges(view, lit) or _owned_frames(view, array)
    items += _chosen_frames(view, array)
    items += _element_frame(view, array)
    return items


def _light_up(view: Viewpoint, array: PlacedArray, pixels: NDArray[np.uint32]) -> None:
    """The elements that the warp in focus touches in its step, in full colour."""
    if view.now is None or not _is_present(view.now):
        return
    for access, shown in _shown_accesses(view.now.accesses, (array,)):
        cells = shown.geometry.cell_of(access.element[access.active])
        color = view.theme.read if access.site.kind == "read" else view.theme.write
        pixels[cells] = argb(color)


def _lit(view: Viewpoint, array: PlacedArray) -> Lit:
    """What the chosen threads touch of an array in the whole launch."""
    who = chosen_threads(view)
    touched = view.facts.touched(who) if who is not None else None
    if who is None or touched is None or array.block not in (None, who.block):
        return NOTHING_LIT
    mine = (one for one in touched if one.array == array.row)
    return next((lit_cells(one, array.geometry) for one in mine), NOTHING_LIT)


def _is_present(now: WarpNow) -> bool:
    """Whether a warp's latest step is not yet the past, as it is once it finished rounds ago."""
    return now.state is not ThreadState.FINISHED or now.fresh


def _owned_frames(view: Viewpoint, array: PlacedArray) -> list[Item]:
    """A frame around the elements that the block in focus writes, where it has few corners."""
    if array.block is not None or view.facts.order is None:
        return []
    owned = view.facts.owned(array.row, view.focus.block)
    edges = outline(array.geometry, np.unique(array.geometry.cell_of(owned)))
    return [Edges(edges, view.theme.accent, 1.5)] if 0 < len(edges) <= MOST_CORNERS else []


def _chosen_frames(view: Viewpoint, array: PlacedArray) -> list[Item]:
    """A frame around what the chosen lane touches."""
    lane, now = view.focus.lane, view.now
    if lane is None or now is None:
        return []
    items: list[Item] = []
    for access, shown in _shown_accesses(now.accesses, (array,)):
        if access.active[lane]:
            cell = int(shown.geometry.cell_of(access.element[lane : lane + 1])[0])
            rect = shown.geometry.cell_rect(cell).inset(-1)
            items.append(Panel(rect, "", view.theme.text, radius=2, width=1.5))
    return items


def _element_frame(view: Viewpoint, array: PlacedArray) -> list[Item]:
    """A frame around the chosen element, large enough to be found."""
    chosen = view.arrays.element
    if chosen is None or (chosen.array, chosen.block) != (array.row, array.block):
        return []
    cell = int(array.geometry.cell_of(np.array([chosen.element]))[0])
    rect = array.geometry.cell_rect(cell)
    around = rect.inset(min(-2.0, (min(rect.w, rect.h) - SMALLEST_FRAME) / 2))
    back = Panel(around.inset(-1.5), "", view.theme.background, radius=4, width=1.5)
    return [back, Panel(around, "", view.theme.accent, radius=3, width=2.5)]


def _values(view: Viewpoint, array: PlacedArray, pixels: NDArray[np.uint32]) -> list[Item]:
    geometry = array.geometry
    facts = view.facts.elements(array.row, geometry, array.block)
    held, known = facts.values(view.instant)
    size = view.px(VALUE_TEXT)
    return [
        Label(
            geometry.cell_rect(cell),
            cell_text(value, geometry.cell[0], size),
            ink_on(view.theme, int(pixels[cell])),
            size,
            align="center",
        )
        for cell, value in enumerate(held)
        if known[cell]
    ]


def _shown_accesses(
    accesses: tuple[WarpAccess, ...], placed: tuple[PlacedArray, ...]
) -> Iterator[tuple[WarpAccess, PlacedArray]]:
    by_row = {array.row: array for array in placed}
    for access in accesses:
        if access.array in by_row and access.active.any():
            yield access, by_row[access.array]


def _targets(geometry: ArrayGeometry, elements: NDArray[np.int64]) -> NDArray[np.float64]:
    return geometry.middles(geometry.cell_of(elements))


def _reach(geometry: ArrayGeometry) -> tuple[float, float]:
    """How far from the middle of its cell a line ends: on the edge where a value stands there."""
    width, height = geometry.cell
    return (width / 2, height / 2) if _shows_values(geometry) else (0.0, 0.0)


def _curves(
    start: NDArray[np.float64], end: NDArray[np.float64], reach: tuple[float, float]
) -> NDArray[np.float64]:
    """They leave lanes downwards and arrive from above, or from the right where that is shorter,
    so far before `end`.
    """
    (x0, y0), (x1, y1) = start.T, end.T
    below = y1 > y0 + 30
    x1, y1 = x1 + np.where(below, 0.0, reach[0]), y1 - np.where(below, reach[1], 0.0)
    drop = np.where(below, np.maximum((y1 - y0) * 0.55, 30), 45)
    c2x = np.where(below, x1, x1 + np.abs(x0 - x1) * 0.35)
    c2y = np.where(below, y1 - drop, y1 + np.minimum(np.abs(y0 - y1) * 0.15, 40))
    return np.stack([x0, y0, x0, y0 + drop, c2x, c2y, x1, y1], axis=1)


def _turned(
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    reach: tuple[float, float],
    turn: float,
) -> NDArray[np.float64]:
    """Down to the height `turn`, along it, and straight down: over no other array on the way."""
    (x0, y0), (x1, y1) = start.T, end.T
    at = np.full_like(x0, turn)
    y1 = np.maximum(y1 - reach[1], at)
    across = np.stack([x0, y0, x0, at, (x0 + x1) / 2, at, x1, at], axis=1)
    down = np.stack([x1, at, x1, at, x1, y1, x1, y1], axis=1)
    return np.vstack([across, down])


def _finder(array: PlacedArray) -> Callable[[float, float], Hit | None]:
    geometry = array.geometry

    def at(x: float, y: float) -> Hit | None:
        cell = geometry.cell_at(x, y)
        if cell is None:
            return None
        first = int(geometry.element_of(np.array([cell]))[0])
        return ElementHit(array.row, first, geometry.elements_per_cell, array.block)

    return at
