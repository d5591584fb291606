"""Finds who reads and writes the chosen element: in what was kept, or by a launch that watches."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from gpuviz.insight.element_touches import (
    ElementTouches,
    element_touches,
    watched_touches,
    with_kept_steps,
)
from gpuviz.messages import GpuvizError
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.playback import Playback
from gpuviz.session.replays import Replays, WatchedElement
from gpuviz.session.selection import ElementChoice, Selection
from gpuviz.texts import say, tr
from gpuviz.trace import Element, Trace, why_not_followable

MOST_REMEMBERED = 32  # elements of one launch whose touches are known


class TouchesFinder(QObject):
    """Keeps the touches of the chosen element.

    `note` says why not all of its touches are known.
    """

    changed = Signal()

    def __init__(self, playback: Playback, selection: Selection, replays: Replays) -> None:
        super().__init__(playback)
        self._playback, self._selection, self._replays = playback, selection, replays
        self._choice: ElementChoice | None = None
        self._asked: Element | None = None
        self._touches: ElementTouches | None = None
        self._watched: dict[Element, ElementTouches] = {}
        self._error: GpuvizError | None = None
        chosen = selection.changed, playback.traceChanged
        for signal in chosen:
            signal.connect(self._ask)  # at once: what it finds takes as long as a launch
        self._later = CoalescedCall(self, self.look, *chosen)
        replays.watched.connect(self._take)
        replays.watchFailed.connect(self._refuse)
        replays.busyChanged.connect(self.changed)

    @property
    def choice(self) -> ElementChoice | None:
        """The element that the touches are of, as far as this launch has it."""
        return self._choice

    @property
    def touches(self) -> ElementTouches | None:
        """Who reads and writes it, as far as that is known."""
        return self._touches

    @property
    def note(self) -> str:
        """Why only some of its touches are known; empty where all are."""
        trace = self._playback.trace
        if trace is None or self._touches is None or self._touches.complete:
            return ""
        reason = why_not_followable(trace)
        if reason is not None:
            return tr("Only the followed blocks are known. {why}").format(why=say(reason))
        if self._error is not None:
            return say(self._error.message)
        if self._replays.busy:
            return tr("Only the followed blocks yet: the launch runs once more to find them all.")
        return tr("Only the followed blocks are known.")

    def forget(self) -> None:
        """Another launch: what is known is of the old one."""
        self._choice = self._touches = None
        self._watched, self._asked, self._error = {}, None, None

    def look(self) -> None:
        """Find the touches of the chosen element, as far as they are known by now."""
        trace = self._playback.trace
        self._choice = _known(trace, self._selection.element)
        self._touches = None
        if trace is not None and self._choice is not None:
            self._find(trace, self._choice)
        self.changed.emit()

    def _find(self, trace: Trace, choice: ElementChoice) -> None:
        kept = element_touches(
            trace, choice.array, choice.element, choice.block, self._playback.order
        )
        self._touches = kept
        if kept.complete:
            return
        element = _named(trace, choice)
        known = self._watched.get(element)
        if known is not None:
            self._touches = with_kept_steps(trace, known, kept)

    def _ask(self) -> None:
        """Have the launch run once more where not every touch of the chosen element was kept."""
        trace = self._playback.trace
        choice = _known(trace, self._selection.element)
        if trace is None or choice is None or self._selection.subject != "element":
            return
        kept = trace.all_followed if choice.block is None else choice.block in trace.followed
        element = _named(trace, choice)
        if kept or element in self._watched or element == self._asked:
            return
        if why_not_followable(trace) is None:
            self._asked, self._error = element, None
            self._replays.watch(trace, element)

    def _take(self, answer: WatchedElement) -> None:
        if answer.element != self._asked:  # of another launch
            return
        if len(self._watched) >= MOST_REMEMBERED:
            self._watched.pop(next(iter(self._watched)))
        self._watched[answer.element] = watched_touches(answer.touches)
        self._later.ask()

    def _refuse(self, of: Trace, error: GpuvizError) -> None:
        self._error = error
        self.changed.emit()


def _known(trace: Trace | None, choice: ElementChoice | None) -> ElementChoice | None:
    """The choice, if this launch has such an element."""
    if trace is None or choice is None or choice.array >= len(trace.arrays):
        return None
    inside = 0 <= choice.element < trace.arrays[choice.array].size
    return choice if inside and (choice.block or 0) < trace.config.blocks else None


def _named(trace: Trace, choice: ElementChoice) -> Element:
    info = trace.arrays[choice.array]
    index = tuple(int(n) for n in np.unravel_index(choice.element, info.shape))
    return Element(info.name, index, choice.block or 0)
