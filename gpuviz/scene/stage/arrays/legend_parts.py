"""What the colours of elements mean, entry by entry, for each thing they can be coloured by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.messages import Message
from gpuviz.scene.numbers import figures, whole
from gpuviz.scene.stage.arrays.colours import (
    INFINITE,
    MISSING,
    UNKNOWN,
    read_palette,
    value_palette,
    writer_palette,
)
from gpuviz.scene.stage.arrays.scene import PlacedArray, most_reads
from gpuviz.scene.stage.colours import CATEGORIES, argb, mix
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import (
    READ_BEFORE,
    READS_NOW,
    WRITES_NOW,
    WRITTEN_BEFORE,
    block_name,
    phrase,
)

COLOURING_NAMES = {
    ElementColouring.TOUCH: Message("stage.by-touch", "what happened"),
    ElementColouring.VALUE: Message("stage.by-value", "value"),
    ElementColouring.WRITER: Message("stage.by-writer", "last writer"),
    ElementColouring.READS: Message("stage.by-reads", "number of reads"),
}
MOST_BLOCKS = 6  # that are named one by one


@dataclass(frozen=True, slots=True, eq=False)
class ElementColour:
    """A colour, or a scale of them, and what it means."""

    pixels: NDArray[np.uint32]
    name: str


def entries(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> list[ElementColour]:
    """The legend of the colours that the elements have now."""
    return _ENTRIES[view.arrays.colouring](view, placed)


def _of_touch(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> list[ElementColour]:
    theme = view.theme
    return [
        _swatch(view, argb(theme.read), READS_NOW),
        _swatch(view, argb(mix(theme.read, theme.background, 0.35)), READ_BEFORE),
        _swatch(view, argb(theme.write), WRITES_NOW),
        _swatch(view, argb(mix(theme.write, theme.background, 0.4)), WRITTEN_BEFORE),
    ]


def _of_value(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> list[ElementColour]:
    palette = value_palette(view.theme)
    scale = phrase("scale-of-values", "smallest to largest of its array")
    found = [ElementColour(palette[:UNKNOWN], view.say(scale))]
    specials = [view.facts.elements(p.row, p.geometry, p.block).specials for p in placed]
    if any(len(missing) for missing, _ in specials):
        found.append(_swatch(view, int(palette[MISSING]), Message("stage.nan", "NaN")))
    if any(len(infinite) for _, infinite in specials):
        found.append(_swatch(view, int(palette[INFINITE]), Message("stage.infinite", "±∞")))
    return [*found, _swatch(view, int(palette[UNKNOWN]), phrase("value-unknown", "not known"))]


def _of_writer(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> list[ElementColour]:
    to_come, written = writer_palette(view.theme)
    blocks = view.trace.config.blocks
    if blocks <= MOST_BLOCKS:
        names = [block_name(view.trace, block) for block in range(blocks)]
        first = view.say(phrase("block", "block {block}", block=names[0]))
        named = zip(written, [first, *names[1:]], strict=False)
        found = [ElementColour(np.array([pixel], np.uint32), name) for pixel, name in named]
    else:
        turns = phrase("blocks-in-turn", "block by block, colours in turn")
        found = [ElementColour(written[:CATEGORIES], view.say(turns))]
    faint = ElementColour(to_come[:3], view.say(phrase("to-come", "to be written")))
    return [*found, faint, _swatch(view, int(written[-1]), phrase("nobody", "nobody"))]


def _of_reads(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> list[ElementColour]:
    palette, most = read_palette(view.theme), most_reads(view, placed)
    none = _swatch(view, int(palette[0]), phrase("no-reads", "none yet"))
    if most <= 1:
        found = [none, _swatch(view, int(palette[-1]), phrase("one-read", "1 read"))]
    else:
        count = whole(int(most)) if most == int(most) else figures(most)
        found = [
            none,
            ElementColour(palette[1:], view.say(phrase("to-reads", "1 to {n} reads", n=count))),
        ]
    if not view.trace.all_followed:
        followed = phrase("of-followed", "of the followed blocks")
        found.append(ElementColour(palette[:0], view.say(followed)))
    return found


def _swatch(view: Viewpoint, pixel: int, name: Message) -> ElementColour:
    return ElementColour(np.array([pixel], np.uint32), view.say(name))


_ENTRIES: Mapping[
    ElementColouring, Callable[[Viewpoint, tuple[PlacedArray, ...]], list[ElementColour]]
] = {
    ElementColouring.TOUCH: _of_touch,
    ElementColouring.VALUE: _of_value,
    ElementColouring.WRITER: _of_writer,
    ElementColouring.READS: _of_reads,
}
