"""Runs a launch again where somebody chooses a block whose steps were not kept."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError
from gpuviz.scene.numbers import whole
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.playback import Playback
from gpuviz.session.replays import FollowedTrace, Replays, blocks_to_follow
from gpuviz.session.selection import Selection
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import say, tr
from gpuviz.trace import Trace, why_not_followable


class FollowedBlocks(QObject):
    """Has the chosen block followed: `followed` gives the same launch with its steps.

    `note` says what is known of a chosen block without steps: that they come, or why they cannot.
    """

    followed: TypedSignal[[Trace]] = signal(object)  # to be played instead
    noteChanged = Signal()

    def __init__(self, playback: Playback, selection: Selection, replays: Replays) -> None:
        super().__init__(playback)
        self._playback, self._selection, self._replays = playback, selection, replays
        self._chosen: tuple[int, ...] = ()  # blocks that were followed because they were chosen
        self._asked: int | None = None
        self._taken: Trace | None = None  # the trace that came of a replay
        self._error: GpuvizError | None = None
        self._note = ""
        self._later = CoalescedCall(self, self._look, selection.changed, replays.busyChanged)
        playback.traceChanged.connect(self._begin)
        replays.followed.connect(self._take)
        replays.followFailed.connect(self._refuse)

    @property
    def note(self) -> str:
        """What is said of the chosen block instead of its steps; empty where they are there."""
        return self._note

    def _begin(self) -> None:
        """Another trace: what it follows goes on to be followed."""
        self._asked, self._error = None, None
        trace = self._playback.trace
        if trace is not self._taken:
            self._replays.cancel()
        kept = () if trace is None or trace.all_followed else trace.followed[1:-1]
        before = [block for block in self._chosen if block in kept]
        self._chosen = (*(block for block in kept if block not in before), *before)
        self._later.ask()

    def _look(self) -> None:
        """Ask for the chosen block's steps, once, if they are not there."""
        trace, block = self._playback.trace, self._selection.block
        if block != self._asked:
            self._asked, self._error = None, None
        if trace is None or block is None or not _is_missing(trace, block):
            self._tell("")
            return
        if self._asked is None and why_not_followable(trace) is None:
            self._chosen = blocks_to_follow(self._chosen, block)
            self._asked = block
            self._replays.follow(trace, self._chosen)
        self._tell(self._words(trace, block))

    def _words(self, trace: Trace, block: int) -> str:
        reason = why_not_followable(trace)
        if reason is not None:
            return tr("The steps of this block were not kept. {why}").format(why=say(reason))
        if self._error is not None:
            return say(self._error.message)
        if not self._replays.busy:
            return tr("The steps of this block were not kept. Choose it again to run the launch.")
        text = tr("The steps of block {block} were not kept: the launch runs once more for them.")
        return text.format(block=whole(block))

    def _take(self, answer: FollowedTrace) -> None:
        if answer.of is self._playback.trace:
            self._taken = answer.trace
            self.followed.emit(answer.trace)

    def _refuse(self, of: Trace, error: GpuvizError) -> None:
        if of is self._playback.trace:
            self._error = error
            self._later.ask()

    def _tell(self, note: str) -> None:
        if note != self._note:
            self._note = note
            self.noteChanged.emit()


def _is_missing(trace: Trace, block: int) -> bool:
    """Whether a block has no steps in a trace that has those of others."""
    kept = trace.steps is None or trace.all_followed or block in trace.followed
    return not kept and block < trace.config.blocks
