"""Keeps every step, access and assignment of the followed blocks (DESIGN.md 7)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.cohort import Cohort, Mask, Value
from gpuviz.simt.memory import AnyArray, GlobalArray, c_strides
from gpuviz.trace.columns import NO_ELEMENT, Accesses, Steps, Values, to_bits

FOLLOW_ALL_BYTES = 16_000_000  # all blocks are followed while that fits, else the first, last and chosen ones
FOLLOW_BYTES = 64_000_000  # where even those need more, recording stops and the trace says so
STEP_BYTES = 20
ACCESS_BYTES = 16 + WARP_SIZE * 16
VALUE_BYTES = 16 + WARP_SIZE * 8

StepIds = NDArray[np.int64]
"""Ids of the current step of each followed warp of a cohort, shape (followed blocks, warps), -1 for none."""

Rows = tuple[NDArray[Any], ...]


class Recorder:
    """Grows columns while a launch runs. One `CohortRecorder` a cohort writes into it."""

    def __init__(self, blocks: int, chosen: tuple[int, ...]) -> None:
        self.keep = sorted({0, blocks - 1, *(b for b in chosen if 0 <= b < blocks)})
        self.follows_all = True
        self.cut_off = False
        self.next_step = 0
        self.bytes = 0
        self._blocks = blocks
        self._steps: list[Rows] = []
        self._accesses: list[Rows] = []
        self._values: list[Rows] = []

    def followed_rows(self, cohort: Cohort) -> NDArray[np.int64]:
        """Which blocks of a cohort are followed, as rows of it."""
        if self.follows_all:
            return np.arange(cohort.blocks)
        return np.flatnonzero(np.isin(cohort.block_ids, self.keep))

    def check_budget(self, blocks_done: int) -> None:
        """After each chunk: follows only the first, last and chosen blocks where all of them would not fit."""
        if self.follows_all and self.bytes * self._blocks > FOLLOW_ALL_BYTES * blocks_done:
            if len(self.keep) < self._blocks:
                self._prune()
            self.follows_all = len(self.keep) == self._blocks

    @property
    def full(self) -> bool:
        return self.bytes > FOLLOW_BYTES

    def add_step(self, rows: Rows) -> None:
        self._steps.append(rows)
        self.next_step += len(rows[0])
        self.bytes += len(rows[0]) * STEP_BYTES

    def add_access(self, rows: Rows) -> None:
        self._accesses.append(rows)
        self.bytes += len(rows[0]) * ACCESS_BYTES

    def add_value(self, rows: Rows) -> None:
        self._values.append(rows)
        self.bytes += len(rows[0]) * VALUE_BYTES

    def followed(self) -> tuple[int, ...]:
        """Linear blocks that were followed, ascending."""
        return tuple(range(self._blocks)) if self.follows_all else tuple(self.keep)

    def columns(self) -> tuple[Steps, Accesses, Values]:
        """All that was kept."""
        one, wide = np.zeros(0, np.int64), np.zeros((0, WARP_SIZE), np.int64)
        steps = _joined(self._steps, (one, one, one, one))
        accesses = _joined(self._accesses, (one, one, one, wide, wide))
        values = _joined(self._values, (one, one, one, wide))
        return (
            Steps(*_typed(steps, (np.int64, np.int32, np.int32, np.uint32))),
            Accesses(*_typed(accesses, (np.int64, np.int32, np.int32, np.int64, np.uint64))),
            Values(*_typed(values, (np.int64, np.int32, np.uint32, np.uint64))),
        )

    def _prune(self) -> None:
        """Drops the rows of blocks that are not kept; steps are numbered anew."""
        steps, accesses, values = self.columns()
        kept = np.isin(steps.block, self.keep)
        number = np.cumsum(kept) - 1
        self._steps = [(steps.block[kept], steps.warp[kept], steps.statement[kept], steps.mask[kept])]
        some = kept[accesses.step]
        self._accesses = [
            (
                number[accesses.step[some]],
                accesses.site[some],
                accesses.array[some],
                accesses.element[some],
                accesses.bits[some],
            )
        ]
        some = kept[values.step]
        self._values = [
            (
                number[values.step[some]],
                values.variable[some],
                values.mask[some],
                values.bits[some],
            )
        ]
        self.next_step = int(kept.sum())
        self.bytes = self._size()

    def _size(self) -> int:
        parts = (self._steps, STEP_BYTES), (self._accesses, ACCESS_BYTES), (self._values, VALUE_BYTES)
        return sum(len(rows[0]) * size for group, size in parts for rows in group)


class CohortRecorder:
    """Records the followed blocks of one cohort."""

    def __init__(self, recorder: Recorder, cohort: Cohort) -> None:
        self._recorder = recorder
        self._cohort = cohort
        self._rows = recorder.followed_rows(cohort)
        self._first_warp = cohort.first_lane // WARP_SIZE

    @property
    def active(self) -> bool:
        """Whether any block of the cohort is followed and there is room."""
        if len(self._rows) and self._recorder.full:
            self._recorder.cut_off = True
            self._rows = self._rows[:0]
        return len(self._rows) > 0

    def step(self, statement: int, mask: Mask) -> StepIds | None:
        """Every followed warp with an active lane executes a statement."""
        if not self.active:
            return None
        words = self._of_followed(mask.words)
        row, warp = np.nonzero(words)
        ids = np.full(words.shape, -1, np.int64)
        ids[row, warp] = np.arange(len(row)) + self._recorder.next_step
        block = self._cohort.block_ids[self._rows[row]]
        kind = np.full(len(row), statement)
        self._recorder.add_step((block, warp + self._first_warp, kind, words[row, warp]))
        return ids

    def access(
        self, ids: StepIds | None, site: int, array: AnyArray, flat: Value, mask: Mask, values: Value
    ) -> None:
        """The active lanes access `flat` of `array`; `values` are what was read or written."""
        if ids is None or not self.active:
            return
        lanes = self._lanes(mask)
        busy = lanes.any(axis=-1) & (ids >= 0)
        element = np.where(lanes, self._lanes_of(_element(array, flat)), NO_ELEMENT)[busy]
        bits = to_bits(self._lanes_of(values))[busy]
        count = len(element)
        rows = (ids[busy], np.full(count, site), np.full(count, array.row), element, bits)
        self._recorder.add_access(rows)

    def assign(self, ids: StepIds | None, variable: int, mask: Mask, values: Value) -> None:
        """The active lanes assign a local variable."""
        if ids is None or not self.active:
            return
        words = self._of_followed(mask.words)
        busy = (words != 0) & (ids >= 0)
        bits = to_bits(self._lanes_of(values))[busy]
        rows = (ids[busy], np.full(len(bits), variable), words[busy], bits)
        self._recorder.add_value(rows)

    def _of_followed(self, words: NDArray[np.uint32]) -> NDArray[np.uint32]:
        if words.shape[0] == 1:
            return np.broadcast_to(words, (len(self._rows), words.shape[1]))
        return words[self._rows]

    def _lanes(self, mask: Mask) -> NDArray[np.bool_]:
        return self._lanes_of(mask.lanes)

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
    left, element = np.asarray(flat), np.zeros(np.shape(flat), np.int64)
    order = sorted(range(len(array.shape)), key=lambda axis: -array.strides[axis])
    steps = c_strides(array.shape)
    for axis in order:
        if array.strides[axis]:
            element = element + left // array.strides[axis] * steps[axis]
            left = left % array.strides[axis]
    return element


def _joined(groups: list[Rows], empty: Rows) -> Rows:
    if not groups:
        return empty
    return tuple(np.concatenate(column) for column in zip(*groups, strict=True))


def _typed(columns: Rows, dtypes: tuple[Any, ...]) -> Rows:
    typed = tuple(
        np.ascontiguousarray(column, dtype) for column, dtype in zip(columns, dtypes, strict=True)
    )
    for column in typed:
        column.flags.writeable = False
    return typed
