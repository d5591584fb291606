"""Starts the window: quickly, with what was chosen last, already running."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QWidget

from gpuviz.messages import GpuvizError, Message, RequestRefused, SourcePlace
from gpuviz.operation import OperationInfo, describe_runnable, find_operation
from gpuviz.ordinary_file import ending
from gpuviz.scene.theme import THEMES, Theme
from gpuviz.session.coalesced import CoalescedCall, has_work
from gpuviz.session.device_files import DeviceFiles
from gpuviz.session.launcher import Launcher
from gpuviz.session.lesson_progress import load_progress, progress_path
from gpuviz.session.puzzles import puzzles_path
from gpuviz.session.session import Session
from gpuviz.session.settings import LanguageName, Settings, load_settings, settings_path
from gpuviz.session.start_marker import StartMarker
from gpuviz.texts import say
from gpuviz.ui.application import Application, introduce
from gpuviz.ui.end_signals import EndSignals
from gpuviz.ui.failures import reported_failures
from gpuviz.ui.file_controller import (
    CUDA_C,
    DEVICES,
    KERNEL,
    LESSON,
    RECORDING,
    can_be_mended,
)
from gpuviz.ui.garbage import GarbageCollector
from gpuviz.ui.languages import speak
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.override import qt_override
from gpuviz.ui.preload import Preload
from gpuviz.ui.remembered import choice_of, layout_of
from gpuviz.ui.settings_saver import SettingsSaver
from gpuviz.ui.style import apply_fonts, apply_theme

if TYPE_CHECKING:
    from gpuviz.ui.audience import AudienceWindow

ANSWERS = "answers.gpuviz-answers"  # beside the settings
PAPER_SIZE = (1120, 720)  # of pictures on paper: letters of 13 pixels have 6 points there
FIRST_SIZE = (1680, 1050)  # also the size of every screenshot
SCREENSHOT_TIMEOUT_MS = 120_000  # compiling the CPU twins for the first time takes a while
COMPLAINT_MS = 20_000  # then the status bar has its own words again
SETTLE_MS = 100  # for the last paint
STANDS_MS = 1_000  # after which a window that was shown has been laid out and painted


@reported_failures()
def run_app(
    operation: str | None,
    file: Path | None,
    screenshot: Path | None,
    language: LanguageName | None = None,
) -> int:
    """Shows the window until it is closed, or until `screenshot` is saved.

    `language` is that of this session; without it the remembered one.

    Raises RequestRefused for an operation or a file that cannot be shown.
    """
    recording = file if file is not None and ending(file) == RECORDING else None
    if recording is not None:
        from gpuviz.trace.file import check_recording

        check_recording(recording)  # the window says what else is wrong with it
    lesson = file if file is not None and ending(file) == LESSON else None
    if lesson is not None and screenshot is not None:
        _check_lesson(lesson)  # else the window says what is wrong with it
    device_file = file if file is not None and ending(file) == DEVICES else None
    device_files = DeviceFiles()
    if device_file is not None:
        device_files.open(device_file)
    is_kernel = not (recording or lesson or device_file)
    source = Path(os.path.abspath(file)) if file is not None and is_kernel else None
    wanted, asked = None, None  # `asked`: a file that the window has to ask about, or shows as text
    try:
        wanted = None if recording else _wanted(operation, source)
    except GpuvizError as error:
        if source is None or screenshot is not None or not can_be_mended(error, source):
            raise
        asked = source
    app = _application()
    first_start = not os.path.exists(settings_path())
    marker = None if screenshot else StartMarker(settings_path().parent)
    settings, complaints = _remembered(marker)
    complaints += device_files.open_again(settings.device_files)
    theme, spoken = THEMES[settings.theme], language or settings.language
    no_font = speak(app, spoken)
    apply_fonts(app)
    if settings.device not in device_files.by_key:
        device_files.take_plugins()
    choice = choice_of(settings, wanted, device_files.by_key)
    session = Session(
        Launcher(), choice, settings.engine, settings.live, parent=app, device_files=device_files
    )
    session.lesson.progress = load_progress(progress_path())
    session.puzzle.progress = load_progress(puzzles_path())
    session.answers_path = settings_path().with_name(ANSWERS)
    session.view.plays = settings.plays
    session.puzzle.written_in = settings.puzzles_in
    session.view.show_level(settings.level, settings.level_of)
    session.view.level_beside = settings.level_beside
    session.launcher.remote.remember(settings.clusters)
    session.recent.remember(settings.recent)
    if source is not None:
        session.recent.add(source)
    session.view.all_panels = settings.all_panels or screenshot is not None
    window = MainWindow(session, theme, spoken)
    apply_theme(app, theme)  # once for all widgets, each of which would be styled several times
    QTimer.singleShot(0, partial(collect_new_garbage, app))
    window.resize(*FIRST_SIZE)
    begin = window.start
    if recording is not None:
        begin = partial(window.open_file, recording)
    if lesson is not None:
        begin = partial(_begin_lesson, window, lesson)
    if asked is not None:
        begin = partial(_begin_asking, window, asked)
    if screenshot is not None:
        return _photograph(app, window, screenshot, begin)
    fit_on(app.primaryScreen().availableSize(), window)
    window.restore_layout(layout_of(settings))
    window.firstPainted.connect(begin)
    prepare_first_launch(window)
    window.show()
    if first_start and operation is None and file is None:
        window.show_welcome()
    complaints = [*filter(None, (no_font, session.lesson.progress.problem)), *complaints]
    if complaints:
        window.say(" ".join(map(say, complaints)), COMPLAINT_MS)
    keeper = WindowKeeper(app, session, window)
    if isinstance(app, Application):
        window.firstPainted.connect(partial(app.hand_files_to, keeper.open_file))
    known = None if first_start else replace(settings, language=spoken)
    del window, begin  # else what it showed stays when another takes its place
    return _run(app, keeper, known, marker)


def unseen_window(language: LanguageName) -> MainWindow:
    """A window in light colours for pictures, where Qt has no screen; nothing is remembered of it.

    Its language is English where the machine has no font for another one.
    """
    from gpuviz.scene.theme import LIGHT

    app = _application()
    speak(app, language)
    apply_fonts(app)
    session = Session(Launcher(), choice_of(Settings(), None), "emulator")
    window = MainWindow(session, LIGHT, language)
    session.setParent(window)
    apply_theme(app, LIGHT)
    window.resize(*PAPER_SIZE)
    window.show()
    return window


def prepare_first_launch(window: MainWindow) -> Preload:
    """Have what the first launch needs imported and made, once the window has been painted."""
    preload = Preload(window)
    window.firstPainted.connect(preload.begin)
    for work in (window.panels.inspector.prepare, window.panels.timing.prepare):
        CoalescedCall(window, work, preload.done)
    preload.done.connect(gc.freeze)  # what was imported stays as well
    return preload


class WindowKeeper(QObject):
    """Keeps the window of a session, and opens another in its place for another language."""

    closing = Signal()  # the last window

    def __init__(self, app: QApplication, session: Session, window: MainWindow) -> None:
        super().__init__(app)
        self._app, self._session = app, session
        self.audience: AudienceWindow | None = None
        self._take(window)

    def change_language(self, language: LanguageName) -> None:
        """Build the window anew in another language, where this one stands."""
        from gpuviz.ui.welcome import open_welcome

        old, complaint = self.window, speak(self._app, language)
        shared = self.audience is not None
        self.close_audience()
        new = old.successor(language)
        self._take(new)
        new.show()
        if shared:
            self.open_audience()
        if open_welcome(old) is not None:
            new.show_welcome()
        old.close()
        old.deleteLater()
        if complaint is not None:
            new.say(say(complaint), COMPLAINT_MS)

    def open_file(self, path: Path) -> None:
        """In the window that there is now."""
        self.window.open_file(path)

    def toggle_audience(self) -> None:
        """The second window if there is none, else none."""
        if self.audience is None:
            self.open_audience()
        else:
            self.close_audience()

    def open_audience(self) -> None:
        """A second window on the session: on another screen, if there is one."""
        from gpuviz.ui.audience import AudienceWindow

        window = self.window
        actions = window.actions_by_id
        self.audience = AudienceWindow(self._session, window.theme, window.stage, actions)
        self.audience.closing.connect(self._forget_audience)
        self.audience.place(window.screen())
        window.show_speaker(True)
        window.activateWindow()

    def close_audience(self) -> None:
        """Only the speaker's window again."""
        if self.audience is not None:
            self.audience.close()

    def _forget_audience(self) -> None:
        self.audience = None
        self.window.show_speaker(False)

    def _show_theme(self, theme: Theme) -> None:
        if self.audience is not None:
            self.audience.set_theme(theme)

    def _take(self, window: MainWindow) -> None:
        self.window = window
        window.languageWanted.connect(self.change_language)
        window.audienceWanted.connect(self.toggle_audience)
        window.themeChanged.connect(self._show_theme)
        window.closing.connect(self._end)
        window.destroyed.connect(_collect_soon)

    def _end(self) -> None:
        """The window closes; nothing of it stays where another has taken its place."""
        if self.sender() is self.window:
            self.close_audience()
            self.window.leave_lesson()
            self.closing.emit()
            if self._session.parent() is self._app:
                self._session.close()


def fit_on(screen: QSize, window: QWidget) -> None:
    """Fill a screen that is too small for the size a window has; larger ones change nothing."""
    if screen.width() < window.width() or screen.height() < window.height():
        window.resize(window.size().boundedTo(screen))
        window.setWindowState(Qt.WindowState.WindowMaximized)


def _begin_lesson(window: MainWindow, lesson: Path) -> None:
    window.start()
    window.lessons.open_file(lesson)


def _begin_asking(window: MainWindow, file: Path) -> None:
    window.session.launcher.probe()
    window.open_file(file)


def _check_lesson(path: Path) -> None:
    from gpuviz.lesson import read_lesson

    problems = read_lesson(path).problems
    if problems:
        first = problems[0]
        raise RequestRefused(first.message, SourcePlace(path.name, max(first.line, 1)))


def collect_new_garbage(app: QApplication) -> GarbageCollector:
    """Has garbage looked for among what comes from now on; the command line has put it off.

    What a window is made of stays as long as it does: looking through all of it takes 50 ms.
    """
    gc.freeze()
    return GarbageCollector(app)


def collect_closed_window() -> None:
    """Looks for garbage once among all that was put aside: a window that closed was part of it."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _wanted(operation: str | None, file: Path | None) -> OperationInfo | None:
    if file is not None and ending(file) not in (KERNEL, CUDA_C):
        template = (
            "'{file}' cannot be opened: gpuviz opens files ending in .py, .cu, .gpuviz, .md or"
            " .toml."
        )
        raise RequestRefused(Message("app.unknown-file", template, {"file": file.name}))
    name = file or operation
    return None if name is None else find_operation(name, describe_runnable)


def _application() -> QApplication:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = Application(sys.argv[:1])
    introduce(app)
    EnterPressesButtons(app)
    return app


def _remembered(marker: StartMarker | None) -> tuple[Settings, list[Message]]:
    """The settings, without the layout where the last start has failed; what is to be said."""
    settings, complaint = load_settings(settings_path())
    complaints = [] if complaint is None else [complaint]
    if marker is None or not marker.last_start_failed:
        return settings, complaints
    words = "The last start failed: the window comes without its saved layout."
    complaints.append(Message("app.last-start-failed", words))
    return replace(settings, geometry="", window_state=""), complaints


def _run(
    app: QApplication, keeper: WindowKeeper, known: Settings | None, marker: StartMarker | None
) -> int:
    """Run until the last window is closed; what is chosen is saved on the way and in the end."""
    saver = SettingsSaver(app, settings_path(), known, lambda: keeper.window.settings())
    saver.failed.connect(partial(_tell_unsaved, keeper))
    keeper.closing.connect(saver.close)
    app.commitDataRequest.connect(lambda manager: saver.flush())
    signals = EndSignals(app, partial(_close, app, keeper))
    stands = QTimer(singleShot=True, interval=STANDS_MS)
    if marker is not None:
        stands.timeout.connect(marker.take_away)
        stands.start()
    try:
        return app.exec()
    finally:
        stands.stop()
        signals.stop()
        if marker is not None:
            marker.take_away()


def _collect_soon() -> None:
    QTimer.singleShot(0, collect_closed_window)


def _close(app: QApplication, keeper: WindowKeeper, code: int) -> None:
    keeper.window.close()
    app.exit(code)


def _tell_unsaved(keeper: WindowKeeper, problem: Message) -> None:
    """In the window, and in the terminal: the window may be about to go."""
    keeper.window.say(say(problem), COMPLAINT_MS)
    if sys.stderr is not None:
        print(say(problem), file=sys.stderr)


def _photograph(
    app: QApplication, window: MainWindow, picture: Path, begin: Callable[[], None]
) -> int:
    """Save the window as soon as the run and its CPU times, or the recording, are on it."""
    session = window.session
    late = QTimer(window, singleShot=True, interval=SCREENSHOT_TIMEOUT_MS)
    late.timeout.connect(lambda: app.exit(1))
    settle = QTimer(window, singleShot=True, interval=SETTLE_MS)
    settle.timeout.connect(lambda: settle.start() if has_work(window, session) else app.exit(0))
    session.launcher.cpuTimed.connect(lambda times: settle.start())
    session.launch.failed.connect(lambda error: settle.start())
    session.launch.consentWanted.connect(lambda operation: settle.start())
    session.recordingShown.connect(settle.start)
    refused: list[GpuvizError] = []
    session.launcher.openings.failed.connect(refused.append)
    session.launcher.openings.failed.connect(lambda error: app.exit(0))
    window.show()
    late.start()
    QTimer.singleShot(0, begin)
    too_late = app.exec() != 0
    if refused:
        window.close()
        session.close()
        raise refused[0]
    image = window.grab()
    window.close()
    session.close()
    from gpuviz.ui.export.pictures import save_image

    save_image(picture, image)
    if too_late:
        template = "The run took longer than {seconds} s: {file} shows what there was by then."
        values = {"file": str(picture), "seconds": SCREENSHOT_TIMEOUT_MS // 1000}
        raise RequestRefused(Message("app.screenshot-late", template, values))
    return 0


class EnterPressesButtons(QObject):
    """Lets Enter press the button that has the focus, for Space plays and pauses wherever that is.

    It listens to buttons that have had the focus alone: all events of the application are many. In
    dialogs Space presses as well, for there it does not play.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._listen)

    def _listen(self, before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, QAbstractButton):
            now.installEventFilter(self)  # the second time changes nothing

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Presses a button of a main window."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        presses = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if isinstance(watched, QAbstractButton) and isinstance(watched.window(), QMainWindow):
            if presses:
                watched.click()
            return presses
        return False
