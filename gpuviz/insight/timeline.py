"""When each SM ran which block: rows, places, waves and the tail of a launch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.trace import Placement, Trace
from gpuviz.trace.blocks_on_sm import block_places, occupancy_of


@dataclass(frozen=True, slots=True, eq=False)
class Timeline:
    """Blocks over time, SM by SM; columns are by linear block, seconds since the first block began.

    A wave is as many blocks, in linear order, as the whole device holds at a time.
    """

    source: Literal["measured", "modelled"]
    sms: NDArray[np.int32]  # [rows] numbers of SMs, ascending: see sms_of
    row: NDArray[np.int32]  # [blocks] row of its SM
    place: NDArray[np.int32]  # [blocks] which of the SM's places for blocks
    start_s: NDArray[np.float64]
    end_s: NDArray[np.float64]
    places: int  # most blocks that one SM had at a time
    held: int  # blocks that an SM can hold at a time
    sm_count: int  # of the device, also those without a block

    def __len__(self) -> int:
        return len(self.row)

    @property
    def duration_s(self) -> float:
        """When the last block was over."""
        return float(self.end_s.max())

    @property
    def capacity(self) -> int:
        """Blocks that the whole device holds at a time."""
        return self.held * self.sm_count

    @property
    def waves(self) -> int:
        """How often the device is filled, the last time maybe in part."""
        return -(-len(self) // self.capacity)

    def wave(self, block: int) -> int:
        """The wave of a block, from 0."""
        return block // self.capacity

    @property
    def wave_starts_s(self) -> NDArray[np.float64]:
        """[waves] when the first block of each wave begins."""
        firsts = np.arange(0, len(self), self.capacity)
        starts: NDArray[np.float64] = np.minimum.reduceat(self.start_s, firsts)
        return starts

    @property
    def used_sms(self) -> int:
        """How many SMs had a block."""
        return len(np.unique(self.row))

    @property
    def last_wave_sms(self) -> int:
        """How many SMs have a block of the last wave."""
        return len(np.unique(self.row[(self.waves - 1) * self.capacity :]))


def timeline_of(trace: Trace, device: Device) -> Timeline | None:
    """The timeline of a launch; None where its trace does not say when its blocks ran.

    `device` is the one of the trace: it says how many SMs there are, and what each holds.
    """
    placement = trace.placement
    if placement is None or not placement.end_s.max(initial=0.0) > 0:
        return None
    place = block_places(placement)
    places = int(place.max()) + 1
    sms = sms_of(placement, device.sm_count)
    return Timeline(
        placement.source,
        sms,
        np.searchsorted(sms, placement.sm).astype(np.int32),
        place,
        placement.start_s,
        placement.end_s,
        places,
        max(places, _held(trace, device)),
        max(device.sm_count, len(sms)),
    )


def sms_of(placement: Placement, sm_count: int) -> NDArray[np.int32]:
    """The numbers of all SMs; of those that had a block where the numbers have gaps.

    Hardware numbers its SMs with gaps (%smid, PTX ISA 10): how idle ones are called is not known
    then.
    """
    used = np.unique(placement.sm)
    if used[-1] < sm_count:
        return np.arange(sm_count, dtype=np.int32)
    return used


def tail_start_s(timeline: Timeline) -> float | None:
    """When the tail begins: from then on places stay empty, as no block waits any more.

    None for a launch of a single wave: its places were empty from the beginning.
    """
    if timeline.waves < 2:
        return None
    last_start = float(timeline.start_s.max())
    ends = np.sort(timeline.end_s)
    running = len(ends) - int(np.searchsorted(ends, last_start, "right"))
    if running < _most_running(timeline, ends):
        return last_start
    return float(ends[-running])


def _most_running(timeline: Timeline, ends: NDArray[np.float64]) -> int:
    starts = np.sort(timeline.start_s)
    begun = np.searchsorted(starts, starts, "right")
    return int((begun - np.searchsorted(ends, starts, "right")).max())


def _held(trace: Trace, device: Device) -> int:
    if trace.prediction is not None:
        return trace.prediction.blocks_per_sm
    return occupancy_of(trace, device).blocks_per_sm
