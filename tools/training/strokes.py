"""Digits drawn from strokes: as many as wanted, in several ways of writing, from a seed.

A digit is one or more polylines in a box of 1 x 1, y pointing down. It is turned, slanted,
stretched and bent, and drawn with a round pen of some width into 28 x 28 pixels with soft edges.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Rng = np.random.Generator
Stroke = NDArray[np.float64]  # [points, (x, y)]
Style = Callable[[Rng], list[Stroke]]

SIDE = 28
LARGEST_TURN = 0.22  # radians
LARGEST_SLANT = 0.6
BLURS = (0, 0, 0, 0, 1, 1, 2, 3)  # how often a picture is blurred
SHAKING = 0.035  # of the points of a curve
LARGEST_BEND = 0.045  # of the digit's height


def line(*points: tuple[float, float]) -> Stroke:
    """Straight from point to point."""
    return np.array(points, np.float64)


def arc(
    centre: tuple[float, float], radius: tuple[float, float], begin: float, end: float
) -> Stroke:
    """Part of an ellipse between two angles in degrees: 0 is right, 90 is below."""
    count = max(4, int(abs(end - begin) / 22))
    angles = np.radians(np.linspace(begin, end, count))
    x = centre[0] + radius[0] * np.cos(angles)
    return np.stack([x, centre[1] + radius[1] * np.sin(angles)], axis=1)


def curve(rng: Rng, *points: tuple[float, float]) -> Stroke:
    """A smooth line near the points, from the first to the last (Catmull and Rom's spline)."""
    known = np.array([points[0], *points, points[-1]], np.float64)
    known[2:-2] += rng.normal(0, SHAKING, (len(points) - 2, 2))
    t = np.linspace(0, 1, 5)[:-1, None]
    pieces = []
    for before, first, second, after in zip(known, known[1:], known[2:], known[3:], strict=False):
        cubic = 3 * first - 3 * second + after - before
        square = 2 * before - 5 * first + 4 * second - after
        pieces.append(first + 0.5 * t * (second - before + t * (square + t * cubic)))
    return np.concatenate([*pieces, known[-1:]])


def joined(*strokes: Stroke) -> Stroke:
    """One stroke without lifting the pen."""
    return np.concatenate(strokes)


def zero(rng: Rng) -> list[Stroke]:
    """An oval, closed, a little open or overlapping."""
    begin = rng.uniform(-150, -30)
    return [arc((0.5, 0.5), (0.5, 0.5), begin, begin + 360 + rng.uniform(-25, 30))]


def zero_slashed(rng: Rng) -> list[Stroke]:
    """An oval with a slash or a dot, as in tables of numbers."""
    inner = line((0.3, 0.7), (0.7, 0.3)) if rng.random() < 0.6 else line((0.5, 0.45), (0.5, 0.55))
    return [*zero(rng), inner]


def one(rng: Rng) -> list[Stroke]:
    """A single line."""
    return [line((0.5, 0), (0.5, 1))]


def one_flag(rng: Rng) -> list[Stroke]:
    """With a stroke up to the top."""
    reach = rng.uniform(0.15, 0.4)
    drop = reach * rng.uniform(0.55, 1.1)
    return [line((0.55 - reach, drop), (0.55, 0), (0.55, 1))]


def one_base(rng: Rng) -> list[Stroke]:
    """With a stroke up to the top and a line below."""
    half = rng.uniform(0.2, 0.45)
    return [*one_flag(rng), line((0.55 - half, 1), (0.55 + half, 1))]


def two(rng: Rng) -> list[Stroke]:
    """A bow, a diagonal, a straight line below."""
    y = rng.uniform(0.22, 0.32)
    bow = arc((0.5, y), (0.45, y), rng.uniform(-195, -150), rng.uniform(10, 35))
    return [joined(bow, line((rng.uniform(0, 0.1), 1), (1, 1)))]


def two_curved(rng: Rng) -> list[Stroke]:
    """A swan's neck."""
    base = rng.uniform(0.88, 1)
    neck = curve(rng, (0.05, 0.25), (0.45, 0), (0.88, 0.25), (0.6, 0.6), (0, base))
    return [joined(neck, curve(rng, (0, base), (0.45, 0.93), (1, 1)))]


def two_looped(rng: Rng) -> list[Stroke]:
    """With a loop at the lower left."""
    y, size = rng.uniform(0.8, 0.88), rng.uniform(0.08, 0.16)
    neck = curve(rng, (0.1, 0.2), (0.5, 0), (0.85, 0.25), (0.5, 0.65), (0.15, 0.97))
    loop = curve(rng, (0.02, y + 0.05), (0.1, y - size), (0.4, y + 0.05), (1, 0.97))
    return [joined(neck, loop)]


def three(rng: Rng) -> list[Stroke]:
    """Two bows."""
    waist, inner = rng.uniform(0.4, 0.52), rng.uniform(0.3, 0.55)
    upper = curve(rng, (0.05, 0.12), (0.45, 0), (0.9, waist / 2), (inner, waist))
    lower = curve(rng, (inner, waist), (1, 0.5 + waist / 2), (0.45, 1), (0, 0.88))
    return [joined(upper, lower)]


def three_flat(rng: Rng) -> list[Stroke]:
    """A straight top, a diagonal, a bow."""
    waist = rng.uniform(0.38, 0.48)
    top = line((0.05, 0), (0.95, 0), (0.4, waist))
    return [joined(top, curve(rng, (0.4, waist), (0.95, 0.6), (0.8, 0.93), (0.4, 1), (0, 0.9)))]


def four_open(rng: Rng) -> list[Stroke]:
    """Open at the top."""
    bar, stem = rng.uniform(0.5, 0.68), rng.uniform(0.65, 0.85)
    left = line((rng.uniform(0.05, 0.3), 0), (0, bar), (1, bar))
    return [left, line((stem, rng.uniform(0, 0.35)), (stem, 1))]


def four_closed(rng: Rng) -> list[Stroke]:
    """Closed at the top."""
    bar, stem = rng.uniform(0.58, 0.76), rng.uniform(0.65, 0.82)
    return [line((stem, 0), (0, bar), (1, bar)), line((stem, 0), (stem, 1))]


def five(rng: Rng) -> list[Stroke]:
    """A bar, a neck, a belly."""
    y = rng.uniform(0.35, 0.45)
    neck = line((rng.uniform(0.65, 1), 0), (0.15, 0), (0.1, y + 0.03))
    belly = curve(rng, (0.1, y + 0.03), (0.5, y - 0.04), (1, 0.67), (0.5, 1), (0, 0.9))
    return [joined(neck, belly)]


def five_two_strokes(rng: Rng) -> list[Stroke]:
    """The bar drawn last."""
    y = rng.uniform(0.35, 0.45)
    belly = curve(rng, (0.1, y), (0.5, y - 0.02), (0.95, 0.68), (0.5, 1), (0, 0.93))
    top = rng.uniform(-0.04, 0.06)
    return [joined(line((0.15, 0.04), (0.1, y)), belly), line((0.15, 0.02), (1, top))]


def six(rng: Rng) -> list[Stroke]:
    """A bow into a bowl."""
    top, reach = rng.uniform(0.4, 0.55), rng.uniform(0.55, 0.95)
    down = curve(rng, (reach, 0), (0.2, 0.3), (0, 0.7))
    bowl = curve(rng, (0, 0.7), (0.45, 1), (0.95, (1 + top) / 2), (0.5, top), (0.03, 0.75))
    return [joined(down, bowl)]


def six_hooked(rng: Rng) -> list[Stroke]:
    """The top bent over the bowl, as in print."""
    bowl = arc((0.5, 0.69), (0.48, 0.31), -180, 180)
    top = curve(rng, (0.93, 0.1), (0.55, 0), (0.12, 0.25), (0.02, 0.69))
    return [joined(top, bowl)]


def six_open(rng: Rng) -> list[Stroke]:
    """One bow that ends inside its bowl, upright or leaning."""
    lean, top = rng.uniform(0.05, 0.6), rng.uniform(0.45, 0.65)
    down = curve(rng, (lean, 0), (0.05, 0.4), (0.05, 0.75), (0.4, 1), (0.9, 0.8), (0.75, top))
    return [joined(down, line((0.75, top), (0.4, top + rng.uniform(0.05, 0.25))))]


def seven(rng: Rng) -> list[Stroke]:
    """A bar and a diagonal, straight or bent."""
    foot = rng.uniform(0.1, 0.5)
    corner, middle = (1.0, 0.0), (0.35 + foot / 2 + rng.uniform(-0.1, 0.1), 0.5)
    return [
        joined(line((0, rng.uniform(-0.02, 0.06)), corner), curve(rng, corner, middle, (foot, 1)))
    ]


def seven_barred(rng: Rng) -> list[Stroke]:
    """With a bar across."""
    y = rng.uniform(0.42, 0.6)
    return [*seven(rng), line((0.25, y), (0.9, y + rng.uniform(-0.06, 0.06)))]


def seven_serif(rng: Rng) -> list[Stroke]:
    """With a small stroke down at the left."""
    return [line((0, rng.uniform(0.1, 0.22)), (0, 0)), *seven(rng)]


def eight(rng: Rng) -> list[Stroke]:
    """Two ovals."""
    waist, upper = rng.uniform(0.4, 0.52), rng.uniform(0.34, 0.47)
    begin = rng.uniform(0, 360)
    lower = (1 - waist) / 2
    return [
        arc((0.5, waist / 2), (upper, waist / 2), begin, begin + 360),
        arc((0.5, 1 - lower), (0.5, lower), begin, begin + 360),
    ]


def eight_crossed(rng: Rng) -> list[Stroke]:
    """In one line that crosses itself."""
    t = np.linspace(0, 2 * math.pi, 26) + rng.uniform(0, 0.4)
    width = 0.5 - rng.uniform(0, 0.12) * np.cos(t)
    tilt = rng.uniform(-0.06, 0.14)
    x = 0.5 + width * np.sin(2 * t) + tilt * np.cos(t)
    return [np.stack([x, 0.5 - 0.5 * np.cos(t)], axis=1)]


def nine(rng: Rng) -> list[Stroke]:
    """A bowl and a stem."""
    bowl_end = rng.uniform(0.4, 0.58)
    bowl = arc((0.48, bowl_end / 2), (0.45, bowl_end / 2), -20, -20 - 360)
    return [joined(bowl, line((0.92, bowl_end / 2), (rng.uniform(0.6, 0.95), 1)))]


def nine_curved(rng: Rng) -> list[Stroke]:
    """A bowl and a tail bent below it."""
    bowl = arc((0.5, 0.31), (0.47, 0.31), 0, -360)
    tail = curve(rng, (0.97, 0.31), (0.88, 0.75), (0.45, 1), (0.07, rng.uniform(0.82, 0.95)))
    return [joined(bowl, tail)]


def nine_open(rng: Rng) -> list[Stroke]:
    """A bowl that does not quite close."""
    bowl = curve(rng, (0.9, 0.08), (0.4, 0), (0.02, 0.3), (0.4, 0.55), (0.88, 0.25))
    return [bowl, line((0.93, rng.uniform(0, 0.1)), (rng.uniform(0.7, 0.92), 1))]


def nine_hooked(rng: Rng) -> list[Stroke]:
    """A bowl, and a stem that ends in a hook."""
    bowl = curve(rng, (0.9, 0.15), (0.45, 0), (0.1, 0.22), (0.4, 0.45), (0.9, 0.15))
    hook = curve(rng, (0.9, 0.15), (0.95, 0.6), (0.6, 1), (0.1, rng.uniform(0.85, 1)))
    return [joined(bowl, hook)]


STYLES: tuple[tuple[tuple[Style, float], ...], ...] = (
    ((zero, 0.88), (zero_slashed, 0.12)),
    ((one, 0.4), (one_flag, 0.35), (one_base, 0.25)),
    ((two, 0.4), (two_curved, 0.4), (two_looped, 0.2)),
    ((three, 0.7), (three_flat, 0.3)),
    ((four_open, 0.5), (four_closed, 0.5)),
    ((five, 0.6), (five_two_strokes, 0.4)),
    ((six, 0.4), (six_hooked, 0.35), (six_open, 0.25)),
    ((seven, 0.5), (seven_barred, 0.25), (seven_serif, 0.25)),
    ((eight, 0.5), (eight_crossed, 0.5)),
    ((nine, 0.3), (nine_curved, 0.25), (nine_open, 0.2), (nine_hooked, 0.25)),
)
"""The ways of writing each digit, and how often each is taken."""


def draw_digit(digit: int, rng: Rng) -> Floats:
    """One digit [28, 28], 0 to 1, written, sized and placed by chance."""
    styles = STYLES[digit]
    style = styles[rng.choice(len(styles), p=[share for _, share in styles])][0]
    placed, height = _placed(style(rng), rng)
    radius = float(np.clip(height * rng.uniform(0.02, 0.12), 0.5, 2.6))
    picture = np.zeros((SIDE, SIDE), np.float32)
    draw_segments(_segments(placed), radius, rng.uniform(0.6, 1.6), picture)
    return _as_seen(picture, rng)


def draw_digits(count: int, rng: Rng) -> tuple[Floats, NDArray[np.int64]]:
    """Pictures [count, 28, 28] and the digits that they show."""
    digits = rng.integers(0, 10, count)
    return np.stack([draw_digit(int(digit), rng) for digit in digits]), digits


def draw_nothing(rng: Rng) -> Floats:
    """A picture of no digit: empty, or with a dot or two."""
    picture = np.zeros((SIDE, SIDE), np.float32)
    dots = [np.repeat(rng.uniform(3, SIDE - 3, (1, 2)), 2, axis=0) for _ in range(rng.integers(3))]
    if dots:
        draw_segments(_segments(dots), rng.uniform(0.6, 2), 1, picture)
    return picture


def _placed(strokes: list[Stroke], rng: Rng) -> tuple[list[Stroke], float]:
    """Strokes in pixels, and how high the digit is."""
    bend_x, bend_y = rng.uniform(-LARGEST_BEND, LARGEST_BEND, (2, 2))
    phase = rng.uniform(0, 2 * math.pi, 4)
    turn = rng.uniform(-LARGEST_TURN, LARGEST_TURN)
    slant = max(rng.normal(0.12, 0.2), -0.25)
    slant = min(slant, LARGEST_SLANT)
    height = rng.uniform(9, 25)
    width = min(height * rng.uniform(0.38, 1), 24)
    cos, sin = math.cos(turn), math.sin(turn)
    stretch = np.array([[width * cos, width * sin], [-height * sin, height * cos]])
    stretch[1, 0] -= slant * height * 0.6
    placed = []
    for stroke in strokes:
        x, y = stroke[:, 0], stroke[:, 1]
        waves_x = bend_x[0] * np.sin(5 * y + phase[0]) + bend_x[1] * np.sin(8 * y + phase[1])
        waves_y = bend_y[0] * np.sin(5 * x + phase[2]) + bend_y[1] * np.sin(8 * x + phase[3])
        placed.append(np.stack([x + waves_x - 0.5, y + waves_y - 0.5], axis=1) @ stretch)
    return _moved(placed, rng), height


def _moved(strokes: list[Stroke], rng: Rng) -> list[Stroke]:
    """Somewhere in the picture, inside it where there is room."""
    points = np.concatenate(strokes)
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.maximum(SIDE - 3 - (high - low), 0)
    share = np.clip(rng.normal(0.5, 0.22, 2), 0, 1)
    shift = (SIDE - (high - low)) / 2 - low + (share - 0.5) * room
    return [stroke + shift for stroke in strokes]


def _segments(strokes: list[Stroke]) -> NDArray[np.float64]:
    """The straight pieces of all strokes: [pieces, (x, y, x of the end, y of the end)]."""
    return np.concatenate([np.hstack([stroke[:-1], stroke[1:]]) for stroke in strokes])


def _as_seen(picture: Floats, rng: Rng) -> Floats:
    """Sometimes blurred, fainter or grainy, as scanned or made larger."""
    for _ in range(BLURS[rng.integers(len(BLURS))]):
        soft = np.pad(picture, 1)
        weight = rng.uniform(0.1, 0.33)
        for axis in (0, 1):
            beside = np.roll(soft, 1, axis) + np.roll(soft, -1, axis)
            soft = (1 - 2 * weight) * soft + weight * beside
        picture = soft[1:-1, 1:-1].astype(np.float32)
    if rng.random() < 0.35:
        picture = picture * np.float32(rng.uniform(0.35, 1))
    if rng.random() < 0.1:
        picture = picture + rng.normal(0, 0.04, picture.shape).astype(np.float32)
    return np.clip(picture, 0, 1)


@njit
def draw_segments(
    segments: NDArray[np.float64], radius: float, edge: float, picture: Floats
) -> None:
    """Paints each pixel by how far its middle lies from the nearest segment."""
    reach = radius + edge + 1
    low_x, high_x, low_y, high_y = SIDE, 0, SIDE, 0  # the part of the picture with ink
    for i in range(segments.shape[0]):
        for end in (0, 2):
            low_x = min(low_x, max(int(segments[i, end] - reach), 0))
            high_x = max(high_x, min(int(segments[i, end] + reach) + 1, SIDE))
            low_y = min(low_y, max(int(segments[i, end + 1] - reach), 0))
            high_y = max(high_y, min(int(segments[i, end + 1] + reach) + 1, SIDE))
    for row in range(low_y, high_y):
        for column in range(low_x, high_x):
            nearest = 1e9
            for i in range(segments.shape[0]):
                dx = segments[i, 2] - segments[i, 0]
                dy = segments[i, 3] - segments[i, 1]
                px = column + 0.5 - segments[i, 0]
                py = row + 0.5 - segments[i, 1]
                length = dx * dx + dy * dy
                share = 0.0
                if length > 0:
                    share = min(max((px * dx + py * dy) / length, 0.0), 1.0)
                x, y = px - share * dx, py - share * dy
                nearest = min(nearest, x * x + y * y)
            ink = (radius - math.sqrt(nearest)) / edge + 0.5
            picture[row, column] = min(max(ink, 0.0), 1.0)
