"""What lies above a timeline: the chosen block and the instant that plays."""

from __future__ import annotations

import pytest

from gpuviz.insight.timeline_moves import Now
from gpuviz.scene.charts.labels import touching
from gpuviz.scene.scene import Group, Label, Panel, Rect
from gpuviz.scene.stage.plot_items import Bars
from gpuviz.scene.theme import DARK
from gpuviz.scene.timeline.look import Rooms, ShownTimeline, TimelineLook, divide, shown_of
from gpuviz.scene.timeline.overlay import compose_overlay
from gpuviz.scene.timeline.span import Span, fitted
from gpuviz.scene.timeline.ticks import tick_names
from tests.helpers.timelines import Source, placed, timeline

LOOK = TimelineLook(800, 240, DARK, lambda text, size: 6.0 * len(text))


def seen(source: Source = "modelled") -> tuple[ShownTimeline, Span, Rooms]:
    """One block of four seconds, all of it."""
    trace = placed([0], [0.0], [4.0], source)
    shown = shown_of(trace, timeline(trace))
    rooms = divide(shown, LOOK, 0)
    return shown, fitted(rooms.plot, 40, 1, 4.0), rooms


@pytest.mark.parametrize(("source", "hatched"), [("modelled", True), ("measured", False)])
def test_a_chosen_block_stays_hatched_if_it_is_modelled(source: Source, hatched: bool) -> None:
    shown, span, rooms = seen(source)

    (group,) = compose_overlay(shown, span, rooms, LOOK, 0, None).items

    assert isinstance(group, Group)
    (bar,) = [item for item in group.items if isinstance(item, Bars)]
    assert (bar.color, bar.hatched) == (DARK.accent, hatched)


def test_the_time_of_the_cursor_covers_the_numbers_of_the_axis_that_it_touches() -> None:
    shown, span, rooms = seen()

    items = compose_overlay(shown, span, rooms, LOOK, None, Now(1.95)).items

    (flag,) = [item for item in items if isinstance(item, Label)]
    under = [name.rect for name in tick_names(rooms, span, LOOK) if touching(name.rect, flag.rect)]
    covers = [item.rect for item in items if isinstance(item, Panel) and item.fill == DARK.panel]
    assert len(under) == 1
    assert [covers_whole(cover, rect) for cover, rect in zip(covers, under, strict=True)] == [True]


def covers_whole(cover: Rect, rect: Rect) -> bool:
    across = cover.x <= rect.x and rect.right <= cover.right
    return across and cover.y <= rect.y and rect.bottom <= cover.bottom
