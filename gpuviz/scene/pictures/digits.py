"""Digits as a mouse draws them, for who asks to be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpuviz.scene.pictures.strokes import Point

Line = Sequence[Point]
SIDE = 28
BY_HAND: Mapping[int, Sequence[Line]] = {  # few points, corners and all, on a square of SIDE
    0: [
        [(14, 4), (9, 6), (7, 12), (8, 19), (12, 23), (17, 22), (20, 16), (19, 9), (16, 5), (13, 4)]
    ],
    1: [[(10, 9), (14, 5), (14.5, 14), (14, 23)]],
    2: [[(8, 9), (10, 5), (15, 4), (19, 7), (18, 12), (13, 17), (8, 22), (14, 22), (21, 22)]],
    3: [[(8, 6), (13, 4), (18, 6), (18, 10), (13, 13), (18, 15), (20, 19), (16, 23), (9, 22)]],
    4: [[(10, 4), (8, 10), (7, 15), (13, 15), (20, 14)], [(16, 9), (16, 16), (15, 24)]],
    5: [[(19, 5), (10, 5), (9, 12), (14, 11), (19, 14), (19, 19), (15, 23), (8, 22)]],
    6: [[(17, 4), (11, 9), (8, 15), (9, 21), (14, 23), (18, 20), (17, 15), (12, 14), (9, 17)]],
    7: [[(7, 6), (13, 5), (20, 6), (16, 13), (13, 19), (11, 24)]],
    8: [[(17, 7), (13, 4), (9, 7), (11, 11), (16, 15), (18, 20), (13, 23), (8, 20), (17, 7)]],
    9: [[(18, 8), (13, 5), (9, 8), (10, 13), (15, 13), (18, 8), (18, 16), (16, 24)]],
}


def digit_lines(digit: int) -> list[Line]:
    """The strokes of a digit, in parts of the canvas's sides."""
    return [[(x / SIDE, y / SIDE) for x, y in line] for line in BY_HAND[digit]]
