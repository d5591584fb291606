"""Which arrays of an operation are shown, and as what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.operation import OperationInfo, ShowKind
from gpuviz.scene.charts.table import Table
from gpuviz.scene.numbers import percent, sizes_text, whole
from gpuviz.scene.pictures.pixels import is_unit, value_range
from gpuviz.texts import tr

HEAD = ("array", "index", "value")
Side = Literal["input", "output"]
CardKind = ShowKind | Literal["heat"]
"""How an array is shown; heat: a row of cells for each variable of a kernel."""
MOST_PICTURES = 256
DIGITS = 10
SURE = 1e-3  # how far the sum of probabilities may be from 1
WITH_AN = (8, 11, 18)  # "an 8"
GIVEN, WRITTEN, PENDING, NOW = range(4)
"""How an element came about: as it was before, by a launch, not yet, by the last launch."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One array as what it means. `problem` says why it cannot be shown so."""

    name: str
    kind: CardKind
    side: Side
    array: NDArray[Any]
    caption: str
    says: str = ""  # what is to be seen in it, in words
    problem: str = ""
    state: NDArray[np.int8] | None = None  # by element: GIVEN, WRITTEN, PENDING or NOW
    frame: int = 0  # of a film; -1: there is none yet
    maze: tuple[str, ...] = ()  # the ground under arrows
    start: tuple[int, int] | None = None  # where an agent begins; None: far from the goal
    moves: int | None = None  # that it has made; None: it waits at its start
    rows: tuple[str, ...] = ()  # what the rows of heat are called
    launch: int | None = None  # of heat: the row of the launch whose variables they are
    of: str = ""  # and the array whose elements their threads wrote


def cards_of(
    operation: OperationInfo, inputs: Mapping[str, Any], outputs: Mapping[str, Any]
) -> tuple[Card, ...]:
    """The inputs, then the outputs, each in the order of the parameters."""
    found = [_card(operation, name, "input", inputs[name]) for name in _inputs(operation, inputs)]
    found += [
        _card(operation, name, "output", outputs[name])
        for name in operation.parameters
        if name in operation.show and name in outputs
    ]
    return tuple(found)


def as_pictures(array: NDArray[Any]) -> NDArray[Any]:
    """[n, height, width] of an array whose last two axes are those."""
    return array.reshape(-1, *array.shape[-2:])


def as_frames(array: NDArray[Any]) -> NDArray[Any]:
    """[n, height, width] or, in colours, [n, height, width, 3]."""
    colours = array.ndim == 4 and array.shape[-1] == 3
    return array if colours else as_pictures(array)


def as_bars(array: NDArray[Any]) -> NDArray[np.float64]:
    """[n]; of several rows the first."""
    return np.asarray(array.reshape(-1, array.shape[-1])[0], np.float64)


def _inputs(operation: OperationInfo, inputs: Mapping[str, Any]) -> list[str]:
    """Those that are more than the empty room for an output."""
    names = [name for name in operation.parameters if name in operation.show and name in inputs]
    return [name for name in names if name not in operation.outputs]


def _card(operation: OperationInfo, name: str, side: Side, value: Any) -> Card:
    array = np.asarray(value)
    kind = operation.show[name]
    caption = tr("{name} {type}[{shape}]").format(
        name=name, type=array.dtype, shape=sizes_text(array.shape)
    )
    problem = _problem(kind, array)
    says = "" if problem else _says(operation, kind, array)
    maze = operation.maze if kind == "arrows" and fits_maze(operation.maze, array) else ()
    return Card(name, kind, side, array, caption, says, problem, maze=maze)


def fits_maze(maze: tuple[str, ...], array: NDArray[Any]) -> bool:
    """Whether arrows stand on that ground."""
    return bool(maze) and array.shape == (len(maze), len(maze[0]))


def _problem(kind: ShowKind, array: NDArray[Any]) -> str:
    """Why the array cannot be what SHOW says."""
    if array.dtype.kind not in "biuf" or array.size == 0:
        return tr("It holds no numbers that could be shown.")
    colour = array.ndim == 3 and array.shape[-1] == 3
    fits = {
        "picture": array.ndim == 2 or colour,
        "pictures": array.ndim >= 2,
        "draw": array.ndim >= 2,
        "film": array.ndim >= 3,
        "bars": array.ndim == 1 or array.ndim == 2,
        "curve": array.ndim == 1,
        "text": array.ndim == 1 and array.dtype.kind in "iu",
        "arrows": array.ndim == 2,
    }
    if fits[kind]:
        return ""
    shapes = {
        "picture": tr("A picture has the shape [height, width] or [height, width, 3]."),
        "pictures": tr("Pictures have the shape [.., height, width]."),
        "film": tr("A film has the shape [n, height, width] or [n, height, width, 3]."),
        "draw": tr("A canvas has the shape [.., height, width]."),
        "bars": tr("Bars have the shape [n] or [1, n]."),
        "curve": tr("A curve has the shape [n]."),
        "text": tr("A text has the shape [n] and holds uint8."),
        "arrows": tr("Arrows have the shape [height, width]."),
    }
    return shapes[kind]


def _says(operation: OperationInfo, kind: ShowKind, array: NDArray[Any]) -> str:
    if kind == "bars":
        return _says_largest(operation, array)
    if kind == "curve":
        values = np.asarray(array, np.float64)
        broken = np.flatnonzero(~np.isfinite(values))
        if len(broken):
            return tr("no number from {n} on").format(n=whole(int(broken[0])))
        words = tr("from {first} to {last}")
        return words.format(first=f"{values[0]:.3g}", last=f"{values[-1]:.3g}")
    if kind in ("pictures", "draw"):
        return _says_of_maps(array)
    return ""


def _says_of_maps(array: NDArray[Any]) -> str:
    """How many there are, and what their colours mean."""
    count = len(as_pictures(array))
    several = tr("{n} pictures") if count <= MOST_PICTURES else tr("the first {most} of {n}")
    said = tr("1 picture") if count == 1 else several.format(n=whole(count), most=MOST_PICTURES)
    if is_unit(array):
        return said if count > 1 else ""
    low, high = (f"{value:.3g}" for value in value_range(array))
    words = tr("{pictures}: {low} dark, {high} bright")
    return words.format(pictures=said, low=low.replace("-", "−"), high=high.replace("-", "−"))


def _says_largest(operation: OperationInfo, array: NDArray[Any]) -> str:
    """ "It is a 7 (98 %)" of the chances of ten digits; else which bar is the largest."""
    bars = as_bars(array)
    if not np.isfinite(bars).all():
        return tr("Some values are no numbers.")
    best = int(np.argmax(bars))
    chances = bool((bars >= 0).all() and abs(float(bars.sum()) - 1) <= SURE)
    drawn = "draw" in operation.show.values()
    if chances and drawn and len(bars) == DIGITS:
        words = tr("It is an {n} ({share})") if best in WITH_AN else tr("It is a {n} ({share})")
        return words.format(n=best, share=percent(float(bars[best])))
    if chances:
        words = tr("The largest is number {n} ({share})")
        return words.format(n=best, share=percent(float(bars[best])))
    return tr("The largest is number {n}: {value}").format(n=best, value=f"{bars[best]:.3g}")


def values_table(cards: tuple[Card, ...]) -> Table:
    """A row for each element of each array."""
    rows = [HEAD]
    for card in cards:
        for index in np.ndindex(card.array.shape):
            value = card.array[index].item()
            rows.append((card.name, " ".join(map(str, index)), repr(value)))
    return tuple(rows)
