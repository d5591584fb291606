"""The dock of a warp follows the playback and what is chosen, and its clicks choose and go."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from gpuviz.insight.branch_regions import BranchRegions
from gpuviz.insight.order import PlayOrder, why_no_steps
from gpuviz.insight.warp_steps import LaneState, WarpSteps, warp_steps
from gpuviz.scene.scene import Hit
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.viewpoint import Focus, focus_of
from gpuviz.scene.stage.words import block_name
from gpuviz.scene.warp_view.picture import WarpPicture
from gpuviz.scene.warp_view.words import NO_LAUNCH, warp_phrase
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.texts import say
from gpuviz.trace import Trace
from gpuviz.ui.stage.paint import measure
from gpuviz.ui.stage.picks import picked
from gpuviz.ui.stage.tooltips import tooltip
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.warp_view.view import WarpView


class WarpController(QObject):
    """Shows the warp in focus: the chosen one, else the one that plays."""

    def __init__(
        self, playback: Playback, selection: Selection, stage: StageView, view: WarpView
    ) -> None:
        super().__init__(view)
        self._playback, self._selection = playback, selection
        self._stage, self._view = stage, view
        self._known: KnownWarp | None = None
        CoalescedCall(
            self, self.refresh, playback.momentChanged, selection.changed, view.pictureWanted
        )
        view.stepPicked.connect(self._go_to)
        view.threadPicked.connect(selection.select_thread)
        view.set_explainer(self._explained)

    def refresh(self) -> None:
        """Show the warp in focus, if anybody can see it."""
        facts = self._stage.facts
        if not self._view.is_seen:
            return
        if facts is None or facts.trace is not self._playback.trace:
            self._view.show_words(self._playback.coming or NO_LAUNCH)
        elif facts.order is None or facts.states is None:
            self._view.show_words(why_no_steps(facts.trace))
        else:
            self._show(facts, facts.order, self._focus(facts))

    def _focus(self, facts: StageFacts) -> Focus:
        block, thread, warp = picked(self._selection, facts.trace)
        return focus_of(facts, self._playback.instant, block, warp, thread)

    def _show(self, facts: StageFacts, order: PlayOrder, focus: Focus) -> None:
        known = self._warp(facts, focus)
        if known is None:
            template = "The steps of block {block} were not kept."
            block = block_name(facts.trace, focus.block)
            self._view.show_words(warp_phrase("not-kept", template, block=block))
            return
        steps = known.steps
        done = order.position[steps.ids] < self._playback.instant.steps
        at = int(np.count_nonzero(done)) - 1
        exchanges = facts.exchanges.of_step(int(steps.ids[at])) if at >= 0 else ()
        self._view.show_warp(
            WarpPicture(
                facts.trace,
                steps,
                known.states,
                known.regions,
                known.exchanging,
                exchanges,
                at,
                focus.lane,
                self._view.theme,
                measure,
                say,
            )
        )

    def _warp(self, facts: StageFacts, focus: Focus) -> KnownWarp | None:
        """The steps of the warp in focus; those of the last one are remembered."""
        known, trace = self._known, facts.trace
        if known is None or not known.is_of(trace, focus):
            assert facts.states is not None
            steps = warp_steps(trace, facts.states.history, focus.block, focus.warp)
            self._known = known = None if steps is None else KnownWarp(facts, steps)
        return known

    def _go_to(self, step: int) -> None:
        """Play the moment of a step."""
        order = self._playback.order
        if order is not None:
            self._playback.pause()
            self._playback.seek(int(order.position[step]))
            self._playback.step(1)

    def _explained(self, hit: Hit) -> list[str]:
        facts = self._stage.facts
        return [] if facts is None else tooltip(facts, hit, self._playback.instant, say)


class KnownWarp:
    """What of a warp does not change while it is played."""

    def __init__(self, facts: StageFacts, steps: WarpSteps) -> None:
        self._trace = facts.trace
        self.steps = steps
        self.states: frozenset[LaneState] = steps.states
        self.regions = BranchRegions(steps)
        self.exchanging = facts.exchanges.happens_in(steps.ids)

    def is_of(self, trace: Trace, focus: Focus) -> bool:
        """Whether it is this warp of this launch."""
        mine = self.steps.block, self.steps.warp
        return self._trace is trace and mine == (focus.block, focus.warp)
