"""Parts of a picture that charts have: lines through points, markers, bars. Pixels, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Shape = Literal["circle", "square", "diamond", "triangle", "cross"]
Stroke = Literal["solid", "dashed", "dotted"]

DASHES = {"dashed": (3.5, 2.0), "dotted": (1.0, 1.8)}  # in widths of the line
STRIPE_PX = 3.0  # along each axis, from one stripe of hatched bars to the next
CORNERS: dict[Shape, tuple[tuple[float, float], ...]] = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "triangle": ((0, -1.2), (1.2, 0.9), (-1.2, 0.9)),
}  # of a marker, in radii
CROSS_ARM = 0.99  # along each axis, in radii


@dataclass(frozen=True, slots=True)
class Trail:
    """Points joined by one line."""

    points: NDArray[np.float64]  # [n, 2]
    color: str
    width: float = 2
    stroke: Stroke = "solid"
    alpha: float = 1


@dataclass(frozen=True, slots=True)
class Markers:
    """A small figure on each point; hollow ones are filled with the colour of what is behind."""

    points: NDArray[np.float64]  # [n, 2]
    color: str
    shape: Shape = "circle"
    radius: float = 3.5
    hollow: str = ""  # the colour inside; empty: filled
    alpha: float = 1


@dataclass(frozen=True, slots=True)
class Bars:
    """Rectangles: measured ones are solid, modelled ones hatched."""

    rects: NDArray[np.float64]  # [n, 4] x, y, w, h
    color: str
    hatched: bool = False
    alpha: float = 1
    radius: float = 2


PlotItem = Trail | Markers | Bars
