"""Fills the inspector with what is chosen, at the moment that is shown."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject

from gpuviz.insight.block_story import block_story
from gpuviz.insight.destination import Destination
from gpuviz.insight.element_story import ElementStory, element_story, story_at
from gpuviz.insight.element_touches import ElementTouches, element_touches
from gpuviz.insight.formula import Formula
from gpuviz.insight.order import PlayOrder, why_no_steps
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.insight.warp_story import warp_story
from gpuviz.launch import WARP_SIZE
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.texts import say
from gpuviz.trace import Trace
from gpuviz.ui.inspector.inspector import Inspector
from gpuviz.ui.playback.travel import travel


class InspectorController(QObject):
    """Shows the page of the subject of the selection; links of a page are followed."""

    def __init__(self, session: Session, inspector: Inspector) -> None:
        super().__init__(inspector)
        playback, selection = session.playback, session.selection
        self._playback, self._selection, self._inspector = playback, selection, inspector
        self._elements, self._followed = session.touches, session.followed
        self._told: _Told | None = None
        self._going_to: Destination | None = None
        self._refreshing = CoalescedCall(
            self,
            self.refresh,
            playback.traceChanged,
            playback.momentChanged,
            selection.changed,
            self._elements.changed,
            self._followed.noteChanged,
        )
        inspector.linkFollowed.connect(self._follow)
        session.followed.followed.connect(self._arrive)

    def refresh_soon(self) -> None:
        """Show it when no other event waits."""
        self._refreshing.ask()

    def refresh(self) -> None:
        """Show what is chosen at the present moment."""
        trace, order = self._playback.trace, self._playback.order
        if trace is None:
            self._inspector.show_grid(None)
        elif self._selection.subject == "element" and self._elements.choice is not None:
            self._show_element(trace, order)
        elif self._playback.index is None:
            self._inspector.show_grid(trace, say(why_no_steps(trace)))
        else:
            self._show_threads(self._playback.index)

    def _follow(self, to: Destination) -> None:
        """Go where a link leads; its moment may be known only once the block is followed."""
        self._going_to = to if to.moment is None else None
        travel(self._playback, self._selection, to)

    def _arrive(self, again: Trace) -> None:
        """The steps of a block have come: show the moment at which the thread touches the
        element from whose page somebody came.
        """
        to, element, order = self._going_to, self._selection.element, self._playback.order
        trace, self._going_to = self._playback.trace, None
        if to is None or to.block != self._selection.block:
            return
        if element is None or trace is None or order is None:
            return
        touches = element_touches(trace, element.array, element.element, element.block, order)
        block, thread = np.divmod(touches.thread, trace.config.block.size)
        same = thread // WARP_SIZE == to.warp if to.thread is None else thread == to.thread
        mine = (block == to.block) & same
        if mine.any():
            step = int(touches.step[mine.argmax()])
            self._playback.seek_step(int(order.position[step]) + 1)

    def _show_threads(self, index: TraceIndex) -> None:
        trace, order = index.trace, index.order
        chosen, instant, note = self._selection, self._playback.instant, self._followed.note
        if chosen.block is None or chosen.block >= trace.config.blocks:
            self._inspector.show_grid(trace)
        elif chosen.thread is not None and chosen.thread < trace.config.block.size:
            facts = index.threads.at(chosen.block, chosen.thread, instant)
            self._inspector.show_thread(facts, note)
        elif chosen.warp is not None and chosen.warp < trace.config.warps_per_block:
            warp = warp_story(trace, order, index.warps, chosen.block, chosen.warp, instant)
            self._inspector.show_warp(warp, note)
        else:
            block = block_story(trace, order, index.history, chosen.block, instant)
            self._inspector.show_block(block, note)

    def _show_element(self, trace: Trace, order: PlayOrder | None) -> None:
        choice, touches = self._elements.choice, self._elements.touches
        if choice is None or touches is None:
            return
        told, instant = self._told, self._playback.instant
        if told is None or told.trace is not trace or told.touches is not touches:
            place = choice.array, choice.element, choice.block
            story = element_story(trace, order, place, touches, instant)
            told = self._told = _Told(trace, touches, story, self._formulas(story))
        story = story_at(told.story, trace, order, instant)
        self._inspector.show_element(story, told.formulas, self._elements.note)

    def _formulas(self, story: ElementStory) -> tuple[Formula, ...]:
        """How the last writer of an element came to its index."""
        index = self._playback.index
        if index is None or story.writer is None:
            return ()
        return index.threads.at(*story.writer, index.order.end).indices


class _Told(NamedTuple):
    """What was last told of an element; of another moment only its value is asked again."""

    trace: Trace
    touches: ElementTouches
    story: ElementStory
    formulas: tuple[Formula, ...]
