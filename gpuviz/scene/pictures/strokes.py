"""What is drawn with a pen, as plain data, and how it becomes an array."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
"""x and y in pixels of the array; the middle of the first one is at (0.5, 0.5)."""
WIDE = 2.4 / 28  # of a stroke, in sides of the canvas: as in the digits that networks learn from
ERASER = 2.2  # how much wider it is: one stroke along another takes all of it away
SOFT_PX = 1.0  # over which the edge of a stroke fades


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, or a dot; one that `erases` takes away."""

    points: tuple[Point, ...]
    erases: bool = False

    def with_point(self, point: Point) -> Stroke:
        """The same, drawn on to a point."""
        if self.points and self.points[-1] == point:
            return self
        return replace(self, points=(*self.points, point))


@dataclass(frozen=True, slots=True)
class Drawing:
    """Strokes on an empty canvas, in their order; `before` is what Undo leads back to."""

    height: int
    width: int
    strokes: tuple[Stroke, ...] = ()
    before: Drawing | None = None

    def drawn(self, stroke: Stroke) -> Drawing:
        """With one more stroke."""
        return Drawing(self.height, self.width, (*self.strokes, stroke), self)

    def cleared(self) -> Drawing:
        """With none; which can be undone."""
        return Drawing(self.height, self.width, (), self) if self.strokes else self

    def undone(self) -> Drawing:
        """As it was before the last stroke, or before it was cleared."""
        return self.before or self

    def pixels(self) -> NDArray[np.float32]:
        """[height, width] 0 to 1, with soft edges."""
        canvas = np.zeros((self.height, self.width))
        for stroke in self.strokes:
            covered = coverage(stroke, self.height, self.width)
            canvas = canvas * (1 - covered) if stroke.erases else np.maximum(canvas, covered)
        return canvas.astype(np.float32)


def coverage(stroke: Stroke, height: int, width: int) -> NDArray[np.float64]:
    """[height, width] how much of each pixel a stroke covers, 0 to 1."""
    radius = WIDE * max(height, width) / 2 * (ERASER if stroke.erases else 1.0)
    rows, columns = np.mgrid[0:height, 0:width] + 0.5
    away = np.full((height, width), np.inf)
    points = stroke.points
    for start, end in zip(points, points[1:] or points, strict=False):
        away = np.minimum(away, _distance(columns, rows, start, end))
    return np.clip((radius - away) / SOFT_PX + 0.5, 0, 1)


def _distance(
    x: NDArray[np.float64], y: NDArray[np.float64], start: Point, end: Point
) -> NDArray[np.float64]:
    """How far points are from a segment."""
    across, down = end[0] - start[0], end[1] - start[1]
    squared = across * across + down * down
    along = ((x - start[0]) * across + (y - start[1]) * down) / (squared or 1.0)
    along = np.clip(along, 0, 1)
    return np.asarray(np.hypot(x - start[0] - along * across, y - start[1] - along * down))
