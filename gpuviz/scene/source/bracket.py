"""The barriers around the accesses of a race, as a bracket beside the source."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.insight.barrier_interval import BarrierInterval
from gpuviz.texts import say, tr


@dataclass(frozen=True, slots=True)
class Bracket:
    """From line `first` to `last` of `file`; `barriers` end it, `accesses` are marked on it."""

    first: int
    last: int
    barriers: frozenset[int]
    accesses: frozenset[int]
    words: str  # short ones, in it
    sentence: str
    file: str


def bracket_of(interval: BarrierInterval) -> Bracket:
    """Around what is executed between the barriers, and those themselves."""
    barriers = frozenset(line for line in (interval.before, interval.after) if line is not None)
    lines = (*barriers, interval.first, interval.last)
    words = tr("no barrier between")
    return Bracket(
        min(lines),
        max(lines),
        barriers,
        frozenset(interval.accesses),
        words,
        say(interval.words),
        interval.file,
    )
