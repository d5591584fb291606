"""What the lanes of a warp give each other in one step: shuffles, votes, ballots, matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.warp_steps import LANES
from gpuviz.trace import EXCHANGE_KINDS, EXCHANGE_TYPES, NO_LANE, Trace, from_bits

Form = Literal["shuffle", "vote", "ballot", "match"]

VOTES = ("all_sync", "any_sync", "eq_sync")


@dataclass(frozen=True, slots=True)
class WarpExchange:
    """One call executed once by a warp; `kind` is a name of EXCHANGE_KINDS."""

    kind: str
    mask: int  # lanes that execute it
    source: NDArray[np.int8]  # [32] of a shuffle, NO_LANE where a lane keeps its own value
    given: NDArray[Any]  # [32]
    received: NDArray[Any]  # [32] a value like those given, a truth value, or a word (uint32)

    @property
    def form(self) -> Form:
        """How it is drawn."""
        if self.kind in VOTES:
            return "vote"
        if self.kind == "ballot_sync":
            return "ballot"
        return "match" if self.kind.startswith("match") else "shuffle"

    @property
    def active(self) -> NDArray[np.bool_]:
        """[32] the lanes that execute it."""
        return (np.uint32(self.mask) >> LANES & 1).astype(np.bool_)

    @property
    def reads(self) -> NDArray[np.bool_]:
        """[32] the lanes that get the value of a lane."""
        reading: NDArray[np.bool_] = self.source != NO_LANE
        return reading

    @property
    def distance(self) -> int | None:
        """How far each lane looks up or down, or by which bits its partner differs; None where
        that is not one number.
        """
        readers = np.flatnonzero(self.reads)
        sources = self.source[readers].astype(np.int64)
        ways = {
            "shfl_up_sync": readers - sources,
            "shfl_down_sync": sources - readers,
            "shfl_xor_sync": sources ^ readers,
        }
        found = np.unique(ways.get(self.kind, readers))
        return int(found[0]) if self.kind in ways and len(found) == 1 else None

    @property
    def groups(self) -> tuple[NDArray[np.int64], ...]:
        """Of the lanes that execute it those that give the same bits, by their first lane."""
        lanes = np.flatnonzero(self.active)
        bits = np.ascontiguousarray(self.given[lanes]).view(f"u{self.given.dtype.itemsize}")
        _, first, group = np.unique(bits, return_index=True, return_inverse=True)
        return tuple(lanes[group.ravel() == row] for row in np.argsort(first))


class ExchangeReader:
    """Answers what a step exchanges, for one trace."""

    def __init__(self, trace: Trace) -> None:
        self._table = trace.exchanges
        steps = np.zeros(0, np.int64) if self._table is None else self._table.step
        self._by_step = np.argsort(steps, kind="stable")
        self._steps = steps[self._by_step]

    def of_step(self, step: int) -> tuple[WarpExchange, ...]:
        """The exchanges of one step, in the order in which they happened."""
        first, stop = np.searchsorted(self._steps, (step, step + 1))
        return tuple(self._row(int(row)) for row in self._by_step[first:stop])

    def happens_in(self, steps: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether anything is exchanged, for each of some steps."""
        exchanging: NDArray[np.bool_] = np.isin(steps, self._steps)
        return exchanging

    def _row(self, row: int) -> WarpExchange:
        table = self._table
        assert table is not None
        kind, given = EXCHANGE_KINDS[table.kind[row]], EXCHANGE_TYPES[table.type[row]]
        words = given if kind.startswith("shfl") else np.dtype(np.uint32)
        received = np.dtype(np.bool_) if kind in VOTES else words
        return WarpExchange(
            kind,
            int(table.mask[row]),
            table.source[row],
            from_bits(table.given[row], given),
            from_bits(table.received[row], received),
        )
