"""How long each round of a launch is shown at speed 1, so that any launch is told in 10 to 20
seconds.

What is new takes its time: the first visit of a line, the first barrier, divergence, hazard or
write of an array. What has been seen is shown shorter each time, and in the end folded: "15 more
turns like this".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.moments import MomentFinder
from gpuviz.insight.order import PlayOrder
from gpuviz.trace import NO_ELEMENT, Trace

FIRST_S = 2.5  # the first visit of a line
EVENT_S = 1.5  # more, for what is rare at its first time
AGAIN = 0.4  # of the time before, at each further visit of a line
SLOWLY_AGAIN = 0.8  # the same of turns and blocks, of which each shows several lines
LEAST_S = 0.04  # of a round in which a followed warp takes a step
EMPTY_S = 0.005  # of one in which none does
LEAD_S, TRAIL_S = 1.5, 1.0  # before the first round and after the last one
MOST_NEW_S, MOST_AGAIN_S = 13.0, 4.5  # of all rounds that bring something new, and of all others
SHORTEST_S, LONGEST_ROUND_S = 10.0, 4.0  # of a whole launch; of one round that fills it up
NEW_S = 1.2  # what natural time gives a round that brings something new, at least
LOOPS = ("For", "While")
LEAST_FOLDED = 4  # rounds in a row that bring nothing new are folded: they pass quickly


@dataclass(frozen=True, slots=True)
class Tempo:
    """The places at which it stays, and how long at speed 1.

    A place is a number of rounds that have begun; the first is 0, the last one more than there are:
    the launch is over.
    """

    rounds: NDArray[np.int64]  # [places] ascending
    seconds: NDArray[np.float64]  # [places]
    folded: NDArray[np.int64]  # [places] how many in a row from here on pass quickly
    begins: NDArray[np.float64]  # [places + 1] seconds from the start at which each is come to

    @property
    def total_s(self) -> float:
        """Of the whole launch."""
        return float(self.begins[-1])

    def place_of(self, rounds: int) -> int:
        """The row of the last place that is not behind so many rounds."""
        return int(np.searchsorted(self.rounds, rounds, "right")) - 1

    def after(self, rounds: int, waited_s: float) -> int:
        """Where it stands when so much time has passed: at least one place further."""
        place = self.place_of(rounds)
        reached = int(np.searchsorted(self.begins, self.begins[place] + waited_s, "right")) - 1
        return int(self.rounds[min(max(reached, place + 1), len(self.rounds) - 1)])

    def before(self, rounds: int, waited_s: float) -> int:
        """The same backwards."""
        place = int(np.searchsorted(self.rounds, rounds, "left"))
        stayed_until = self.begins[place + 1] - waited_s
        reached = int(np.searchsorted(self.begins, stayed_until, "left")) - 1
        return int(self.rounds[max(min(reached, place - 1), 0)])


def tempo_of(trace: Trace, order: PlayOrder, finder: MomentFinder) -> Tempo:
    """The tempo of a launch that is played by rounds."""
    return _tempo(np.arange(order.rounds + 2), _natural(trace, order, finder))


def tempo_of_turns(trace: Trace, order: PlayOrder) -> Tempo:
    """By turns of loops: where the header of a loop is come to; all of it where there is none."""
    if trace.steps is None:
        return _by_places(order, np.zeros(0, np.int64))
    is_header = np.array([one.kind in LOOPS for one in trace.statements], bool)
    taken = is_header[trace.steps.statement[order.step]]
    return _by_places(order, order.round[taken] + 1)


def tempo_of_blocks(order: PlayOrder) -> Tempo:
    """By blocks: where one begins or ends."""
    return _by_places(order, np.r_[order.block_start + 1, order.block_end])


def _by_places(order: PlayOrder, rounds: NDArray[np.int64]) -> Tempo:
    inside = np.unique(rounds[(rounds > 0) & (rounds <= order.rounds)])
    natural = np.maximum(
        FIRST_S * SLOWLY_AGAIN ** np.minimum(np.arange(len(inside)), 1000), LEAST_S
    )
    return _tempo(np.r_[0, inside, order.rounds + 1], natural)


def _tempo(rounds: NDArray[np.int64], natural: NDArray[np.float64]) -> Tempo:
    seconds = np.r_[LEAD_S, _fitted(natural), TRAIL_S]
    folded = np.r_[0, _folded(natural < NEW_S), 0]
    return Tempo(rounds, seconds, folded, np.r_[0.0, np.cumsum(seconds)])


def _natural(trace: Trace, order: PlayOrder, finder: MomentFinder) -> NDArray[np.float64]:
    """[rounds] by what each one brings, however long all of them take."""
    natural = np.full(order.rounds, EMPTY_S)
    if trace.steps is None:
        return natural
    statement = trace.steps.statement[order.step]
    pairs = np.unique(np.stack((order.round, statement.astype(np.int64))), axis=1)
    visit = _visits(pairs[1])
    np.maximum.at(natural, pairs[0], np.maximum(FIRST_S * AGAIN**visit, LEAST_S))
    for rounds in _events(trace, order, finder):
        natural[rounds] += EVENT_S * AGAIN ** np.arange(len(rounds))
    return natural


def _visits(statement: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each round of a statement, in their order: how many that statement had before."""
    by_statement = np.argsort(statement, kind="stable")
    ordered = statement[by_statement]
    starts = np.flatnonzero(np.r_[True, np.diff(ordered) != 0])
    lengths = np.diff(np.r_[starts, len(ordered)])
    before = np.empty(len(ordered), np.int64)
    before[by_statement] = np.arange(len(ordered)) - np.repeat(starts, lengths)
    return np.minimum(before, 1000)  # the power is 0 long before


def _events(trace: Trace, order: PlayOrder, finder: MomentFinder) -> Iterable[NDArray[np.int64]]:
    """The rounds of each kind of what is rare, each once."""
    for found in (finder.barriers, finder.divergences, finder.hazards):
        yield np.unique(order.round[found.moment - 1])
    yield _first_writes(trace, order)


def _first_writes(trace: Trace, order: PlayOrder) -> NDArray[np.int64]:
    """The round in which each array of global memory is written first."""
    accesses = trace.accesses
    if accesses is None:
        return np.zeros(0, np.int64)
    written: dict[str, int] = {}
    lanes = (accesses.element != NO_ELEMENT).any(axis=1)
    for row, site in enumerate(trace.sites):
        if site.space == "global" and site.kind != "read":
            steps = accesses.step[(accesses.site == row) & lanes]
            if len(steps):
                first = int(order.round[order.position[steps].min()])
                written[site.array] = min(first, written.get(site.array, first))
    return np.unique(np.array(list(written.values()), np.int64))


def _fitted(natural: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is new and what is not have their most each; a short launch is told more slowly."""
    seconds = natural.copy()
    is_new = natural >= NEW_S
    for rounds, most in ((is_new, MOST_NEW_S), (~is_new, MOST_AGAIN_S)):
        total = float(natural[rounds].sum())
        if total > most:
            seconds[rounds] *= most / total
    missing = (SHORTEST_S - LEAD_S - TRAIL_S) / max(float(seconds.sum()), EMPTY_S)
    return np.minimum(seconds * missing, LONGEST_ROUND_S) if missing > 1 else seconds


def _folded(passes: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each place of a long enough run of those that pass: how many of them are left."""
    edges = np.flatnonzero(np.diff(np.r_[False, passes, False]))
    left = np.zeros(len(passes), np.int64)
    for first, end in edges.reshape(-1, 2):
        if end - first >= LEAST_FOLDED:
            left[first:end] = np.arange(end - first, 0, -1)
    return left
