"""Keeps every step, access and assignment of the followed blocks."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.simt.observe.events import (
    ACCESS_BYTES,
    EXCHANGE_BYTES,
    STEP_BYTES,
    VALUE_BYTES,
    Events,
    Rows,
    Warps,
    Words,
    events_of,
    rows_of,
)
from gpuviz.simt.observe.lone_run import LoneRun
from gpuviz.simt.observe.lone_run_rows import rows_of_lone_run
from gpuviz.simt.observe.lone_warps import LoneWarpEvents, LoneWarpRecorder
from gpuviz.simt.observe.observer import Access, Observer
from gpuviz.trace.columns import Accesses, Exchanges, Steps, Values

FOLLOW_ALL_BYTES = 16_000_000  # all blocks are followed while that fits, else those in `keep`
FOLLOW_BYTES = 64_000_000  # where even those need more, recording stops and the trace says so
HELD_BYTES = 16_000_000  # of arrays that wait to be turned into rows
LATEST_MASKS = 16  # whose warps are remembered
LATEST_ELEMENTS = 4  # arrays of elements whose followed rows are remembered

STEP_WIDTHS = (1, 1, 1, 1, 1)  # id, block, warp, statement, mask
ACCESS_WIDTHS = (1, 1, 1, WARP_SIZE, WARP_SIZE, 1)  # step, site, array, element, bits, after
VALUE_WIDTHS = (1, 1, 1, WARP_SIZE, 1)  # step, variable, mask, bits, after
EXCHANGE_WIDTHS = (1, 1, 1, 1, WARP_SIZE, WARP_SIZE, WARP_SIZE)
"""Of step, kind, type, mask, source, given, received."""


class Columns(NamedTuple):
    """All that was kept; nothing where nobody recorded."""

    steps: Steps | None = None
    accesses: Accesses | None = None
    values: Values | None = None
    exchanges: Exchanges | None = None
    step_ids: NDArray[np.int64] | None = None  # [steps] ascending, see warp_step

    def row_of(self, step: int | None) -> int | None:
        """The row of a step by its id; None where it was not kept."""
        ids = self.step_ids
        if step is None or ids is None:
            return None
        row = int(np.searchsorted(ids, step))
        return row if row < len(ids) and ids[row] == step else None


class Recorder(Observer):
    """Grows columns while a launch runs. Each thread group has one that watches it.

    Steps are told apart by their numbers (see warp_step); `columns` turns these into rows.
    """

    def __init__(
        self, config: LaunchConfig, chosen: tuple[int, ...], all_bytes: int = FOLLOW_ALL_BYTES
    ) -> None:
        blocks = config.blocks
        self.keep = sorted({0, blocks - 1, *(b for b in chosen if 0 <= b < blocks)})
        self.follows_all = True
        self.cut_off = False
        self.bytes = 0  # that the rows take, or will take
        self._parts: list[GroupRecorder | LoneWarpEvents] = []  # in the order in which they came
        self._held = 0  # bytes of arrays that wait to be turned into rows
        self._all_bytes = all_bytes
        self._blocks, self._warps = blocks, blocks * config.warps_per_block
        self._steps: list[Rows] = []
        self._accesses: list[Rows] = []
        self._values: list[Rows] = []
        self._exchanges: list[Rows] = []

    def choose(self, blocks: Iterable[int]) -> None:
        """These blocks are followed too."""
        self.keep = sorted({*self.keep, *blocks})

    def followed_rows(self, thread_group: ThreadGroup) -> NDArray[np.int64]:
        """Which blocks of a thread group are followed, as rows of it."""
        if self.follows_all:
            return np.arange(thread_group.blocks)
        return np.flatnonzero(np.isin(thread_group.block_ids, self.keep))

    def for_group(
        self, thread_group: ThreadGroup, blocks: ThreadGroup
    ) -> GroupRecorder | LoneWarpRecorder | None:
        """What records a thread group, where any block of it is followed."""
        if not len(self.followed_rows(thread_group)):
            return None
        if thread_group is not blocks:  # it takes turns with others: a warp
            part = self._parts[-1] if self._parts else None
            if not isinstance(part, LoneWarpEvents):
                part = LoneWarpEvents(self, thread_group.config)
                self._parts.append(part)
            return part.recorder(thread_group)
        recorder = GroupRecorder(self, thread_group)
        self._parts.append(recorder)
        return recorder

    def blocks_ended(self, count: int) -> None:
        """Looks at what has been kept of them."""
        self.check_budget(count)

    def room(self, blocks_done: int) -> int:
        """The bytes up to which there is no need to look at the budget."""
        share = self._all_bytes * blocks_done // self._blocks
        return min(share, FOLLOW_BYTES) if self.follows_all else FOLLOW_BYTES

    def check_budget(self, blocks_done: int) -> None:
        """Where all blocks will not fit, goes on with the first, the last and the chosen ones."""
        if self.follows_all and self.bytes * self._blocks > self._all_bytes * blocks_done:
            self.follows_all = len(self.keep) == self._blocks
            if not self.follows_all:
                self._prune()
        if self.bytes > FOLLOW_BYTES:
            self.cut_off = True

    def is_tight(self, more: int, blocks_done: int) -> bool:
        """Whether the followed blocks would become fewer, or recording stop, with more bytes."""
        most = self.bytes + more
        narrows = self.follows_all and most * self._blocks > self._all_bytes * blocks_done
        return (narrows and len(self.keep) != self._blocks) or most > FOLLOW_BYTES

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
        access_of, *accesses, accessed = _joined(self._accesses, ACCESS_WIDTHS)
        value_of, *values, assigned = _joined(self._values, VALUE_WIDTHS)
        exchange_of, *exchanges = _joined(self._exchanges, EXCHANGE_WIDTHS)
        access_rows, value_rows, exchange_rows = (
            np.searchsorted(ids, of) for of in (access_of, value_of, exchange_of)
        )
        step_types = (np.int64, np.int32, np.int32, np.uint32)
        accesses.append(_latest_rows(ids, access_rows, accessed, self._warps))
        values.append(_latest_rows(ids, value_rows, assigned, self._warps))
        access_types = (np.int64, np.int32, np.int32, np.int64, np.uint64, np.int64)
        value_types = (np.int64, np.int32, np.uint32, np.uint64, np.int64)
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
        for part in self._parts:
            part.flush()

    def _prune(self) -> None:
        """Drops what is kept of blocks that are not followed any more."""
        for part in self._parts:
            part.narrow()
        alone, waiting = self._parts[0] if len(self._parts) == 1 else None, 0
        if isinstance(alone, GroupRecorder):
            self._held, waiting = alone.held_bytes(), alone.row_bytes()
        else:
            self._flush()
        ids, block, *rest = _joined(self._steps, STEP_WIDTHS)
        kept = np.isin(block, self.keep)
        ids = ids[kept]
        self._steps = [(ids, block[kept], *(column[kept] for column in rest))]
        ascending = np.sort(ids)
        self._accesses = [_of_steps(rows, ascending) for rows in self._accesses]
        self._values = [_of_steps(rows, ascending) for rows in self._values]
        self._exchanges = [_of_steps(rows, ascending) for rows in self._exchanges]
        self.bytes = waiting + sum(
            len(rows[0]) * size
            for group, size in (
                (self._steps, STEP_BYTES),
                (self._accesses, ACCESS_BYTES),
                (self._values, VALUE_BYTES),
                (self._exchanges, EXCHANGE_BYTES),
            )
            for rows in group
        )


class GroupRecorder(Observer):
    """Records the followed blocks of one thread group.

    What happens is kept as references to arrays that nobody changes any more, and becomes rows
    when the group ends. The recorder may give up some blocks while it runs.
    """

    reads_values: ClassVar[bool] = True

    def __init__(self, recorder: Recorder, thread_group: ThreadGroup) -> None:
        self._recorder = recorder
        self._group = thread_group
        self._rows = recorder.followed_rows(thread_group)  # of the thread group
        first, blocks = thread_group.first_lane // WARP_SIZE, thread_group.block_ids[self._rows]
        self._warps = Warps(thread_group.config, blocks, first, thread_group.warps)
        self._blocks_done = int(thread_group.block_ids[-1]) + 1
        self._room = recorder.room(self._blocks_done)
        self._events: Events[Words] = Events()
        self._arrays: dict[int, AnyArray] = {}  # that were accessed, by id
        self._active: dict[Mask, tuple[Words, int]] = {}  # see _of_mask
        self._elements: dict[int, tuple[Value, Any]] = {}  # see _of_elements
        self._latest = 0  # the step that was told last

    def step(self, step: int, statement: int, mask: Mask) -> None:
        """Every followed warp with an active lane executes a statement."""
        self._latest = step
        if self._recorder.bytes > self._room:
            self._recorder.check_budget(self._blocks_done)
        words = self._takes(mask, STEP_BYTES)
        if words is not None:
            self._events.steps.append((step, words, statement))

    def resume(self, step: int, statement: int, mask: Mask) -> None:
        """What is left of a statement is a step of its own."""
        self.step(step, statement, mask)

    def access(self, access: Access) -> None:
        """The active lanes access elements; it is kept what was read or written."""
        words = self._takes(access.mask, ACCESS_BYTES)
        if words is not None:
            flat, values = self._of_elements(access.flat), self._of_followed(access.values)
            key = id(access.array)
            self._arrays[key] = access.array  # what is kept keeps its id
            event = access.step, words, access.site, key, flat, values, self._latest
            self._events.accesses.append(event)
            self._recorder.hold(flat.nbytes + values.nbytes)

    def assign(self, step: int, variable: int, mask: Mask, values: Value) -> None:
        """The active lanes assign a local variable."""
        words = self._takes(mask, VALUE_BYTES)
        if words is not None:
            values = self._of_followed(values)
            self._events.values.append((step, words, variable, values, self._latest))
            self._recorder.hold(values.nbytes)

    def exchange(
        self,
        step: int,
        kind: int,
        mask: Mask,
        source: Value,
        given: NDArray[Any],
        received: NDArray[Any],
    ) -> None:
        """The active lanes exchange values; `kind` is a row of EXCHANGE_KINDS."""
        words = self._takes(mask, EXCHANGE_BYTES)
        if words is not None:
            lanes, gave, got = map(self._of_followed, (source, given, received))
            self._events.exchanges.append((step, words, kind, lanes, gave, got))
            self._recorder.hold(lanes.nbytes + gave.nbytes + got.nbytes)

    def lone_run(self, run: LoneRun) -> Callable[[], None] | None:
        """One thread ran alone; step by step where the room comes to its end meanwhile."""
        recorder = self._recorder
        if recorder.cut_off:
            return lambda: None
        _, count = self._active.get(run.mask) or self._of_mask(run.mask)
        rows = (len(run.statements), len(run.access_steps), len(run.assigned_steps))
        sizes = (STEP_BYTES, ACCESS_BYTES, VALUE_BYTES)
        more = count * sum(number * size for number, size in zip(rows, sizes, strict=True))
        if recorder.is_tight(more, self._blocks_done):
            return None
        return functools.partial(self._add_lone_run, run, more) if count else lambda: None

    def _add_lone_run(self, run: LoneRun, more: int) -> None:
        self.flush()
        self._latest = run.first_step + len(run.statements) - 1
        self._recorder.bytes += more
        self._recorder.add(*rows_of_lone_run(run), None)

    def flush(self) -> None:
        """Turns what was kept into rows."""
        self._recorder.add(*rows_of(self._events, self._warps, self._arrays))
        self._events = Events()

    def narrow(self) -> None:
        """Some blocks are not followed any more: what was kept of them is dropped."""
        followed = np.isin(self._rows, self._recorder.followed_rows(self._group))
        chosen = np.flatnonzero(followed)
        self._rows, self._warps = self._rows[chosen], self._warps.only(chosen)
        self._room = self._recorder.room(self._blocks_done)
        self._active.clear()
        self._elements.clear()
        before, self._events = self._events, Events()
        if len(chosen):
            self._events = events_of(before, chosen)

    def row_bytes(self) -> int:
        """Of the rows that are to come."""
        events = self._events
        return sum(
            size * sum(self._busy(words) for _, words, *_ in kind)
            for kind, size in (
                (events.steps, STEP_BYTES),
                (events.accesses, ACCESS_BYTES),
                (events.values, VALUE_BYTES),
                (events.exchanges, EXCHANGE_BYTES),
            )
        )

    def held_bytes(self) -> int:
        """Of the arrays that wait."""
        return self._events.nbytes()

    def _takes(self, mask: Mask, row_bytes: int) -> Words | None:
        """The followed warps' active lanes, where there are any and room for them.

        Takes the room.
        """
        if self._recorder.cut_off:
            return None
        words, count = self._active.get(mask) or self._of_mask(mask)
        if not count:
            return None
        self._recorder.bytes += count * row_bytes
        return words

    def _of_mask(self, mask: Mask) -> tuple[Words, int]:
        """The followed warps' active lanes, and how many of the warps have any."""
        words = self._of_followed(mask.words)
        count = self._busy(words)
        if len(self._active) >= LATEST_MASKS:
            self._active.clear()
        self._active[mask] = words, count
        return words, count

    def _busy(self, words: Words) -> int:
        return int(np.count_nonzero(words)) * (len(self._rows) if len(words) == 1 else 1)

    def _of_elements(self, flat: Value) -> Any:
        """The same of elements: those of an index that comes again are the same array."""
        known = self._elements.get(id(flat))
        if known is None:
            if len(self._elements) >= LATEST_ELEMENTS:
                self._elements.clear()
            known = self._elements[id(flat)] = flat, self._of_followed(flat)
        return known[1]

    def _of_followed(self, values: Value) -> Any:
        """The rows of the followed blocks, where every block has its own."""
        if isinstance(values, np.generic):
            return values
        array = np.asarray(values)
        if array.ndim < 2 or len(array) == 1 or len(array) == len(self._rows):
            return array
        return array.take(self._rows, axis=0)


def _of_steps(rows: Rows, ids: NDArray[np.int64]) -> Rows:
    """Those whose step is one of `ids`, which ascend."""
    at = np.searchsorted(ids, rows[0])
    kept = at < len(ids)
    kept[kept] = ids[at[kept]] == rows[0][kept]
    return tuple(column[kept] for column in rows)


def _latest_rows(
    ids: NDArray[np.int64], rows: NDArray[np.int64], after: NDArray[np.int64], warps: int
) -> NDArray[np.int64]:
    """[n] by the row of a step and a number up to which its warp has taken more: the last of these.

    `ids` ascend; `warps` are those of the launch (see warp_step).
    """
    latest = np.array(rows, np.int64)
    later = np.flatnonzero(after != ids[rows])
    if len(later):
        by_warp = np.lexsort((ids, ids % warps))
        span = int(ids[-1]) // warps + int(after.max()) // warps + 1
        key, sought = ((n % warps) * span + n // warps for n in (ids[by_warp], after[later]))
        latest[later] = by_warp[np.searchsorted(key, sought, "right") - 1]
    return latest


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
