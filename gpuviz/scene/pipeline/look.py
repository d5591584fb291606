"""Where the parts of a pipeline's timeline stand."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.scene.pipeline.train import LaunchTrain
from gpuviz.scene.pipeline.words import lane_name, title_text
from gpuviz.scene.scene import Rect
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.timeline.look import (
    EDGE,
    MARKS_PX,
    TICKS_PX,
    TITLE_PX,
    Rooms,
    TimelineLook,
    around,
    plot_rect,
    title_width,
)
from gpuviz.scene.timeline.span import Span

HIGHEST_LANE, LOWEST_LANE = 34.0, 11.0
NO_WORDS = Rect(0, 0, 0, 0)


def divide(train: LaunchTrain, look: TimelineLook, legend_px: float) -> Rooms:
    """Title and legend above, the lanes with their names, the axis below."""
    names_px = max((look.wide(lane_name(train, lane)) for lane in train.lanes), default=0.0)
    top = TITLE_PX + (MARKS_PX if train.deadlines_s else SPACE_PX)
    high = max(look.height - top - TICKS_PX, LOWEST_LANE)
    high = min(high, HIGHEST_LANE * max(len(train.lanes), 1))
    plot = plot_rect(EDGE + names_px + 2 * SPACE_PX, top, high, look)
    return around(plot, title_width(title_text(train), look), legend_px, NO_WORDS, look)


def fitted(train: LaunchTrain, plot: Rect) -> Span:
    """All of the time, and as many lanes as have room."""
    lanes = max(len(train.lanes), 1)
    row_px = min(max(plot.h / lanes, LOWEST_LANE), HIGHEST_LANE)
    return Span(plot, lanes, train.duration_s, 0.0, train.duration_s, row_px)


def moved(span: Span, whole: Span) -> Span:
    """The same part in the room of `whole`."""
    return replace(span, plot=whole.plot, row_px=max(whole.row_px, span.row_px)).panned(0, 0)
