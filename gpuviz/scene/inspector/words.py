"""Sentences that several pages of the inspector say."""

from __future__ import annotations

from collections.abc import Iterable

from gpuviz.insight.block_place import BlockPlace
from gpuviz.insight.states import ThreadState
from gpuviz.launch import LaunchConfig
from gpuviz.scene.facts import Fact
from gpuviz.scene.inspector.thread_words import lane_ranges
from gpuviz.scene.numbers import seconds, whole
from gpuviz.scene.stage.colours import state_color
from gpuviz.scene.stage.words import index_name
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr


def block_words(config: LaunchConfig, block: int) -> str:
    """ "block 3" or "block (1, 2)"."""
    return tr("block {block}").format(block=index_name(config.grid, block))


def thread_words(config: LaunchConfig, block: int, thread: int) -> str:
    """ "thread 17 of block 3"."""
    text = tr("thread {thread} of block {block}")
    return text.format(
        thread=index_name(config.block, thread), block=index_name(config.grid, block)
    )


def warp_words(config: LaunchConfig, block: int, warp: int) -> str:
    """ "warp 1 of block 3"."""
    text = tr("warp {warp} of block {block}")
    return text.format(warp=warp, block=index_name(config.grid, block))


def capital(words: str) -> str:
    """The words at the beginning of a line."""
    return words[:1].upper() + words[1:]


def warps_name(warps: Iterable[int]) -> str:
    """ "warp 3" or "warps 3, 5–7"."""
    numbers = list(warps)
    words = tr("warp {warps}") if len(numbers) == 1 else tr("warps {warps}")
    return words.format(warps=lane_ranges(numbers))


def dot(theme: Theme, state: ThreadState) -> str:
    """A dot in the colour of a state, as rich text."""
    return f'<span style="color:{state_color(theme, state)}">●</span>'


def place_facts(place: BlockPlace | None) -> list[Fact]:
    """On which SM, and when; measured or modelled."""
    if place is None:
        return []
    source = {"measured": tr("measured"), "modelled": tr("modelled")}[place.source]
    told = ((tr("SM"), str(place.sm)), (tr("ran"), _when(place)))
    words = tr("{what}, {source}")
    return [Fact(name, words.format(what=what, source=source)) for name, what in told if what]


def _when(place: BlockPlace) -> str:
    parts = []
    if place.rounds is not None:
        first, last = map(whole, place.rounds)
        parts.append(tr("rounds {first}–{last}").format(first=first, last=last))
    if place.seconds is not None and place.seconds[1] > 0:
        start, end = map(seconds, place.seconds)
        parts.append(tr("{start} to {end}").format(start=start, end=end))
    return " · ".join(parts)
