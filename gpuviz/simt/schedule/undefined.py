"""Whether anything depends on values that lanes took from others that take no part in a shuffle.

The launch runs again with other values in their place. What a thread stores, changes atomically or
uses as an index, and which way it goes, is folded into one number for each thread. Where a thread's
number is not the same for other values, it depends on them: exactly, whatever was computed between.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.messages import EnglishTemplate, GpuvizError, Message
from gpuviz.simt.execution.collective import Collective, UndefinedTake
from gpuviz.simt.execution.launch_state import Standstill, unheard
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.observe.observer import Access, Observer
from gpuviz.simt.schedule.launch import Launch, MemorySnapshot

log = logging.getLogger(__name__)

MOST_STEPS = 1 << 18  # of a launch that runs again
MOST_LANES = 1 << 24
MOST_CALLS = 8  # that are looked at one by one

FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, so that no difference gets lost
NOT_TAKEN, NAMED = -1, WARP_SIZE  # of a thread; what is added to a source that its mask names

UNDECIDED: EnglishTemplate = (
    "Line {line}: in {call} lanes read from others that take no part. What they get is undefined,"
    " and the launch is too large to be run again: so nobody looked whether anything depends on it."
)

Fill = Callable[[np.dtype[Any], NDArray[np.int64]], NDArray[Any]]
"""Values of a type that tell lanes apart: from a number for each."""


def _some(kind: np.dtype[Any], number: NDArray[np.int64]) -> NDArray[Any]:
    return (number * 7919 + 12345).astype(kind)


def _high(kind: np.dtype[Any], number: NDArray[np.int64]) -> NDArray[Any]:
    if kind.kind == "f":  # small enough that sums and differences of some stay finite
        return np.asarray(np.finfo(kind).max / 64 * (1 - number % 4096 / 65536), kind)
    return np.asarray(np.iinfo(kind).max - number % 4096, kind)


def _low(kind: np.dtype[Any], number: NDArray[np.int64]) -> NDArray[Any]:
    high = _high(kind, number)
    return -high if kind.kind == "f" else ~high


def _zero(kind: np.dtype[Any], number: NDArray[np.int64]) -> NDArray[Any]:
    return np.zeros(number.shape, kind)


FILLS: tuple[Fill, ...] = (_some, _high, _low, _zero)
"""Something depends on a value if for one of them it is not as with the lane's own value."""


class _Astray(Exception):
    """The run took more steps than the one that it is compared with."""


@dataclass(eq=False)
class DependenceTracker(Observer):
    """Folds what threads do from the first undefined value on, and puts others in its place."""

    config: LaunchConfig
    most_steps: int
    fill: Fill | None = None  # None: lanes keep their own value, as in the launch itself
    only: Collective | None = None  # None: in all calls
    takes: dict[Collective, NDArray[np.int8]] = field(default_factory=dict)
    """By call for each thread the first lane that it read from in vain, see NAMED."""
    steps: int = 0  # that the run took
    broke_off: bool = False
    left: MemorySnapshot | None = None  # what it left in memory
    printed: list[str] = field(default_factory=list)
    _count: int = 0  # of undefined takes

    def __post_init__(self) -> None:
        shape = self.config.blocks, self.config.warps_per_block * WARP_SIZE
        self.traces = np.zeros(shape, np.uint64)

    def step(self, step: int, statement: int, mask: Mask) -> None:
        """The active lanes begin a statement."""
        if step > self.most_steps:
            raise _Astray

    def for_group(self, thread_group: ThreadGroup, blocks: ThreadGroup) -> Observer:
        """What folds the doings of some threads."""
        return _GroupTracker(self, thread_group)

    def part(self, of_threads: NDArray[Any], thread_group: ThreadGroup) -> NDArray[Any]:
        """Of an array with a number for each thread those of a thread group; it is no copy."""
        first, lane = int(thread_group.block_ids[0]), thread_group.first_lane
        ends = first + thread_group.blocks, lane + thread_group.lane_count
        part: NDArray[Any] = of_threads[first : ends[0], lane : ends[1]]
        return part

    @property
    def is_armed(self) -> bool:
        """Whether there was an undefined value yet."""
        return self._count > 0

    def replace(self, take: UndefinedTake) -> Value:
        """What lanes get in place of what is undefined."""
        self._count += 1
        if take.call not in self.takes:
            self.takes[take.call] = np.full(self.traces.shape, NOT_TAKEN, np.int8)
        known = self.part(self.takes[take.call], take.thread_group)
        sources = np.where(take.named, take.sources + NAMED, take.sources)
        np.copyto(known, sources, casting="unsafe", where=take.lanes & (known == NOT_TAKEN))
        if self.fill is None or self.only not in (None, take.call):
            return take.received
        number = 1 + take.thread_group.thread_ids[None, :] + 37 * self._count
        return np.where(take.lanes, self.fill(take.received.dtype, number), take.received)

    def differing(self, base: DependenceTracker) -> NDArray[np.bool_] | None:
        """The threads that did something else than in another run; None: nothing differs."""
        assert self.left is not None
        assert base.left is not None
        threads = self.traces != base.traces
        same = not threads.any() and self.printed == base.printed and self.left.same_data(base.left)
        return None if same and not self.broke_off else threads


class _GroupTracker(Observer):
    """Folds what the threads of a group do."""

    def __init__(self, tracker: DependenceTracker, thread_group: ThreadGroup) -> None:
        self._tracker = tracker
        self._traces = tracker.part(tracker.traces, thread_group)

    def step(self, step: int, statement: int, mask: Mask) -> None:
        """The active lanes begin a statement."""
        self._tracker.step(step, statement, mask)
        self._fold(mask, np.uint64(statement + 1))

    def access(self, access: Access) -> None:
        """An index, and what is stored where others can see it."""
        if not self._tracker.is_armed:
            return
        self._fold(access.mask, np.uint64(access.array.row), _words(access.flat))
        if access.kind == "write" and access.array.space != "local":
            self._fold(access.mask, _words(access.values))

    def operands(self, mask: Mask, operands: tuple[Value, ...]) -> None:
        """What memory is changed with."""
        self._fold(mask, *map(_words, operands))

    def _fold(self, mask: Mask, *numbers: Value) -> None:
        if self._tracker.is_armed:
            for number in numbers:
                np.multiply(self._traces, FACTOR, out=self._traces, where=mask.lanes)
                np.add(self._traces, number, out=self._traces, where=mask.lanes)


def _words(values: Value) -> NDArray[np.uint64]:
    """Values as whole numbers; zeros of either sign are the same."""
    array = np.asarray(values)
    if array.dtype.kind == "c":
        return _words(array.real) * FACTOR + _words(array.imag)
    if array.dtype.kind == "f":
        array = array + array.dtype.type(0)
    return array.view(f"u{array.dtype.itemsize}").astype(np.uint64)


def dependences(
    launch: Launch, before: MemorySnapshot | None, run: Callable[[Launch], object]
) -> tuple[Message, ...]:
    """Adds hazards to those of a launch that has run; gives what there is to say besides.

    `before` is the memory that it began with, None where lanes exchange nothing; `run` is how its
    schedule runs it. What it left in memory stays.
    """
    calls = _in_order(launch.launch_state.undefined_calls)
    if before is None or not calls or not launch.options.checks:
        return ()
    if launch.launch_state.steps > MOST_STEPS or launch.config.threads > MOST_LANES:
        return _undecided(launch, calls)
    after = launch.memory()
    try:
        return _Search(launch, before, run).look()
    except Exception:  # values that no author thought of: no reason to lose the launch
        log.exception("a launch could not be run again with other values")
        return _undecided(launch, calls)
    finally:
        after.put_back()


def _in_order(calls: Iterable[Collective]) -> list[Collective]:
    return sorted(calls, key=lambda call: (call.place.file, call.place.line, call.place.column))


def _undecided(launch: Launch, calls: Sequence[Collective]) -> tuple[Message, ...]:
    found = list[Message]()
    for call in calls:
        named = launch.launch_state.hazards.line_names([call.place.file])
        line = named(call.place.file, call.place.line)
        found.append(Message("launch.undefined", UNDECIDED, {"line": line, "call": call.name}))
    return tuple(found)


@dataclass(eq=False)
class _Search:
    """Runs a launch again with other values in the place of undefined ones."""

    launch: Launch
    before: MemorySnapshot
    run: Callable[[Launch], object]

    def look(self) -> tuple[Message, ...]:
        """Adds hazards; gives a note on each call of which nothing is known."""
        base = self._again(DependenceTracker(self.launch.config, MOST_STEPS))
        calls = _in_order(base.takes)
        if base.broke_off:
            return _undecided(self.launch, calls)
        differing = self._differing(base, None)
        if differing is None:
            return ()
        looked = calls[:MOST_CALLS]
        found = {looked[0]: differing}
        if len(calls) > 1:
            each = ((call, self._differing(base, call)) for call in looked)
            found = {call: threads for call, threads in each if threads is not None}
        for call, threads in (found or {looked[0]: differing}).items():
            self._report(call, base.takes[call], threads)
        return _undecided(self.launch, calls[MOST_CALLS:])

    def _differing(
        self, base: DependenceTracker, only: Collective | None
    ) -> NDArray[np.bool_] | None:
        """The threads that depend on undefined values, of one call or of all; None: nothing."""
        for fill in FILLS:
            other = DependenceTracker(self.launch.config, base.steps, fill, only)
            differing = self._again(other).differing(base)
            if differing is not None:
                return differing
        return None

    def _again(self, tracker: DependenceTracker) -> DependenceTracker:
        """Runs the launch with nothing but the tracker to see it."""
        options = replace(
            self.launch.options, checks=False, record=False, watch=None, progress=None,
            in_loop=unheard, hot_steps=0,
        )  # fmt: skip
        again = replace(self.launch, options=options)
        state = again.launch_state
        state.checks = self.launch.launch_state.checks
        state.observers.append(tracker)
        state.replace_undefined = tracker.replace
        self.before.put_back()
        try:
            self.run(again)
        except (GpuvizError, Standstill, _Astray):  # other values lead to this
            tracker.broke_off = True
        tracker.steps = state.steps
        tracker.left = again.memory()
        tracker.printed = again.run.printed
        return tracker

    def _report(
        self, call: Collective, takes: NDArray[np.int8], differing: NDArray[np.bool_]
    ) -> None:
        """The lanes that depend on what they took; else those from which others have it."""
        took = takes != NOT_TAKEN
        warps = differing.reshape(len(took), -1, WARP_SIZE).any(axis=-1).repeat(WARP_SIZE, axis=-1)
        threads = next(part for part in (took & differing, took & warps, took) if part.any())
        block, thread = divmod(int(threads.argmax()), threads.shape[1])
        named, lane = divmod(int(takes[block, thread]), NAMED)
        self.launch.launch_state.hazards.undefined_value(
            call, block, thread, lane, bool(named), int(np.count_nonzero(threads))
        )
