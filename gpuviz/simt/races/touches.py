"""Accesses as the race records are told of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.memory.arrays import CommonArray
from gpuviz.trace.source import AccessKind

Numbers = NDArray[np.int64]


class SiteAt(NamedTuple):
    """A site: its row in the trace, its place in the source, what it does to which array."""

    row: int
    point: AccessPoint
    kind: AccessKind
    array: CommonArray

    @property
    def order(self) -> tuple[bool, int, str, str]:
        """What a report names first: what writes, then the lower line."""
        return self.kind == "read", self.point.line, self.kind, self.point.file


@dataclass(frozen=True, slots=True)
class Touch:
    """One execution of a site by its active lanes, in linear order of the threads."""

    site: SiteAt
    units: Numbers  # [n]
    threads: Numbers  # [n] of the launch


@dataclass(frozen=True, slots=True)
class Clash:
    """Lanes of a touch that race with what others did at a site, one entry for each pair."""

    site: SiteAt
    rows: Numbers  # [n] of the touch
    others: Numbers  # [n] threads of the launch


def may_race(one: AccessKind, other: AccessKind) -> bool:
    """At least one writes, not both atomic."""
    return one != other if "atomic" in (one, other) else "write" in (one, other)
