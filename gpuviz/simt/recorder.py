"""Keeps every step, access and assignment of the followed blocks (DESIGN.md 7)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.cohort import Cohort, Mask, Value
from gpuviz.simt.memory import AnyArray, GlobalArray, axes_of, c_strides
from gpuviz.trace.columns import NO_ELEMENT, Accesses, Steps, Values, to_bits

FOLLOW_ALL_BYTES = 16_000_000  # all blocks are followed while that fits, else those in `keep`
FOLLOW_BYTES = 64_000_000  # where even those need more, recording stops and the trace says so
STEP_BYTES = 20
ACCESS_BYTES = 16 + WARP_SIZE * 16
VALUE_BYTES = 16 + WARP_SIZE * 8

STEP_WIDTHS = (1, 1, 1, 1, 1)  # id, block, warp, statement, mask
ACCESS_WIDTHS = (1, 1, 1, WARP_SIZE, WARP_SIZE)  # step, site, array, element, bits
VALUE_WIDTHS = (1, 1, 1, WARP_SIZE)  # step, variable, mask, bits

StepIds = NDArray[np.int64]
"""Ids of the current step of each warp of a cohort's followed blocks, -1 for none.

Shape (blocks followed when the cohort began, warps).
"""

Rows = tuple[NDArray[Any], ...]


class Recorder:
    """Grows columns while a launch runs. One `CohortRecorder` a cohort writes into it.

    A step's id grows through the launch; `columns` turns ids into row numbers.
    """

    def __init__(
        self, blocks: int, chosen: tuple[int, ...], all_bytes: int = FOLLOW_ALL_BYTES
    ) -> None:
        self.keep = sorted({0, blocks - 1, *(b for b in chosen if 0 <= b < blocks)})
        self.follows_all = True
        self.cut_off = False
        self.next_step = 0
        self._all_bytes = all_bytes
        self._bytes = 0
        self._blocks = blocks
        self._steps: list[Rows] = []
        self._accesses: list[Rows] = []
        self._values: list[Rows] = []

    def followed_rows(self, cohort: Cohort) -> NDArray[np.int64]:
        """Which blocks of a cohort are followed, as rows of it."""
        if self.follows_all:
            return np.arange(cohort.blocks)
        return np.flatnonzero(np.isin(cohort.block_ids, self.keep))

    def follows(self, cohort: Cohort) -> bool:
        """Whether any block of a cohort is followed."""
        return self.follows_all or len(self.followed_rows(cohort)) > 0

    def check_budget(self, blocks_done: int) -> None:
        """Where all blocks will not fit, goes on with the first, the last and the chosen ones."""
        if self.follows_all and self._bytes * self._blocks > self._all_bytes * blocks_done:
            self.follows_all = len(self.keep) == self._blocks
            if not self.follows_all:
                self._prune()
        if self._bytes > FOLLOW_BYTES:
            self.cut_off = True

    def begin_steps(self, rows: Rows) -> NDArray[np.int64]:
        """Adds steps (block, warp, statement, mask); gives their ids."""
        count = len(rows[0])
        ids = np.arange(self.next_step, self.next_step + count)
        self._steps.append((ids, *rows))
        self.next_step += count
        self._bytes += count * STEP_BYTES
        return ids

    def add_access(self, rows: Rows) -> None:
        """Adds rows of Accesses; their first column holds step ids."""
        self._accesses.append(rows)
        self._bytes += len(rows[0]) * ACCESS_BYTES

    def add_value(self, rows: Rows) -> None:
        """Adds rows of Values; their first column holds step ids."""
        self._values.append(rows)
        self._bytes += len(rows[0]) * VALUE_BYTES

    def followed(self) -> tuple[int, ...]:
        """Linear blocks that were followed, ascending."""
        return tuple(range(self._blocks)) if self.follows_all else tuple(self.keep)

    def columns(self) -> tuple[Steps, Accesses, Values]:
        """All that was kept."""
        ids, *steps = _joined(self._steps, STEP_WIDTHS)
        access_of, *accesses = _joined(self._accesses, ACCESS_WIDTHS)
        value_of, *values = _joined(self._values, VALUE_WIDTHS)
        access_rows, value_rows = np.searchsorted(ids, access_of), np.searchsorted(ids, value_of)
        step_types = (np.int64, np.int32, np.int32, np.uint32)
        access_types = (np.int64, np.int32, np.int32, np.int64, np.uint64)
        value_types = (np.int64, np.int32, np.uint32, np.uint64)
        return (
            Steps(*_typed(tuple(steps), step_types)),
            Accesses(*_typed((access_rows, *accesses), access_types)),
            Values(*_typed((value_rows, *values), value_types)),
        )

    def _prune(self) -> None:
        """Drops the rows of blocks that are not followed any more."""
        ids, block, *rest = _joined(self._steps, STEP_WIDTHS)
        kept = np.isin(block, self.keep)
        ids = ids[kept]
        self._steps = [(ids, block[kept], *(column[kept] for column in rest))]
        self._accesses = [_of_steps(rows, ids) for rows in self._accesses]
        self._values = [_of_steps(rows, ids) for rows in self._values]
        self._bytes = sum(
            len(rows[0]) * size
            for group, size in (
                (self._steps, STEP_BYTES),
                (self._accesses, ACCESS_BYTES),
                (self._values, VALUE_BYTES),
            )
            for rows in group
        )


class CohortRecorder:
    """Records the followed blocks of one cohort.

    The recorder may give up some of them while the cohort runs; `_places` says which of those that
    the cohort began with are left.
    """

    def __init__(self, recorder: Recorder, cohort: Cohort) -> None:
        self._recorder = recorder
        self._cohort = cohort
        self._begun = recorder.followed_rows(cohort)  # rows of the cohort
        self._places = np.arange(len(self._begun))
        self._rows = self._begun
        self._first_warp = cohort.first_lane // WARP_SIZE
        self._followed_all = recorder.follows_all
        self._blocks_done = int(cohort.block_ids[-1]) + 1

    def step(self, statement: int, mask: Mask) -> StepIds:
        """Every followed warp with an active lane executes a statement."""
        self._check_budget()
        ids = np.full((len(self._begun), self._cohort.warps), -1, np.int64)
        words = self._of_followed(mask.words)
        row, warp = np.nonzero(words)
        block = self._cohort.block_ids[self._rows[row]]
        kind = np.full(len(row), statement)
        rows = (block, warp + self._first_warp, kind, words[row, warp])
        ids[self._places[row], warp] = self._recorder.begin_steps(rows)
        return ids

    def access(
        self,
        ids: StepIds | None,
        site: int,
        array: AnyArray,
        flat: Value,
        mask: Mask,
        values: Value,
    ) -> None:
        """The active lanes access `flat` of `array`; `values` are what was read or written."""
        busy, steps = self._busy(ids, mask)
        if not len(steps):
            return
        lanes = self._lanes_of(mask.lanes)[busy]
        element = np.where(lanes, self._lanes_of(_element(array, flat))[busy], NO_ELEMENT)
        bits = to_bits(self._lanes_of(values)[busy])
        count = len(steps)
        rows = (steps, np.full(count, site), np.full(count, array.row), element, bits)
        self._recorder.add_access(rows)

    def assign(self, ids: StepIds | None, variable: int, mask: Mask, values: Value) -> None:
        """The active lanes assign a local variable."""
        busy, steps = self._busy(ids, mask)
        if not len(steps):
            return
        words = self._of_followed(mask.words)[busy]
        bits = to_bits(self._lanes_of(values)[busy])
        self._recorder.add_value((steps, np.full(len(steps), variable), words, bits))

    def _check_budget(self) -> None:
        if self._recorder.cut_off:
            self._keep(np.zeros(0, np.int64))
            return
        self._recorder.check_budget(self._blocks_done)
        if self._followed_all and not self._recorder.follows_all:
            self._followed_all = False
            followed = np.isin(self._begun, self._recorder.followed_rows(self._cohort))
            self._keep(np.flatnonzero(followed))

    def _keep(self, places: NDArray[np.int64]) -> None:
        self._places, self._rows = places, self._begun[places]

    def _busy(self, ids: StepIds | None, mask: Mask) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Followed warps with an active lane, shape (followed, warps), and their steps."""
        if ids is None or self._recorder.cut_off:
            return np.zeros((len(self._rows), 0), np.bool_), np.zeros(0, np.int64)
        steps = ids[self._places]
        busy = (self._of_followed(mask.words) != 0) & (steps >= 0)
        return busy, steps[busy]

    def _of_followed(self, words: NDArray[np.uint32]) -> NDArray[np.uint32]:
        if words.shape[0] == 1:
            return np.broadcast_to(words, (len(self._rows), words.shape[1]))
        return words[self._rows]

    def _lanes_of(self, values: Value) -> NDArray[Any]:
        """Values of the followed blocks, shape (followed, warps, 32)."""
        shape = (len(self._rows), self._cohort.lane_count)
        array = np.asarray(values)
        if array.ndim == 2 and array.shape[0] > 1:
            array = array[self._rows]
        return np.broadcast_to(array, shape).reshape(len(self._rows), -1, WARP_SIZE)


def _element(array: AnyArray, flat: Value) -> Value:
    """The element's number in C order; `flat` counts along the array's own strides."""
    if not isinstance(array, GlobalArray) or array.c_order:
        return flat
    index, steps = axes_of(array, np.asarray(flat)), c_strides(array.shape)
    return sum((axis * step for axis, step in zip(index, steps, strict=True)), np.int64(0))


def _of_steps(rows: Rows, ids: NDArray[np.int64]) -> Rows:
    kept = np.isin(rows[0], ids)
    return tuple(column[kept] for column in rows)


def _joined(groups: list[Rows], widths: tuple[int, ...]) -> Rows:
    if not groups:
        return tuple(np.zeros((0, width)[: 1 + (width > 1)], np.int64) for width in widths)
    return tuple(np.concatenate(column) for column in zip(*groups, strict=True))


def _typed(columns: Rows, dtypes: tuple[Any, ...]) -> Rows:
    typed = tuple(
        np.ascontiguousarray(column, dtype) for column, dtype in zip(columns, dtypes, strict=True)
    )
    for column in typed:
        column.flags.writeable = False
    return typed
