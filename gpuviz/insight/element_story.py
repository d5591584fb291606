"""The story of one element: what it held, who read and wrote it, how often and when."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.element_contents import ElementContents
from gpuviz.insight.element_touches import NOT_KEPT, ElementTouches, moment_of
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.traffic import site_text
from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.trace import ArrayInfo, Site, Trace, from_bits, has_bits
from gpuviz.trace.source import AccessKind

MOST_LISTED = 24  # touches by whole warps; the rest is counted


@dataclass(frozen=True, slots=True)
class WarpTouch:
    """Lanes of one warp touch the element at one site, one after the other or at once.

    `values` are the different ones that they read or wrote, of an atomic those found; none where
    they are not kept. `moment` is the one right after it, None where its step was not kept;
    `rounds` are the first and the last in which it may have happened.
    """

    kind: AccessKind
    line: int
    block: int
    warp: int
    lanes: tuple[int, ...]
    values: tuple[object, ...]
    moment: int | None
    rounds: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SiteCount:
    """How often the element was touched at one site, and by how many different threads."""

    site: Site
    text: str
    times: int
    threads: int


@dataclass(frozen=True, slots=True)
class ElementStory:
    """One element at an instant; a value that is not known is None.

    `known` says whether all of its touches are: else only those of the followed blocks.
    """

    config: LaunchConfig
    array: int
    element: int
    info: ArrayInfo
    index: tuple[int, ...]
    block: int | None
    before: object
    now: object
    after: object
    known: bool
    counts: tuple[SiteCount, ...]
    touches: tuple[WarpTouch, ...]
    left_out: int  # accesses by single threads that `touches` does not list
    writer: tuple[int, int] | None  # (block, thread) that wrote last
    written_moment: int | None  # right after it did, where its step was kept

    @property
    def name(self) -> str:
        """ "A[3, 5]"."""
        return f"{self.info.name}[{', '.join(map(str, self.index))}]"


def element_story(
    trace: Trace,
    order: PlayOrder | None,
    chosen: tuple[int, int, int | None],
    touches: ElementTouches,
    instant: Instant,
) -> ElementStory:
    """The story of an element that is chosen as (row in Trace.arrays, flat element, block)."""
    array, element, block = chosen
    info = trace.arrays[array]
    listed = tuple(itertools.islice(_groups(trace, order, info, touches), MOST_LISTED))
    before, now, after = _contents(trace, order, chosen, instant)
    writer = _writer(trace, info, element, block, touches)
    return ElementStory(
        trace.config,
        array,
        element,
        info,
        tuple(int(n) for n in np.unravel_index(element, info.shape)),
        block,
        before,
        now,
        after,
        touches.complete,
        _counts(trace, touches),
        listed,
        len(touches) - sum(len(touch.lanes) for touch in listed),
        writer,
        _written_moment(trace, order, touches, writer),
    )


def _written_moment(
    trace: Trace,
    order: PlayOrder | None,
    touches: ElementTouches,
    writer: tuple[int, int] | None,
) -> int | None:
    if order is None or writer is None:
        return None
    thread = writer[0] * trace.config.block.size + writer[1]
    return moment_of(trace, touches, order, thread, writes=True)


def story_at(
    story: ElementStory, trace: Trace, order: PlayOrder | None, instant: Instant
) -> ElementStory:
    """The same story at another instant."""
    chosen = story.array, story.element, story.block
    return replace(story, now=_contents(trace, order, chosen, instant)[1])


def _counts(trace: Trace, touches: ElementTouches) -> tuple[SiteCount, ...]:
    found = []
    for row in np.unique(touches.site).tolist():
        threads = touches.thread[touches.site == row]
        site = trace.sites[row]
        text = site_text(trace, site)
        found.append(SiteCount(site, text, len(threads), len(np.unique(threads))))
    return tuple(found)


def _groups(
    trace: Trace, order: PlayOrder | None, info: ArrayInfo, touches: ElementTouches
) -> Iterator[WarpTouch]:
    """The touches in order, those of one warp that follow each other at one site together."""
    block, thread = np.divmod(touches.thread, trace.config.block.size)
    warp = thread // WARP_SIZE
    same = np.ones(max(len(touches) - 1, 0), bool)
    for column in (block, warp, touches.site, touches.step):
        same &= column[1:] == column[:-1]
    starts = [0, *(np.flatnonzero(~same) + 1).tolist(), len(touches)]
    for first, end in itertools.pairwise(starts):
        if end > first:
            lanes = tuple((thread[first:end] % WARP_SIZE).tolist())
            yield _group(trace, order, info, touches, slice(first, end), lanes)


def _group(
    trace: Trace,
    order: PlayOrder | None,
    info: ArrayInfo,
    touches: ElementTouches,
    rows: slice,
    lanes: tuple[int, ...],
) -> WarpTouch:
    site = trace.sites[touches.site[rows.start]]
    block, thread = divmod(int(touches.thread[rows.start]), trace.config.block.size)
    step = int(touches.step[rows.start])
    moment = None if order is None or step == NOT_KEPT else int(order.position[step]) + 1
    rounds = _rounds(order, block, moment)
    values = _values(info, touches.bits[rows])
    return WarpTouch(
        site.kind, site.line, block, thread // WARP_SIZE, lanes, values, moment, rounds
    )


def _rounds(order: PlayOrder | None, block: int, moment: int | None) -> tuple[int, int]:
    if order is None:
        return 0, 0
    if moment is not None:
        exact = order.rounds_at(moment)
        return exact, exact
    return int(order.block_start[block]) + 1, int(order.block_end[block])


def _values(info: ArrayInfo, bits: NDArray[np.uint64]) -> tuple[object, ...]:
    if not has_bits(info.dtype):
        return ()
    return tuple(from_bits(np.unique(bits), info.dtype))


def _contents(
    trace: Trace, order: PlayOrder | None, chosen: tuple[int, int, int | None], instant: Instant
) -> tuple[object, object, object]:
    """What the element holds before the launch, at the instant, and after the launch."""
    array, element, block = chosen
    held, known = ElementContents(trace, order, array, np.array([element]), block).at(instant)
    now = held[0] if known[0] else None
    if block is not None:  # shared memory is gone after the launch
        return None, now, None
    name = trace.arrays[array].name
    before = _kept(trace.inputs.get(name), element)
    after = _kept(trace.outputs.get(name), element) if name in trace.outputs else before
    return before, after if instant.ended else now, after


def _kept(values: NDArray[np.generic] | None, element: int) -> object:
    return None if values is None else np.ravel(values)[element]


def _writer(
    trace: Trace, info: ArrayInfo, element: int, block: int | None, touches: ElementTouches
) -> tuple[int, int] | None:
    """(block, thread) that wrote last: as the launch kept it, else the last of the touches."""
    kept = trace.last_writer.get(info.name) if block is None else None
    if kept is not None:
        thread = int(np.ravel(kept)[element])
    else:
        writes = np.array([site.kind != "read" for site in trace.sites], bool)
        who = touches.thread[writes[touches.site]] if len(touches) else touches.thread
        thread = int(who[-1]) if len(who) else -1
    return None if thread < 0 else divmod(thread, trace.config.block.size)
