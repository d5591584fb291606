"""Which part of a timeline is seen: seconds to the right, SMs downwards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpuviz.scene.scene import Rect

WIDEST_ROW = 20.0  # pixels of an SM by itself
HIGHEST_ROW = 240.0  # and at most
NEAREST = 1e-6  # of the duration: the shortest time that fills the plot
SPARE_ROWS = 4  # idle SMs that are shown under the last one that has a block
FEWEST_ROWS = 8
AIR = 8.0  # pixels around a block that was brought into sight


@dataclass(frozen=True, slots=True)
class Span:
    """Seconds `begin` to `end` fill the plot; `top` rows, maybe a part of one, are above it."""

    plot: Rect
    rows: int
    duration: float
    begin: float
    end: float
    row_px: float
    top: float = 0.0

    @property
    def pixels_per_second(self) -> float:
        """How long a second is."""
        return self.plot.w / (self.end - self.begin)

    @property
    def shown(self) -> tuple[int, int]:
        """The rows first <= r < stop that are seen, wholly or in part."""
        stop = int(self.top + self.plot.h / self.row_px + 0.999)
        return int(self.top), min(stop, self.rows)

    @property
    def is_whole(self) -> bool:
        """Whether every row is seen, from the beginning to the end."""
        return self.rows * self.row_px <= self.plot.h + 1 and self.end - self.begin >= self.duration

    def x(self, seconds: float) -> float:
        """The x of an instant."""
        return self.plot.x + (seconds - self.begin) * self.pixels_per_second

    def y(self, row: float) -> float:
        """The upper edge of a row, on a whole pixel."""
        return self.plot.y + round((row - self.top) * self.row_px)

    def seconds_at(self, x: float) -> float:
        """The instant at an x."""
        return self.begin + (x - self.plot.x) / self.pixels_per_second

    def panned(self, right: float, down: float) -> Span:
        """Moved with a hand that goes so many pixels to the right and down."""
        length = self.end - self.begin
        begin = min(max(self.begin - right / self.pixels_per_second, 0.0), self.duration - length)
        most = max(self.rows - self.plot.h / self.row_px, 0.0)
        top = min(max(self.top - down / self.row_px, 0.0), most)
        return replace(self, begin=begin, end=begin + length, top=top)

    def zoomed(self, factor: float, x: float) -> Span:
        """Nearer in time, about an x; never further than when all of it is seen."""
        length = (self.end - self.begin) / factor
        length = min(max(length, self.duration * NEAREST), self.duration)
        share = (x - self.plot.x) / self.plot.w
        begin = self.seconds_at(x) - share * length
        return replace(self, begin=begin, end=begin + length).panned(0, 0)

    def with_rows(self, factor: float, y: float) -> Span:
        """Higher or lower rows, about a y; never lower than when all are seen."""
        least = min(self.plot.h / self.rows, WIDEST_ROW)
        row_px = min(max(self.row_px * factor, least), HIGHEST_ROW)
        under = self.top + (y - self.plot.y) / self.row_px
        return replace(self, row_px=row_px, top=under - (y - self.plot.y) / row_px).panned(0, 0)

    def showing(self, start: float, end: float, row: int) -> Span:
        """Moved, if need be, until a block is seen, or its beginning if it is too long."""
        x0, x1 = self.x(start) - AIR, self.x(end) + AIR
        if x1 - x0 <= self.plot.w:
            right = max(self.plot.x - x0, 0.0) or min(self.plot.right - x1, 0.0)
        else:
            seen = x0 < self.plot.right - 2 * AIR and x1 > self.plot.x + 2 * AIR
            right = 0.0 if seen else self.plot.x - x0
        y0, y1 = self.y(row), self.y(row + 1)
        down = max(self.plot.y - y0, 0.0) or min(self.plot.bottom - y1, 0.0)
        return self.panned(right, down)


def fitted(plot: Rect, rows: int, used_rows: int, duration: float) -> Span:
    """All of the time and, of the rows, at least the first `used_rows` and a few more."""
    wanted = min(rows, max(used_rows + SPARE_ROWS, FEWEST_ROWS))
    row_px = plot.h / max(wanted, round(plot.h / WIDEST_ROW))
    return Span(plot, rows, duration, 0.0, duration, max(row_px, 1.0))
