"""The timeline follows the playback and what is chosen, and its clicks choose."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from gpuviz.insight.order import PlayOrder
from gpuviz.insight.timeline import timeline_of
from gpuviz.insight.timeline_moves import Now, now_in_block, now_on_all, seconds_of_rounds
from gpuviz.insight.timeline_words import why_no_timeline
from gpuviz.scene.timeline.look import ShownTimeline, shown_of
from gpuviz.scene.timeline.words import NO_LAUNCH, WORKING
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.trace import Placement, Trace
from gpuviz.trace.whose_device import device_or_default
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.timeline.view import TimelineView

MOST_AT_ONCE = 20_000  # blocks: of more, the timeline is worked out in a thread


class Found(NamedTuple):
    """What was worked out of a launch: its timeline, and when its rounds are over."""

    trace: Trace
    shown: ShownTimeline | None
    times: NDArray[np.float64] | None


class TimelineController(QObject):
    """Fills the timeline while somebody looks at it."""

    _found: TypedSignal[[Found]] = signal(object)  # from a thread

    def __init__(
        self, playback: Playback, selection: Selection, stage: StageView, view: TimelineView
    ) -> None:
        super().__init__(view)
        self._playback, self._selection, self._view = playback, selection, view
        self._trace: Trace | None = None  # what is shown, or worked out
        self._times: NDArray[np.float64] | None = None  # by rounds that are over
        self._thread: threading.Thread | None = None
        self._found.connect(self._show)
        CoalescedCall(
            self, self.refresh, playback.momentChanged, selection.changed, view.pictureWanted
        )
        view.blockPicked.connect(selection.select_block)
        view.blockEntered.connect(stage.enter_block)

    def refresh(self) -> None:
        """Show the launch, the chosen block and the instant, if anybody can see them."""
        trace = self._playback.trace
        if not self._view.is_seen:
            return
        if trace is None:
            self._view.show_words(self._playback.coming or NO_LAUNCH)
            return
        if trace is not self._trace:
            self._begin(trace)
        self._follow()

    def close(self) -> None:
        """Leave no thread behind."""
        if self._thread is not None:
            self._thread.join()

    def _begin(self, trace: Trace) -> None:
        """Another launch, or the same with more of its steps."""
        before, self._trace = self._trace, trace
        order, shown = self._playback.order, self._view.shown
        if shown is not None and before is not None and have_same_times(before, trace):
            self._times = None if order is None else seconds_of_rounds(shown.timeline, order)
        elif trace.config.blocks <= MOST_AT_ONCE:
            self._take(find(trace, order))
        else:
            self._view.show_words(WORKING)
            self._find_beside(trace, order)

    def _find_beside(self, trace: Trace, order: PlayOrder | None) -> None:
        """In a thread."""
        self._times = None
        self._thread = threading.Thread(
            target=lambda: self._found.emit(find(trace, order)), name="timeline", daemon=True
        )
        self._thread.start()

    def _show(self, found: Found) -> None:
        """What a thread has found, unless another launch is shown by now."""
        if found.trace is self._trace is self._playback.trace:
            self._take(found)
            self._follow()

    def _take(self, found: Found) -> None:
        self._times = found.times
        if found.shown is None:
            self._view.show_words(why_no_timeline(found.trace))
        else:
            self._view.show_timeline(found.shown)

    def _follow(self) -> None:
        self._view.light(self._selection.block)
        self._view.set_now(self._now())

    def _now(self) -> Now | None:
        playback, shown = self._playback, self._view.shown
        if self._times is not None:
            return now_on_all(self._times, playback.instant)
        trace, order = playback.trace, playback.order
        if shown is None or trace is None or trace.steps is None or order is None:
            return None
        return now_in_block(shown.timeline, order, trace.steps, playback.instant)


def find(trace: Trace, order: PlayOrder | None) -> Found:
    """Work out the timeline of a launch."""
    timeline = timeline_of(trace, device_or_default(trace))
    if timeline is None:
        return Found(trace, None, None)
    times = None if order is None else seconds_of_rounds(timeline, order)
    return Found(trace, shown_of(trace, timeline), times)


def have_same_times(one: Trace, other: Trace) -> bool:
    """Whether all blocks ran at the same times, so that one picture shows both."""
    times, other_times = one.placement, other.placement
    if times is None or other_times is None or times.source != other_times.source:
        return False
    columns = zip(_columns(times), _columns(other_times), strict=True)
    return _device_of(one) == _device_of(other) and all(np.array_equal(*pair) for pair in columns)


def _device_of(trace: Trace) -> tuple[object, ...]:
    """All that says how many blocks an SM holds."""
    shared = trace.shared_bytes, trace.config.dynamic_shared_bytes
    return trace.device_id, trace.device, trace.config, trace.registers_per_thread, shared


def _columns(placement: Placement) -> tuple[NDArray[np.generic], ...]:
    return placement.sm, placement.start_s, placement.end_s
