"""Parts of a picture that charts have: lines through points, markers, bars. Pixels, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Shape = Literal["circle", "square", "diamond", "triangle", "cross"]
Stroke = Literal["solid", "dashed", "dotted"]


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
