"""Where and when a block runs: its SM, its seconds, its rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gpuviz.insight.order import PlayOrder
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """The SM of a block; seconds since the first block began; the playback's rounds, from 1."""

    sm: int
    source: Literal["measured", "modelled"]
    seconds: tuple[float, float] | None
    rounds: tuple[int, int] | None


def block_place(trace: Trace, order: PlayOrder | None, block: int) -> BlockPlace | None:
    """The place of a block as it was measured or modelled; None where neither is known."""
    rounds = None
    if order is not None:
        rounds = int(order.block_start[block]) + 1, int(order.block_end[block])
    placed = trace.placement
    if placed is not None:
        seconds = float(placed.start_s[block]), float(placed.end_s[block])
        return BlockPlace(int(placed.sm[block]), placed.source, seconds, rounds)
    if order is None:
        return None
    return BlockPlace(int(order.sm[block]), "modelled", None, rounds)
