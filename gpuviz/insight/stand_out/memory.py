"""Lines that cost most, bytes that are moved in vain, the fullest bank of shared memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.destination import Destination
from gpuviz.insight.line_costs import LineCost
from gpuviz.insight.memory_banks import BANK_BYTES
from gpuviz.insight.memory_costs import (
    SiteCost,
    sectors_by_access,
    site_addresses,
    words_by_bank,
)
from gpuviz.insight.order import PlayOrder
from gpuviz.insight.stage_warp import SECTOR_BYTES
from gpuviz.insight.stand_out.finding import (
    LARGE_COST,
    STANDS_OUT,
    Finding,
    FindingKind,
    FindingUnit,
    at_step,
    counted_in,
    first_played,
    joined,
    warp_phrase,
)
from gpuviz.messages import EnglishTemplate, Message, word
from gpuviz.model.by_line import LineTimes
from gpuviz.model.words import NAMES
from gpuviz.trace import Trace
from gpuviz.units import byte_count, percent, seconds


def is_complete(trace: Trace, cost: SiteCost) -> bool:
    """Whether every access of the site was kept; not where nobody counted them."""
    return trace.warp_counters is not None and cost.known_requests == cost.requests


def scope(trace: Trace, costs: Sequence[SiteCost]) -> Message | None:
    """What to say of figures that come from the accesses of some sites, if some were not kept."""
    return None if all(is_complete(trace, cost) for cost in costs) else counted_in(trace)


@dataclass(frozen=True, slots=True)
class LineFigure:
    """Something of which lines cost more or less, and the sentence on the one that costs most."""

    kind: FindingKind
    unit: FindingUnit
    amount: Callable[[LineCost], int]
    template: EnglishTemplate


WARP_STEPS = LineFigure(
    "line-steps",
    "warp steps",
    lambda cost: cost.warp_steps,
    "Line {line} costs most warp steps: {cost} of {all} ({share}). Lines are ranked by warp steps"
    " here: the model tells no time of theirs.",
)
SECTORS = LineFigure(
    "line-sectors",
    "sectors",
    lambda cost: cost.sectors,
    "Line {line} costs most sectors of global memory: {cost} of {all} ({share}).",
)


def costliest_line(
    trace: Trace, order: PlayOrder | None, costs: Mapping[int, LineCost], figure: LineFigure
) -> Finding | None:
    """The line that costs most, if that is a large part, and more than an even share of those that
    cost any.
    """
    by_line = {line: figure.amount(cost) for line, cost in costs.items() if figure.amount(cost)}
    if len(by_line) < 2:
        return None
    line = max(by_line, key=lambda line: by_line[line])
    total = sum(by_line.values())
    share = by_line[line] / total
    if share <= max(STANDS_OUT / len(by_line), LARGE_COST):
        return None
    values = {"line": str(line), "cost": by_line[line], "all": total, "share": percent(share)}
    return Finding(
        figure.kind,
        Message(f"stand-out.{figure.kind}", figure.template, values),
        by_line[line],
        figure.unit,
        share - 1,
        _first_of_line(trace, order, line),
        line,
    )


def line_with_most_time(
    trace: Trace, order: PlayOrder | None, times: LineTimes | None
) -> Finding | None:
    """The line with the largest part of what limits the launch, as the model sees it.

    Nothing of a launch that is limited by no line's work, or of one whose lines share it evenly.
    """
    if times is None or len(times.seconds) < 2:
        return None
    line = max(times.seconds, key=lambda line: times.seconds[line])
    taken = times.seconds[line]
    share = taken / times.busy_s
    if share <= max(STANDS_OUT / len(times.seconds), LARGE_COST):
        return None
    values = {
        "line": str(line),
        "time": seconds(taken),
        "busy": seconds(times.busy_s),
        "share": percent(share),
        "limiter": word(NAMES[times.limiter]),
        "whole": seconds(times.kernel_s),
    }
    template = (
        "Line {line} costs most time (modelled): {limiter} limits the launch, with {busy} of its"
        " {whole}, and {time} of that ({share}) is for this line."
    )
    return Finding(
        "line-time",
        Message("stand-out.line-time", template, values),
        taken,
        "s",
        share - 1,
        _first_of_line(trace, order, line),
        line,
    )


def _first_of_line(trace: Trace, order: PlayOrder | None, line: int) -> Destination:
    if trace.steps is None:
        return Destination()
    on_line = np.array([one.line == line for one in trace.statements])
    return at_step(
        trace, order, first_played(order, np.flatnonzero(on_line[trace.steps.statement]))
    )


class Moved(NamedTuple):
    """Sectors that a site moves, and those that would do."""

    cost: SiteCost
    sectors: int
    enough: int

    @property
    def wasted(self) -> int:
        """Sectors that are moved in vain."""
        return self.sectors - self.enough


def wasted_bytes(
    trace: Trace, order: PlayOrder | None, costs: Sequence[SiteCost]
) -> Finding | None:
    """Bytes that loads and stores move beyond those that would do; their share of all moved.

    What would do is as many sectors for each access of a warp as its elements would fill side by
    side. It is counted where every access was kept; else counters say how much would do at the
    most, and only where those tell nothing the finding is about the accesses that were kept.
    """
    moving = [cost for cost in costs if cost.unit == "sectors" and cost.requests]
    whole = [_of_launch(trace, cost) for cost in moving]
    known = [Moved(cost, cost.known_units, cost.fewest) for cost in moving]
    moved = whole if sum(one.wasted for one in whole) else known
    wasted, sectors = sum(one.wasted for one in moved), sum(one.sectors for one in moved)
    if not wasted:
        return None
    worst = max(moved, key=lambda one: one.wasted)
    row, site = worst.cost.row, worst.cost.site
    access = _worst_access(trace, order, row, _wasted_by_access(trace, row))
    return Finding(
        "wasted-bytes",
        _waste(trace, moved, worst, is_whole=moved is whole),
        SECTOR_BYTES * wasted,
        "B",
        wasted / sectors,
        _at_access(trace, order, access),
        site.line,
        array=site.array,
    )


def _of_launch(trace: Trace, cost: SiteCost) -> Moved:
    """Of the whole launch; where accesses were not kept, the most that each warp can need.

    A request has 32 elements at most, which fill as many sectors as an element has bytes.
    """
    counters = trace.warp_counters
    if counters is None or is_complete(trace, cost):
        return Moved(cost, cost.units, cost.fewest if counters is not None else cost.units)
    units = counters.units[cost.row].astype(np.int64)
    full = counters.requests[cost.row].astype(np.int64) * cost.site.itemsize
    return Moved(cost, cost.units, int(np.minimum(units, full).sum()))


def _waste(trace: Trace, moved: Sequence[Moved], worst: Moved, *, is_whole: bool) -> Message:
    """What moves and what would do."""
    values: dict[str, object] = {
        "moved": byte_count(SECTOR_BYTES * sum(one.sectors for one in moved)),
        "enough": byte_count(SECTOR_BYTES * sum(one.enough for one in moved)),
        "site": worst.cost.text,
        "line": str(worst.cost.site.line),
        "site_moved": byte_count(SECTOR_BYTES * worst.sectors),
        "site_enough": byte_count(SECTOR_BYTES * worst.enough),
    }
    part = scope(trace, [one.cost for one in moved])
    if part is None:
        template = (
            "The launch moves {moved} of global memory where {enough} would do, if the elements of"
            " each warp lay side by side. The worst is {site} in line {line}: {site_moved} where"
            " {site_enough} would do."
        )
        return Message("stand-out.wasted-bytes", template, values)
    if is_whole:
        template = (
            "The launch moves {moved} of global memory where {enough} would do or less, if the"
            " elements of each warp lay side by side. The worst is {site} in line {line}:"
            " {site_moved} where {site_enough} would do or less."
        )
        return Message("stand-out.wasted-at-least", template, values)
    template = (
        "The launch moves {all} of global memory. Its known part moves {moved} where {enough}"
        " would do, if the elements of each warp lay side by side. The worst is {site} in line"
        " {line}: {site_moved} where {site_enough} would do. {part}"
    )
    values |= {"all": _all_bytes(trace, moved), "part": part}
    return Message("stand-out.wasted-of-known", template, values)


def _all_bytes(trace: Trace, moved: Sequence[Moved]) -> str:
    """What loads and stores move in the whole launch, which its counters say."""
    counters = trace.counters
    if counters is None:
        return byte_count(SECTOR_BYTES * sum(one.cost.units for one in moved))
    return byte_count(SECTOR_BYTES * (counters.global_load_sectors + counters.global_store_sectors))


def _wasted_by_access(trace: Trace, row: int) -> NDArray[np.int64]:
    """Of each access the sectors beyond those that would do."""
    moved, enough = sectors_by_access(site_addresses(trace, row), trace.sites[row].itemsize)
    return moved - enough


def _worst_access(
    trace: Trace, order: PlayOrder | None, row: int, by_access: NDArray[np.int64]
) -> int | None:
    """The row in Accesses of the access of a site with the most; of several the first played."""
    if trace.accesses is None or order is None or len(by_access) == 0:
        return None
    rows = np.flatnonzero(trace.accesses.site == row)
    worst = rows[by_access == by_access.max()]
    return int(worst[np.argmin(order.position[trace.accesses.step[worst]])])


def _at_access(trace: Trace, order: PlayOrder | None, access: int | None) -> Destination:
    if trace.accesses is None or access is None:
        return Destination()
    return at_step(trace, order, int(trace.accesses.step[access]))


def line_with_most_conflicts(
    trace: Trace, order: PlayOrder | None, costs: Sequence[SiteCost]
) -> Finding | None:
    """The line with the most wavefronts of shared memory beyond what would do."""
    shared = [cost for cost in costs if cost.unit == "wavefronts" and cost.units]
    extra = {cost.row: _conflicts(trace, cost) for cost in shared}
    by_line: dict[int, int] = {}
    for cost in shared:
        line = cost.site.line
        by_line[line] = by_line.get(line, 0) + extra[cost.row]
    if not any(by_line.values()):
        return None
    line = max(by_line, key=lambda line: by_line[line])
    here = [cost for cost in shared if cost.site.line == line]
    worst = max(here, key=lambda cost: extra[cost.row])
    every = sum(cost.units for cost in shared)
    values = {
        "line": str(line),
        "conflicts": by_line[line],
        "all": sum(by_line.values()),
        "wavefronts": sum(cost.units for cost in here),
        "site": worst.text,
    }
    template = (
        "Line {line} costs most bank conflicts: {conflicts} of {all}. It takes {wavefronts}"
        " wavefronts of shared memory; the worst is {site}."
    )
    told = [cost for cost in shared if trace.warp_counters is None or _is_wide(cost)]
    access = _worst_access(trace, order, worst.row, _words_by_access(trace, worst.row))
    return Finding(
        "line-conflicts",
        joined(Message("stand-out.line-conflicts", template, values), scope(trace, told)),
        by_line[line],
        "wavefronts",
        sum(by_line.values()) / every,
        _at_access(trace, order, access),
        line,
        array=worst.site.array,
    )


def _is_wide(cost: SiteCost) -> bool:
    """Whether only its accesses tell its conflicts, and no counter."""
    return cost.site.itemsize > BANK_BYTES


def _conflicts(trace: Trace, cost: SiteCost) -> int:
    """Of the whole launch where that is known, else of the accesses that were kept.

    The lanes of an item that fits a bank go in one group, which needs one wavefront at least.
    """
    if not is_complete(trace, cost) and not _is_wide(cost):
        return cost.units - cost.requests
    return cost.conflicts


def _words_by_access(trace: Trace, row: int) -> NDArray[np.int64]:
    """Of each access the most different words that a group of its lanes wants of one bank."""
    words = words_by_bank(site_addresses(trace, row), trace.sites[row].itemsize)
    most: NDArray[np.int64] = words.max(axis=(1, 2), initial=0)
    return most


def fullest_bank(
    trace: Trace, order: PlayOrder | None, costs: Sequence[SiteCost]
) -> Finding | None:
    """The bank of which one access wants the most different words; what its site loses by that."""
    shared = [cost for cost in costs if cost.unit == "wavefronts" and cost.requests]
    most = {c.row: _words_by_access(trace, c.row) for c in shared if c.conflicts}
    if not most or order is None:
        return None
    row = max(most, key=lambda row: int(most[row].max()))
    access = _worst_access(trace, order, row, most[row])
    assert access is not None
    to = _at_access(trace, order, access)
    site, cost = trace.sites[row], next(cost for cost in shared if cost.row == row)
    assert to.block is not None
    assert to.warp is not None
    values = {
        "bank": str(_fullest_of(trace, row, access)),
        "warp": warp_phrase(trace, to.block, to.warp),
        "site": cost.text,
        "line": str(site.line),
        "words": int(most[row].max()),
    }
    template = (
        "The fullest bank of shared memory is bank {bank}: at {site} in line {line}, {warp} wants"
        " {words} different words of it at once, and it gives one after the other."
    )
    return Finding(
        "fullest-bank",
        joined(Message("stand-out.fullest-bank", template, values), scope(trace, shared)),
        int(most[row].max()),
        "words",
        cost.conflicts / sum(one.known_units for one in shared),
        to,
        site.line,
        to.block,
        to.warp,
        site.array,
    )


def _fullest_of(trace: Trace, row: int, access: int) -> int:
    """The bank of which an access wants most; of items that fill several, the first of them."""
    assert trace.accesses is not None
    itemsize = trace.sites[row].itemsize
    mine = int(np.searchsorted(np.flatnonzero(trace.accesses.site == row), access))
    words = words_by_bank(site_addresses(trace, row), itemsize)[mine]
    return int(np.argmax(words.max(axis=0))) * max(itemsize // BANK_BYTES, 1)
