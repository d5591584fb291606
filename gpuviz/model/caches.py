"""Which share of its sectors each site finds in L1 and in L2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from gpuviz.device import Device
from gpuviz.launch import Dim3, ceil_divide
from gpuviz.messages import Message
from gpuviz.model.axes import groups
from gpuviz.model.dram import usual_shares
from gpuviz.model.l2 import L2, fetched_once, fits, passing
from gpuviz.model.pages import bytes_of_pages
from gpuviz.model.residency import Residency, residency
from gpuviz.model.reuse import LINE_BYTES, SECTOR_BYTES, LineTouches, missed
from gpuviz.model.source import BySite
from gpuviz.model.streams import AccessStream, MemoryUse, Seen
from gpuviz.model.traffic import Shares
from gpuviz.trace import Trace

L2State = Literal["cold", "warm"]
"""Before the launch: without anything of its arrays, or as the same launch has left it."""

NOTHING_FOLLOWED = Message(
    "model.nothing-followed",
    "No access of this launch was kept: the model takes it that every byte is fetched from memory"
    " once, and after that from the L2 cache.",
)
COLD = Message(
    "model.l2-cold", "When the kernel starts, the L2 cache holds nothing of the arrays yet."
)
WARM = Message(
    "model.l2-warm",
    "The same kernel has just run: of arrays that fit, the L2 cache still holds everything.",
)


def cache_shares(
    trace: Trace, use: MemoryUse, device: Device, l2_state: L2State = "cold"
) -> tuple[Shares, tuple[Message, ...]]:
    """What passes L1 and L2, and what was assumed about them."""
    seen, sectors, streams = use
    sites = len(sectors)
    if not streams:
        nothing = np.zeros(sites)
        return Shares(*(nothing,) * 4, nothing + 1, nothing, nothing), ()
    held = residency(trace, device)
    l2 = L2(trace.config.grid, held.wave, held.l2_bytes / SECTOR_BYTES)
    past_l1, waits_l1 = _past_l1(streams, seen, held, l2.grid, sites)
    past_l2, written, waits_l2 = _past_l2(streams, seen, l2, past_l1, l2_state)
    touched = bytes_of_pages(trace, seen, streams, held.wave)
    pages = np.minimum(1.0, touched / usual_shares(device).page_bytes)
    waits = waits_l1, np.minimum(waits_l1, waits_l2)
    shares = Shares(sectors, past_l1, past_l2, written, pages, *waits)
    assumed = COLD if l2_state == "cold" else WARM
    return shares, (assumed,) if seen else (NOTHING_FOLLOWED, assumed)


def _past_l1(
    streams: Sequence[AccessStream], seen: Seen | None, held: Residency, grid: Dim3, sites: int
) -> tuple[BySite, BySite]:
    """Shares that pass L1, and that a warp has to wait for; stores and atomic operations all do.

    What several blocks on one SM read at a time is fetched once, and they share its room; if it
    holds what all its blocks read, also what they read one after the other.
    """
    passed, waited = np.zeros(sites), np.zeros(sites)
    reads = [stream for stream in streams if not stream.writes]
    in_turn = ceil_divide(grid.size, held.sm_count)
    own = [_own(stream, in_turn, grid, held.sm_count) for stream in reads]
    blocks = in_turn
    if _read_by(in_turn, reads, own, grid) > held.l1_bytes:
        own = [_own(stream, held.per_sm, grid, held.sm_count) for stream in reads]
        blocks = held.per_sm
    lines = held.l1_bytes / LINE_BYTES / (blocks * _mean(reads, own))
    lost = _lost(seen.reads if seen else None, lines, sites)
    for stream, share in zip(reads, own, strict=True):
        fresh = stream.fresh / stream.asked
        passed[stream.site] = fresh * share + lost[stream.site]
        waited[stream.site] = fresh + lost[stream.site]
    writing = [stream.site for stream in streams if stream.writes]
    passed[writing] = waited[writing] = 1.0
    return passed, waited


def _read_by(blocks: int, reads: Sequence[AccessStream], own: Sequence[float], grid: Dim3) -> float:
    """Bytes that so many blocks read, in sectors that differ."""
    fresh = (stream.fresh * share for stream, share in zip(reads, own, strict=True))
    return SECTOR_BYTES * sum(fresh) * blocks / grid.size


def _past_l2(
    streams: Sequence[AccessStream], seen: Seen | None, l2: L2, past_l1: BySite, l2_state: L2State
) -> tuple[BySite, BySite, BySite]:
    """Shares that pass L2, both ways, that are written, and that a warp has to wait for."""
    sites = len(past_l1)
    passed, written, waited = ([0.0] * sites for _ in range(3))
    fitting = fits(streams, l2)
    if fitting and l2_state == "warm":
        return np.array(passed), np.array(written), np.array(waited)
    own = [_own(stream, l2.wave, l2.grid) for stream in streams]
    lines = l2.capacity * SECTOR_BYTES / LINE_BYTES / (l2.wave * _mean(streams, own))
    touches = {False: seen.reads, True: seen.writes} if seen and not fitting else {}
    lost = {writes: _lost(touches.get(writes), lines, sites) for writes in (False, True)}
    most = past_l1.tolist()
    moving = fetched_once(streams, l2.grid) if fitting else passing(streams, l2)
    for stream, moved, share in zip(streams, moving, own, strict=True):
        again = lost[stream.writes][stream.site]
        through = min(moved / stream.asked + again, most[stream.site])
        passed[stream.site] += through
        if stream.writes:
            written[stream.site] += through
        else:
            fresh = stream.fresh / stream.asked
            waited[stream.site] = min(fresh, moved / stream.asked / share) + again
    return np.array(passed), np.array(written), np.array(waited)


def _own(stream: AccessStream, blocks: int, grid: Dim3, stride: int = 1) -> float:
    """Share of what so many blocks touch that no other of them touches too: 1, or less."""
    if stream.axes is None:
        return 1.0
    return groups(blocks, stream.axes, grid, stride) / blocks


def _mean(streams: Sequence[AccessStream], shares: Sequence[float]) -> float:
    """The mean of the streams' shares, each weighing as much as it touches."""
    total = sum(stream.fresh for stream in streams)
    if not total:
        return 1.0
    own = sum(share * stream.fresh for stream, share in zip(streams, shares, strict=True))
    return own / total


def _lost(touches: LineTouches | None, capacity_lines: float, sites: int) -> BySite:
    """Share of each site's touches of what a cache has lost that has so many lines for a block."""
    if touches is None:
        return np.zeros(sites)
    again = touches.site[missed(touches, capacity_lines) & (touches.since > 0)]
    if not len(again):
        return np.zeros(sites)
    asked: BySite = np.bincount(again, minlength=sites) / np.maximum(
        np.bincount(touches.site, minlength=sites), 1
    )
    return asked
