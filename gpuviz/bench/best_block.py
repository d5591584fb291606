"""Which of the blocks of a sweep is the fastest, in a student's words."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.bench.crossing import kernel_s
from gpuviz.bench.points import SweepPoint
from gpuviz.bench.sweep_ranges import shape_of
from gpuviz.device import LIMITS, Occupancy
from gpuviz.messages import Message, both, word
from gpuviz.units import figures, sizes_text

AS_FAST = 1.02
"""Times within this factor count as the same: repeated timings of one block differ as much."""

NOT_KNOWN = "Which block is the fastest is not known: none has a time."
ONE = (
    "Blocks of {blocks} threads are the fastest. With them an SM holds {warps} of at most {most}"
    " warps, limited by {limits}."
)
SEVERAL = (
    "Blocks of {blocks} threads are equally fast, within 2 %. With them an SM holds {warps} of at"
    " most {most} warps."
)
SLOWEST = "The slowest, {block}, take {factor} times as long."


def best_blocks(points: Sequence[SweepPoint]) -> tuple[SweepPoint, ...]:
    """The points whose kernel takes the least time, or as good as that; the fastest first."""
    timed = sorted(_timed(points), key=_seconds)
    return tuple(point for point in timed if _seconds(point) <= AS_FAST * _seconds(timed[0]))


def block_words(points: Sequence[SweepPoint]) -> tuple[Message, ...]:
    """What a sweep over blocks means, one sentence each."""
    best = best_blocks(points)
    if not best:
        return (Message("best-block.unknown", NOT_KNOWN),)
    first = _several(best) if len(best) > 1 else _one(best[0])
    return first, *_slowest(points, best[0])


def _one(point: SweepPoint) -> Message:
    limits = both([LIMITS[name] for name in _held(point).limited_by])
    return Message("best-block.one", ONE, {**_values([point]), "limits": limits})


def _several(best: Sequence[SweepPoint]) -> Message:
    return Message("best-block.several", SEVERAL, _values(best))


def _values(best: Sequence[SweepPoint]) -> dict[str, object]:
    in_order = sorted(best, key=lambda point: point.index)
    warps = sorted({_held(point).active_warps for point in best})
    from_to = word("{first} to {last}", first=warps[0], last=warps[-1])
    return {
        "blocks": ", ".join(_block(point) for point in in_order),
        "warps": warps[0] if len(warps) == 1 else from_to,
        "most": _held(best[0]).max_warps,
    }


def _slowest(points: Sequence[SweepPoint], best: SweepPoint) -> tuple[Message, ...]:
    slowest = max(_timed(points), key=_seconds)
    factor = _seconds(slowest) / _seconds(best)
    if factor <= AS_FAST:
        return ()
    values = {"block": _block(slowest), "factor": figures(factor)}
    return (Message("best-block.slowest", SLOWEST, values),)


def _timed(points: Sequence[SweepPoint]) -> list[SweepPoint]:
    return [point for point in points if kernel_s(point) is not None]


def _seconds(point: SweepPoint) -> float:
    seconds = kernel_s(point)
    assert seconds is not None
    return seconds


def _held(point: SweepPoint) -> Occupancy:
    assert point.occupancy is not None  # a launch that has a time
    return point.occupancy


def _block(point: SweepPoint) -> str:
    assert point.config is not None
    return sizes_text(shape_of(point.config.block))
