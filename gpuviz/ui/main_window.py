"""The window around the stage: menus, toolbar, docks, status bar, and who hears whom."""

from __future__ import annotations

import importlib
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from gpuviz.messages import GpuvizError
from gpuviz.scene.launch.opening import title_of
from gpuviz.scene.theme import DARK, LIGHT, Theme, Themed
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.session.settings import LanguageName, Settings
from gpuviz.ui import dialogs
from gpuviz.ui.actions import build_actions
from gpuviz.ui.arrangement import Arrangement
from gpuviz.ui.center import StaleLine, center_of
from gpuviz.ui.charts.export import ChartExport
from gpuviz.ui.checks.controller import CheckController
from gpuviz.ui.clipboard import copy_text
from gpuviz.ui.colouring_controller import ColouringController
from gpuviz.ui.compare.controller import CompareController
from gpuviz.ui.compare.stage_pair import StagePair
from gpuviz.ui.engine_controller import EngineController
from gpuviz.ui.export.controller import ExportController
from gpuviz.ui.file_controller import FileController, dropped_file
from gpuviz.ui.glossary import show_glossary
from gpuviz.ui.go_to import GoTo
from gpuviz.ui.handlers import (
    Handlers,
    colouring_handlers,
    export_handlers,
    lesson_handlers,
    moment_handlers,
    playback_handlers,
    schedule_handlers,
    selection_handlers,
    source_handlers,
)
from gpuviz.ui.inspector.controller import InspectorController
from gpuviz.ui.language_controller import LANGUAGES, LanguageController, language_action
from gpuviz.ui.launch.controller import LaunchPanelController
from gpuviz.ui.lessons.controller import LessonController
from gpuviz.ui.lessons.places import WindowParts
from gpuviz.ui.lessons.strip import LessonStrip
from gpuviz.ui.menus import build_menus
from gpuviz.ui.override import qt_override
from gpuviz.ui.panels import Panels
from gpuviz.ui.playback.bar import PlaybackBar
from gpuviz.ui.present import PresentController
from gpuviz.ui.remembered import WindowLayout, settings_of
from gpuviz.ui.schedule_controller import ScheduleController
from gpuviz.ui.source.controller import SourceController
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.status_line import StatusLine
from gpuviz.ui.style import apply_theme
from gpuviz.ui.tab_order import panel_controls, set_tab_order, tab_bars
from gpuviz.ui.toolbar import Toolbar
from gpuviz.ui.welcome import Welcome, doors_of, open_welcome

SMALLEST, USUAL = (800, 600), (1280, 800)
SAID_MS = 8_000  # that a line in the status bar stays
ON_STAGE = ("copy_picture", "picture", "film")  # the stage's context menu


class MainWindow(QMainWindow):
    """Shows a session, and has no state of its own but where things are.

    Close it and open another: that one shows the same. The session ends with the window only where
    it is the window's child.
    """

    closing = Signal()
    languageWanted = Signal(str)  # a LanguageName

    def __init__(self, session: Session, theme: Theme, language: LanguageName = "system") -> None:
        super().__init__()
        self.session, self.theme, self._painted = session, theme, False
        self.toolbar, self.lesson_strip = Toolbar(theme), LessonStrip(theme)
        self.stage = StageView(session.playback, session.selection, theme)
        self.playback_bar = PlaybackBar(session.playback, session.moments, theme)
        self.panels = Panels(session, self.stage, theme)
        self.docks = self.panels.docks
        self.stages, self.stale = StagePair(self.stage, session.selection, theme), StaleLine()
        self.actions_by_id = build_actions(self, self._handlers())
        self.status = StatusLine(self.actions_by_id["cancel"])
        self._picture = CoalescedCall(self, self.stage.repaint)
        session.traceAboutToChange.connect(self._picture.ask)  # before all that waits its turn
        self.source_controller = SourceController(session, self.panels.source)
        self.arrangement = Arrangement(self, self.docks, self.panels.source)
        self._lay_out()
        self._make_controllers(language)
        self._details = CoalescedCall(self, self._show_details)
        self._connect()
        self._show_session()
        self.stage.setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Light or dark, everywhere."""
        self.theme = theme
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)
        parts: tuple[Themed, ...] = (self.toolbar, self.panels, self.stage, self.playback_bar)
        for part in (*parts, self.stages, self.lessons, *self.findChildren(Welcome)):
            part.set_theme(theme)

    def open_file(self, path: Path) -> None:
        """Open a kernel file of the user's own, a recording or a lesson; what is wrong is said."""
        self.files.open(path)

    def show_welcome(self) -> Welcome:
        """Open the first screen, unless it is open."""
        welcome = open_welcome(self)
        if welcome is None:
            doors = doors_of(self.session, self.open_file, self.actions_by_id["open"].trigger)
            welcome = Welcome(self, doors, self.theme)
            welcome.languagePicked.connect(self.language_controller.pick)
            welcome.closed.connect(self.stage.setFocus)
        return welcome

    def restore_layout(self, layout: WindowLayout) -> None:
        """The window and its panels where they were left in an earlier session."""
        if not layout.geometry.isEmpty():
            self.restoreGeometry(layout.geometry)
        if not layout.panels.isEmpty():
            self.arrangement.is_kept = self.restoreState(layout.panels)
            self.lessons.fit()

    def settings(self) -> Settings:
        """What to remember of the session and of this window."""
        is_posed = self.present_controller.presenting or self.session.lesson.playing is not None
        layout = None if is_posed else WindowLayout(self.saveGeometry(), self.saveState())
        return settings_of(self.session, self.theme.name, self.language_controller.chosen, layout)

    def successor(self, language: LanguageName) -> MainWindow:
        """Another window on the same session, in the language that texts have now, where this one
        stands; Present mode ends in this one.
        """
        presenting = self.present_controller.presenting
        self.present_controller.leave()
        new = MainWindow(self.session, self.theme, language)
        new.setGeometry(self.geometry())
        new.restoreState(self.saveState())
        new.arrangement.is_kept = self.arrangement.is_kept
        new.setWindowState(self.windowState())
        if self.session.parent() is self:
            self.session.setParent(new)
        if presenting:
            new.present_controller.enter()
        return new

    def start(self) -> None:
        """The first launch, and the search for a GPU beside it."""
        self.panels.show_pipeline()
        self.session.start()

    def tab_stops(self) -> list[QWidget]:
        """Every control that Tab reaches, as one reads: links in texts come after their panel, the
        panels' own buttons last.
        """
        form, bar = self.panels.launch.form, self.playback_bar
        scrolled = [self.docks[name].widget() for name in ("launch", "inspector")]
        return [
            *self.toolbar.controls,
            *self.lesson_strip.controls,
            *form.size_fields,
            form.link,
            *form.grid_fields,
            *form.block_fields,
            self.stages.pinned,
            self.stage,
            *bar.buttons.values(),
            bar.slider,
            bar.speed,
            bar.next,
            self.panels.source.view,
            self.panels.source.chooser,
            *tab_bars(self),
            *panel_controls(self.docks.values()),
            *scrolled,
            *(dock.title.close_button for dock in self.docks.values()),
        ]

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
        """A press on the window itself is one on a line between panels: from then on they stay.

        With the first picture comes what it did not need.
        """
        if event.type() == QEvent.Type.MouseButtonPress:
            self.arrangement.is_kept = True
        elif event.type() == QEvent.Type.Paint and not self._painted:
            self._painted = True
            self.files.list_gallery()
            CoalescedCall(self, _load_masked_arrays).ask()
        return super().event(event)

    @qt_override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is set, exported or worked out for this window any more."""
        self.lessons.close()
        self.closing.emit()
        self.panels.closing.emit()
        self.export_controller.close()
        if self.session.parent() is self:
            self.session.close()
        super().closeEvent(event)

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
        self.stage.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.stage.addActions([self.actions_by_id[name] for name in ON_STAGE])
        self.arrangement.reset()

    def _make_controllers(self, language: LanguageName) -> None:
        """Whoever fills the widgets; each connects itself to what it needs."""
        session, panels, actions = self.session, self.panels, self.actions_by_id
        playback, selection, launch = session.playback, session.selection, session.launch
        self.launch_panel_controller = LaunchPanelController(panels.launch, self.stale, session)
        self.files = FileController(self, self.toolbar, launch, session.launcher.openings)
        self.engine_controller = EngineController(self.toolbar, self.status, launch)
        self.check_controller = CheckController(
            panels.checks, self.stage, playback, selection, launch
        )
        self.colouring_controller = ColouringController(self.stage, session.view, actions)
        self.schedule_controller = ScheduleController(self, launch, actions)
        self.compare_controller = CompareController(panels.compare, self.stages, session, actions)
        self.go_to = GoTo(self.stage, playback, selection)
        self.inspector_controller = InspectorController(session, panels.inspector)
        self.export_controller = ExportController(self, self.stage, playback)
        self.language_controller = LanguageController(self, actions, language)
        self.present_controller = PresentController(
            self,
            self.arrangement,
            panels,
            self.stage,
            self.toolbar,
            self.playback_bar,
            actions["present"],
        )
        self.parts = WindowParts(self, self.toolbar, panels, self.stages, self.playback_bar)
        self.lessons = LessonController(
            session,
            self.parts,
            self.stage,
            self.arrangement,
            self.present_controller,
            self.lesson_strip,
            actions,
        )

    def _connect(self) -> None:
        session, panels, arrangement = self.session, self.panels, self.arrangement
        self.files.recordingOpened.connect(session.show_recording)
        self.files.lessonOpened.connect(self.lessons.open_file)
        self.language_controller.wanted.connect(self.languageWanted)
        panels.launch.hazardPicked.connect(self.check_controller.show_hazard)
        panels.launch.wrongPicked.connect(self.check_controller.show_wrong)
        panels.wanted.connect(arrangement.raise_below)
        panels.made.connect(self._take_panel)
        self.check_controller.lineWanted.connect(panels.source.view.bring_into_view)
        self.check_controller.wanted.connect(partial(arrangement.raise_below, "checks"))
        self.compare_controller.wanted.connect(partial(arrangement.raise_below, "compare"))
        panels.inspector.titleChanged.connect(self.docks["inspector"].title.show_words)
        for said in (self.export_controller.said, self.lessons.said):
            said.connect(self.say)
        session.touches.changed.connect(self._show_touches)  # no lambdas here and below: the
        session.launch.choiceChanged.connect(self._show_choice)  # session outlives the window
        session.launch.operationChanged.connect(self._show_operation)
        session.launch.failed.connect(self._show_failure)
        session.traceShown.connect(self._show_trace)
        session.traceReplaced.connect(self._show_replaced)
        launcher = session.launcher
        launcher.progressed.connect(self.status.show_progress_of)
        for work in (launcher.replays, launcher.sweeps, launcher.openings):
            work.progressed.connect(self.status.show_progress)
        for busy in launcher.parts:
            busy.busyChanged.connect(self._show_busy)

    def say(self, words: str, for_ms: int = SAID_MS) -> None:
        """A line in the status bar."""
        self.status.showMessage(words, for_ms)

    def _show_session(self) -> None:
        """Everything as it is now."""
        self._show_choice()
        self._show_busy()
        if self.session.playback.trace is None:
            self._show_operation()
        else:
            self._show_trace()

    def _take_panel(self, panel: QWidget) -> None:
        """A panel behind a tab is there."""
        for said in _charts_said(panel):
            said.connect(self.say)
        set_tab_order(self, self.tab_stops())

    def _show_choice(self) -> None:
        path = self.session.launch.choice.operation.path
        self.docks["source"].title.note.show_words(f"{path.parent.name}/{path.name}")
        self.actions_by_id["live"].setChecked(self.session.launch.live)
        set_tab_order(self, self.tab_stops())

    def _show_operation(self) -> None:
        self.source_controller.show_operation(self.session.launch.choice.operation)

    def _show_trace(self) -> None:
        """The picture at once; what is read beside it a moment later."""
        trace, shown = self.session.playback.trace, self.session.launch.shown
        if trace is None:
            return
        self.stage.show_trace(trace, title_of(shown) if shown else "")
        if shown is None:
            self.status.show_trace(trace, None)
            self.docks["source"].title.note.show_words(Path(trace.functions[0].file).name)
        else:
            launches = len(shown.result.launches) if shown.of_pipeline else 0
            self.status.show_trace(trace, shown.result.emulation_seconds, launches)
        self._details.ask()

    def _show_replaced(self) -> None:
        """The same launch, of which more is known; the playback has it already."""
        trace = self.session.playback.trace
        if trace is not None:
            self.stage.replace_trace(trace)
            self.status.show_kept(trace)

    def _show_details(self) -> None:
        trace, shown = self.session.playback.trace, self.session.launch.shown
        if trace is None:
            return
        self.source_controller.show_trace(trace)
        file = Path(trace.functions[0].file)
        if shown is not None and shown.of_pipeline:  # its kernel may stand in another file
            self.docks["source"].title.note.show_words(f"{file.parent.name}/{file.name}")
        self.arrangement.fit_source(file)

    def _show_failure(self, error: GpuvizError) -> None:
        launch = self.session.launch
        if launch.shown is None or launch.shown.choice.operation != launch.choice.operation:
            line = error.place.line if error.place else None
            self.source_controller.show_operation(launch.choice.operation, line)

    def _show_touches(self) -> None:
        self.stage.set_touches(self.session.touches.touches)

    def _show_busy(self) -> None:
        busy = any(work.busy for work in self.session.launcher.parts)
        self.actions_by_id["cancel"].setEnabled(busy)
        self.status.show_busy(busy)

    def _handlers(self) -> Handlers:
        """A handler for the id of each ActionSpec; called only once the window is complete."""
        session, stage = self.session, self.stage
        return {
            "open": lambda: dialogs.ask_file(self, self.open_file),
            "quit": self.close,
            "run": self._run,
            "cancel": self._cancel_all,
            "live": lambda: session.launch.set_live(self.actions_by_id["live"].isChecked()),
            "compare": session.comparison.toggle,
            "swap": session.comparison.swap,
            "present": lambda: self.present_controller.toggle(),
            "theme": lambda: self.set_theme(LIGHT if self.theme is DARK else DARK),
            "layout": lambda: self.arrangement.reset(),
            "shortcuts": lambda: dialogs.tell_shortcuts(self),
            "glossary": lambda: show_glossary(self),
            "welcome": self.show_welcome,
            "about": lambda: dialogs.tell_about(self),
            "goto": lambda: self.go_to.open(),
            "copy": lambda: copy_text(self.panels.inspector.text),
            "leave": self._leave,
            "enter": lambda: stage.enter_block(session.selection.block or 0),
            **{language_action(one): partial(self._pick_language, one) for one in LANGUAGES},
            **lesson_handlers(lambda: self.lessons),
            **export_handlers(lambda: self.export_controller),
            **playback_handlers(session.playback),
            **moment_handlers(session.moments),
            **selection_handlers(session.playback, session.selection),
            **source_handlers(lambda: self.source_controller, session.view),
            **colouring_handlers(session.view),
            **schedule_handlers(session.launch),
        }

    def _run(self) -> None:
        """Launch what the form says, with the number that is still being typed."""
        self.launch_panel_controller.take_typed()
        self.session.launch.run()

    def _pick_language(self, language: LanguageName) -> None:
        self.language_controller.pick(language)

    def _leave(self) -> None:
        """Esc ends what is under way, or Present mode; else it goes one level up."""
        launcher = self.session.launcher
        if launcher.busy or launcher.replays.busy:
            self._cancel()
        elif self.present_controller.presenting:
            self.present_controller.leave()
        else:
            self.stage.leave()

    def _cancel_all(self) -> None:
        """A sweep too, which Esc lets go on: one looks at the stage meanwhile."""
        self.session.launcher.sweeps.cancel()
        self._cancel()

    def _cancel(self) -> None:
        self.session.launcher.openings.cancel()
        self.session.launcher.replays.cancel()
        self.session.launch.cancel()


def _charts_said(part: QWidget) -> list[SignalInstance]:
    """What the charts in a part of the window tell of their exports."""
    return [export.said for export in part.findChildren(ChartExport)]


def _load_masked_arrays() -> None:
    """np.unique imports them on its first use, which would hold up the first picture."""
    importlib.import_module("numpy.ma")
