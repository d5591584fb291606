"""What elements of an array hold at any moment, from the writes and atomics that were kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import PlayOrder
from gpuviz.insight.stage_elements import accesses_in_order, rows_of_array, rows_of_kinds
from gpuviz.insight.stage_warp import source_line
from gpuviz.trace import Trace, from_bits
from gpuviz.trace.source import AccessKind


@dataclass(frozen=True, slots=True)
class Events:
    """Touches of elements by single lanes, n of them, in the order in which they were kept."""

    place: NDArray[np.int64]  # [n] which element
    position: NDArray[np.int64]  # [n] when, in the order that is played
    value: NDArray[Any]  # [n] what was read or written, of an atomic what it found


@dataclass(frozen=True, slots=True)
class Left:
    """[n] what is held after each event, and whether that is known."""

    value: NDArray[Any]
    known: NDArray[np.bool_]


def left_when_executed(atomics: Events, others: Events, written: NDArray[np.bool_]) -> Left:
    """What atomics leave in the order that was executed: what the next one there finds or reads.

    `others` are the plain touches of the same elements, `written` [len(others)] the writes.
    """
    count = len(atomics.place)
    place = np.concatenate([atomics.place, others.place])
    position = np.concatenate([atomics.position, others.position])
    value = np.concatenate([atomics.value, others.value])
    tells = np.concatenate([np.ones(count, np.bool_), ~written])
    order = np.lexsort((np.arange(len(place)), position, place))
    after = np.append(order[1:], order[:1])
    same = place[after] == place[order]
    same[-1:] = False
    left, known = value.copy(), np.zeros(len(place), np.bool_)
    left[order] = np.where(same & tells[after], value[after], left[order])
    known[order] = same & tells[after]
    return Left(left[:count], known[:count])


def left_by_sums(atomics: Events, before: NDArray[Any], final: NDArray[Any]) -> Left:
    """What additions of whole numbers leave, in any order: what each adds is what the one behind it
    found more.

    `before` and `final` are what the elements held before and after all of them. Known only for
    elements whose found values begin with `before` and never fall up to `final`: then the order in
    which they were kept is the one in which they were done.
    """
    place, found = atomics.place, atomics.value.astype(np.int64)
    kept = np.lexsort((np.arange(len(place)), place))
    last = np.append(place[kept][1:] != place[kept][:-1], True)[: len(kept)]
    following = np.append(found[kept][1:], 0)[: len(kept)]
    following[last] = final.astype(np.int64)[place[kept][last]]
    added = np.zeros(len(place), np.int64)
    added[kept] = following - found[kept]
    first = np.append(True, last[:-1])[: len(kept)]
    fits = added[kept] >= 0
    fits[first] &= found[kept][first] == before.astype(np.int64)[place[kept][first]]
    sound = np.ones(len(before), np.bool_)
    np.logical_and.at(sound, place[kept], fits)
    return Left(_summed(atomics, added, before), sound[place])


def adds_only(trace: Trace, array: int) -> bool:
    """Whether the only atomics on an array of whole numbers are additions, by their source."""
    info = trace.arrays[array]
    sites = [site for site in trace.sites if site.kind == "atomic" and site.array == info.name]
    functions = [trace.statements[site.statement].function for site in sites]
    lines = [
        source_line(trace, function, site.line)
        for function, site in zip(functions, sites, strict=True)
    ]
    added = all("atomic.add(" in line and line.count("atomic.") == 1 for line in lines)
    return info.dtype.kind in "iu" and bool(lines) and added


def _summed(atomics: Events, added: NDArray[np.int64], before: NDArray[Any]) -> NDArray[Any]:
    """What is held after each addition in the order that is played."""
    place = atomics.place
    played = np.lexsort((np.arange(len(place)), atomics.position, place))
    sums = np.cumsum(added[played])
    first = np.append(True, place[played][1:] != place[played][:-1])[: len(played)]
    base = (sums - added[played])[first][np.cumsum(first) - 1]
    held = np.zeros(len(place), np.int64)
    held[played] = sums - base + before.astype(np.int64)[place[played]]
    return held.astype(before.dtype)


class ContentHistory:
    """The values of some elements (flat, ascending) of one array at any moment: its contents
    before, then the writes kept.

    What an atomic leaves behind is known in the order that was executed, by what the next touch
    finds; in a modelled order for sums of whole numbers. Else it is not, until somebody reads it.
    """

    def __init__(
        self,
        trace: Trace,
        order: PlayOrder,
        array: int,
        elements: NDArray[np.int64],
        block: int | None = None,
    ) -> None:
        self._span = len(order) + 1
        self._before = _initial(trace, array, elements)
        kept = _KeptTouches(trace, order, array, elements, block)
        writes, atomics = kept.of("write"), kept.of("atomic")
        left = kept.left_by(atomics, self._before)
        reads = kept.of("read", np.unique(atomics.place[~left.known]))
        parts = (writes, atomics, reads)
        keys = np.concatenate([part.place * self._span + part.position for part in parts])
        by_key = np.argsort(keys, kind="stable")
        sure = np.ones(len(keys), np.bool_)
        sure[len(writes.place) : len(writes.place) + len(left.known)] = left.known
        values = np.concatenate([writes.value, left.value, reads.value])
        self._keys, self._values, self._sure = keys[by_key], values[by_key], sure[by_key]

    def at(self, moment: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """(values, written): what each element holds, and whether a kept write put it there."""
        found, written = self._latest(moment)
        values = self._before.copy()
        values[written] = self._values[found[written]]
        return values, written

    def unknown(self, moment: int) -> NDArray[np.bool_]:
        """Elements that an atomic has changed last, without its being known to what."""
        found, written = self._latest(moment)
        unsure = np.zeros(len(self._before), np.bool_)
        unsure[written] = ~self._sure[found[written]]
        return unsure

    def _latest(self, moment: int) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """The row of the latest event of each element, and whether there is one."""
        places = np.arange(len(self._before)) * self._span
        found = np.searchsorted(self._keys, places + moment) - 1
        return found, found >= np.searchsorted(self._keys, places)


class _KeptTouches:
    """The accesses to some elements as events, in the order that is played."""

    def __init__(
        self,
        trace: Trace,
        order: PlayOrder,
        array: int,
        elements: NDArray[np.int64],
        block: int | None,
    ) -> None:
        self._trace, self._order, self._array, self._elements = trace, order, array, elements
        self._rows = rows_of_array(trace, array, block)
        self._complete = trace.all_followed if block is None else block in trace.followed
        self._final = trace.outputs.get(trace.arrays[array].name) if block is None else None

    def of(self, kind: AccessKind, places: NDArray[np.int64] | None = None) -> Events:
        """The events of one kind; of some places only, if given."""
        dtype = np.dtype(self._trace.arrays[self._array].dtype)
        rows = rows_of_kinds(self._trace, self._rows, (kind,))
        if places is not None and len(places) == 0:
            rows = rows[:0]
        element, position, bits = accesses_in_order(self._trace, self._order, rows)
        place, kept = _places(self._elements, element)
        found = Events(place, position[kept], from_bits(bits[kept], dtype))
        if places is None:
            return found
        wanted = np.isin(found.place, places)
        return Events(found.place[wanted], found.position[wanted], found.value[wanted])

    def left_by(self, atomics: Events, before: NDArray[Any]) -> Left:
        """What the atomics leave."""
        unknown = Left(atomics.value, np.zeros(len(atomics.place), np.bool_))
        if len(atomics.place) == 0 or not self._complete:
            return unknown
        if self._order.label == "executed":
            return self._left_when_executed(atomics)
        if self._final is None or not adds_only(self._trace, self._array):
            return unknown
        found = left_by_sums(atomics, before, np.ravel(self._final)[self._elements])
        return Left(found.value, found.known & ~np.isin(atomics.place, self.of("write").place))

    def _left_when_executed(self, atomics: Events) -> Left:
        places = np.unique(atomics.place)
        others = [self.of("write", places), self.of("read", places)]
        written = np.repeat([True, False], [len(one.place) for one in others])
        if self._final is not None:  # at the end everybody can read it
            held = np.ravel(self._final)[self._elements[places]]
            others.append(Events(places, np.full(len(places), len(self._order)), held))
            written = np.append(written, np.zeros(len(places), np.bool_))
        joined = Events(
            np.concatenate([one.place for one in others]),
            np.concatenate([one.position for one in others]),
            np.concatenate([one.value for one in others]),
        )
        return left_when_executed(atomics, joined, written)


def _places(
    elements: NDArray[np.int64], touched: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Where those of `touched` that are among `elements` (ascending) stand there, and which are."""
    place = np.searchsorted(elements, touched)
    kept = (place < len(elements)) & (elements[np.minimum(place, len(elements) - 1)] == touched)
    return place[kept], kept


def _initial(trace: Trace, array: int, elements: NDArray[np.int64]) -> NDArray[Any]:
    """What the elements held before the launch; zeros where that is not known."""
    info = trace.arrays[array]
    before = trace.inputs.get(info.name) if info.space == "global" else None
    if before is None:
        return np.zeros(len(elements), info.dtype)
    held: NDArray[Any] = np.ravel(before)[elements]
    return held
