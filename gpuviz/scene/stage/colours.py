"""Colours of states and elements as numbers, made from a Theme."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.colourings import Colouring
from gpuviz.insight.stage_elements import ElementTouch
from gpuviz.insight.states import ThreadState
from gpuviz.scene.contrast import contrast
from gpuviz.scene.theme import INK, Theme

OPAQUE = 0xFF000000
WHITE = "#ffffff"
INKED = (
    ThreadState.RUNNING,
    ThreadState.AT_BARRIER,
    ThreadState.FINISHED,
    ThreadState.READY,
    ThreadState.HAZARD,
    ThreadState.IDLE,
)
BRIGHT = 120  # luma from which words are dark, 0..255
READY_SHARE = 0.42  # how much of the running colour a warp keeps whose turn is to come
SHADE = {  # share of the full colour at the smallest and the largest value
    ElementTouch.UNTOUCHED: (0.55, 1.0),
    ElementTouch.READ: (0.18, 0.36),
    ElementTouch.WRITTEN: (0.24, 0.44),
    ElementTouch.READ_NOW: (0.42, 0.62),
    ElementTouch.WRITTEN_NOW: (0.46, 0.66),
}
LEVELS = 64  # of brightness
LEVELS_OF_SCALE = 128  # steps between the smallest number and the largest
CATEGORIES = 12  # colours of things without an order: six, then the same six darker or paler
PALE = 0.55  # how much of their colour the second six keep


@functools.lru_cache(4096)
def mix(color: str, other: str, share: float) -> str:
    """`share` of `color`, the rest `other`."""
    pairs = zip(_parts(color), _parts(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def argb(color: str) -> int:
    """0xAARRGGBB of "#rrggbb"."""
    return OPAQUE | int(color[1:], 16)


def css(pixel: int) -> str:
    """ "#rrggbb" of an opaque pixel."""
    return f"#{pixel & 0xFFFFFF:06x}"


def ink_on(theme: Theme, pixel: int) -> str:
    """The colour for words on a cell: dark on bright cells."""
    red, green, blue = pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255
    bright = 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT
    return INK if bright else theme.text if theme.name == "dark" else WHITE


def state_color(theme: Theme, state: ThreadState) -> str:
    """The colour of a thread in that state."""
    if state is ThreadState.READY:
        return mix(theme.running, theme.not_started, READY_SHARE)
    if state is ThreadState.IDLE:
        return theme.faint
    if state is ThreadState.AT_BARRIER:
        return theme.barrier
    return str(getattr(theme, state.name.lower()))


def state_ink(theme: Theme, state: ThreadState) -> str:
    """The colour of words on a thread in that state."""
    if state not in INKED:
        return theme.muted
    color = state_color(theme, state)
    return max((INK, WHITE), key=lambda ink: contrast(ink, color))


@functools.cache
def state_palette(theme: Theme) -> NDArray[np.uint32]:
    """[8] pixel of each ThreadState."""
    return np.array([argb(state_color(theme, state)) for state in ThreadState], np.uint32)


@functools.cache
def palette_of(theme: Theme, colouring: Colouring) -> NDArray[np.uint32]:
    """[n] pixels of the numbers of a colouring in steps; the last one is for what is not known."""
    if colouring is Colouring.SM:
        pale = [mix(color, theme.background, PALE) for color in theme.categories]
        colors = [*theme.categories, *pale]
    elif colouring is Colouring.IDLE:
        colors = _scale(idle_colors(theme))
    else:
        colors = _scale(theme.scale)
    return np.array([argb(color) for color in (*colors, theme.not_started)], np.uint32)


def idle_colors(theme: Theme) -> tuple[str, str]:
    """Threads that have work, and threads that have none."""
    return mix(theme.read, theme.background, 0.6), theme.write


def _scale(anchors: tuple[str, ...]) -> list[str]:
    """LEVELS_OF_SCALE colours, evenly between the anchors."""
    places = np.linspace(0, len(anchors) - 1, LEVELS_OF_SCALE)
    lower = np.minimum(places.astype(int), len(anchors) - 2)
    pairs = zip(lower.tolist(), (places - lower).tolist(), strict=True)
    return [mix(anchors[at + 1], anchors[at], share) for at, share in pairs]


def blend(back: NDArray[np.uint32], front: NDArray[np.uint32], share: float) -> NDArray[np.uint32]:
    """Opaque pixels between two arrays of one shape: `share` 0..1 of the one in front."""
    weight = np.uint32(round(share * 256))
    rest, outer = np.uint32(256) - weight, np.uint32(0xFF00FF)
    low = ((back & outer) * rest + (front & outer) * weight) >> np.uint32(8) & outer
    green = np.uint32(0xFF00)
    middle = (back & green) // np.uint32(256) * rest + (front & green) // np.uint32(256) * weight
    return np.asarray(low | middle & green | np.uint32(OPAQUE), np.uint32)


def element_pixels(
    theme: Theme, touch: NDArray[np.uint8], value: NDArray[np.float64]
) -> NDArray[np.uint32]:
    """Pixels of elements by what happened to them; `value` 0..1 shades them."""
    pixels: NDArray[np.uint32] = element_palette(theme)[touch, (value * LEVELS).astype(np.intp)]
    return pixels


@functools.cache
def element_palette(theme: Theme) -> NDArray[np.uint32]:
    """[5, 65] pixel of each Touch at each level of brightness."""
    level = np.linspace(0, 1, LEVELS + 1)
    rows = [
        _shaded(_touch_color(theme, t), theme.background, SHADE[t], level) for t in ElementTouch
    ]
    return np.array(rows, np.uint32)


def _touch_color(theme: Theme, touch: ElementTouch) -> str:
    if touch is ElementTouch.UNTOUCHED:
        return theme.not_started
    return theme.write if touch in (ElementTouch.WRITTEN, ElementTouch.WRITTEN_NOW) else theme.read


def _shaded(
    color: str, back: str, shades: tuple[float, float], level: NDArray[np.float64]
) -> list[int]:
    low, high = shades
    return [argb(mix(color, back, low + (high - low) * one)) for one in level.tolist()]


def _parts(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
