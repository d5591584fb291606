"""The window around the stage: menus, toolbar, docks, status bar, and who hears whom."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QWidget

from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import OperationInfo
from gpuviz.operation.gallery import is_brought
from gpuviz.operation.module import read_source
from gpuviz.scene.theme import DARK, LIGHT, Theme, Themed
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.session.settings import LanguageName, Settings
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import say, tr
from gpuviz.ui import dialogs
from gpuviz.ui.actions import LESSON_ACTIONS, PUZZLE_ACTIONS, build_actions
from gpuviz.ui.arrangement import Arrangement
from gpuviz.ui.center import StaleLine, center_of
from gpuviz.ui.clipboard import copy_text
from gpuviz.ui.colouring_controller import ColouringController
from gpuviz.ui.compare.stage_pair import StagePair
from gpuviz.ui.drops import FileTarget
from gpuviz.ui.engine_controller import EngineController
from gpuviz.ui.facts import FactList
from gpuviz.ui.figures.controller import FigureController
from gpuviz.ui.file_controller import FileController, can_be_mended, drop_words, dropped_file
from gpuviz.ui.handlers import (
    Handlers,
    colouring_handlers,
    editor_handlers,
    export_handlers,
    lesson_handlers,
    moment_handlers,
    paper_handlers,
    playback_handlers,
    puzzle_handlers,
    schedule_handlers,
    selection_handlers,
    source_handlers,
)
from gpuviz.ui.keyboard import KeyboardController
from gpuviz.ui.labels import rich_tip
from gpuviz.ui.language_controller import LANGUAGES, LanguageController, language_action
from gpuviz.ui.launch.beginning import PlayController
from gpuviz.ui.launch.controller import LaunchPanelController
from gpuviz.ui.launch.inputs_controller import InputsController
from gpuviz.ui.menus import build_menus
from gpuviz.ui.override import qt_override
from gpuviz.ui.panels import Panels
from gpuviz.ui.playback.bar import PlaybackBar
from gpuviz.ui.playback.caption import CaptionLine
from gpuviz.ui.present import PresentController
from gpuviz.ui.recent_menu import RecentMenu
from gpuviz.ui.remembered import WindowLayout, settings_of
from gpuviz.ui.schedule_controller import ScheduleController
from gpuviz.ui.source.controller import SourceController
from gpuviz.ui.source.view import CODE_PX
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.status_line import StatusLine
from gpuviz.ui.style import apply_theme
from gpuviz.ui.tab_order import panel_controls, set_tab_order, tab_bars
from gpuviz.ui.toolbar import Toolbar

if TYPE_CHECKING:
    from gpuviz.ui.export.controller import ExportController
    from gpuviz.ui.go_to import GoTo
    from gpuviz.ui.hand_in.controller import HandInController
    from gpuviz.ui.handout.controller import HandoutController
    from gpuviz.ui.inspector.controller import InspectorController
    from gpuviz.ui.lessons.controller import LessonController
    from gpuviz.ui.present_bar import PresentBar
    from gpuviz.ui.puzzles.controller import PuzzleController
    from gpuviz.ui.source.editor_controller import EditorController
    from gpuviz.ui.speaker import SpeakerStrip
    from gpuviz.ui.welcome import Welcome

SMALLEST, USUAL = (800, 600), (1280, 800)
LARGE_CODE_PX = 14  # of the source while there are few panels
SAID_MS = 8_000  # that a line in the status bar stays
BESIDE_ACTIONS = {"memory": "memory_beside", "warp": "warp_beside"}
NEW_FILES = {
    "new_kernel": "my_kernel.py", "new_script": "my_script.py", "new_c": "my_kernel.cu"
}  # fmt: skip
INDENT = "      "  # of a panel under its group in a menu
ON_STAGE = ("copy_picture", "picture", "film")  # the stage's context menu


class MainWindow(FileTarget, QMainWindow):
    """Shows a session, and has no state of its own but where things are.

    Close it and open another: that one shows the same. The session ends with the window only where
    it is the window's child.
    """

    closing = Signal()
    languageWanted = Signal(str)  # a LanguageName
    audienceWanted = Signal()  # the second window, or no longer
    themeChanged: TypedSignal[[Theme]] = signal(object)
    firstPainted = Signal()  # it is seen; what its first picture did not need may come

    def __init__(self, session: Session, theme: Theme, language: LanguageName = "system") -> None:
        super().__init__()
        self.session, self.theme, self._painted = session, theme, False
        self._posing = False
        self._lessons: LessonController | None = None
        self._editor: EditorController | None = None
        self.speaker: SpeakerStrip | None = None
        self._puzzles: PuzzleController | None = None
        self.toolbar = Toolbar(theme)
        self.stage = StageView(session.playback, session.selection, theme)
        self.playback_bar = PlaybackBar(session.playback, session.moments, theme)
        self.stages, self.stale = StagePair(self.stage, session.selection, theme), StaleLine()
        self.caption = CaptionLine(session.playback, theme, self._is_crowded)
        self.panels = Panels(session, self.stages, theme)
        self.docks = self.panels.docks
        self.actions_by_id = build_actions(self, self._handlers())
        self.status = StatusLine(self.actions_by_id["cancel"])
        self._picture = CoalescedCall(self, self.stage.repaint)
        session.traceAboutToChange.connect(self._picture.ask)  # before all that waits its turn
        self.source_controller = SourceController(session, self.panels.source)
        self.arrangement = Arrangement(self, self.panels, session.view.all_panels)
        self._lay_out()
        self._make_controllers(language)
        self._details = CoalescedCall(self, self._show_details)
        self._connect()
        self._show_session()
        self.stage.setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Light or dark, everywhere."""
        from gpuviz.ui.welcome import Welcome

        self.theme = theme
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)
        parts: tuple[Themed, ...] = (
            self.toolbar, self.panels, self.stage, self.caption, self.playback_bar
        )  # fmt: skip
        for part in (*parts, self.stages, *self.findChildren(Welcome)):
            part.set_theme(theme)
        self.present_controller.set_theme()
        if self._lessons is not None:
            self._lessons.set_theme(theme)
        if self._editor is not None:
            self._editor.set_theme(theme)
        if self._puzzles is not None:
            self._puzzles.set_theme(theme)
        self.themeChanged.emit(theme)

    def show_speaker(self, wanted: bool) -> None:
        """Have notes, clock and next step under this window, while another one is shown to the
        audience.
        """
        self.actions_by_id["audience"].setChecked(wanted)
        if self.speaker is not None:
            self.removeToolBar(self.speaker)
            self.speaker.deleteLater()
            self.speaker = None
        if wanted:
            from gpuviz.ui.speaker import SpeakerStrip

            self.speaker = SpeakerStrip()
            self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self.speaker)
            self._show_speaker()

    def _show_speaker(self) -> None:
        if self.speaker is not None:
            self.speaker.show_playing(self.session.lesson.playing)

    @property
    def lessons(self) -> LessonController:
        """What plays lessons, and its strip: made, and imported, when somebody asks for lessons."""
        if self._lessons is None:
            from gpuviz.ui.lessons.controller import LessonController
            from gpuviz.ui.lessons.places import WindowParts

            parts = WindowParts(self, self.toolbar, self.panels, self.stages, self.playback_bar)
            self._lessons = LessonController(
                self.session,
                parts,
                self.stage,
                self.arrangement,
                self.present_controller,
                self.actions_by_id,
            )
            self._lessons.said.connect(self.say)
            self._lessons.stepShown.connect(self._show_speaker)
            self._lessons.puzzleWanted.connect(lambda name: self.puzzles.open_named(name))
            self._lessons.puzzleSolutionWanted.connect(lambda name: self.puzzles.solve(name))
            self.closing.connect(self._lessons.close)
            set_tab_order(self, self.tab_stops())
        return self._lessons

    @property
    def editor(self) -> EditorController:
        """What edits the kernel: made, and imported, when somebody asks for it."""
        if self._editor is None:
            from gpuviz.ui.source.editor_controller import EditorController

            self._editor = EditorController(self, self.session, self.panels.source, self.theme)
            self._editor.said.connect(self.say)
            self._editor.editingChanged.connect(self._show_editing)
            self.closing.connect(self._editor.close)
        return self._editor

    @property
    def puzzles(self) -> PuzzleController:
        """What opens puzzles, and their strip: made, and imported, when somebody asks for them."""
        if self._puzzles is None:
            from gpuviz.ui.puzzles.controller import PuzzleController

            self._puzzles = PuzzleController(
                self,
                self.session,
                lambda: self.editor,
                self.arrangement,
                self.present_controller,
                self.theme,
            )
            self._puzzles.said.connect(self.say)
            self._puzzles.openChanged.connect(self._show_puzzle)
            self._show_puzzle()
        return self._puzzles

    @cached_property
    def hand_in(self) -> HandInController:
        """What saves the answers to lessons and puzzles."""
        from gpuviz.ui.hand_in.controller import HandInController

        controller = HandInController(self, self.session)
        controller.said.connect(self.say)
        return controller

    @cached_property
    def handout(self) -> HandoutController:
        """What makes the handout of the lesson that is played."""
        from gpuviz.ui.handout.controller import HandoutController

        controller = HandoutController(self, self.session)
        controller.said.connect(self.say)
        self.closing.connect(controller.close)
        return controller

    @cached_property
    def export_controller(self) -> ExportController:
        """What saves and copies the stage."""
        from gpuviz.ui.export.controller import ExportController

        controller = ExportController(self, self.stage, self.session.playback)
        controller.said.connect(self.say)
        self.closing.connect(controller.close)
        return controller

    @cached_property
    def go_to(self) -> GoTo:
        """The line over the stage in which a place of the launch is named."""
        from gpuviz.ui.go_to import GoTo

        return GoTo(self.stage, self.session.playback, self.session.selection)

    @cached_property
    def inspector_controller(self) -> InspectorController:
        """What fills the inspector."""
        from gpuviz.ui.inspector.controller import InspectorController

        return InspectorController(self.session, self.panels.inspector)

    def leave_lesson(self) -> None:
        """Back to the window alone, if a lesson is played."""
        if self._lessons is not None:
            self._lessons.leave()

    def open_file(self, path: Path) -> None:
        """Open a kernel file, a recording, a lesson or a device file; what is wrong is said."""
        self.files.open(path)
        if self.session.launch.choice.operation.path == Path(os.path.abspath(path)):
            self.panels.show_pipeline()

    def show_welcome(self) -> Welcome:
        """Open the first screen, unless it is open."""
        from gpuviz.ui.welcome import Welcome, doors_of, open_welcome

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
            self.arrangement.restore(layout.panels)
            self.arrangement.hide_silent()
            self._fit_lessons()

    def settings(self) -> Settings:
        """What to remember of the session and of this window."""
        session = self.session
        has_strip = session.lesson.playing is not None or session.puzzle.open is not None
        is_posed = self.present_controller.presenting or has_strip
        layout = None if is_posed else WindowLayout(self.saveGeometry(), self.arrangement.save())
        return settings_of(self.session, self.theme.name, self.language_controller.chosen, layout)

    def successor(self, language: LanguageName) -> MainWindow:
        """Another window on the same session, in the language that texts have now, where this one
        stands; Present mode ends in this one.
        """
        presenting = self.present_controller.presenting
        self.present_controller.leave()
        new = MainWindow(self.session, self.theme, language)
        new.setGeometry(self.geometry())
        new.arrangement.restore(self.arrangement.save())
        new.panels.show_pages_of(self.panels)
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
            *(() if self._lessons is None else self._lessons.strip.controls),
            *(() if self._puzzles is None else self._puzzles.strip.controls),
            *form.size_fields,
            form.link,
            *form.grid_fields,
            *form.block_fields,
            *self.panels.launch.inputs.controls,
            *self.panels.launch.beginning.controls,
            self.stages.pinned,
            self.stage,
            *bar.buttons.values(),
            bar.slider,
            bar.speed,
            bar.next,
            *self.panels.source.bar.controls,
            self.panels.source.view,
            *self.panels.source.level_controls,
            *(() if self._editor is None else self._editor.panel.controls),
            self.panels.source.edit_button,
            self.panels.source.chooser,
            *tab_bars(self),
            *panel_controls(self.docks.values()),
            *(part for area in scrolled for part in (area, *area.findChildren(FactList))),
            *(dock.title.close_button for dock in self.docks.values()),
        ]

    def file_to_take(self, data: QMimeData) -> Path | None:
        """Files of all kinds that can be opened can be dropped anywhere."""
        return dropped_file(data)

    def drop_words(self, path: Path) -> str:
        """What opening it does."""
        return drop_words(path)

    def take_file(self, path: Path) -> None:
        """Open what was dropped."""
        self.open_file(path)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The panels follow."""
        super().resizeEvent(event)
        self.arrangement.fit()
        self._fit_lessons()

    @qt_override
    def event(self, event: QEvent) -> bool:
        """A press on the window itself is one on a line between panels: from then on they stay."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self.arrangement.is_kept = True
        elif event.type() == QEvent.Type.Paint and not self._painted:
            self._painted = True
            CoalescedCall(self, self._begin).ask()
        return super().event(event)

    @qt_override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is set, exported or worked out for this window any more."""
        self.closing.emit()
        self.panels.closing.emit()
        if self.session.parent() is self:
            self.session.close()
        super().closeEvent(event)

    def _begin(self) -> None:
        """What comes after the first picture, unless the window was closed with that."""
        if self.isVisible():
            self.firstPainted.emit()

    def _lay_out(self) -> None:
        self.setWindowTitle("gpuviz")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumSize(*SMALLEST)
        self.resize(*USUAL)  # before the panels find their places
        self.setAcceptDrops(True)
        self.setStatusBar(self.status)
        self.addToolBar(self.toolbar)
        self.setCentralWidget(center_of(self.stale, self.stages, self.caption, self.playback_bar))
        self.caption.show_moment()  # now that it has its place
        build_menus(self, self.actions_by_id, self._panel_entries(), self._take_recent_menu)
        self.toolbar.fill(self.actions_by_id, self.theme)
        self.panels.source.edit_button.clicked.connect(self.actions_by_id["edit"].trigger)
        self._show_editing()
        self.stage.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.stage.addActions([self.actions_by_id[name] for name in ON_STAGE])
        self.arrangement.reset()

    def _make_controllers(self, language: LanguageName) -> None:
        """Whoever fills the widgets; each connects itself to what it needs."""
        session, panels, actions = self.session, self.panels, self.actions_by_id
        launch = session.launch
        self.launch_panel_controller = LaunchPanelController(panels.launch, self.stale, session)
        self.inputs_controller = InputsController(panels.launch.inputs, session)
        self.figure_controller = FigureController(self, session)
        PlayController(panels.launch.beginning.play, launch, session.playback, actions)
        panels.launch.beginning.asked.connect(panels.wanted)
        self.files = FileController(self, self.toolbar, session)
        self.engine_controller = EngineController(self.toolbar, self.status, session)
        self.engine_controller.remoteWanted.connect(self._show_remote)
        session.launcher.remote.said.connect(self._say_message)
        session.launcher.remote.lost.connect(self._tell_lost)
        self.colouring_controller = ColouringController(self.stage, session.view, actions)
        self.schedule_controller = ScheduleController(self, launch, actions)
        self.language_controller = LanguageController(self, actions, language)
        self.present_controller = PresentController(
            self,
            self.arrangement,
            panels,
            self.stage,
            (self.menuBar(), self.toolbar, self.status),
            (self.stage, self.stages, panels.source, *self._bars),
            self._make_present_bar,
            actions["present"],
        )
        self.keyboard = KeyboardController(
            self, self.stage, self.toolbar, panels.launch.form, self.docks, self.present_controller
        )
        for name in (*LESSON_ACTIONS, *PUZZLE_ACTIONS):
            actions[name].setEnabled(False)

    @property
    def _bars(self) -> tuple[StaleLine, CaptionLine, PlaybackBar]:
        """What stands over and under the stage."""
        return self.stale, self.caption, self.playback_bar

    def _make_present_bar(self) -> PresentBar:
        from gpuviz.ui.present_bar import PresentBar

        bar = PresentBar(self.session.launch, self.actions_by_id)
        bar.entered.connect(self._run_typed)
        return bar

    def _connect(self) -> None:
        session, panels, arrangement = self.session, self.panels, self.arrangement
        self.files.recordingOpened.connect(session.show_recording)
        self.files.said.connect(self.say)
        self.files.mistakeFound.connect(self._edit_mistake)
        self.files.openAlready.connect(self._show_again)
        panels.launch.form.entered.connect(self._run_typed)
        self.files.numbersOpened.connect(self.inputs_controller.offer_file)
        panels.launch.inputs.controlsChanged.connect(self._order_tabs)
        self.firstPainted.connect(self.files.list_gallery)
        self.files.lessonOpened.connect(self._open_lesson)
        self.language_controller.wanted.connect(self.languageWanted)
        panels.wanted.connect(arrangement.raise_below)
        arrangement.everyChanged.connect(self._show_every)
        session.view.changed.connect(self._follow_view)
        session.traceAboutToChange.connect(self._begin_pose)
        session.traceShown.connect(self._end_pose)
        session.selection.changed.connect(self._show_chosen)
        for name in BESIDE_ACTIONS:
            self.docks[name].dockLocationChanged.connect(self._show_beside)
        presenting = self.actions_by_id["present"].toggled
        presenting.connect(self._show_presenting)
        CoalescedCall(self, self._come_back, presenting)
        panels.repairApplied.connect(self._apply_repair)
        panels.source.roomChanged.connect(self._make_room)
        panels.made.connect(self._take_panel)
        self.docks["explanation"].visibilityChanged.connect(self._order_tabs)
        panels.inspector.titleChanged.connect(self.docks["inspector"].title.show_words)
        panels.inspector.pageMade.connect(self._order_tabs)
        session.comparison.changed.connect(self._show_comparison)
        session.touches.changed.connect(self._show_touches)  # no lambdas here and below: the
        session.launch.choiceChanged.connect(self._show_choice)  # session outlives the window
        session.launch.operationChanged.connect(self._show_operation)
        session.launch.failed.connect(self._show_failure)
        session.launch.notAgain.connect(self._say_not_again)
        for state in (session.launch.stateChanged, session.launch.staleChanged):
            state.connect(self._dim_stage)
        session.device_files.changed.connect(self._show_device_files)
        session.traceShown.connect(self._show_trace)
        session.traceReplaced.connect(self._show_replaced)
        launcher = session.launcher
        launcher.progressed.connect(self.status.show_progress_of)
        launcher.lingered.connect(self.status.show_loop)
        for work in (launcher.replays, launcher.sweeps, launcher.openings):
            work.progressed.connect(self.status.show_progress)
        for busy in launcher.parts:
            busy.busyChanged.connect(self._show_busy)

    def _take_recent_menu(self, menu: QMenu) -> None:
        self._recent = RecentMenu(menu, self.session.recent, self.open_file)

    def _panel_entries(self) -> list[QAction]:
        """What the View menu has of each dock, and under it of the panels in a group."""
        entries: list[QAction] = []
        for name, dock in self.docks.items():
            toggle = dock.toggleViewAction()
            toggle.triggered.connect(partial(self._raise_shown, name))
            entries.append(toggle)
            group = self.panels.groups.get(name)
            for page in () if group is None else group.names:
                title = self.panels.groups[name].title_of(page)
                action = QAction(f"{INDENT}{title}", self)
                action.triggered.connect(partial(self.arrangement.raise_below, page))
                entries.append(action)
        return entries

    def _raise_shown(self, name: str) -> None:
        if not self.docks[name].isHidden():
            self.arrangement.raise_below(name)

    def _follow_view(self) -> None:
        self.arrangement.show_every(self.session.view.all_panels)

    def _turn_all_panels(self) -> None:
        self.session.view.all_panels = not self.session.view.all_panels
        self.actions_by_id["all_panels"].setChecked(self.arrangement.every)

    def _show_every(self, every: bool) -> None:
        """The toolbar and the launch panel have all that they can, or little."""
        self.actions_by_id["all_panels"].setChecked(every)
        self.panels.launch.show_every(every)
        self.toolbar.show_every(every)
        self._show_code_size()
        self.arrangement.fit()

    def _show_presenting(self, presenting: bool) -> None:
        """Present mode has its own panels."""
        for name in ("all_panels", *BESIDE_ACTIONS.values()):
            self.actions_by_id[name].setEnabled(not presenting)

    def _come_back(self) -> None:
        """Once Present mode has ended; meanwhile another launch may have come."""
        if not self.present_controller.presenting:
            self._show_code_size()
            self.arrangement.hide_silent()

    def _show_code_size(self) -> None:
        """With few panels there is room for a larger source; Present mode has its own size."""
        size = CODE_PX if self.arrangement.every else LARGE_CODE_PX
        self.panels.source.set_usual_type(size)

    def _begin_pose(self) -> None:
        self._posing = True

    def _end_pose(self) -> None:
        self._posing = False

    def _show_chosen(self) -> None:
        """What somebody has chosen is explained by the inspector; whoever types has not chosen."""
        is_typing = self.panels.source.is_editing and not self.stage.hasFocus()
        if not (self._posing or is_typing or self.present_controller.presenting):
            self.arrangement.bring("inspector")

    def _show_beside(self) -> None:
        for name, action in BESIDE_ACTIONS.items():
            self.actions_by_id[action].setChecked(self.arrangement.is_beside(name))

    def _put_beside(self, name: str) -> None:
        self.arrangement.put_beside(name, not self.arrangement.is_beside(name))

    def say(self, words: str, for_ms: int = SAID_MS) -> None:
        """A line in the status bar, or over the stage where that is not shown."""
        self.status.showMessage(words, for_ms)
        self.present_controller.say(words, for_ms)

    def _say_message(self, message: Message) -> None:
        self.say(say(message))

    def _say_not_again(self, why: Message) -> None:
        from gpuviz.scene.launch.notes import not_again

        self._say_message(not_again(why))

    def _tell_lost(self, message: Message) -> None:
        dialogs.tell(self, tr("Remote engine"), say(message))

    def _show_session(self) -> None:
        """Everything as it is now."""
        self._show_every(self.arrangement.every)
        self._show_choice()
        self._show_busy()
        self._show_comparison()
        self._show_device_files()
        if self.session.playback.trace is None:
            self._show_operation()
        else:
            self._show_trace()
        if self.session.lesson.playing is not None:
            self.lessons.take_up()
        if self.session.puzzle.open is not None:
            self.puzzles.take_up()

    def _open_lesson(self, path: Path) -> None:
        self.lessons.open_file(path)

    def _fit_lessons(self) -> None:
        if self._lessons is not None:
            self._lessons.fit()
        if self._puzzles is not None:
            self._puzzles.fit()

    def _show_puzzle(self) -> None:
        """While a puzzle is open its strip takes the place of a lesson's."""
        is_open = self.session.puzzle.open is not None
        for name in PUZZLE_ACTIONS:
            self.actions_by_id[name].setEnabled(is_open)
        if self._lessons is not None:
            self._lessons.cover(is_open)
        set_tab_order(self, self.tab_stops())

    def _take_panel(self, panel: QWidget) -> None:
        """A panel behind a tab is there."""
        for said in _charts_said(panel):
            said.connect(self.say)
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Controls have come."""
        set_tab_order(self, self.tab_stops())

    def _name_source(self, path: Path) -> None:
        """Which file the source is of; what is edited is seen, whatever else is chosen."""
        if self._editor is not None and self._editor.editing and self._editor.path is not None:
            path = self._editor.path
        self.docks["source"].title.note.show_words(f"{path.parent.name}/{path.name}")

    def _show_choice(self) -> None:
        self._name_source(self.session.launch.choice.operation.path)
        self.actions_by_id["live"].setChecked(self.session.launch.live)
        self.actions_by_id["plays"].setChecked(self.session.view.plays)
        set_tab_order(self, self.tab_stops())

    def _show_operation(self) -> None:
        self.source_controller.show_operation(self.session.launch.choice.operation)

    def _show_trace(self) -> None:
        """The picture at once; what is read beside it a moment later."""
        from gpuviz.scene.launch.opening import ran_on, title_of

        trace, shown = self.session.playback.trace, self.session.launch.shown
        if trace is None:
            return
        self.stage.show_trace(trace, title_of(shown) if shown else ran_on(trace))
        self._dim_stage()
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
        self._show_newer_text()
        self.inspector_controller.refresh_soon()  # made with the first launch
        file = Path(trace.functions[0].file)
        if shown is not None and shown.of_pipeline:  # its kernel may stand in another file
            self._name_source(file)
        self.arrangement.fit_source(file)

    def _show_newer_text(self) -> None:
        """Where the file has changed since the launch began, its text as it is by now."""
        launch = self.session.launch
        operation, shown = launch.choice.operation, launch.shown
        if shown is None or shown.choice.operation.path != operation.path:
            return
        if launch.error is not None and launch.error is not shown.result.failure:
            self._show_failure(launch.error)
        elif shown.choice.operation != operation:
            self._show_operation()

    def _show_failure(self, error: GpuvizError) -> None:
        launch = self.session.launch
        operation = _as_it_is(launch.choice.operation)
        if launch.shown is None or launch.shown.choice.operation != operation:
            place = error.place
            line = None
            if place is not None and Path(place.file) == operation.path:
                line = place.line
            self.source_controller.show_operation(operation, line)
            if operation.is_script and line is not None and operation is launch.choice.operation:
                self._edit_mistake(operation.path)

    def _is_crowded(self) -> bool:
        """Whether a lesson, or a second stage, needs room beside the stage."""
        has_lesson = self._lessons is not None and self._lessons.strip.isVisible()
        has_lesson |= self.session.puzzle.open is not None
        return has_lesson or self.session.comparison.pinned is not None

    def _begin_file(self, name: str) -> None:
        self.editor.begin_file(name)

    def _edit_mistake(self, path: Path) -> None:
        """A file that cannot run as it is can be repaired here."""
        try:
            self.editor.edit_file(path)
        except GpuvizError as error:
            dialogs.tell_error(self, error)

    def _show_again(self, path: Path) -> None:
        """A file that is chosen was opened once more: it comes to the front, as it is."""
        launch = self.session.launch
        self.session.chosen_file.look()
        if self._editor is not None and self._editor.editing and self._editor.path != path:
            self._editor.watch()
        self.docks["source"].show()
        self.docks["source"].raise_()
        self.raise_()
        self.activateWindow()
        if launch.error is not None and can_be_mended(launch.error, path):
            self._edit_mistake(path)
        elif self._editor is not None and self._editor.editing:
            self._editor.take_keys()
        else:
            self.panels.source.view.setFocus()

    def _apply_repair(self, source: str) -> None:
        self.editor.apply(source)

    def _dim_stage(self) -> None:
        """The line above the stage says of which launch the picture is; it looks like it, too."""
        launch = self.session.launch
        self.stage.set_behind(launch.stale_note is not None)
        self.panels.timing.expect("" if launch.running is None else say(launch.running))

    def _show_editing(self) -> None:
        """The button says where a press leads, the panel gets room for lines of code."""
        editing = self.panels.source.is_editing
        self.actions_by_id["edit"].setChecked(editing)
        self.actions_by_id["save_text"].setEnabled(editing)
        button, words = self.panels.source.edit_button, tr("Watch") if editing else tr("Edit")
        button.setText(words)
        button.setAccessibleName(words)
        button.setToolTip(rich_tip(self.actions_by_id["edit"].toolTip()))
        if self._editor is None:
            return
        self._name_source(self.session.launch.choice.operation.path)
        self.arrangement.make_room_for_code()
        set_tab_order(self, self.tab_stops())
        if editing:
            self.docks["source"].show()
            self.docks["source"].raise_()
        else:
            self.stage.setFocus()

    def _make_room(self) -> None:
        """The source has another level, with its view; Present mode has its own room."""
        self._order_tabs()
        if not self.present_controller.presenting:
            self.arrangement.make_room_for_code()

    def _show_touches(self) -> None:
        self.stage.set_touches(self.session.touches.touches)

    def _show_comparison(self) -> None:
        is_pinned = self.session.comparison.pinned is not None
        self.actions_by_id["compare"].setChecked(is_pinned)
        self.actions_by_id["swap"].setEnabled(is_pinned)
        self.caption.show_moment()

    def _show_device_files(self) -> None:
        self.actions_by_id["no_device_files"].setEnabled(bool(self.session.device_files.files))

    def _show_busy(self) -> None:
        busy = any(work.busy for work in self.session.launcher.parts)
        self.actions_by_id["cancel"].setEnabled(busy)
        self.status.show_busy(busy)

    def _handlers(self) -> Handlers:
        """A handler for the id of each ActionSpec; called only once the window is complete."""
        session, stage = self.session, self.stage
        return {
            **{action: partial(self._begin_file, name) for action, name in NEW_FILES.items()},
            "open": lambda: dialogs.ask_file(self, self.open_file),
            "open_devices": lambda: dialogs.ask_device_file(self, self.open_file),
            "no_device_files": session.close_device_files,
            "quit": self.close,
            "run": self._run,
            "cancel": self._cancel_all,
            "live": lambda: session.launch.set_live(self.actions_by_id["live"].isChecked()),
            "plays": lambda: setattr(
                session.view, "plays", self.actions_by_id["plays"].isChecked()
            ),
            "compare": session.comparison.toggle,
            "swap": session.comparison.swap,
            "present": lambda: self.present_controller.toggle(),
            "theme": lambda: self.set_theme(LIGHT if self.theme is DARK else DARK),
            "all_panels": self._turn_all_panels,
            **{one: partial(self._put_beside, name) for name, one in BESIDE_ACTIONS.items()},
            "layout": lambda: self.arrangement.reset(),
            "remote": self._show_remote,
            "shortcuts": self._show_keys,
            "to_operation": lambda: self.keyboard.to_operation(),
            "to_size": lambda: self.keyboard.to_size(),
            "to_block": lambda: self.keyboard.to_block(),
            "next_panel": lambda: self.keyboard.to_panel(1),
            "previous_panel": lambda: self.keyboard.to_panel(-1),
            "audience": lambda: self.audienceWanted.emit(),
            "explain": lambda: self.panels.toggle_explanation(),
            "glossary": self._show_glossary,
            "validation": self._show_validation,
            "welcome": self.show_welcome,
            "about": lambda: dialogs.tell_about(self),
            "goto": lambda: self.go_to.open(self.present_controller.letter_px),
            "copy": lambda: copy_text(self.panels.inspector.text),
            "leave": self._leave,
            "enter": lambda: stage.enter_block(session.selection.block or 0),
            **{language_action(one): partial(self._pick_language, one) for one in LANGUAGES},
            **lesson_handlers(lambda: self.lessons),
            **puzzle_handlers(lambda: self.puzzles),
            **paper_handlers(lambda: self.hand_in, lambda: self.handout),
            **export_handlers(lambda: self.export_controller),
            **playback_handlers(session.playback),
            **moment_handlers(session.moments),
            **selection_handlers(session.playback, session.selection),
            **editor_handlers(lambda: self.editor),
            **source_handlers(lambda: self.source_controller, session.view),
            **colouring_handlers(session.view),
            **schedule_handlers(session.launch),
        }

    def _show_glossary(self) -> None:
        from gpuviz.ui.glossary import show_glossary

        show_glossary(self)

    def _show_keys(self) -> None:
        from gpuviz.ui.cheat_sheet import show_cheat_sheet

        show_cheat_sheet(self, self.actions_by_id, self.present_controller.letter_px)

    def _show_remote(self) -> None:
        from gpuviz.ui.remote.dialog import show_remote

        show_remote(self.session.launcher.remote, self)

    def _show_validation(self) -> None:
        from gpuviz.ui.validation import show_validation

        show_validation(lambda: self.theme, self)

    def _run(self) -> None:
        """Launch what the form says, with the number and the kernel that are still being typed."""
        self.launch_panel_controller.take_typed()
        if self._editor is not None and self._editor.editing:
            self._editor.run()
        else:
            self.session.run()

    def _run_typed(self) -> None:
        """Enter in a field of the launch runs, and the stage has the keyboard again."""
        self._run()
        self.stage.setFocus()

    def _pick_language(self, language: LanguageName) -> None:
        self.language_controller.pick(language)

    def _leave(self) -> None:
        """Esc leaves a field, ends what is under way or Present mode; else it goes a level up."""
        launcher = self.session.launcher
        if self.keyboard.leave_field():
            return
        if launcher.busy or launcher.replays.busy or launcher.grading.busy:
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
        self.session.launcher.repairs.cancel()
        self.session.launcher.grading.cancel()
        self.session.launch.cancel()


def _as_it_is(operation: OperationInfo) -> OperationInfo:
    """With the text that its file has by now; another one than was read is shown as a whole."""
    with suppress(GpuvizError):
        text = operation.file_text if is_brought(operation.path) else read_source(operation.path)
        if text != operation.file_text:
            end = len(text.splitlines())
            return replace(operation, source=text, kernel_line=1, kernel_end_line=end)
    return operation


def _charts_said(part: QWidget) -> list[SignalInstance]:
    """What the charts in a part of the window tell of their exports."""
    from gpuviz.ui.charts.export import ChartExport

    return [export.said for export in part.findChildren(ChartExport)]
