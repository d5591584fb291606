"""What is known of a sweep: what was asked, and the points that have come."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpuviz.bench.points import SweepKind, SweepPoint, SweepRequest
from gpuviz.operation import OperationInfo


@dataclass(frozen=True, slots=True)
class SweepOutcome:
    """A sweep of `info`; `points` in the order of the request, those that came."""

    info: OperationInfo
    request: SweepRequest
    points: tuple[SweepPoint, ...] = ()

    @property
    def kind(self) -> SweepKind:
        """Over sizes or over blocks."""
        return self.request.kind

    @property
    def count(self) -> int:
        """How many points it has in the end."""
        return len(self.request.sizes)

    @property
    def done(self) -> int:
        """How many points are complete: refused, or with everything that is timed."""
        waits = self.request.times_cpu
        return sum(
            point.message is not None or point.cpu is not None or not waits for point in self.points
        )

    def with_point(self, point: SweepPoint) -> SweepOutcome:
        """The same with a point more, or with more known of one."""
        others = [other for other in self.points if other.index != point.index]
        points = sorted((*others, point), key=lambda one: one.index)
        return replace(self, points=tuple(points))

    @property
    def grows(self) -> tuple[bool, ...]:
        """Which of the sizes differ between the first and the last point."""
        first, last = self.request.sizes[0], self.request.sizes[-1]
        return tuple(one != other for one, other in zip(first, last, strict=True))

    def x_of(self, index: int) -> float:
        """Where a point stands: the size that grows, or the block's place in the row."""
        if self.kind == "blocks":
            return float(index)
        size = self.request.sizes[index]
        growing = [n for n, grows in zip(size, self.grows, strict=True) if grows]
        return float((growing or size)[0])

    def point_at(self, x: float) -> SweepPoint | None:
        """The point that stands there."""
        return next((point for point in self.points if self.x_of(point.index) == x), None)


def good_points(outcome: SweepOutcome) -> tuple[SweepPoint, ...]:
    """Those whose times count."""
    return tuple(point for point in outcome.points if point.is_good)
