"""What one thread touched as it ran alone, as the race records keep it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.execution.control import ControlStack
from gpuviz.simt.observe.lone_run import AccessesAt, LoneRun
from gpuviz.simt.races.regions import Region
from gpuviz.simt.races.touch_log import NotedRun
from gpuviz.simt.races.touches import Touch

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LoneTouches:
    """What one thread touched at a site: all units once, and those of each access."""

    region: Region
    touch: Touch
    units: Numbers  # [accesses, units]
    at: AccessesAt


def noted_run(run: LoneRun, noted: list[LoneTouches], alike: bool) -> NotedRun:
    """The touches at several sites, in the order in which they came."""
    rows = np.concatenate([each.at.rows for each in noted])
    order = np.argsort(rows)
    widest = max(each.units.shape[1] for each in noted)
    units = np.concatenate([_as_wide(each.units, widest) for each in noted])[order]
    sites = np.concatenate([np.full(len(each.at.rows), each.at.site) for each in noted])[order]
    ends = np.cumsum([len(each.at.rows) for each in noted])

    def stack(touch: int) -> ControlStack:
        number = int(np.searchsorted(ends, order[touch], side="right"))
        each = noted[number]
        return each.at.stack(int(order[touch]) - int(ends[number]) + len(each.at.rows))

    return NotedRun(run.thread, sites, units, run.access_steps[rows[order]], stack, alike)


def _as_wide(units: Numbers, width: int) -> Numbers:
    """As many columns as asked for; units may stand there twice."""
    return np.pad(units, ((0, 0), (0, width - units.shape[1])), "edge")
