"""The window around the stage: menus, toolbar, docks, status bar, and who hears whom."""

from __future__ import annotations

import importlib
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow

from gpuviz.engines.compiled_kernel import merged
from gpuviz.engines.request import EngineName
from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo
from gpuviz.scene.launch.choice import Choice, Shown
from gpuviz.scene.launch.opening import title_of
from gpuviz.scene.theme import Theme, Themed
from gpuviz.scene.timing.runs import times_of_recording, times_of_run
from gpuviz.session.compilation import Compiled
from gpuviz.session.launcher import Launcher
from gpuviz.session.openings import Openings
from gpuviz.session.pipelines import Pipelines
from gpuviz.session.playback import Playback
from gpuviz.session.replays import Replays
from gpuviz.session.sweeps import Sweeps
from gpuviz.trace import Trace
from gpuviz.ui import late_panels
from gpuviz.ui.actions import build_actions
from gpuviz.ui.arrangement import Arrangement
from gpuviz.ui.center import StaleLine, center_of
from gpuviz.ui.checks.desk import CheckDesk
from gpuviz.ui.checks.view import ChecksView
from gpuviz.ui.colouring_desk import ColouringDesk
from gpuviz.ui.compare.desk import CompareDesk
from gpuviz.ui.compare.stage_pair import StagePair
from gpuviz.ui.compare.view import CompareView
from gpuviz.ui.engine_desk import EngineDesk
from gpuviz.ui.export.context_menus import offer_pictures
from gpuviz.ui.export.desk import ExportDesk
from gpuviz.ui.file_desk import FileDesk, dropped_file
from gpuviz.ui.go_to import GoTo
from gpuviz.ui.handlers import handlers
from gpuviz.ui.inspector import Inspector
from gpuviz.ui.inspector.desk import InspectorDesk
from gpuviz.ui.inspector.element_desk import ElementDesk
from gpuviz.ui.language_desk import LanguageDesk
from gpuviz.ui.later import Later
from gpuviz.ui.launch.desk import LaunchDesk
from gpuviz.ui.launch.panel import LaunchPanel
from gpuviz.ui.lessons.desk import LessonDesk
from gpuviz.ui.lessons.strip import LessonStrip
from gpuviz.ui.menus import build_menus
from gpuviz.ui.override import qt_override
from gpuviz.ui.panels import make_docks
from gpuviz.ui.playback.bar import PlaybackBar
from gpuviz.ui.playback.moment_desk import MomentDesk
from gpuviz.ui.present import PresentDesk
from gpuviz.ui.replay_desk import ReplayDesk
from gpuviz.ui.schedule_desk import ScheduleDesk
from gpuviz.ui.selection import Selection
from gpuviz.ui.source.desk import SourceDesk
from gpuviz.ui.source.panel import SourcePanel
from gpuviz.ui.source.view import SourceView
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.status_line import StatusLine
from gpuviz.ui.style import apply_theme
from gpuviz.ui.tab_order import set_tab_order
from gpuviz.ui.thread_desk import ThreadDesk
from gpuviz.ui.timing.view import TimingView
from gpuviz.ui.toolbar import Toolbar
from gpuviz.ui.welcome import Welcome

if TYPE_CHECKING:
    from gpuviz.ui.devices.view import DevicesView
    from gpuviz.ui.memory_view.view import MemoryView
    from gpuviz.ui.pictures.view import PicturesView
    from gpuviz.ui.pipeline.view import PipelineView
    from gpuviz.ui.roofline.view import RooflineView
    from gpuviz.ui.sweeps.view import SweepsView
    from gpuviz.ui.timeline.view import TimelineView
    from gpuviz.ui.warp_view.view import WarpView

SMALLEST, USUAL = (800, 600), (1280, 800)
SAID_MS = 8_000  # that a line about a saved file stays


class MainWindow(QMainWindow):
    """Owns the widgets, the desks that fill them, and the launcher until another takes it over."""

    closing = Signal()
    recordingShown = Signal()
    launchShown = Signal(object)  # Shown: it is on the stage, posed

    def __init__(
        self,
        launcher: Launcher,
        choice: Choice,
        theme: Theme,
        prefers: EngineName | None = None,
        live: bool = True,
    ) -> None:
        super().__init__()
        self.theme = theme
        self.launcher = launcher
        launcher.setParent(self)  # it goes with the window
        self.playback, self.selection = Playback(self), Selection(self)
        self.toolbar, self.panel = Toolbar(theme), LaunchPanel(theme)
        self.lesson_strip = LessonStrip(theme)
        self.stage = StageView(self.playback, self.selection, theme)
        self.moments = MomentDesk(self.playback, self.selection)
        self.playback_bar = PlaybackBar(self.playback, self.moments, theme)
        self.source, self.inspector = SourceView(theme), Inspector(theme)
        self.timing, self.checks = TimingView(theme), ChecksView(theme)
        self.stages, self.compare = StagePair(self.stage, self.selection, theme), CompareView(theme)
        self.stale, self.source_panel = StaleLine(), SourcePanel(self.source)
        self.actions_by_id = build_actions(self, handlers(self))
        self.status = StatusLine(self.actions_by_id["cancel"])
        self.source_desk = SourceDesk(self.playback, self.moments, self.source_panel)
        self.docks = make_docks(self)
        self.arrangement = Arrangement(self, self.docks, self.source_panel)
        self._lay_out()
        self.launch_desk = LaunchDesk(self.panel, launcher, choice, prefers, live)
        self._make_desks()
        self._picture = Later(self, self.stage.repaint)
        Later(self, _load_masked_arrays).ask()
        self._details = Later(self, self._show_details)
        self._connect()
        self._show_choice()
        self._show_busy()
        self.thread_desk.show_operation(choice.operation)
        self.stage.setFocus()

    @cached_property
    def sweeps(self) -> SweepsView:
        """The launch at many sizes, or with many blocks; this and all below: made once seen."""
        return late_panels.make_sweeps(self)

    @cached_property
    def roofline(self) -> RooflineView:
        """The runs under the roofs of their device."""
        return late_panels.make_roofline(self)

    @cached_property
    def devices(self) -> DevicesView:
        """The launch on every device."""
        return late_panels.make_devices(self)

    @cached_property
    def timeline(self) -> TimelineView:
        """The SMs, and which block ran on them when."""
        return late_panels.make_timeline(self)

    @cached_property
    def memory(self) -> MemoryView:
        """The accesses of the launch."""
        return late_panels.make_memory(self)

    @cached_property
    def warp(self) -> WarpView:
        """The steps of one warp."""
        return late_panels.make_warp(self)

    @cached_property
    def pipeline(self) -> PipelineView:
        """The launches of a pipeline over time."""
        return late_panels.make_pipeline(self)

    @cached_property
    def pictures(self) -> PicturesView:
        """What arrays mean."""
        return late_panels.make_pictures(self)

    def set_theme(self, theme: Theme) -> None:
        """Light or dark, everywhere."""
        self.theme = theme
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)
        for part in (*self._themed(), self.lessons):
            part.set_theme(theme)

    def open_file(self, path: Path) -> None:
        """Open a kernel file of the user's own, or a recording; what is wrong with it is said."""
        self.files.open(path)

    def show_recording(self, trace: Trace, name: str) -> None:
        """Show a launch of another day; nothing is launched, and no code of the file's runs."""
        self._show_trace(trace)
        self.status.show_trace(trace, None)
        self.launch_desk.show_recording(trace, name)
        self.docks["source"].title.note.show_words(Path(trace.functions[0].file).name)
        self.timing.add_run(times_of_recording(trace, name))
        self.recordingShown.emit()

    def restore_panels(self, state: QByteArray) -> None:
        """The panels as they were left in an earlier session."""
        self.arrangement.is_kept = self.restoreState(state)
        self.lessons.fit()

    def start(self) -> None:
        """The first launch, and the search for a GPU beside it."""
        late_panels.show_pipeline(self, self.launch_desk.choice.operation)
        self.launch_desk.run()
        self.launcher.probe()

    @qt_override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Kernel files and recordings can be dropped."""
        if dropped_file(event) is not None:
            event.acceptProposedAction()

    @qt_override
    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        path = dropped_file(event)
        if path is not None:
            event.acceptProposedAction()
            self.open_file(path)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The panels follow."""
        super().resizeEvent(event)
        self.arrangement.fit()
        self.lessons.fit()

    @qt_override
    def event(self, event: QEvent) -> bool:
        """A press on the window itself is one on a line between panels: from then on they stay."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self.arrangement.is_kept = True
        return super().event(event)

    @qt_override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Worker processes end with the window."""
        self.closing.emit()
        self.playback.pause()
        self.export_desk.close()
        if self.launcher.parent() is self:
            self.launcher.close()
        super().closeEvent(event)

    def _themed(self) -> tuple[Themed, ...]:
        welcomes = self.findChildren(Welcome)
        parts = (self.toolbar, self.panel, self.stage, self.playback_bar, self.source)
        return (*parts, self.inspector, self.stages, *self.docks.values(), *welcomes)

    def _lay_out(self) -> None:
        self.setWindowTitle("gpuviz")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumSize(*SMALLEST)
        self.resize(*USUAL)  # before the panels find their places
        self.setAcceptDrops(True)
        self.setStatusBar(self.status)
        self.addToolBar(self.toolbar)
        self.addToolBarBreak()
        self.addToolBar(self.lesson_strip)
        self.setCentralWidget(center_of(self.stale, self.stages, self.playback_bar))
        toggles = {name: dock.toggleViewAction() for name, dock in self.docks.items()}
        build_menus(self, self.actions_by_id, toggles)
        self.toolbar.fill(self.actions_by_id, self.theme)
        self.arrangement.reset()

    def _make_desks(self) -> None:
        """Whoever fills the widgets; each connects itself to what it needs."""
        playback, selection, replays = self.playback, self.selection, self.launcher.replays
        self.thread_desk = ThreadDesk(playback, selection, self.source)
        self.files = FileDesk(self, self.toolbar, self.launch_desk, self.launcher.openings)
        self.engine_desk = EngineDesk(self.toolbar, self.status, self.launch_desk, self.launcher)
        self.check_desk = CheckDesk(
            self.checks, self.stage, self.source, playback, selection, self.launch_desk
        )
        self.colouring_desk = ColouringDesk(self.stage, self.actions_by_id)
        self.schedule_desk = ScheduleDesk(self.launch_desk, self.actions_by_id)
        self.compare_desk = CompareDesk(self.compare, self.stages, playback, self.actions_by_id)
        self.replay_desk = ReplayDesk(playback, selection, replays)
        self.element_desk = ElementDesk(playback, selection, replays)
        self.go_to = GoTo(self.stage, playback, selection)
        self.inspector_desk = InspectorDesk(
            playback, selection, self.inspector, self.element_desk, self.replay_desk
        )
        self.export_desk = ExportDesk(self, self.stage, playback)
        self.language_desk = LanguageDesk(self, self.actions_by_id)
        self.present_desk = PresentDesk(self, self.actions_by_id["present"])
        self.lessons = LessonDesk(self, self.lesson_strip)

    def _connect(self) -> None:
        self.files.operationOpened.connect(self._show_operation)
        self.files.recordingOpened.connect(self.show_recording)
        self.files.lessonOpened.connect(self.lessons.open_file)
        self.panel.hazardPicked.connect(self.check_desk.show_hazard)
        self.panel.wrongPicked.connect(self.check_desk.show_wrong)
        self.check_desk.wanted.connect(partial(self.arrangement.raise_below, "checks"))
        self.compare_desk.wanted.connect(partial(self.arrangement.raise_below, "compare"))
        self.selection.changed.connect(partial(late_panels.show_access, self))
        elements = self.element_desk
        elements.changed.connect(lambda: self.stage.set_touches(elements.touches))
        self.launch_desk.choiceChanged.connect(self._show_choice)
        self.launch_desk.resultReady.connect(self._show_result)
        self.launch_desk.launchOpened.connect(self._show_opened)
        self.launch_desk.modelChanged.connect(self._show_compiled)
        self.launch_desk.failed.connect(self._show_failure)
        self.launch_desk.staleChanged.connect(self.stale.show_note)
        self.inspector.titleChanged.connect(self.docks["inspector"].title.show_words)
        self.replay_desk.followed.connect(self._show_followed)
        self.export_desk.said.connect(lambda words: self.status.showMessage(words, SAID_MS))
        offer_pictures(self)
        for run in (self.launcher, self.launcher.pipelines):  # no lambda: they may outlive it
            run.progressed.connect(self.status.show_progress_of)
        for work in (self.launcher.replays, self.launcher.sweeps, self.launcher.openings):
            work.progressed.connect(self.status.show_progress)
        for busy in self._working:
            busy.busyChanged.connect(self._show_busy)
        self.recordingShown.connect(self.launcher.replays.prepare)
        self.launcher.cpuTimed.connect(self.timing.set_cpu_times)

    def _show_operation(self, operation: OperationInfo) -> None:
        self.playback.pause()
        late_panels.show_pipeline(self, operation)
        self.thread_desk.show_operation(operation)

    def _show_choice(self) -> None:
        path = self.launch_desk.choice.operation.path
        self.docks["source"].title.note.show_words(f"{path.parent.name}/{path.name}")
        self.actions_by_id["live"].setChecked(self.launch_desk.live)
        set_tab_order(self)

    def _show_result(self, shown: Shown) -> None:
        self._show_launch(shown)
        self.timing.add_run(times_of_run(shown))

    def _show_opened(self, shown: Shown) -> None:
        """Another launch of the same pipeline."""
        self.playback.pause()
        self._show_launch(shown)
        self.timing.change_last_run(times_of_run(shown))

    def _show_launch(self, shown: Shown) -> None:
        trace, took = shown.result.trace, shown.result.emulation_seconds
        self._show_trace(trace, title_of(shown))
        self.status.show_trace(trace, took, 0 if shown.opened is None else shown.opened.count)
        self.launchShown.emit(shown)

    def _show_trace(self, trace: Trace, title: str = "") -> None:
        """The picture at once; what is read beside it a moment later."""
        self._picture.ask()  # before all else that waits its turn
        self.element_desk.forget()
        self.playback.set_trace(trace)
        self.thread_desk.pose(trace)
        self.stage.show_trace(trace, title)
        self._details.ask()

    def _show_followed(self, trace: Trace) -> None:
        """The same launch with more of its steps; the playback has it already."""
        self.stage.replace_trace(trace)
        self.status.show_kept(trace)

    def _show_compiled(self, found: Compiled) -> None:
        """The same launch, modelled with the registers and instructions that it really has."""
        shown = self.launch_desk.shown
        if self.playback.trace is None or shown is None:
            return
        trace = merged(self.playback.trace, found.launch)
        self.playback.replace_trace(trace)
        self.stage.replace_trace(trace)
        self.timing.change_last_run(times_of_run(shown))

    def _show_details(self) -> None:
        trace = self.playback.trace
        if trace is not None:
            self.thread_desk.show_trace(trace)
            late_panels.name_source(self, trace)
            self.arrangement.fit_source(Path(trace.functions[0].file))

    def _show_failure(self, error: GpuvizError) -> None:
        choice, shown = self.launch_desk.choice, self.launch_desk.shown
        if shown is None or shown.choice.operation != choice.operation:
            line = error.place.line if error.place else None
            self.thread_desk.show_operation(choice.operation, line)

    @property
    def _working(self) -> tuple[Launcher | Pipelines | Replays | Sweeps | Openings, ...]:
        launcher = self.launcher
        return launcher, launcher.pipelines, launcher.replays, launcher.sweeps, launcher.openings

    def _show_busy(self) -> None:
        busy = any(work.busy for work in self._working)
        self.actions_by_id["cancel"].setEnabled(busy)
        self.status.show_busy(busy)


def _load_masked_arrays() -> None:
    """np.unique imports them on its first use, which would hold up the first picture."""
    importlib.import_module("numpy.ma")
