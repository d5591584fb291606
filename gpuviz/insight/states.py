"""What every thread does at an instant: followed blocks exactly, from their steps; the others from
their rounds.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.hazard_moments import NamedThread
from gpuviz.insight.order import Instant, PlayOrder, barrier_phases
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Steps, Trace


class ThreadState(IntEnum):
    """What a thread does; the values are the entries of state images (uint8)."""

    NOT_STARTED = 0
    RUNNING = 1  # has steps left, or takes its last one right now
    AT_BARRIER = 2
    FINISHED = 3
    MASKED_OFF = 4
    HAZARD = 5
    READY = 6  # between two steps: its warp's turn in this round is still to come
    IDLE = 7  # finished, and has touched no global memory in the whole launch


class WarpHistory:
    """The steps of every followed warp by the position at which they are played.

    Followed warps are numbered followed block by followed block: row = rank of the block * warps
    per block + warp.
    """

    def __init__(self, trace: Trace, order: PlayOrder) -> None:
        assert trace.steps is not None
        self._order = order
        self._steps = trace.steps
        self._broke_off = trace.failure is not None  # who would have gone on, nobody knows
        self._warps_per_block = trace.config.warps_per_block
        self.followed = np.unique(trace.steps.block)
        rows = self.rows(trace.steps.block) + trace.steps.warp
        self._span = len(order) + 1
        keys = rows * self._span + order.position
        self._by_warp = np.argsort(keys, kind="stable")
        self._keys = keys[self._by_warp]
        count = len(self.followed) * self._warps_per_block
        self._first = np.searchsorted(self._keys, np.arange(count + 1) * self._span)
        self._released = _release_positions(trace, trace.steps, order)
        self._round_of = order.round[order.position]
        self._done_at = (-1, self._first[:-1])
        self._states_at: tuple[Instant, NDArray[np.uint8]] | None = None

    def rows(self, blocks: NDArray[np.int64]) -> NDArray[np.int64]:
        """The row of warp 0 of each followed block."""
        return np.searchsorted(self.followed, blocks).astype(np.int64) * self._warps_per_block

    def is_followed(self, block: int) -> bool:
        """Whether the steps of a block were kept."""
        at = int(np.searchsorted(self.followed, block))
        return at < len(self.followed) and int(self.followed[at]) == block

    def steps_of(self, block: int, warp: int, moment: int) -> NDArray[np.int64]:
        """Ids of the steps that one followed warp has executed at a moment, in order."""
        row = int(self.rows(np.array([block]))[0]) + warp
        stop = int(np.searchsorted(self._keys, row * self._span + moment))
        return self._by_warp[self._first[row] : stop]

    def latest(self, instant: Instant) -> NDArray[np.int64]:
        """By followed warp: the id of the step executed last, -1 before the first."""
        done = self._done(instant)
        found = self._by_warp[np.maximum(done - 1, 0)]
        return np.where(done > self._first[:-1], found, -1)

    def states(self, instant: Instant) -> NDArray[np.uint8]:
        """By followed warp: its ThreadState (never MASKED_OFF or HAZARD, which are a lane's);
        read-only.
        """
        if self._states_at is None or self._states_at[0] != instant:
            self._states_at = (instant, self._states(instant))
        return self._states_at[1]

    def _states(self, instant: Instant) -> NDArray[np.uint8]:
        latest = self.latest(instant)
        over = self._done(instant) == self._first[1:]
        stepped = self._round_of[latest] + 1 >= instant.rounds
        state = np.where(stepped, ThreadState.RUNNING, ThreadState.READY)
        if not self._broke_off:
            state[over & (latest != self._order.playing(instant))] = ThreadState.FINISHED
        state[self._released[latest] >= instant.steps] = ThreadState.AT_BARRIER
        state[latest < 0] = ThreadState.NOT_STARTED
        if instant.ended and not self._broke_off:
            state[:] = ThreadState.FINISHED
        found = state.astype(np.uint8)
        found.flags.writeable = False
        return found

    def masks(self, instant: Instant) -> NDArray[np.uint32]:
        """By followed warp: the active lanes of its latest step, all lanes before the first."""
        latest = self.latest(instant)
        return np.where(latest < 0, np.uint32(0xFFFFFFFF), self._steps.mask[latest])

    def _done(self, instant: Instant) -> NDArray[np.int64]:
        """Where the steps to come begin, by followed warp; remembered for the latest instant."""
        if self._done_at[0] != instant.steps:
            starts = np.arange(len(self._first) - 1) * self._span
            done = np.searchsorted(self._keys, starts + instant.steps).astype(np.int64)
            self._done_at = (instant.steps, done)
        return self._done_at[1]


class GridStates:
    """The state of every block and thread of a launch at any instant; each answer costs only what
    it covers.
    """

    def __init__(
        self,
        trace: Trace,
        order: PlayOrder,
        history: WarpHistory,
        hazards: tuple[NamedThread, ...],
    ) -> None:
        self.history = history
        self._order = order
        self._config = trace.config
        self._hazards = hazards
        self._active = trace.thread_active

    def blocks(self, instant: Instant) -> NDArray[np.uint8]:
        """[blocks] NOT_STARTED, RUNNING or FINISHED by rounds; for followed blocks what most of
        their warps do.
        """
        state = block_states(self._order, instant)
        by_warp = self.history.states(instant).reshape(len(self.history.followed), -1)
        counts = (by_warp[:, :, None] == np.arange(len(ThreadState))).sum(axis=1)
        state[self.history.followed] = counts.argmax(axis=1)
        if self._active is not None:
            _mark_idle(state, np.any(self._active, axis=1))
        return state

    def threads(self, instant: Instant, blocks: NDArray[np.int64]) -> NDArray[np.uint8]:
        """[len(blocks), threads per block] the ThreadState of every thread of some blocks,
        ascending.
        """
        block_size = self._config.block.size
        image = np.repeat(block_states(self._order, instant)[blocks, None], block_size, axis=1)
        known = np.isin(blocks, self.history.followed)
        if known.any():
            image[known] = self._followed_threads(instant, blocks[known])
        if self._active is not None:
            _mark_idle(image, self._active[blocks])
        self._mark_hazards(instant, blocks, image)
        return image

    def warps(self, instant: Instant, blocks: NDArray[np.int64]) -> NDArray[np.uint8]:
        """[len(blocks), warps per block] the ThreadState of every warp of ascending blocks."""
        per_block = self._config.warps_per_block
        image = np.repeat(block_states(self._order, instant)[blocks, None], per_block, axis=1)
        known = np.isin(blocks, self.history.followed)
        if known.any():
            rows = self.history.rows(blocks[known])[:, None] + np.arange(per_block)
            image[known] = self.history.states(instant)[rows]
        if self._active is not None:
            missing = per_block * WARP_SIZE - self._config.block.size
            lanes = np.pad(self._active[blocks], ((0, 0), (0, missing)))
            _mark_idle(image, np.any(lanes.reshape(len(blocks), per_block, WARP_SIZE), axis=2))
        return image

    def hazard_blocks(self, instant: Instant) -> tuple[int, ...]:
        """Blocks of which a thread is named by a hazard that has happened."""
        return tuple(named.block for named in self._hazards if instant.steps >= named.since)

    def hazard_lanes(self, instant: Instant, block: int, warp: int) -> tuple[int, ...]:
        """Lanes of one warp that hazards name, once those have happened."""
        first = warp * WARP_SIZE
        return tuple(
            thread - first
            for owner, thread, since, _ in self._hazards
            if owner == block and 0 <= thread - first < WARP_SIZE and instant.steps >= since
        )

    def idle_lanes(self, block: int, warp: int) -> NDArray[np.bool_]:
        """[32] lanes of one warp that are idle in the whole launch, where that is known."""
        idle = np.zeros(WARP_SIZE, np.bool_)
        if self._active is not None:
            known = self._active[block, warp * WARP_SIZE : (warp + 1) * WARP_SIZE]
            idle[: len(known)] = ~known
        return idle

    def _followed_threads(self, instant: Instant, blocks: NDArray[np.int64]) -> NDArray[np.uint8]:
        per_block = self._config.warps_per_block
        rows = (self.history.rows(blocks)[:, None] + np.arange(per_block)).ravel()
        state = self.history.states(instant)[rows]
        mask = self.history.masks(instant)[rows]
        lanes = lane_states(state, mask).reshape(len(blocks), per_block * WARP_SIZE)
        return lanes[:, : self._config.block.size]

    def _mark_hazards(
        self, instant: Instant, blocks: NDArray[np.int64], image: NDArray[np.uint8]
    ) -> None:
        for block, thread, since, _ in self._hazards:
            row = int(np.searchsorted(blocks, block))
            if instant.steps >= since and row < len(blocks) and blocks[row] == block:
                image[row, thread] = ThreadState.HAZARD


def _mark_idle(state: NDArray[np.uint8], active: NDArray[np.bool_]) -> None:
    """Of what has finished, in place, what had nothing to do."""
    state[(state == ThreadState.FINISHED) & ~active] = ThreadState.IDLE


def block_states(order: PlayOrder, instant: Instant) -> NDArray[np.uint8]:
    """[blocks] NOT_STARTED, RUNNING or FINISHED, from the rounds in which each block runs."""
    state = np.where(order.block_start < instant.rounds, ThreadState.RUNNING, 0).astype(np.uint8)
    state[order.block_end <= order.rounds_over(instant)] = ThreadState.FINISHED
    return state


def lane_states(state: NDArray[np.uint8], mask: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """[warps, 32] from the states and the active lanes of warps: lanes outside the mask of a warp
    under way are off.
    """
    lanes = (mask[:, None] >> np.arange(WARP_SIZE, dtype=np.uint32)) & 1 > 0
    under_way = np.isin(state, (ThreadState.RUNNING, ThreadState.AT_BARRIER, ThreadState.READY))
    shown = np.broadcast_to(state[:, None], lanes.shape)
    return np.where(lanes | ~under_way[:, None], shown, np.uint8(ThreadState.MASKED_OFF))


def _release_positions(trace: Trace, steps: Steps, order: PlayOrder) -> NDArray[np.int64]:
    """By step: the position of the last arrival at its barrier, -1 for what is no barrier."""
    barrier = np.array([s.is_barrier for s in trace.statements], bool)[steps.statement]
    released = np.full(len(steps), -1, np.int64)
    if not barrier.any():
        return released
    phase, _ = barrier_phases(trace, steps)
    key = steps.block[barrier] * (int(phase.max()) + 1) + phase[barrier]
    _, group = np.unique(key, return_inverse=True)
    last = np.full(int(group.max()) + 1, -1, np.int64)
    np.maximum.at(last, group, order.position[barrier])
    released[barrier] = last[group]
    return released
