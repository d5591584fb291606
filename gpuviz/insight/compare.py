"""Two runs side by side: what differs between them, counter by counter, and what differs most."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gpuviz.insight.array_layout import layout_of
from gpuviz.insight.compare_words import (
    COUNTERS,
    EQUAL,
    HAZARDS,
    KERNEL_TIME,
    LANES_BUSY,
    OCCUPANCY,
    CounterWords,
)
from gpuviz.insight.summary import launch_meaning
from gpuviz.launch import WARP_SIZE, Dim3
from gpuviz.messages import EnglishTemplate, Message, listed, word
from gpuviz.operation.inputs import LAYOUT_WORDS
from gpuviz.trace import ArrayInfo, Counters, Trace
from gpuviz.trace.whose_device import device_or_default

Unit = Literal["count", "share", "seconds"]
NOTABLE = 1.05  # times as many: what is less apart does not count as a difference


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of two runs; None: it is not known. `fewer_is_better` is None where it depends."""

    what: Message
    unit: Unit
    left: float | None
    right: float | None
    fewer_is_better: bool | None = True
    does: EnglishTemplate = ""  # the sentence about a run with more; empty: it tells no cost
    is_minor: bool = False  # told only where nothing else differs much

    @property
    def difference(self) -> float | None:
        """Right minus left."""
        if self.left is None or self.right is None:
            return None
        return self.right - self.left

    @property
    def change(self) -> float | None:
        """The difference as a share of the left figure; None where that is 0 or not known."""
        difference = self.difference
        return None if difference is None or not self.left else difference / self.left

    @property
    def right_is_better(self) -> bool | None:
        """Whether the right run does better; None where both do the same, or it depends."""
        difference = self.difference
        if not difference or self.fewer_is_better is None:
            return None
        return (difference < 0) is self.fewer_is_better

    @property
    def factor(self) -> float:
        """How many times as much the larger is; 1 where one is 0 or not known."""
        low, high = sorted((self.left or 0.0, self.right or 0.0))
        return high / low if low else 1.0


def compare_runs(left: Trace, right: Trace) -> tuple[Compared, ...]:
    """Every figure that one of two runs has, in the order of a table: first the time, for which
    the others are reasons.
    """
    rows = (
        *_time_rows(left, right),
        _facts_row(left, right),
        *_counter_rows(left, right),
        Compared(HAZARDS, "count", len(left.hazards), len(right.hazards)),
    )
    return tuple(row for row in rows if row.left or row.right)


def biggest_difference(left: Trace, right: Trace) -> Message:
    """One sentence: what differs most in what two runs cost, or that nothing does."""
    names = run_names(left, right)
    if bool(left.hazards) is not bool(right.hazards):
        return _hazards_message(names, left, right)
    costs = [row for row in compare_runs(left, right) if row.does]
    notable = [row for row in costs if row.factor >= NOTABLE]
    if notable:
        return _most_message(names, max(notable, key=lambda row: (not row.is_minor, row.factor)))
    lacking = [row for row in costs if row.difference]
    return _lacking_message(names, lacking[0]) if lacking else EQUAL


def run_names(left: Trace, right: Trace) -> tuple[object, object]:
    """What tells two runs apart: the kernel; of one kernel the block, grid, size, device or order
    of steps, or else the file. A name is a text, or a Message where it has words in it.
    """
    if left.kernel != right.kernel:
        return left.kernel, right.kernel
    pairs: list[tuple[object, object]] = [
        (_block_name(left.config.block), _block_name(right.config.block)),
        (_outputs_name(left), _outputs_name(right)),
        _arrays_names(left, right),
        (left.device_id, right.device_id),
        (left.schedule, right.schedule),
        (left.engine, right.engine),
    ]
    if left.config.block == right.config.block:
        pairs.insert(1, (_grid_name(left.config.grid), _grid_name(right.config.grid)))
    apart = [pair for pair in pairs if pair[0] != pair[1]][:2]
    if not apart:
        files = _file_name(left), _file_name(right)
        return files if files[0] != files[1] else (left.kernel, right.kernel)
    return _name([pair[0] for pair in apart]), _name([pair[1] for pair in apart])


def _file_name(trace: Trace) -> str:
    return Path(trace.functions[0].file).stem if trace.functions else trace.kernel


def _name(parts: Sequence[object]) -> object:
    return (
        parts[0] if len(parts) == 1 else word("{first} · {second}", first=parts[0], second=parts[1])
    )


def _facts_row(left: Trace, right: Trace) -> Compared:
    return Compared(OCCUPANCY, "share", _occupancy(left), _occupancy(right), False)


def _counter_rows(left: Trace, right: Trace) -> list[Compared]:
    mine, its = left.counters, right.counters
    rows = [_row(words, mine, its) for words in COUNTERS]
    busy = Compared(LANES_BUSY, "share", _busy(mine), _busy(its), False)
    return [*rows[:2], busy, *rows[2:]]


def _row(words: CounterWords, left: Counters | None, right: Counters | None) -> Compared:
    mine, its = _sum(left, words.names), _sum(right, words.names)
    return Compared(
        words.what, "count", mine, its, words.fewer_is_better, words.does, words.is_minor
    )


def _sum(counters: Counters | None, names: tuple[str, ...]) -> int | None:
    return None if counters is None else sum(getattr(counters, name) for name in names)


def _busy(counters: Counters | None) -> float | None:
    if counters is None or not counters.warp_steps:
        return None
    return counters.lane_steps / (WARP_SIZE * counters.warp_steps)


def _occupancy(trace: Trace) -> float:
    return launch_meaning(trace.config, device_or_default(trace), trace).occupancy.fraction


def _time_rows(left: Trace, right: Trace) -> list[Compared]:
    """The kernel's times, and whether they are measured; none where neither run has one."""
    sources = sorted({trace.times.source for trace in (left, right) if trace.times is not None})
    seconds = _kernel_seconds(left), _kernel_seconds(right)
    return [Compared(KERNEL_TIME[tuple(sources)], "seconds", *seconds)] if sources else []


def _kernel_seconds(trace: Trace) -> float | None:
    return None if trace.times is None else trace.times.kernel_s


def _hazards_message(names: tuple[object, object], left: Trace, right: Trace) -> Message:
    bad, good = names if left.hazards else names[::-1]
    count = max(len(left.hazards), len(right.hazards))
    template = "{bad} has {count} hazards, {good} has none."
    if count == 1:
        template = "{bad} has a hazard, {good} has none."
    return Message("compare.hazards", template, {"bad": bad, "good": good, "count": count})


def _most_message(names: tuple[object, object], row: Compared) -> Message:
    more, fewer = names if (row.left or 0) > (row.right or 0) else names[::-1]
    low, high = sorted((int(row.left or 0), int(row.right or 0)))
    values = {
        "more": more,
        "fewer": fewer,
        "times": _times_text(row.factor),
        "high": high,
        "low": low,
    }
    return Message(f"{row.what.code}.most", row.does, values)


def _lacking_message(names: tuple[object, object], row: Compared) -> Message:
    """One run does something that the other does not do at all."""
    more, fewer = names if row.left else names[::-1]
    count = int(row.left or row.right or 0)
    values = {"more": more, "fewer": fewer, "count": count, "what": row.what}
    template = "{more} has {count} {what}, {fewer} has none."
    return Message(f"{row.what.code}.lacking", template, values)


def _times_text(factor: float) -> str:
    """8 as "8", 1.333 as "1.33"."""
    whole = round(factor)
    return str(whole) if math.isclose(factor, whole, rel_tol=5e-3) else f"{factor:.3g}"


def _block_name(block: Dim3) -> Message:
    return word("block {shape}", shape=_shape(block))


def _grid_name(grid: Dim3) -> Message:
    return word("grid {shape}", shape=_shape(grid))


def _shape(dim: Dim3) -> str:
    """ "32 × 8", "256"."""
    axes = dim if dim.z > 1 else dim[:2] if dim.y > 1 else dim[:1]
    return " × ".join(map(str, axes))


def _arrays_names(left: Trace, right: Trace) -> tuple[object, object]:
    """What tells the arrays of two launches apart: their types if all have one, else the first that
    has another type or lies otherwise in memory.
    """
    pairs = [
        (mine, its)
        for mine, its in zip(left.arrays, right.arrays, strict=False)
        if mine.name == its.name and mine.space == its.space == "global"
    ]
    apart = [(mine, its) for mine, its in pairs if _array_name(mine) != _array_name(its)]
    if not apart:
        return "", ""
    types = [{str(one.dtype) for one in side} for side in zip(*pairs, strict=True)]
    if len(apart) > 1 and types[0] != types[1] and all(len(kinds) == 1 for kinds in types):
        return types[0].pop(), types[1].pop()
    mine, its = apart[0]
    return _array_name(mine), _array_name(its)


def _array_name(info: ArrayInfo) -> object:
    layout = layout_of(info)
    if layout is None or layout == "contiguous":
        return word("{name}: {what}", name=info.name, what=str(info.dtype))
    what = listed([str(info.dtype), word(LAYOUT_WORDS[layout])])
    return word("{name}: {what}", name=info.name, what=what)


def _outputs_name(trace: Trace) -> str:
    arrays = [info for info in trace.arrays if info.space == "global"]
    return f"{arrays[-1].name}{list(arrays[-1].shape)}" if arrays else ""
