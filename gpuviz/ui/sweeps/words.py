"""What is said about the points of a sweep."""

from __future__ import annotations

from gpuviz.bench.points import SweepPoint
from gpuviz.trace import Resource
from gpuviz.ui.numbers import whole
from gpuviz.ui.texts import say, tr

LIMITERS: dict[Resource, str] = {
    "launch": "limited by starting a kernel at all",
    "latency": "limited by waiting: too few warps",
    "issue": "limited by issuing instructions",
    "int32": "limited by integer arithmetic",
    "fp32": "limited by float32 arithmetic",
    "fp64": "limited by float64 arithmetic",
    "sfu": "limited by special functions",
    "l1": "limited by the L1 cache",
    "shared": "limited by shared memory",
    "l2": "limited by the L2 cache",
    "dram": "limited by DRAM",
    "atomics": "limited by atomics on one address",
}


def limiter_words(point: SweepPoint) -> str:
    """What limits a launch; empty where it is not known."""
    return "" if point.prediction is None else tr(LIMITERS[point.prediction.limiter])


def flaw_words(point: SweepPoint) -> str:
    """What is wrong with a launch; empty where nothing is."""
    wrong = tr("wrong result") if point.correct is False else ""
    template = tr("1 hazard") if point.hazards == 1 else tr("{n} hazards")
    hazards = template.format(n=whole(point.hazards)) if point.hazards else ""
    return ", ".join(filter(None, (wrong, hazards)))


def gap_words(point: SweepPoint) -> str:
    """Why a point has no time."""
    if point.message is not None:
        return say(point.message)
    return tr("This engine gives no times of a GPU.")
