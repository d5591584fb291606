"""What is chosen of a new launch, and at which moment it is shown: what tells most of it."""

from __future__ import annotations

from gpuviz.insight.first_look import moment_to_show, thread_to_show
from gpuviz.session.playback import Playback
from gpuviz.session.selection import ElementChoice, Selection
from gpuviz.trace import Trace


class FirstLook:
    """Chooses the thread and the moment of a new launch; what a user chose stays."""

    def __init__(self, playback: Playback, selection: Selection) -> None:
        self._playback, self._selection = playback, selection
        self._posed_thread: tuple[int, int] | None = None
        self._kernel = ""  # of the launch that was posed

    def pose(self, trace: Trace) -> None:
        """Show the chosen thread, or the last one that writes, at that step.

        An element that was chosen last stays so while the kernel is the same; one that another
        kernel has, or that this launch has not, is forgotten.
        """
        element = self._kept_element(trace)
        if not self._has_element(trace):
            self._selection.drop_element()
        self._kernel = trace.kernel
        order = self._playback.order
        chosen = self._kept(trace) or thread_to_show(trace, order)
        if chosen is None or order is None:
            self._selection.clear()
            return
        self._posed_thread = chosen
        self._selection.select_thread(*chosen)
        moment = moment_to_show(trace, order, *chosen)
        if moment is not None:
            self._playback.pose(moment)
        if element is not None:
            self._selection.select_element(element)

    def _kept_element(self, trace: Trace) -> ElementChoice | None:
        """The element that is looked at, if this is the same kernel with such an element."""
        looked_at = self._selection.subject == "element" and self._has_element(trace)
        return self._selection.element if looked_at else None

    def _has_element(self, trace: Trace) -> bool:
        """Whether this is the same kernel, with the chosen element."""
        element = self._selection.element
        if trace.kernel != self._kernel or element is None or element.array >= len(trace.arrays):
            return False
        return element.element < trace.arrays[element.array].size

    def _kept(self, trace: Trace) -> tuple[int, int] | None:
        """The thread that a user chose, if this launch has it; one that was only posed is not."""
        block, thread = self._selection.block, self._selection.thread
        if block is None or thread is None or (block, thread) == self._posed_thread:
            return None
        fits = block < trace.config.blocks and thread < trace.config.block.size
        return (block, thread) if fits else None
