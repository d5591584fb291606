"""Where the parts of a pipeline's timeline stand."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.scene.pipeline.train import LaunchTrain
from gpuviz.scene.pipeline.words import lane_name, title_text
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.stage.scene import Rect
from gpuviz.scene.timeline.look import BOLD, EDGE, RIGHT_PX, TICKS_PX, TITLE_PX, Rooms, TimelineLook
from gpuviz.scene.timeline.span import Span

MARKS_PX = 15.0  # for the names of deadlines
HIGHEST_LANE, LOWEST_LANE = 34.0, 11.0
AIR = 24.0


def divide(train: LaunchTrain, look: TimelineLook, legend_px: float) -> Rooms:
    """Title and legend above, the lanes with their names, the axis below."""
    title_px = look.measure(title_text(train), BASE_PX - 1) * BOLD
    inner = look.width - 2 * EDGE
    fits = title_px + AIR + legend_px <= inner
    marks = MARKS_PX if train.deadlines_s else SPACE_PX
    left = EDGE + max((look.wide(lane_name(train, lane)) for lane in train.lanes), default=0.0)
    left += 2 * SPACE_PX
    top = TITLE_PX + marks
    high = max(look.height - top - TICKS_PX, LOWEST_LANE)
    high = min(high, HIGHEST_LANE * max(len(train.lanes), 1))
    plot = Rect(left, top, max(float(int(look.width - left - RIGHT_PX)), 40.0), float(int(high)))
    return Rooms(
        Rect(EDGE, 0, min(title_px, inner), TITLE_PX),
        Rect(look.width - EDGE - legend_px, 0, legend_px if fits else 0, TITLE_PX),
        Rect(0, 0, 0, 0),
        Rect(plot.x, TITLE_PX, plot.w, marks),
        plot,
        Rect(plot.x, plot.bottom, plot.w, TICKS_PX),
    )


def fitted(train: LaunchTrain, plot: Rect) -> Span:
    """All of the time, and as many lanes as have room."""
    lanes = max(len(train.lanes), 1)
    row_px = min(max(plot.h / lanes, LOWEST_LANE), HIGHEST_LANE)
    return Span(plot, lanes, train.duration_s, 0.0, train.duration_s, row_px)


def moved(span: Span, whole: Span) -> Span:
    """The same part in the room of `whole`."""
    return replace(span, plot=whole.plot, row_px=max(whole.row_px, span.row_px)).panned(0, 0)
