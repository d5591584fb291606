"""The source view follows the playback; a new launch is posed at what tells most of it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gpuviz.insight.branches import divergences
from gpuviz.insight.line_costs import line_costs
from gpuviz.insight.telling import telling_moment, telling_thread
from gpuviz.operation import OperationInfo
from gpuviz.session.playback import Playback
from gpuviz.trace import FunctionSource, Trace
from gpuviz.ui.later import Later
from gpuviz.ui.selection import ElementChoice, Selection
from gpuviz.ui.source.view import SourceView


class ThreadDesk(QObject):
    """Shows the playing line, and chooses the thread and the moment of a new launch."""

    def __init__(self, playback: Playback, selection: Selection, source: SourceView) -> None:
        super().__init__(source)
        self._playback, self._selection, self._source = playback, selection, source
        self._posed_thread: tuple[int, int] | None = None
        self._kernel = ""  # of the launch that was posed
        Later(self, self.refresh, playback.momentChanged)

    def show_operation(self, operation: OperationInfo, hazard_line: int | None = None) -> None:
        """The source of an operation that has not run."""
        lines = operation.source.splitlines()
        text = "\n".join(lines[operation.kernel_line - 1 : operation.kernel_end_line])
        name, file = operation.kernel, str(operation.path)
        kernel = FunctionSource(name, file, operation.kernel_line, text, True, {})
        self._source.show_functions((kernel,))
        self._source.show_costs({}, [] if hazard_line is None else [hazard_line])

    def show_trace(self, trace: Trace) -> None:
        """The source of another launch, which the playback has already."""
        self._source.show_functions(trace.functions)
        lines = {hazard.line for hazard in trace.hazards}
        lines |= {hazard.other_line for hazard in trace.hazards if hazard.other_line is not None}
        finder = self._playback.finder
        splits = divergences(trace) if finder is None else finder.splits
        self._source.show_costs(line_costs(trace, splits), lines)
        self.refresh()

    def pose(self, trace: Trace) -> None:
        """Show the chosen thread, or the last one that writes, at that step.

        An element that was chosen last stays so while the kernel is the same; one that another
        kernel has, or that this launch has not, is forgotten.
        """
        element = self._kept_element(trace)
        if not self._has_element(trace):
            self._selection.drop_element()
        self._kernel = trace.kernel
        chosen = self._kept(trace) or telling_thread(trace)
        order = self._playback.order
        if chosen is None or order is None:
            self._selection.clear()
            return
        self._posed_thread = chosen
        self._selection.select_thread(*chosen)
        moment = telling_moment(trace, order, *chosen)
        if moment is not None:
            self._playback.pose(moment)
        if element is not None:
            self._selection.select_element(element)

    def take_over(self, other: ThreadDesk) -> None:
        """Take a thread for chosen or posed as that desk does."""
        self._posed_thread, self._kernel = other._posed_thread, other._kernel

    def refresh(self) -> None:
        """Show the line of the present moment."""
        trace, step = self._playback.trace, self._playback.current_step
        if trace is None or trace.steps is None or step is None or self._playback.ended:
            self._source.show_playing_line(None)
            return
        self._source.show_playing_line(trace.statements[trace.steps.statement[step]].line)

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
