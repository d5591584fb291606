"""What `sweep --json` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gpuviz.bench.best_block import best_blocks, block_words
from gpuviz.bench.crossing import Crossing, crossing
from gpuviz.bench.crossing_words import crossing_words
from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.bench.trust_words import trust_words
from gpuviz.cli.report import cpu_object, occupancy_object, time_object
from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.operation import OperationInfo


class SweepNote(NamedTuple):
    """A sentence about some points: `message` is what was said of the first."""

    message: Message
    first: SweepPoint
    points: int


@dataclass(frozen=True, slots=True)
class SweepReport:
    """A sweep that came to its end: what was asked, and its points."""

    info: OperationInfo
    request: SweepRequest
    points: Sequence[SweepPoint]

    @property
    def good(self) -> bool:
        """No result is wrong, and there is no hazard."""
        return all(point.is_good for point in self.points)

    @property
    def right_points(self) -> tuple[SweepPoint, ...]:
        """The points that count: how fast a wrong result comes says nothing."""
        return tuple(point for point in self.points if point.is_good)

    @property
    def crossing(self) -> Crossing | None:
        """Of GPU and CPU; None for a sweep over blocks."""
        return crossing(self.right_points) if self.request.kind == "sizes" else None

    @property
    def words(self) -> tuple[Message, ...]:
        """What the points say together, one sentence each."""
        said = (
            block_words(self.right_points)
            if self.crossing is None
            else crossing_words(self.crossing, self.info.size_names)
        )
        return (*said, *trust_words(self.request, self.points))

    @property
    def notes(self) -> tuple[SweepNote, ...]:
        """Why times are missing or may be off: what is said of many points, said once."""
        said: dict[tuple[str, object], list[tuple[Message, SweepPoint]]] = {}
        for point in self.points:
            for message in _messages(point):
                kind = message.code, message.values.get("twin")
                said.setdefault(kind, []).append((message, point))
        return tuple(SweepNote(*notes[0], len(notes)) for notes in said.values())


def sweep_object(report: SweepReport) -> dict[str, object]:
    """The JSON object of `sweep --json`; seconds, unknown is None."""
    request = report.request
    return {
        "operation": report.info.name,
        "kind": request.kind,
        "device": request.device.id,
        "engine": request.engine,
        "points": [_point_object(request, point) for point in report.points],
        "crossing": None if report.crossing is None else _crossing_object(report.crossing),
        "best_blocks": None if request.kind == "sizes" else _best_blocks(report),
        "words": report.words,
    }


def _messages(point: SweepPoint) -> Iterator[Message]:
    if point.times is not None:
        yield from point.times.disturbances
    if point.cpu is not None:
        yield from (*point.cpu.messages, *point.cpu.disturbances)


def _crossing_object(found: Crossing) -> dict[str, object]:
    return {"kernel": found.kernel, "with_copies": found.with_copies}


def _best_blocks(report: SweepReport) -> list[Dim3]:
    return [report.request.blocks[point.index] for point in best_blocks(report.right_points)]


def _point_object(request: SweepRequest, point: SweepPoint) -> dict[str, object]:
    return {
        "size": point.size,
        "grid": point.config.grid if point.config else None,
        "block": request.blocks[point.index],
        "time": time_object(point.times, point.prediction),
        "occupancy": occupancy_object(point.occupancy) if point.occupancy else None,
        "correct": point.correct,
        "hazards": point.hazards,
        "cpu": cpu_object(point.cpu) if point.cpu else None,
        "message": point.message,
    }
