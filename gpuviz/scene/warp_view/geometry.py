"""Where the steps of a warp lie: time to the right, the 32 lanes downwards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Rect

WIDEST = 240.0  # pixels of a step: a line of source has room above it
CODE_FROM = 100.0  # of a step, from which its source is written above it
USUAL = 18.0  # a line number can be read above it
AXIS = 22.0  # pixels for the numbers of lanes
BRACKET = 14.0  # pixels of a row of brackets
LINES = 14.0  # of the row of line numbers
OVERVIEW = 10.0  # of the strip that stands for all steps
SMALL = 9  # pixels of numbers
AHEAD = 0.25  # of the width stays free behind the step that plays


@dataclass(frozen=True, slots=True)
class StepStrip:
    """Which steps are seen: `first` may lie inside a step; `pitch` is pixels of a step."""

    cells: Rect
    count: int
    pitch: float
    first: float = 0.0

    @property
    def shown(self) -> tuple[int, int]:
        """The steps first <= k < stop that are seen, wholly or in part."""
        stop = int(self.first + self.cells.w / self.pitch) + 1
        return int(self.first), min(stop, self.count)

    @property
    def is_whole(self) -> bool:
        """Whether every step is seen."""
        return self.count * self.pitch <= self.cells.w + 1e-6

    @property
    def row(self) -> float:
        """Pixels of a lane."""
        return self.cells.h / WARP_SIZE

    def x(self, step: float) -> float:
        """The left edge of a step."""
        return self.cells.x + (step - self.first) * self.pitch

    def step_at(self, x: float) -> int | None:
        """The step at an x."""
        step = int((x - self.cells.x) / self.pitch + self.first)
        return step if 0 <= step < self.count and self.cells.x <= x < self.cells.right else None

    def lane_at(self, y: float) -> int | None:
        """The lane at a y."""
        lane = int((y - self.cells.y) // self.row)
        return lane if 0 <= lane < WARP_SIZE else None

    def moved(self, steps: float) -> StepStrip:
        """Scrolled by so many steps."""
        most = max(self.count - self.cells.w / self.pitch, 0.0)
        return replace(self, first=min(max(self.first + steps, 0.0), most))

    def zoomed(self, factor: float, x: float) -> StepStrip:
        """Wider or narrower steps about an x; never narrower than when all are seen."""
        narrowest = min(self.cells.w / max(self.count, 1), WIDEST)
        pitch = min(max(self.pitch * factor, narrowest), WIDEST)
        under = self.first + (x - self.cells.x) / self.pitch
        return replace(self, pitch=pitch, first=under - (x - self.cells.x) / pitch).moved(0)

    def showing(self, step: int) -> StepStrip:
        """Scrolled, if need be, until a step is seen."""
        first, width = self.first, self.cells.w / self.pitch
        if first <= step and step + 1 <= first + width:
            return self.moved(0)
        return replace(self, first=step + 1 - (1 - AHEAD) * width).moved(0)


def fit_strip(cells: Rect, count: int) -> StepStrip:
    """All steps where their line numbers can be read so, else steps of the usual width."""
    pitch = min(max(cells.w / max(count, 1), USUAL), WIDEST)
    return StepStrip(cells, count, pitch)
