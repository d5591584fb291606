"""The timeline follows the playback and what is chosen, and its clicks choose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from gpuviz.device import DEFAULT_DEVICE, load_devices
from gpuviz.insight.timeline import Timeline, timeline_of
from gpuviz.insight.timeline_moves import playing_seconds, seconds_of_rounds
from gpuviz.insight.timeline_words import why_no_timeline
from gpuviz.session.playback import Playback
from gpuviz.trace import Placement, Trace
from gpuviz.ui.later import Later
from gpuviz.ui.selection import Selection
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.timeline.look import shown_of
from gpuviz.ui.timeline.view import TimelineView
from gpuviz.ui.timeline.words import NO_LAUNCH


class TimelineDesk(QObject):
    """Fills the timeline while somebody looks at it."""

    def __init__(
        self, playback: Playback, selection: Selection, stage: StageView, view: TimelineView
    ) -> None:
        super().__init__(view)
        self._playback, self._selection, self._view = playback, selection, view
        self._placement: Placement | None = None  # what is shown
        self._times: NDArray[np.float64] | None = None  # by rounds that are over
        Later(self, self.refresh, playback.momentChanged, selection.changed, view.pictureWanted)
        view.blockPicked.connect(selection.select_block)
        view.blockEntered.connect(stage.enter_block)

    def refresh(self) -> None:
        """Show the launch, the chosen block and the instant, if anybody can see them."""
        trace = self._playback.trace
        if not self._view.is_seen:
            return
        if trace is None:
            self._view.show_words(NO_LAUNCH)
            return
        if trace.placement is None or trace.placement is not self._placement:
            self._begin(trace)
        times = self._times
        now = None if times is None else playing_seconds(times, self._playback.instant)
        self._view.light(self._selection.block)
        self._view.set_now(now)

    def _begin(self, trace: Trace) -> None:
        """Another launch."""
        self._placement, self._times = trace.placement, None
        devices = load_devices()
        timeline = timeline_of(trace, devices.get(trace.device_id, devices[DEFAULT_DEVICE]))
        if timeline is None:
            self._view.show_words(why_no_timeline(trace))
            return
        self._times = self._times_of(timeline)
        self._view.show_timeline(shown_of(trace, timeline))

    def _times_of(self, timeline: Timeline) -> NDArray[np.float64] | None:
        order = self._playback.order
        return None if order is None else seconds_of_rounds(timeline, order)
