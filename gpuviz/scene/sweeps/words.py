"""What is said about the points of a sweep."""

from __future__ import annotations

from gpuviz.bench.points import SweepPoint
from gpuviz.scene.limiters import limiter_name
from gpuviz.scene.numbers import whole
from gpuviz.texts import enumerated, say, tr


def limiter_words(point: SweepPoint) -> str:
    """What limits a launch; empty where it is not known."""
    if point.prediction is None:
        return ""
    return tr("limited by {what}").format(what=limiter_name(point.prediction.limiter))


def flaw_words(point: SweepPoint) -> str:
    """What is wrong with a launch; empty where nothing is."""
    wrong = tr("wrong result") if point.correct is False else ""
    template = tr("1 hazard") if point.hazards == 1 else tr("{n} hazards")
    hazards = template.format(n=whole(point.hazards)) if point.hazards else ""
    return enumerated([words for words in (wrong, hazards) if words])


def gap_words(point: SweepPoint) -> str:
    """Why a point has no time."""
    if point.message is not None:
        return say(point.message)
    return tr("This engine gives no times of a GPU.")
