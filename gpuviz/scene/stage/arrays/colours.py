"""Pixels of the elements of an array by what they are coloured by."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_colourings import NOBODY, ElementColouring
from gpuviz.insight.stage_elements import ElementTouch
from gpuviz.scene.stage.arrays.element_facts import ElementFacts
from gpuviz.scene.stage.colours import (
    CATEGORIES,
    LEVELS_OF_SCALE,
    argb,
    css,
    element_pixels,
    mix,
    palette_of,
)
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.theme import Theme

Pixels = NDArray[np.uint32]
UNKNOWN, MISSING, INFINITE = (LEVELS_OF_SCALE + place for place in range(3))
"""Rows of value_palette behind the scale: not known, NaN, infinite."""
READ_SHARES = (0.25, 1.0)  # of the read colour for one read and for the most
TO_COME = 0.3  # how much of its block's colour an element has that is still to be written


def pixels_of(view: Viewpoint, facts: ElementFacts, most_reads: float) -> Pixels:
    """[cells], new in memory; `most_reads` is the end of the scale of reads."""
    if view.arrays.colouring is ElementColouring.READS:
        return _by_reads(view, facts, most_reads)
    return _PIXELS[view.arrays.colouring](view, facts)


@functools.cache
def value_palette(theme: Theme) -> Pixels:
    """[131] pixels from the smallest value to the largest; then UNKNOWN, MISSING, INFINITE."""
    specials = [argb(theme.hazard), argb(theme.barrier)]
    return np.array([*palette_of(theme, Colouring.VALUES), *specials], np.uint32)


@functools.cache
def read_palette(theme: Theme) -> Pixels:
    """[129] pixels of a number of reads: none, then from one to the most."""
    low, high = READ_SHARES
    shares = np.linspace(low, high, LEVELS_OF_SCALE).tolist()
    steps = [argb(mix(theme.read, theme.background, share)) for share in shares]
    return np.array([argb(theme.not_started), *steps], np.uint32)


@functools.cache
def writer_palette(theme: Theme) -> Pixels:
    """[2, 13] pixels of blocks by number, CATEGORIES in turn, then nobody; the first row is for
    elements that are still to be written.
    """
    written = palette_of(theme, Colouring.SM)
    faint = [mix(css(int(p)), theme.background, TO_COME) for p in written[:-1]]
    to_come = [*(argb(color) for color in faint), written[-1]]
    return np.array([to_come, written], np.uint32)


def _by_touch(view: Viewpoint, facts: ElementFacts) -> Pixels:
    return element_pixels(view.theme, facts.touch(view.instant), facts.brightness(view.instant))


def _by_value(view: Viewpoint, facts: ElementFacts) -> Pixels:
    values, known = facts.numbers(view.instant)
    low, high = facts.range
    share = (values - low) / (high - low) if high > low else np.full(values.shape, 0.5)
    place = np.nan_to_num(np.clip(share, 0, 1), nan=0.0) * (LEVELS_OF_SCALE - 1)
    rows = np.rint(place).astype(np.intp)
    rows[np.isinf(values)], rows[np.isnan(values)] = INFINITE, MISSING
    rows[~known] = UNKNOWN
    settled = facts.settled(view.instant)
    for row, cells in zip((INFINITE, MISSING), reversed(facts.specials), strict=True):
        rows[cells[settled[cells]]] = row
    return value_palette(view.theme)[rows]


def _by_writer(view: Viewpoint, facts: ElementFacts) -> Pixels:
    blocks, palette = facts.writing_blocks, writer_palette(view.theme)
    touch = facts.touch(view.instant)
    written = np.isin(touch, (ElementTouch.WRITTEN, ElementTouch.WRITTEN_NOW)).astype(np.intp)
    if blocks is None:
        return np.full(len(touch), palette[0, -1])
    color = np.where(blocks == NOBODY, CATEGORIES, blocks % CATEGORIES)
    return np.asarray(palette[written, color], np.uint32)


def _by_reads(view: Viewpoint, facts: ElementFacts, most: float) -> Pixels:
    reads = facts.reads(view.instant)
    share = np.clip((reads - 1) / (most - 1), 0, 1) if most > 1 else np.ones(reads.shape)
    rows = 1 + np.rint(share * (LEVELS_OF_SCALE - 1)).astype(np.intp)
    return read_palette(view.theme)[np.where(reads > 0, rows, 0)]


_PIXELS: Mapping[ElementColouring, Callable[[Viewpoint, ElementFacts], Pixels]] = {
    ElementColouring.TOUCH: _by_touch,
    ElementColouring.VALUE: _by_value,
    ElementColouring.WRITER: _by_writer,
}
