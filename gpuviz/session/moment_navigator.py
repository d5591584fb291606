"""Goes to the next or previous moment of a kind: barriers, divergences, hazards, lines, warps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from gpuviz.insight.moment_rows import NONE, Moments
from gpuviz.scene.moment_kinds import (
    BY_NAME,
    NO_STEPS,
    NONE_AFTER,
    NONE_BEFORE,
    KindName,
    absent,
)
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.texts import tr

if TYPE_CHECKING:
    from gpuviz.insight.moments import MomentFinder

Way = Literal[1, -1]


class MomentNavigator(QObject):
    """Moves the playback between moments of the chosen kind, and chooses the warp concerned.

    `changed` says that another kind is chosen, or that what can be gone to may be different.
    """

    changed = Signal()

    def __init__(self, playback: Playback, selection: Selection) -> None:
        super().__init__(playback)
        self._playback, self._selection = playback, selection
        self._kind: KindName = "divergence"
        played = playback.momentChanged, playback.traceChanged, playback.breakpointsChanged
        CoalescedCall(self, self.changed.emit, *played, selection.changed)
        playback.stopped.connect(self._show_stop)

    @property
    def kind(self) -> KindName:
        """The kind that the button and the keys N and Shift+N go to."""
        return self._kind

    def choose(self, kind: KindName) -> None:
        """Go to moments of another kind from now on."""
        self._kind = kind
        self.changed.emit()

    def moments(self, kind: KindName) -> Moments:
        """All moments of a kind, for the chosen warp and the playing line."""
        finder = self._playback.finder
        return NONE if finder is None else self._finders()[kind](finder)

    def why_not(self, kind: KindName, way: Way = 1) -> str:
        """Why there is no way to a moment of a kind; empty where there is."""
        trace = self._playback.trace
        if trace is None or self._playback.finder is None:
            return tr(NO_STEPS)
        found = self.moments(kind)
        if len(found) == 0:
            return tr(absent(kind, trace, self._playback.breakpoints, self._selection.warp))
        if self._row(found, way) is not None:
            return ""
        return tr(NONE_AFTER if way > 0 else NONE_BEFORE).format(what=tr(BY_NAME[kind].what))

    def go(self, way: Way) -> None:
        """Go to the next or previous moment of the chosen kind, if there is one."""
        found = self.moments(self._kind)
        row = self._row(found, way)
        if row is not None:
            self._playback.pause()
            self._show(found, row)

    def go_to(self, kind: KindName) -> None:
        """Go to the next moment of a kind, which is chosen from now on."""
        self.choose(kind)
        self.go(1)

    def go_to_line(self, line: int, way: Way) -> None:
        """Go to the next or previous execution of a line, if there is one."""
        found = self.moments_of_line(line)
        row = self._row(found, way)
        if row is not None:
            self._playback.pause()
            self._show(found, row)

    def reaches_line(self, line: int, way: Way) -> bool:
        """Whether a line is executed after, or before, this step."""
        return self._row(self.moments_of_line(line), way) is not None

    def moments_of_line(self, line: int) -> Moments:
        """All executions of a line."""
        finder = self._playback.finder
        return NONE if finder is None else finder.of_lines([line])

    def _finders(self) -> Mapping[KindName, Callable[[MomentFinder], Moments]]:
        return {
            "divergence": lambda finder: finder.divergences,
            "barrier": lambda finder: finder.barriers,
            "hazard": lambda finder: finder.hazards,
            "breakpoint": lambda finder: self._playback.stops or NONE,
            "warp": self._of_warp,
            "line": self._of_playing_line,
        }

    def _of_warp(self, finder: MomentFinder) -> Moments:
        block, warp = self._selection.block, self._selection.warp
        return NONE if block is None or warp is None else finder.of_warp(block, warp)

    def _of_playing_line(self, finder: MomentFinder) -> Moments:
        trace, step = self._playback.trace, self._playback.current_step
        if trace is None or trace.steps is None or step is None:
            return NONE
        return finder.of_lines([trace.statements[trace.steps.statement[step]].line])

    def _row(self, found: Moments, way: Way) -> int | None:
        """Of the next or previous moment; from a first look the way on begins at the start."""
        here = self._playback.moment
        if way < 0:
            return found.before(here + 1 if self._playback.ended else here)
        return found.after(0 if self._playback.posed else here)

    def _show(self, found: Moments, row: int) -> None:
        self._playback.seek_step(int(found.moment[row]))
        self._choose_warp(int(found.step[row]))

    def _show_stop(self, row: int) -> None:
        if self._playback.stops is not None:
            self._choose_warp(int(self._playback.stops.step[row]))

    def _choose_warp(self, step: int) -> None:
        """Choose the warp of a step; a chosen thread of it stays chosen."""
        trace = self._playback.trace
        if trace is None or trace.steps is None:
            return
        block, warp = int(trace.steps.block[step]), int(trace.steps.warp[step])
        if (self._selection.block, self._selection.warp) != (block, warp):
            self._selection.select_warp(block, warp)
