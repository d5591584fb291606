"""What one does with the source: breakpoints, running to a line, the choice of heat."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from gpuviz.scene.source.heat import BY_NAME, HeatName
from gpuviz.session.playback import Playback
from gpuviz.texts import tr
from gpuviz.ui.playback.moment_desk import MomentDesk, Way
from gpuviz.ui.source.panel import SourcePanel

NO_STEP = "no step begins here"
NOT_AFTER = "not executed after this step"
NOT_BEFORE = "not executed before this step"


class SourceDesk(QObject):
    """Connects the source with the playback; breakpoints are remembered for each file."""

    def __init__(self, playback: Playback, moments: MomentDesk, panel: SourcePanel) -> None:
        super().__init__(panel)
        self.menu: QMenu | None = None
        self._playback, self._moments, self._panel = playback, moments, panel
        self._view = panel.view
        self._breakpoints: dict[str, frozenset[int]] = {}  # by file
        self._view.fileShown.connect(self._show_breakpoints)
        self._view.breakpointsChanged.connect(self._keep_breakpoints)
        self._view.menuWanted.connect(self._show_menu)

    def toggle_breakpoint(self) -> None:
        """Set a breakpoint at the cursor's line or the one that plays, or take it away."""
        line = self._view.current_line
        if line is not None:
            self._view.toggle_breakpoint(line)

    def clear_breakpoints(self) -> None:
        """Take all breakpoints of the file away."""
        self._view.show_breakpoints(())
        self._keep_breakpoints()

    def choose_heat(self, name: HeatName) -> None:
        """Have the bars beside the lines show something else."""
        self._panel.show_heat(BY_NAME[name])

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
        copied = self.menu.addAction(tr("Copy"), self._view.copy)
        copied.setEnabled(self._view.textCursor().hasSelection())
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
