"""What the lanes of a warp tell each other: shuffles, votes and matches.

Arrays have the shape (rows, warps, 32), where what is the same for all may have length 1. A word
is a uint32 with a bit for each lane. The `partners` of a lane are a word: the lanes that it names
and that are here. What other lanes would give is undefined in CUDA. Here they contribute nothing,
and a lane that reads from one of them gets its own value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.trace.columns import NO_LANE

Words = NDArray[np.uint32]
Lanes = NDArray[Any]

LANES = np.arange(WARP_SIZE)
LAST = WARP_SIZE - 1
ALL_LANES = np.uint32(0xFFFFFFFF)
WHOLE_WARP = {"shfl_up_sync": np.array(0)}  # a clamp; of the other shuffles it is LAST


def in_warps(values: Any, lane_count: int) -> Lanes:
    """Values that broadcast to (blocks, lanes), warp by warp; nothing is copied."""
    if np.ndim(values) == 0:
        return np.reshape(values, (1, 1, 1))
    return np.broadcast_to(values, (len(values), lane_count)).reshape(len(values), -1, WARP_SIZE)


def in_blocks(values: Lanes) -> Lanes:
    """The inverse of `in_warps`: what broadcasts to (blocks, lanes)."""
    if values.shape[1] > 1:
        values = _in_every_lane(values)
    return values.reshape(len(values), -1)


def _in_every_lane(values: Lanes) -> Lanes:
    return np.broadcast_to(values, (*values.shape[:-1], WARP_SIZE))


def partners_of(named: Lanes, here: Words) -> Words:
    """The partners of each lane, from the words that it names and those of the lanes here.

    `named` are whole numbers of any type, of which 32 bits count; `here` is (rows, warps).
    """
    words: Words = named.astype(np.uint32) & here[:, :, None]
    return words


def names_itself(named: Lanes) -> NDArray[np.bool_]:
    """Whether the word that a lane names has its own bit."""
    own: NDArray[np.bool_] = (named.astype(np.uint32) >> LANES.astype(np.uint32)) & 1 != 0
    return own


def missing_from(named: Lanes, present: Words, here: Words) -> Words:
    """For each lane the lanes that it names and waits for in vain.

    `present` are the lanes that exist and have not returned, `here` those that came, both of the
    shape (rows, warps). Lanes wait for each other only if they name the same lanes.
    """
    words = named.astype(np.uint32)
    there = here[:, :, None]
    if words.shape[-1] > 1:
        came = (there >> LANES.astype(np.uint32)) & np.uint32(1) != 0
        first = np.take_along_axis(*_matched(words, came.argmax(axis=-1, keepdims=True)), -1)
        if np.any(came & (words != first)):
            there = same_valued(there, words)
    missing: Words = words & present[:, :, None] & ~there
    return missing


def _matched(values: Lanes, rows: Lanes) -> tuple[Lanes, Lanes]:
    """Both in as many rows and warps."""
    shape = np.broadcast_shapes(values.shape[:-1], rows.shape[:-1])
    return (
        np.broadcast_to(values, (*shape, values.shape[-1])),
        np.broadcast_to(rows, (*shape, rows.shape[-1])),
    )


def _from_lane(lane: Lanes) -> Lanes:
    return np.broadcast_to(lane & LAST, (*lane.shape[:-1], WARP_SIZE))


def _from_below(distance: Lanes) -> Lanes:
    source = LANES - (distance & LAST)
    return np.where(source < 0, LANES, source)


def _from_above(distance: Lanes) -> Lanes:
    source = LANES + (distance & LAST)
    return np.where(source > LAST, LANES, source)


def _from_opposite(bits: Lanes) -> Lanes:
    return LANES ^ (bits & LAST)


SOURCES: dict[str, Callable[[Lanes], Lanes]] = {
    "shfl_sync": _from_lane,
    "shfl_up_sync": _from_below,
    "shfl_down_sync": _from_above,
    "shfl_xor_sync": _from_opposite,
}
"""The lane that each lane reads from, itself where that is outside the warp.

Five bits of the operand count (PTX ISA 8.5, shfl.sync).
"""


def source_in_segment(name: str, operand: Lanes, clamp: Lanes) -> tuple[Lanes, Lanes]:
    """The lane that each lane reads from in its part of the warp, and whether there is one.

    Bits 8 to 12 of `clamp` say which bits of a lane's number name its part, the lowest five how
    far it may look (PTX ISA 8.5, shfl.sync).
    """
    operand, part = operand & LAST, (clamp >> 8) & LAST
    first, last = LANES & part, (LANES & part) | (clamp & LAST & ~part)
    source = {
        "shfl_sync": first | (operand & ~part),
        "shfl_up_sync": LANES - operand,
        "shfl_down_sync": LANES + operand,
        "shfl_xor_sync": LANES ^ operand,
    }[name]
    inside = source >= last if name == "shfl_up_sync" else source <= last
    return np.where(inside, source, LANES), inside


def origins(sources: Lanes, inside: Lanes, partners: Words) -> NDArray[np.int8]:
    """The lane that each really reads from, -1 where it keeps its own value."""
    return np.where(inside & hears(sources, partners), sources, NO_LANE).astype(np.int8)


def hears(sources: Lanes, partners: Words) -> NDArray[np.bool_]:
    """Whether the lane that each reads from is one of its partners."""
    heard: NDArray[np.bool_] = (partners >> sources.astype(np.uint32)) & np.uint32(1) != 0
    return heard


def shuffled(values: Lanes, sources: Lanes, heard: NDArray[np.bool_]) -> Lanes:
    """What each lane reads from its source."""
    if values.shape[-1] == 1:
        return values  # all lanes have the same
    read = _taken(values, sources)
    return read if heard.all() else np.where(heard, read, values)


def _taken(values: Lanes, sources: Lanes) -> Lanes:
    if sources.size == WARP_SIZE:
        return np.take(values, sources.reshape(WARP_SIZE), axis=-1)
    shape = np.broadcast_shapes(values.shape, sources.shape)
    return np.take_along_axis(np.broadcast_to(values, shape), np.broadcast_to(sources, shape), -1)


def ballot(partners: Words, holds: Lanes) -> Words:
    """The partners for which a predicate holds."""
    words: Words = _word(holds) & partners
    return words


def _word(bits: Lanes) -> Words:
    """The truth values of the last axis as one word; that axis stays, with length 1."""
    return np.packbits(_in_every_lane(bits), axis=-1, bitorder="little").view("<u4")


VOTES: dict[str, Callable[[Words, Words], Lanes]] = {
    "all_sync": lambda partners, yes: yes == partners,
    "any_sync": lambda partners, yes: yes != 0,
    "eq_sync": lambda partners, yes: (yes == partners) | (yes == 0),
    "ballot_sync": lambda partners, yes: yes.view(np.int32),
}
"""What a vote gives: from the partners, and those of them that say yes."""


def same_valued(partners: Words, values: Lanes) -> Words:
    """The partners that hold the same bits as the lane itself."""
    bits = _in_every_lane(values).view(f"u{values.dtype.itemsize}")
    equal = bits[..., :, None] == bits[..., None, :]
    words: Words = _word(equal)[..., 0] & partners
    return words


def lower_lanes() -> Words:
    """For each lane the word of all lanes below it."""
    words: Words = (np.uint64(1) << LANES.astype(np.uint64)).astype(np.uint32) - np.uint32(1)
    return words
