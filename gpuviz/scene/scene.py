"""What to draw, as plain data: shapes in widget pixels, and the areas that answer to the mouse.

Colours are "#rrggbb". Pixels of `Cells` are 0xAARRGGBB. Nothing here knows Qt.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.colourings import Colouring
from gpuviz.messages import Message
from gpuviz.scene.stage.plot_items import PlotItem

Align = Literal["left", "center", "right"]
Measure = Callable[[str, int], float]
"""How wide a text is in pixels at a font size in pixels."""
Say = Callable[[Message], str]
"""A message in the language of the window."""


BACK_OPACITY = 0.86  # of what is laid under a label
MONO_ADVANCE = 0.605  # of the font size: every letter of the usual monospace fonts (0.60 to 0.602)


def mono_width(text: str, size: int) -> float:
    """How wide a text is in a monospace font."""
    return len(text) * size * MONO_ADVANCE


class Rect(NamedTuple):
    """Left, top, width, height in pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x just past the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y just past the bottom edge."""
        return self.y + self.h

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, by: float) -> Rect:
        """The same rectangle, smaller by `by` on each side."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def sharp(self) -> Rect:
        """The same on the middle of pixels, so that thin strokes are crisp."""
        x, y = math.floor(self.x) + 0.5, math.floor(self.y) + 0.5
        return Rect(x, y, math.floor(self.right) + 0.5 - x, math.floor(self.bottom) + 0.5 - y)


@dataclass(frozen=True, slots=True)
class Panel:
    """A rectangle with round corners; no fill or no stroke where the colour is empty."""

    rect: Rect
    fill: str = ""
    stroke: str = ""
    radius: float = 6
    width: float = 1


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text, elided on the right where it does not fit; `back` is a colour laid under
    it.
    """

    rect: Rect
    text: str
    color: str
    size: int = 11
    bold: bool = False
    mono: bool = False
    align: Align = "left"
    back: str = ""


@dataclass(frozen=True, slots=True)
class Captions:
    """Many short texts in one font, each in the middle of its point."""

    points: NDArray[np.float64]  # [n, 2]
    texts: tuple[str, ...]
    colors: tuple[str, ...]
    size: int = 11
    bold: bool = False
    mono: bool = False


@dataclass(frozen=True, slots=True)
class Cells:
    """A grid of equal cells, one pixel of `pixels` each, separated by lines in the colour `gap`."""

    rect: Rect
    pixels: NDArray[np.uint32]  # [rows, columns]
    gap: str = ""


@dataclass(frozen=True, slots=True)
class Outlines:
    """Frames around many rectangles."""

    rects: NDArray[np.float64]  # [n, 4] x, y, w, h
    color: str
    radius: float = 2
    width: float = 1


@dataclass(frozen=True, slots=True)
class Edges:
    """Straight lines."""

    points: NDArray[np.float64]  # [n, 4] x0, y0, x1, y1
    color: str
    width: float = 1


@dataclass(frozen=True, slots=True)
class Curves:
    """Cubic curves: start, two control points, end."""

    points: NDArray[np.float64]  # [n, 8]
    color: str
    width: float = 1
    alpha: float = 1


@dataclass(frozen=True, slots=True)
class Group:
    """Items that are seen only inside a rectangle."""

    clip: Rect
    items: tuple[Item, ...]


Item = Panel | Label | Captions | Cells | Outlines | Edges | Curves | Group | PlotItem


@dataclass(frozen=True, slots=True)
class GridHit:
    """The mouse is over what stands for the whole grid."""


@dataclass(frozen=True, slots=True)
class BlockHit:
    """The mouse is over a block, linear number."""

    block: int


@dataclass(frozen=True, slots=True)
class WarpHit:
    """The mouse is over a warp whose threads are not told apart: linear block, warp in it."""

    block: int
    warp: int


@dataclass(frozen=True, slots=True)
class ThreadHit:
    """The mouse is over a thread: linear numbers of its block and of itself in the block."""

    block: int
    thread: int


@dataclass(frozen=True, slots=True)
class ElementHit:
    """The mouse is over a cell of an array that stands for `count` elements from the flat `element`
    on.

    `block` is whose array it is, for shared memory.
    """

    array: int  # row in Trace.arrays
    element: int
    count: int = 1
    block: int | None = None


@dataclass(frozen=True, slots=True)
class StateHit:
    """The mouse is over the name of a state in the legend; the value of a ThreadState."""

    state: int


@dataclass(frozen=True, slots=True)
class SiteHit:
    """The mouse is over the note of an access on the card of a warp."""

    site: int  # row in Trace.sites


@dataclass(frozen=True, slots=True)
class StepHit:
    """The mouse is over a step of a warp, and maybe over one of its threads in it."""

    step: int  # row in Trace.steps
    thread: int | None = None  # linear in its block


@dataclass(frozen=True, slots=True)
class ElementColouringHit:
    """The mouse is over the choice of what the colours of elements mean."""


@dataclass(frozen=True, slots=True)
class ExchangeHit:
    """The mouse is over what leads to another exchange of the same step."""

    number: int  # in their order


@dataclass(frozen=True, slots=True)
class ColouringHit:
    """The mouse is over the choice of colours; its menu opens at (x, y)."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class LegendHit:
    """The mouse is over what the colours of a colouring mean."""

    colouring: Colouring


@dataclass(frozen=True, slots=True)
class MapHit:
    """The mouse is over the small map: at these shares of the whole grid, 0..1."""

    across: float
    down: float


@dataclass(frozen=True, slots=True)
class LayerHit:
    """The mouse is over an arrow that leafs through the layers of a grid."""

    by: int


@dataclass(frozen=True, slots=True)
class PictureHit:
    """The mouse is over a card of an array, and maybe over one of several pictures on it."""

    card: int
    picture: int | None
    words: str  # about the place: the element under the mouse, else the card
    element: int | None = None  # flat, of the card's array
    alone: bool = True  # whether the picture is the only one on its card


@dataclass(frozen=True, slots=True)
class PartHit:
    """The mouse is over what stands for one of several windows of numbers."""

    number: int


@dataclass(frozen=True, slots=True)
class EventHit:
    """The mouse is over the bar of a launch or a copy of a pipeline."""

    event: int  # row in LaunchResult.events


@dataclass(frozen=True, slots=True)
class HeadHit:
    """The mouse is over the words above the rows of a timeline."""


GridPart = GridHit | BlockHit | WarpHit | ThreadHit
CanvasControl = ColouringHit | LegendHit | MapHit | LayerHit
WarpPart = SiteHit | StepHit | ExchangeHit
StagePart = GridPart | ElementHit | StateHit | WarpPart | CanvasControl | ElementColouringHit
Hit = StagePart | PictureHit | PartHit | EventHit | HeadHit


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle that answers what is at a point inside it."""

    rect: Rect
    at: Callable[[float, float], Hit | None]


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: items from back to front, areas likewise, and a sentence for a screen
    reader.
    """

    items: tuple[Item, ...] = ()
    areas: tuple[Area, ...] = ()
    sentence: str = ""

    def hit(self, x: float, y: float) -> Hit | None:
        """What is at a point, the foremost first."""
        for area in reversed(self.areas):
            if area.rect.contains(x, y) and (found := area.at(x, y)) is not None:
                return found
        return None

    def texts(self) -> tuple[str, ...]:
        """Every text in the picture."""
        return tuple(_texts(self.items))


def _texts(items: tuple[Item, ...]) -> list[str]:
    found = []
    for item in items:
        if isinstance(item, Label):
            found.append(item.text)
        elif isinstance(item, Captions):
            found += item.texts
        elif isinstance(item, Group):
            found += _texts(item.items)
    return found
