"""The memory view follows the playback and what is chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from gpuviz.insight.memory_choice import AccessReader, ShownAccess, Warp, most_telling
from gpuviz.insight.memory_costs import SiteCost, site_cost
from gpuviz.insight.memory_diagnosis import diagnosis
from gpuviz.insight.order import why_no_steps
from gpuviz.insight.shared_memory import SharedMemory, has_shared_memory
from gpuviz.messages import Message
from gpuviz.scene.memory_view.look import AccessLook
from gpuviz.scene.memory_view.shared_rows import shared_rows, shared_title
from gpuviz.scene.memory_view.words import (
    BEFORE,
    NO_ACCESS,
    NO_LAUNCH,
    NO_STEPS,
    figures_text,
    not_followed_text,
    not_yet_text,
    reads_text,
    sum_text,
    title_text,
)
from gpuviz.scene.scene import ElementHit, Hit, ThreadHit
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.playback import Playback
from gpuviz.session.selection import ElementChoice, Selection
from gpuviz.texts import say
from gpuviz.trace import Site, Trace
from gpuviz.trace.source import AccessKind
from gpuviz.ui.memory_view.pane import AccessWords
from gpuviz.ui.memory_view.view import MemoryView
from gpuviz.ui.stage.picks import picked


class MemoryController(QObject):
    """Chooses the access that is shown and works out the table, while somebody looks.

    `wanted`: an access was chosen elsewhere, and nobody looks.
    """

    wanted = Signal()

    def __init__(self, playback: Playback, selection: Selection, view: MemoryView) -> None:
        super().__init__(view)
        self._playback, self._selection, self._view = playback, selection, view
        self._reader: AccessReader | None = None
        self._read: Trace | None = None  # the trace that `_reader` and `_costs` are of
        self._costs: list[SiteCost] = []
        self._asked: int | None = None  # the chosen access as of the latest change
        self._shared: tuple[Trace, int, SharedMemory] | None = None  # of which launch and block
        self._kept: Site | None = None  # the chosen access, to find it in the next launch
        self._counting = QTimer(self, interval=0)
        self._counting.timeout.connect(self._count_next)
        playback.traceChanged.connect(self._find_again)
        selection.changed.connect(self._selected)
        self._later = CoalescedCall(self, self.refresh, playback.momentChanged, view.pictureWanted)
        view.table.sitePicked.connect(self.pick_site)
        view.pane.released.connect(lambda: selection.select_site(None))
        view.pane.canvas.hitPicked.connect(self._choose)
        view.pane.sharedToggled.connect(self._later.ask)
        view.pane.contents.elementPicked.connect(self._choose_shared)
        self._selected()

    def refresh(self) -> None:
        """Show the present moment, if anybody looks."""
        if not self._view.is_seen:
            return
        if self._playback.trace is not self._read:
            self._begin()
        if self._view.pane.shows_shared and self._show_shared():
            return
        shown = self._shown()
        access = shown if isinstance(shown, ShownAccess) else None
        words = self._words(access) if access is not None else AccessWords(say(self._why(shown)))
        self._view.pane.show_access(words, self._look(access), kept=self._site() is not None)
        self._view.table.mark(self._site() if access is None else access.access.site_row)

    def pick_site(self, site: int) -> None:
        """Look at an access of the table; where the playing step makes another, go to the next."""
        self._selection.select_site(site)
        trace, reader = self._playback.trace, self._reader
        if trace is None or reader is None:
            return
        who, moment = self._focus(), self._playback.moment
        step = self._playback.current_step
        if step is not None and any(one.access.site_row == site for one in reader.of_step(step)):
            return
        target = reader.next_moment(site, who, moment)
        if target is None:
            target = reader.next_moment(site, None, moment)
        if target is not None:
            self._go(target, who)

    def _go(self, moment: int, who: Warp | None) -> None:
        """To right after a step, and to its warp where another one is chosen."""
        self._playback.pause()
        self._playback.seek(moment - 1)
        self._playback.step(1)
        trace, step = self._playback.trace, self._playback.current_step
        if trace is None or trace.steps is None or step is None:
            return
        found = Warp(int(trace.steps.block[step]), int(trace.steps.warp[step]))
        if found != who:
            self._selection.select_warp(found.block, found.warp)

    def _selected(self) -> None:
        self._later.ask()
        site, trace = self._site(), self._playback.trace
        if site == self._asked or trace is None:
            return
        self._asked = site
        self._kept = None if site is None else trace.sites[site]
        if site is not None and not self._view.is_seen:
            self.wanted.emit()

    def _begin(self) -> None:
        """Another launch: its table is worked out bit by bit."""
        trace, order = self._playback.trace, self._playback.order
        self._read, self._costs = trace, []
        self._reader = None if trace is None or order is None else AccessReader(trace, order)
        self._shared = None
        self._view.pane.offer_shared(trace is not None and has_shared_memory(trace))
        self._view.table.show_costs(())
        self._view.show_sums("", "")
        if trace is not None and trace.sites:
            self._counting.start()

    def _find_again(self) -> None:
        """The same place of the source in another launch; sites are numbered as they are met."""
        kept, trace = self._kept, self._playback.trace
        rows = [] if trace is None or kept is None else list(enumerate(trace.sites))
        same = (row for row, site in rows if kept is not None and _place(site) == _place(kept))
        self._asked = next(same, None)
        self._selection.select_site(self._asked)
        self._later.ask()

    def _count_next(self) -> None:
        """One site more; all in one go would hold the window up."""
        trace = self._read
        if trace is None or len(self._costs) >= len(trace.sites):
            self._counting.stop()
            self._show_costs()
        else:
            self._costs.append(site_cost(trace, len(self._costs)))

    def _show_costs(self) -> None:
        trace = self._read
        if trace is None:
            return
        costs = tuple(cost for cost in self._costs if cost.requests)
        self._view.table.show_costs(costs)
        reads = reads_text(trace)
        self._view.show_sums(say(sum_text(costs)), "" if reads is None else say(reads))

    def _show_shared(self) -> bool:
        """All of the shared memory of the block that is looked at; whether its steps were kept."""
        trace, order, who = self._playback.trace, self._playback.order, self._focus()
        if trace is None or order is None or who is None or who.block not in trace.followed:
            return False
        if self._shared is None or self._shared[0] is not trace or self._shared[1] != who.block:
            self._shared = trace, who.block, SharedMemory(trace, order, who.block)
        arrays = self._shared[2].at(self._playback.instant)
        title = say(shared_title(trace, who.block, arrays))
        self._view.pane.show_shared(title, shared_rows(arrays), self._touched(who.block))
        return True

    def _touched(self, block: int) -> dict[tuple[int, int], AccessKind]:
        """The elements of a block's shared memory that the present step touches."""
        trace, step, reader = self._playback.trace, self._playback.current_step, self._reader
        if trace is None or trace.steps is None or step is None or reader is None:
            return {}
        if int(trace.steps.block[step]) != block:
            return {}
        return {
            (access.array, element): access.site.kind
            for access in (shown.access for shown in reader.of_step(step))
            if access.site.space == "shared"
            for element in access.element[access.active].tolist()
        }

    def _choose_shared(self, array: int, element: int) -> None:
        if self._shared is not None:
            self._selection.select_element(ElementChoice(array, element, self._shared[1]))

    def _site(self) -> int | None:
        """The chosen access, as far as this launch has it."""
        site, trace = self._selection.site, self._playback.trace
        return site if site is not None and trace and site < len(trace.sites) else None

    def _focus(self) -> Warp | None:
        if self._reader is None or self._playback.trace is None:
            return None
        block, _, warp = picked(self._selection, self._playback.trace)
        return self._reader.focus(self._playback.instant, block, warp)

    def _shown(self) -> ShownAccess | Warp | None:
        """The access to show, else the warp that has none, else nothing."""
        who, site = self._focus(), self._site()
        if who is None or self._reader is None:
            return None
        if site is not None:
            return self._reader.latest(site, who, self._playback.instant) or who
        step = self._reader.latest_step(who, self._playback.instant)
        accesses = () if step is None else self._reader.of_step(step)
        return most_telling(accesses) or who

    def _words(self, shown: ShownAccess) -> AccessWords:
        trace = self._playback.trace
        assert trace is not None
        advice = diagnosis(shown.access, trace.config.block)
        figures = say(figures_text(shown.access))
        return AccessWords(
            say(title_text(trace, shown)), figures, "" if advice is None else say(advice)
        )

    def _why(self, who: ShownAccess | Warp | None) -> Message:
        """Why there is no access to show."""
        trace, site = self._playback.trace, self._site()
        if trace is None:
            return self._playback.coming or NO_LAUNCH
        if self._reader is None:
            return NO_STEPS if trace.steps is None else why_no_steps(trace)
        if not isinstance(who, Warp):
            return BEFORE
        if who.block not in trace.followed:
            return not_followed_text(trace, who.block)
        return NO_ACCESS if site is None else not_yet_text(trace, who, trace.sites[site].line)

    def _look(self, shown: ShownAccess | None) -> AccessLook | None:
        trace = self._playback.trace
        if shown is None or trace is None:
            return None
        here = (shown.who.block, shown.who.warp) == (self._selection.block, self._selection.warp)
        lane = self._selection.lane if here else None
        theme, element = self._view.pane.theme, self._element(shown)
        return AccessLook(trace, shown, 0, 0, theme, say, lane, element=element)

    def _element(self, shown: ShownAccess) -> int | None:
        """The chosen element, if it is one of the array that is accessed."""
        chosen = self._selection.element
        if chosen is None or chosen.array != shown.access.array:
            return None
        inside = chosen.element < shown.access.info.size
        return chosen.element if inside and chosen.block in (None, shown.who.block) else None

    def _choose(self, hit: Hit) -> None:
        if isinstance(hit, ThreadHit):
            self._selection.select_thread(hit.block, hit.thread)
        elif isinstance(hit, ElementHit):
            self._selection.select_element(ElementChoice(hit.array, hit.element, hit.block))


def _place(site: Site) -> tuple[int, int, str, str]:
    return site.line, site.column, site.array, site.kind
