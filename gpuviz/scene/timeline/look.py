"""What a picture of a timeline is made of, and where its parts stand."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.insight.timeline import Timeline, tail_start_s
from gpuviz.insight.timeline_words import verdict
from gpuviz.messages import Message
from gpuviz.scene.scene import Label, Measure, Rect, Scene
from gpuviz.scene.sizes import BASE_PX, SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.words import title_text
from gpuviz.texts import say
from gpuviz.trace import Trace

EDGE = 4.0 * SPACE_PX  # as in the panels beside
TITLE_PX, MARKS_PX, TICKS_PX, WORDS_PX = 24.0, 15.0, 19.0, 20.0
NAMES_PX = 54.0  # for the names of SMs
RIGHT_PX = 30.0  # half a number of the axis
LEAST_PLOT = 12.0
BOLD = 1.16  # how much wider bold words are, at most
AIR = 24.0  # between the title and what stands behind it


@dataclass(frozen=True, slots=True, eq=False)
class ShownTimeline:
    """A timeline with what never changes about it."""

    trace: Trace
    timeline: Timeline
    title: str
    verdict: str
    tail_s: float | None
    used_rows: int  # rows up to the last one that has a block


def shown_of(trace: Trace, timeline: Timeline) -> ShownTimeline:
    """A timeline with its words."""
    words = say(verdict(timeline))
    used = int(timeline.row.max()) + 1
    return ShownTimeline(
        trace, timeline, title_text(trace, timeline), words, tail_start_s(timeline), used
    )


@dataclass(frozen=True, slots=True)
class TimelineLook:
    """The room that it is shown in, its colours, and how wide words are."""

    width: float
    height: float
    theme: Theme
    measure: Measure

    def wide(self, text: str) -> float:
        """Pixels of a text in the small size."""
        return self.measure(text, SMALL_PX) + 1


def compose_words(message: Message, look: TimelineLook) -> Scene:
    """What is said where no timeline can be shown."""
    words, room = say(message), Rect(0, 0, look.width, look.height)
    return Scene((Label(room, words, look.theme.muted, align="center"),), (), words)


@dataclass(frozen=True, slots=True)
class Rooms:
    """Where the parts stand; `words` is beside the title where there is room."""

    title: Rect
    legend: Rect
    words: Rect
    marks: Rect
    plot: Rect
    ticks: Rect


def divide(shown: ShownTimeline, look: TimelineLook, legend_px: float) -> Rooms:
    """Title, verdict and legend above, the rows with their names, the axis below."""
    title_px = title_width(shown.title, look)
    verdict_px = look.measure(shown.verdict, BASE_PX - 1) + 4
    inner = look.width - 2 * EDGE
    beside = title_px + verdict_px + 2 * AIR + legend_px <= inner
    top = TITLE_PX + MARKS_PX
    height = max(look.height - top - TICKS_PX - (0.0 if beside else WORDS_PX), LEAST_PLOT)
    words = Rect(EDGE, look.height - WORDS_PX, inner, WORDS_PX)
    if beside:
        words = Rect(EDGE + min(title_px, inner) + AIR, 0, verdict_px, TITLE_PX)
    plot = plot_rect(EDGE + NAMES_PX, top, height, look)
    return around(plot, title_px, legend_px, words, look)


def title_width(title: str, look: TimelineLook) -> float:
    """Pixels of a title."""
    return look.measure(title, BASE_PX - 1) * BOLD


def plot_rect(left: float, top: float, height: float, look: TimelineLook) -> Rect:
    """The rows: as wide as there is room, on whole pixels."""
    width = max(float(int(look.width - left - RIGHT_PX)), 40.0)
    return Rect(left, top, width, float(int(height)))


def around(plot: Rect, title_px: float, legend_px: float, words: Rect, look: TimelineLook) -> Rooms:
    """The rows, and what stands around them; the legend where it has room beside the title."""
    inner = look.width - 2 * EDGE
    fits_legend = title_px + AIR + legend_px <= inner
    return Rooms(
        Rect(EDGE, 0, min(title_px, inner), TITLE_PX),
        Rect(look.width - EDGE - legend_px, 0, legend_px if fits_legend else 0, TITLE_PX),
        words,
        Rect(plot.x, TITLE_PX, plot.w, plot.y - TITLE_PX),
        plot,
        Rect(plot.x, plot.bottom, plot.w, TICKS_PX),
    )
