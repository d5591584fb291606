"""Arrays as pixels: grey from 0 to 1, colours, or a scale from the smallest to the largest."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.stage.colours import OPAQUE, argb, mix
from gpuviz.scene.theme import Theme

LEVELS = 128


def picture_pixels(array: NDArray[Any], theme: Theme) -> NDArray[np.uint32]:
    """[height, width] 0xAARRGGBB of [height, width] or [height, width, 3]: 0 to 1, or uint8.

    What is beyond is cut off; what is no number has the colour of hazards.
    """
    values = _unit(array)
    wrong: NDArray[np.bool_] = np.logical_not(np.isfinite(values))
    levels = np.rint(np.clip(np.where(wrong, 0.0, values), 0, 1) * 255).astype(np.uint32)
    if levels.ndim == 3:
        red, green, blue = levels[..., 0], levels[..., 1], levels[..., 2]
        wrong = np.any(wrong, axis=2)
    else:
        red = green = blue = levels
    pixels = np.uint32(OPAQUE) | red << np.uint32(16) | green << np.uint32(8) | blue
    return np.where(wrong, np.uint32(argb(theme.hazard)), pixels).astype(np.uint32)


def map_pixels(array: NDArray[Any], theme: Theme) -> NDArray[np.uint32]:
    """[.., height, width] pixels of values of any size, in the theme's scale from the smallest to
    the largest of all; what is a picture from 0 to 1 already stays one.
    """
    if is_unit(array):
        flat = array.reshape(-1, array.shape[-1])
        return picture_pixels(flat, theme).reshape(array.shape)
    values = np.asarray(array, np.float64)
    low, high = value_range(array)
    wrong = ~np.isfinite(values)
    share = np.where(wrong, 0.0, values - low) / (high - low or 1.0)
    level = np.clip(np.rint(share * (LEVELS - 1)), 0, LEVELS - 1).astype(np.int64)
    pixels = _scale(theme)[level]
    return np.where(wrong, np.uint32(argb(theme.hazard)), pixels).astype(np.uint32)


def is_unit(array: NDArray[Any]) -> bool:
    """Whether all values are those of a picture."""
    if array.dtype == np.uint8 or array.dtype.kind == "b":
        return True
    low, high = value_range(array)
    return low >= 0 and high <= 1


def value_range(array: NDArray[Any]) -> tuple[float, float]:
    """The smallest and the largest number; (0, 0) where there is none."""
    values = np.asarray(array, np.float64)
    known = values[np.isfinite(values)]
    return (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)


def _unit(array: NDArray[Any]) -> NDArray[np.float64]:
    scale = 255.0 if array.dtype == np.uint8 else 1.0
    return np.asarray(array, np.float64) / scale


def _scale(theme: Theme) -> NDArray[np.uint32]:
    anchors = theme.scale
    places = np.linspace(0, len(anchors) - 1, LEVELS)
    lower = np.minimum(places.astype(int), len(anchors) - 2)
    pairs = zip(lower.tolist(), (places - lower).tolist(), strict=True)
    colors = [mix(anchors[at + 1], anchors[at], share) for at, share in pairs]
    return np.array([argb(color) for color in colors], np.uint32)
