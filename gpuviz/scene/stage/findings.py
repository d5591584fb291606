"""What checks have found, as far as the stage shows it: one hazard, and wrong elements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.barrier_interval import BarrierInterval, barrier_interval
from gpuviz.insight.hazard_moments import (
    HazardThread,
    hazard_element,
    hazard_moments,
    hazard_parties,
)
from gpuviz.insight.order import PlayOrder
from gpuviz.insight.touch_moments import array_row
from gpuviz.trace import Hazard, Trace


@dataclass(frozen=True, slots=True)
class ShownHazard:
    """A hazard with its threads, the moments at which they do it, and the element, if any."""

    hazard: Hazard
    parties: tuple[HazardThread, ...]
    moments: tuple[int | None, ...]  # by party; None: not kept
    array: int | None  # row in Trace.arrays
    element: int | None  # flat; None: outside the array, or there is no array
    interval: BarrierInterval | None = None  # of a race in a block: the barriers around both


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """What is marked in the colour of hazards."""

    hazard: ShownHazard | None = None
    wrong: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    """By array in global memory: the flat elements that differ from the reference, ascending."""


NO_FINDINGS = Findings()


def shown_hazard(trace: Trace, order: PlayOrder | None, hazard: Hazard) -> ShownHazard:
    """A hazard of a launch with all that its picture needs."""
    parties, element = hazard_parties(trace, hazard), hazard_element(trace, hazard)
    none: tuple[int | None, ...] = (None,) * len(parties)
    moments = none if order is None else hazard_moments(trace, order, hazard)
    row = array_row(trace, hazard.array, hazard.space)
    flat = None if element is None else element[1]
    interval = barrier_interval(trace, order, hazard)
    return ShownHazard(hazard, parties, moments, row, flat, interval)
