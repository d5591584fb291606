"""Sentences about what threads do to arrays in the whole launch, and who touches an element."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.element_ranges import element_ranges
from gpuviz.insight.thread_touches import Threads, TouchedArray
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message, listed
from gpuviz.scene.numbers import whole
from gpuviz.scene.scene import Say
from gpuviz.scene.stage.words import block_name, element_name, index_name, phrase
from gpuviz.trace import ArrayInfo, Trace


def who_name(trace: Trace, who: Threads) -> Message:
    """ "thread (3, 17) of block 2", "warp 3 of block 2", "block 2"."""
    block = block_name(trace, who.block)
    count = who.stop - who.first
    if count == trace.config.block.size and count > 1:
        return phrase("who-block", "Block {block}", block=block)
    if count == 1:
        thread = index_name(trace.config.block, who.first)
        return phrase("who-thread", "Thread {thread} of block {block}", thread=thread, block=block)
    warp = who.first // WARP_SIZE
    return phrase("who-warp", "Warp {warp} of block {block}", warp=warp, block=block)


def short_name(trace: Trace, who: Threads) -> Message:
    """The same without the block of a warp or a thread."""
    count = who.stop - who.first
    if count == trace.config.block.size and count > 1:
        return who_name(trace, who)
    if count == 1:
        thread = index_name(trace.config.block, who.first)
        return phrase("who-only-thread", "Thread {thread}", thread=thread)
    return phrase("who-only-warp", "Warp {warp}", warp=who.first // WARP_SIZE)


def touched_parts(
    trace: Trace, who: Threads, touched: Sequence[TouchedArray] | None, say: Say
) -> list[tuple[str, ...]]:
    """What some threads read and write, in full and then in shorter ways to say it."""
    name = say(who_name(trace, who))
    if touched is None:
        text = "The steps of block {block} were not kept: what it reads is not known."
        return [(say(phrase("touched-unknown", text, block=block_name(trace, who.block))),)]
    shared = [one for one in touched if trace.arrays[one.array].space != "global"]
    outside = [one for one in touched if one not in shared]
    ways = [(name, list(touched)), (name, outside), (say(short_name(trace, who)), outside)]
    ways = ways if outside else [(name, list(touched))]
    return [tuple(say(part) for part in _touched(trace, *way, say)) for way in ways]


def _touched(trace: Trace, who: str, touched: Sequence[TouchedArray], say: Say) -> list[Message]:
    reads = _listed(trace, [(one.array, one.read) for one in touched], say)
    writes = _listed(trace, [(one.array, one.written) for one in touched], say)
    if reads and writes:
        first = phrase("touched-reads", "{who} reads {reads}", who=who, reads=reads)
        return [first, phrase("touched-also", "writes {writes}", writes=writes)]
    if reads:
        return [phrase("touched-reads", "{who} reads {reads}", who=who, reads=reads)]
    if writes:
        return [phrase("touched-writes", "{who} writes {writes}", who=who, writes=writes)]
    if any(hazard.kind == "out-of-bounds" for hazard in trace.hazards):
        return [phrase("touched-outside", "{who} touches no element within the arrays", who=who)]
    return [phrase("touched-nothing", "{who} touches no element in the whole launch", who=who)]


def _listed(trace: Trace, parts: list[tuple[int, NDArray[np.int64]]], say: Say) -> object:
    """ "a[17, 0–63], 40 elements of b, 20 of c, d[5]"."""
    found: list[str] = []
    counted = False
    for array, elements in parts:
        info = trace.arrays[array]
        named = _named(info, elements)
        if named or len(elements) > 0:
            found.append(named or _counted(info, elements, counted, say))
            counted |= not named
    return listed(found)


def _named(info: ArrayInfo, elements: NDArray[np.int64]) -> str:
    """One element or one run of rows and columns by its indices; empty for anything else."""
    if len(elements) <= 1:
        return element_name(info, int(elements[0])) if len(elements) else ""
    text = element_ranges(info.name, info.shape, elements)
    return "" if set(text) & set("{…") or text.count("[") > 1 else text


def _counted(info: ArrayInfo, elements: NDArray[np.int64], counted: bool, say: Say) -> str:
    template = "{count} of {array}" if counted else "{count} elements of {array}"
    return say(phrase("of-array", template, count=whole(len(elements)), array=info.name))
