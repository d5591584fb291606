"""Which instants of a launch a film shows, and how fast."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.order import Instant, PlayOrder, instant_at

SLOWEST_FPS, FASTEST_FPS = 3.125, 30.0  # frames per second: slow enough to follow with the eye
FILM_SECONDS = 20.0  # that a film lasts at most, unless asked for: longer ones are played faster


def film_instants(order: PlayOrder, first: int, last: int, at_most: int) -> tuple[Instant, ...]:
    """The rounds from `first` to `last` steps, both ends included; evenly chosen where there are
    more than `at_most`.
    """
    begin, end = order.rounds_at(first), instant_at(order, last).rounds
    count = min(end - begin + 1, max(at_most, 1))
    rounds = np.unique(np.linspace(end, begin, count).round().astype(np.int64))
    return tuple(_at_round(order, int(number)) for number in rounds)


def film_speed(frames: int) -> float:
    """Frames per second: those of playback at its own speed, more for long films."""
    return float(min(max(frames / FILM_SECONDS, SLOWEST_FPS), FASTEST_FPS))


def _at_round(order: PlayOrder, number: int) -> Instant:
    over = number > order.rounds
    return order.end if over else Instant(order.moment_of_round(number), number)
