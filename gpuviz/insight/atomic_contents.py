"""What atomics leave behind, where a trace tells: it keeps the value that each of them found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.stage_warp import source_line
from gpuviz.trace import Trace


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
