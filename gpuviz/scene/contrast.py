"""Contrast of words with what they stand on, as WCAG 2.2 computes it, and colours that reach it."""

from __future__ import annotations

LEAST = 4.5  # WCAG 2.2, 1.4.3, level AA, for words of usual size
STEPS = 50  # from a colour to black or white


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours "#rrggbb", 1 to 21 (WCAG 2.2, definition of the term)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """The relative luminance of "#rrggbb", 0 to 1 (WCAG 2.2, definition of the term)."""
    red, green, blue = (_linear(part / 255) for part in _parts(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def legible(color: str, *backs: str) -> str:
    """`color`, only so much lighter on dark `backs`, darker on light ones, that words in it can be
    read on all of them.
    """
    end = 255 if luminance(backs[0]) < 0.5 else 0
    shades = (_toward(color, end, step / STEPS) for step in range(STEPS))
    readable = (one for one in shades if min(contrast(one, back) for back in backs) >= LEAST)
    return next(readable)


def _toward(color: str, end: int, share: float) -> str:
    return "#" + "".join(f"{round(part + (end - part) * share):02x}" for part in _parts(color))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _parts(color: str) -> tuple[int, ...]:
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))
