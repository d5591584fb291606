"""What is seen of a timeline: which launch, which part of it, and what is lit there."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.insight.timeline_moves import Now, next_on_sm, next_sm
from gpuviz.messages import Message
from gpuviz.scene.stage.scene import Label, Rect, Scene
from gpuviz.scene.timeline.look import ShownTimeline, TimelineLook
from gpuviz.scene.timeline.overlay import compose_overlay
from gpuviz.scene.timeline.scene import compose, rooms_of
from gpuviz.scene.timeline.span import Span, fitted
from gpuviz.scene.timeline.words import NO_LAUNCH
from gpuviz.texts import say


class Sight:
    """A launch, or why there is none; all of it is seen until somebody moves it."""

    def __init__(self) -> None:
        self.shown: ShownTimeline | None = None
        self.words: Message = NO_LAUNCH
        self.span: Span | None = None
        self.chosen: int | None = None
        self.now: Now | None = None
        self._fits = True

    def show(self, shown: ShownTimeline | None, words: Message = NO_LAUNCH) -> None:
        """Another launch, or words instead."""
        self.shown, self.words, self.span, self._fits = shown, words, None, True

    def fit(self) -> None:
        """All of it is seen once it is arranged."""
        self._fits = True

    def arrange(self, look: TimelineLook) -> None:
        """Into the room that there is: all of it, or what was looked at."""
        self.span = self.span_in(look)

    def look_at(self, span: Span) -> bool:
        """See another part; whether it is another one."""
        if span == self.span:
            return False
        self.span, self._fits = span, False
        return True

    def bring(self, block: int) -> bool:
        """Move until a block is seen; whether that was needed."""
        if self.shown is None or self.span is None:
            return False
        timeline = self.shown.timeline
        times = float(timeline.start_s[block]), float(timeline.end_s[block])
        return self.look_at(self.span.showing(*times, int(timeline.row[block])))

    def span_in(self, look: TimelineLook) -> Span | None:
        """What would be seen in a room; None without a launch."""
        if self.shown is None:
            return None
        plot, timeline = rooms_of(self.shown, look).plot, self.shown.timeline
        if self._fits or self.span is None:
            used_rows = self.shown.used_rows
            return fitted(plot, len(timeline.sms), used_rows, timeline.duration_s)
        return replace(self.span, plot=plot).panned(0, 0)

    def neighbour(self, on_sm: int, sms: int) -> int | None:
        """The block so many further on, on this SM or on others; the first where none is chosen."""
        if self.shown is None:
            return None
        if self.chosen is None:
            return 0
        if sms:
            return next_sm(self.shown.timeline, self.chosen, sms)
        return next_on_sm(self.shown.timeline, self.chosen, on_sm)

    def scene(self, look: TimelineLook, span: Span | None) -> Scene:
        """All but the overlay, or the words."""
        if self.shown is not None and span is not None:
            return compose(self.shown, span, look)
        words = say(self.words)
        room = Rect(0, 0, look.width, look.height)
        return Scene((Label(room, words, look.theme.muted, align="center"),), (), words)

    def overlay(self, look: TimelineLook) -> Scene:
        """The chosen block and the cursor."""
        if self.shown is None or self.span is None:
            return Scene()
        rooms = rooms_of(self.shown, look)
        return compose_overlay(self.shown, self.span, rooms, look, self.chosen, self.now)
