"""What `sweep --json` says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.cli.report import cpu_object, occupancy_object, time_object
from gpuviz.operation import OperationInfo


@dataclass(frozen=True, slots=True)
class SweepReport:
    """A sweep that came to its end: what was asked, and its points."""

    info: OperationInfo
    request: SweepRequest
    points: Sequence[SweepPoint]

    @property
    def good(self) -> bool:
        """No result is wrong, and there is no hazard."""
        return all(is_good(point) for point in self.points)


def is_good(point: SweepPoint) -> bool:
    """Not known to be wrong."""
    return point.correct is not False and not point.hazards


def sweep_object(report: SweepReport) -> dict[str, object]:
    """The JSON object of `sweep --json`; seconds, unknown is None."""
    request = report.request
    return {
        "operation": report.info.name,
        "kind": request.kind,
        "device": request.device.id,
        "engine": request.engine,
        "points": [_point_object(request, point) for point in report.points],
    }


def _point_object(request: SweepRequest, point: SweepPoint) -> dict[str, object]:
    return {
        "size": point.size,
        "grid": point.config.grid if point.config else None,
        "block": request.blocks[point.index],
        "time": time_object(point.times),
        "occupancy": occupancy_object(point.occupancy) if point.occupancy else None,
        "correct": point.correct,
        "hazards": point.hazards,
        "cpu": cpu_object(point.cpu) if point.cpu else None,
        "message": point.message,
    }
