"""The source follows the session; breakpoints and running to a line are asked for here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from gpuviz.operation import OperationInfo
from gpuviz.scene.source.listing import KernelText
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.moment_navigator import Way
from gpuviz.session.session import Session
from gpuviz.texts import tr
from gpuviz.ui.source.level_switch import LevelSwitch
from gpuviz.ui.source.panel import SourcePanel

if TYPE_CHECKING:
    from gpuviz.trace import Trace

NO_STEP = "no step begins here"
NOT_AFTER = "not executed after this step"
NOT_BEFORE = "not executed before this step"


class SourceController(QObject):
    """Follows the playback and the breakpoints of the session, which are those of each file."""

    def __init__(self, session: Session, panel: SourcePanel) -> None:
        super().__init__(panel)
        self.menu: QMenu | None = None
        self._playback, self._moments = session.playback, session.moments
        self._panel, self._view = panel, panel.view
        self._breakpoints = session.breakpoints
        self._is_older = False  # what is played ran another text than that which is shown
        self._view.fileShown.connect(self._show_breakpoints)
        self._view.breakpointsChanged.connect(self._keep_breakpoints)
        self._view.menuWanted.connect(self._show_menu)
        self._levels = LevelSwitch(session, panel)
        self._levels.menuWanted.connect(self._show_menu)
        CoalescedCall(self, self.refresh, session.playback.momentChanged)

    def show_operation(self, operation: OperationInfo, hazard_line: int | None = None) -> None:
        """The source of an operation that has not run."""
        lines = operation.source.splitlines()
        text = "\n".join(lines[operation.kernel_line - 1 : operation.kernel_end_line])
        kernel = KernelText(str(operation.path), operation.kernel_line, text)
        self._view.show_functions((kernel,))
        hazards = [] if hazard_line is None else [hazard_line]
        self._view.show_costs({}, [("", line) for line in hazards])
        self._view.bring_into_view(hazard_line)
        self._levels.show_operation(operation, hazards)
        trace = self._playback.trace
        self._is_older = trace is not None and text.strip() not in {
            one.text.strip() for one in trace.functions
        }
        self.refresh()

    def show_trace(self, trace: Trace) -> None:
        """The source of a launch, which the playback has already."""
        from gpuviz.insight.branches import divergences
        from gpuviz.insight.line_costs import line_costs

        steps = None
        if trace.functions[0].language == "cuda-c":
            steps = frozenset(known.line for known in trace.statements)
        self._view.show_functions(trace.functions, steps)
        self._is_older = False
        lines = {
            (file or "", line)
            for one in trace.hazards
            for file, line in ((one.file, one.line), (one.other_file, one.other_line))
            if line is not None
        }
        finder = self._playback.finder
        splits = divergences(trace) if finder is None else finder.splits
        self._view.show_costs(line_costs(trace, splits), lines)
        own = ("", trace.functions[0].file)
        self._levels.show_trace(trace, {line for file, line in lines if file in own})
        self.refresh()

    def refresh(self) -> None:
        """Show the line of the present moment."""
        trace, step = self._playback.trace, self._playback.current_step
        steps = None if trace is None or self._is_older else trace.steps
        if trace is None or steps is None or step is None or self._playback.ended:
            self._view.show_playing_line(None)
            self._levels.show_playing(None)
            return
        playing = trace.statements[steps.statement[step]]
        file = trace.functions[playing.function].file
        self._view.show_playing_line(playing.line, file)
        self._levels.show_playing(playing.line if file == trace.functions[0].file else None)

    def toggle_breakpoint(self) -> None:
        """Set a breakpoint at the cursor's line or the one that plays, or take it away."""
        line = self._levels.current_line or self._view.current_line
        if line is not None:
            self._view.toggle_breakpoint(line)

    def clear_breakpoints(self) -> None:
        """Take all breakpoints of the file away."""
        self._view.show_breakpoints(())
        self._keep_breakpoints()

    def _show_breakpoints(self, file: str) -> None:
        lines = self._breakpoints.get(file, frozenset())
        self._view.show_breakpoints(lines)
        self._playback.set_breakpoints(lines)

    def _keep_breakpoints(self) -> None:
        self._breakpoints[self._view.file] = self._view.breakpoints
        self._playback.set_breakpoints(self._view.breakpoints)

    def _show_menu(self, line: int, place: QPoint) -> None:
        self.menu = QMenu(self._view)
        self._add_way(self.menu, tr("Run to line {line}"), line, 1)
        self._add_way(self.menu, tr("Back to line {line}"), line, -1)
        self.menu.addSeparator()
        self._add_breakpoint(self.menu, line)
        self.menu.addSeparator()
        text = self._levels.view_in_front or self._view
        copied = self.menu.addAction(tr("Copy"), text.copy)
        copied.setEnabled(text.textCursor().hasSelection())
        self.menu.popup(place)

    def _add_way(self, menu: QMenu, text: str, line: int, way: Way) -> None:
        """An entry that goes to the next or previous execution; it says where there is none."""
        words = text.format(line=line)
        reaches = self._moments.reaches_line(line, way)
        missing = tr(NOT_AFTER if way > 0 else NOT_BEFORE)
        entry = menu.addAction(words if reaches else f"{words} – {missing}")
        entry.setEnabled(reaches)
        entry.triggered.connect(lambda checked: self._moments.go_to_line(line, way))

    def _add_breakpoint(self, menu: QMenu, line: int) -> None:
        steps = line in self._view.step_lines
        words = tr("Stop at line {line}").format(line=line)
        entry = menu.addAction(words if steps else f"{words} – {tr(NO_STEP)}")
        entry.setCheckable(True)
        entry.setChecked(line in self._view.breakpoints)
        entry.setEnabled(steps)
        entry.triggered.connect(lambda checked: self._view.toggle_breakpoint(line))
