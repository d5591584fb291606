"""Keeps every step, access and assignment of the followed blocks (DESIGN.md 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.cohort import Cohort, Mask, Value
from gpuviz.simt.events import (
    AccessEvent,
    ExchangeEvent,
    Rows,
    StepEvent,
    ValueEvent,
    Warps,
    only,
)
from gpuviz.simt.memory import AnyArray
from gpuviz.trace.columns import Accesses, Exchanges, Steps, Values

FOLLOW_ALL_BYTES = 16_000_000  # all blocks are followed while that fits, else those in `keep`
FOLLOW_BYTES = 64_000_000  # where even those need more, recording stops and the trace says so
HELD_BYTES = 16_000_000  # of arrays that wait to be turned into rows
STEP_BYTES = 20
ACCESS_BYTES = 16 + WARP_SIZE * 16
VALUE_BYTES = 16 + WARP_SIZE * 8
EXCHANGE_BYTES = 14 + WARP_SIZE * 17

STEP_WIDTHS = (1, 1, 1, 1, 1)  # id, block, warp, statement, mask
ACCESS_WIDTHS = (1, 1, 1, WARP_SIZE, WARP_SIZE)  # step, site, array, element, bits
VALUE_WIDTHS = (1, 1, 1, WARP_SIZE)  # step, variable, mask, bits
EXCHANGE_WIDTHS = (1, 1, 1, 1, WARP_SIZE, WARP_SIZE, WARP_SIZE)
"""Of step, kind, type, mask, source, given, received."""

StepIds = int
"""The id of the current step of a cohort's first followed warp; the others count on from there."""


class Columns(NamedTuple):
    """All that was kept; nothing where nobody recorded."""

    steps: Steps | None = None
    accesses: Accesses | None = None
    values: Values | None = None
    exchanges: Exchanges | None = None
    step_ids: NDArray[np.int64] | None = None  # [steps] ascending, as the cohorts gave them

    def row_of(self, step: int | None) -> int | None:
        """The row of a step by its id; None where it was not kept."""
        ids = self.step_ids
        if step is None or ids is None:
            return None
        row = int(np.searchsorted(ids, step))
        return row if row < len(ids) and ids[row] == step else None


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
        self.bytes = 0  # that the rows take, or will take
        self.cohorts: list[CohortRecorder] = []  # all that were followed
        self._held = 0  # bytes of arrays that wait to be turned into rows
        self._all_bytes = all_bytes
        self._blocks = blocks
        self._steps: list[Rows] = []
        self._accesses: list[Rows] = []
        self._values: list[Rows] = []
        self._exchanges: list[Rows] = []

    def choose(self, blocks: Iterable[int]) -> None:
        """These blocks are followed too."""
        self.keep = sorted({*self.keep, *blocks})

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
        if self.follows_all and self.bytes * self._blocks > self._all_bytes * blocks_done:
            self.follows_all = len(self.keep) == self._blocks
            if not self.follows_all:
                self._prune()
        if self.bytes > FOLLOW_BYTES:
            self.cut_off = True

    def begin_step(self, warps: int) -> int:
        """Ids for the steps of so many warps: the first one."""
        first = self.next_step
        self.next_step += warps
        return first

    def add(self, *kinds: Rows | None) -> None:
        """Adds rows of steps, accesses, values and exchanges; their first column holds step ids."""
        kept = (self._steps, self._accesses, self._values, self._exchanges)
        for group, rows in zip(kept, kinds, strict=True):
            if rows is not None:
                group.append(rows)

    def hold(self, array_bytes: int) -> None:
        """Arrays of so many bytes are kept until they are rows, which is now where it is much."""
        self._held += array_bytes
        if self._held > HELD_BYTES:
            self._flush()

    def followed(self) -> tuple[int, ...]:
        """Linear blocks that were followed, ascending."""
        return tuple(range(self._blocks)) if self.follows_all else tuple(self.keep)

    def columns(self) -> Columns:
        """All that was kept."""
        self._flush()
        ids, *steps = _joined(self._steps, STEP_WIDTHS)
        if len(self._steps) > 1:
            order = np.argsort(ids, kind="stable")
            ids, steps = ids[order], [column[order] for column in steps]
        access_of, *accesses = _joined(self._accesses, ACCESS_WIDTHS)
        value_of, *values = _joined(self._values, VALUE_WIDTHS)
        exchange_of, *exchanges = _joined(self._exchanges, EXCHANGE_WIDTHS)
        access_rows, value_rows, exchange_rows = (
            np.searchsorted(ids, of) for of in (access_of, value_of, exchange_of)
        )
        step_types = (np.int64, np.int32, np.int32, np.uint32)
        access_types = (np.int64, np.int32, np.int32, np.int64, np.uint64)
        value_types = (np.int64, np.int32, np.uint32, np.uint64)
        lanes = (np.int8, np.uint64, np.uint64)
        exchange_types = (np.int64, np.uint8, np.uint8, np.uint32, *lanes)
        return Columns(
            Steps(*_typed(tuple(steps), step_types)),
            Accesses(*_typed((access_rows, *accesses), access_types)),
            Values(*_typed((value_rows, *values), value_types)),
            Exchanges(*_typed((exchange_rows, *exchanges), exchange_types)),
            ids,
        )

    def _flush(self) -> None:
        self._held = 0
        for cohort in self.cohorts:
            cohort.flush()

    def _prune(self) -> None:
        """Drops what is kept of blocks that are not followed any more."""
        for cohort in self.cohorts:
            cohort.narrow()
        self._flush()
        ids, block, *rest = _joined(self._steps, STEP_WIDTHS)
        kept = np.isin(block, self.keep)
        ids = ids[kept]
        self._steps = [(ids, block[kept], *(column[kept] for column in rest))]
        self._accesses = [_of_steps(rows, ids) for rows in self._accesses]
        self._values = [_of_steps(rows, ids) for rows in self._values]
        self._exchanges = [_of_steps(rows, ids) for rows in self._exchanges]
        self.bytes = sum(
            len(rows[0]) * size
            for group, size in (
                (self._steps, STEP_BYTES),
                (self._accesses, ACCESS_BYTES),
                (self._values, VALUE_BYTES),
                (self._exchanges, EXCHANGE_BYTES),
            )
            for rows in group
        )


class CohortRecorder:
    """Records the followed blocks of one cohort.

    What happens is kept as references to arrays that nobody changes any more, and becomes rows
    when the cohort ends. The recorder may give up some blocks while the cohort runs. `blocks` is
    how many share the budget until the cohort ends: by default those up to its last one.
    """

    def __init__(self, recorder: Recorder, cohort: Cohort, blocks: int | None = None) -> None:
        self._recorder = recorder
        self._cohort = cohort
        self._rows = recorder.followed_rows(cohort)  # of the cohort
        self._begun = len(self._rows) * cohort.warps
        self._begun_blocks = cohort.block_ids[self._rows]
        first, places = cohort.first_lane // WARP_SIZE, np.arange(len(self._rows))
        self._warps = Warps(cohort.block_ids[self._rows], places, first, cohort.warps)
        self._blocks_done = int(cohort.block_ids[-1]) + 1 if blocks is None else blocks
        self._steps: list[StepEvent] = []
        self._accesses: list[AccessEvent] = []
        self._values: list[ValueEvent] = []
        self._exchanges: list[ExchangeEvent] = []
        recorder.cohorts.append(self)

    def step(self, statement: int, mask: Mask) -> StepIds:
        """Every followed warp with an active lane executes a statement."""
        self._recorder.check_budget(self._blocks_done)
        first = self._recorder.begin_step(self._begun)
        words = self._of_followed(mask.words)
        if self._takes(words, STEP_BYTES):
            self._steps.append(StepEvent(first, statement, words))
        return first

    def id_of(self, step: StepIds, block: int, warp: int) -> int | None:
        """The id of a warp's step among those that began with `step`; None: it is not followed.

        It may turn out later that the step is not kept.
        """
        place = int(np.searchsorted(self._begun_blocks, block))
        if place == len(self._begun_blocks) or self._begun_blocks[place] != block:
            return None
        return step + place * self._cohort.warps + warp - self._warps.first

    def access(
        self,
        step: StepIds | None,
        site: int,
        array: AnyArray,
        flat: Value,
        mask: Mask,
        values: Value,
    ) -> None:
        """The active lanes access `flat` of `array`; `values` are what was read or written."""
        words = self._of_followed(mask.words)
        if step is not None and self._takes(words, ACCESS_BYTES):
            flat, values = self._of_followed(flat), self._of_followed(values)
            self._accesses.append(AccessEvent(step, site, words, values, array, flat))
            self._recorder.hold(flat.nbytes + values.nbytes)

    def assign(self, step: StepIds | None, variable: int, mask: Mask, values: Value) -> None:
        """The active lanes assign a local variable."""
        words = self._of_followed(mask.words)
        if step is not None and self._takes(words, VALUE_BYTES):
            values = self._of_followed(values)
            self._values.append(ValueEvent(step, variable, words, values))
            self._recorder.hold(values.nbytes)

    def exchange(
        self,
        step: StepIds | None,
        kind: int,
        mask: Mask,
        source: Value,
        given: NDArray[Any],
        received: NDArray[Any],
    ) -> None:
        """The active lanes exchange values; `kind` is a row of EXCHANGE_KINDS."""
        words = self._of_followed(mask.words)
        if step is not None and self._takes(words, EXCHANGE_BYTES):
            arrays = [self._of_followed(lanes) for lanes in (source, given, received)]
            self._exchanges.append(ExchangeEvent(step, kind, words, *arrays))
            self._recorder.hold(sum(array.nbytes for array in arrays))

    def flush(self) -> None:
        """Turns what was kept into rows."""
        steps = self._warps.steps(self._steps) if self._steps else None
        accesses = self._warps.accesses(self._accesses) if self._accesses else None
        values = self._warps.values(self._values) if self._values else None
        exchanges = self._warps.exchanges(self._exchanges) if self._exchanges else None
        self._recorder.add(steps, accesses, values, exchanges)
        self._steps, self._accesses, self._values, self._exchanges = [], [], [], []

    def narrow(self) -> None:
        """Some blocks are not followed any more: what was kept of them is dropped."""
        followed = np.isin(self._rows, self._recorder.followed_rows(self._cohort))
        chosen = np.flatnonzero(followed)
        self._rows, self._warps = self._rows[chosen], self._warps.only(chosen)
        kept = len(chosen) > 0
        self._steps = [only(event, chosen) for event in self._steps if kept]
        self._accesses = [only(event, chosen) for event in self._accesses if kept]
        self._values = [only(event, chosen) for event in self._values if kept]
        self._exchanges = [only(event, chosen) for event in self._exchanges if kept]

    def _takes(self, words: NDArray[np.uint32], row_bytes: int) -> bool:
        """Whether there is something to keep, and room for it; makes the room its own."""
        count = int(np.count_nonzero(words))
        if words.shape[0] == 1:
            count *= len(self._rows)
        if not count or self._recorder.cut_off:
            return False
        self._recorder.bytes += count * row_bytes
        return True

    def _of_followed(self, values: Value) -> NDArray[Any]:
        """The rows of the followed blocks, where every block has its own."""
        array = np.asarray(values)
        if array.ndim < 2 or len(array) == 1 or len(array) == len(self._rows):
            return array
        return array[self._rows]


def _of_steps(rows: Rows, ids: NDArray[np.int64]) -> Rows:
    kept = np.isin(rows[0], ids)
    return tuple(column[kept] for column in rows)


def _joined(groups: list[Rows], widths: tuple[int, ...]) -> Rows:
    if not groups:
        return tuple(np.zeros((0, width)[: 1 + (width > 1)], np.int64) for width in widths)
    if len(groups) == 1:
        return groups[0]
    return tuple(np.concatenate(column) for column in zip(*groups, strict=True))


def _typed(columns: Rows, dtypes: tuple[Any, ...]) -> Rows:
    typed = tuple(
        np.ascontiguousarray(column, dtype) for column, dtype in zip(columns, dtypes, strict=True)
    )
    for column in typed:
        column.flags.writeable = False
    return typed
