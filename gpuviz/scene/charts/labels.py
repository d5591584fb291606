"""Words that find a place: in lines, and beside what they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.scene import Rect

POINT_PX = 5.0  # from the middle of a point to its edge
Wide = Callable[[str], float]
"""Pixels of a text."""


def wrapped(text: str, room: float, wide: Wide) -> tuple[str, ...]:
    """A text in lines of at most `room` pixels; words that are wider are broken."""
    lines = [""]
    for word in _pieces(text, room, wide):
        longer = f"{lines[-1]} {word}".strip()
        if wide(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def best_place(
    candidates: Iterable[Rect], inside: Rect, taken: Sequence[Rect], points: NDArray[np.float64]
) -> Rect | None:
    """The first of those on the fewest `points` [n, 2] that is inside and on nothing taken."""
    free = [
        place
        for place in candidates
        if within(place, inside) and not any(touching(place, other) for other in taken)
    ]
    return min(free, key=lambda place: _covered(place, points), default=None)


def within(place: Rect, outer: Rect) -> bool:
    """Whether a rectangle lies wholly in another one."""
    across = outer.x <= place.x and place.right <= outer.right
    return across and outer.y <= place.y and place.bottom <= outer.bottom


def touching(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have some pixels in common."""
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom


def _covered(place: Rect, points: NDArray[np.float64]) -> int:
    """How many points it lies on, be it on the edge of one."""
    near_x = np.abs(points[:, 0] - place.x - place.w / 2) <= place.w / 2 + POINT_PX
    near_y = np.abs(points[:, 1] - place.y - place.h / 2) <= place.h / 2 + POINT_PX
    inside = near_x & near_y
    return int(inside.sum())


def _pieces(text: str, room: float, wide: Wide) -> Iterable[str]:
    """Words; of one that is wider than the room, parts of it."""
    for word in text.split(" "):
        rest = word
        while wide(rest) > room and len(rest) > 1:
            fits = next((n for n in range(len(rest) - 1, 0, -1) if wide(rest[:n]) <= room), 1)
            yield rest[:fits]
            rest = rest[fits:]
        yield rest
