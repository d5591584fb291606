"""Starts the window: quickly, with what was chosen last, already running."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from gpuviz.lesson import read_lesson
from gpuviz.messages import GpuvizError, Message, RequestRefused, SourcePlace
from gpuviz.operation import OperationInfo, find_operation
from gpuviz.scene.theme import THEMES
from gpuviz.session.launcher import Launcher
from gpuviz.session.lesson_progress import load_progress, progress_path
from gpuviz.session.settings import LanguageName, Settings, load_settings, settings_path
from gpuviz.session.start_marker import StartMarker
from gpuviz.texts import say
from gpuviz.trace.file import check_recording
from gpuviz.ui.end_signals import EndSignals
from gpuviz.ui.export.pictures import save_image
from gpuviz.ui.failures import reported_failures
from gpuviz.ui.file_desk import KERNEL, LESSON, RECORDING
from gpuviz.ui.garbage import GarbageCollector
from gpuviz.ui.languages import speak
from gpuviz.ui.later import has_work
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.override import qt_override
from gpuviz.ui.remembered import choice_of, restore_layout, settings_of
from gpuviz.ui.settings_saver import SettingsSaver
from gpuviz.ui.style import apply_theme
from gpuviz.ui.succession import COMPLAINT_MS, Succession
from gpuviz.ui.welcome import show_welcome

FIRST_SIZE = (1680, 1050)  # also the size of every screenshot
SCREENSHOT_TIMEOUT_MS = 120_000  # compiling the CPU twins for the first time takes a while
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
    recording = file if file is not None and file.suffix == RECORDING else None
    if recording is not None:
        check_recording(recording)  # the window says what else is wrong with it
    lesson = file if file is not None and file.suffix == LESSON else None
    if lesson is not None and screenshot is not None:
        _check_lesson(lesson)  # else the window says what is wrong with it
    wanted = None if recording else _wanted(operation, None if lesson else file)
    app = _application()
    first_start = not os.path.exists(settings_path())
    marker = None if screenshot else StartMarker(settings_path().parent)
    settings, complaints = _remembered(marker)
    theme, spoken = THEMES[settings.theme], language or settings.language
    no_font = speak(app, spoken)
    apply_theme(app, theme)
    choice = choice_of(settings, wanted)
    window = MainWindow(Launcher(), choice, theme, settings.engine, settings.live)
    QTimer.singleShot(0, partial(collect_new_garbage, app))
    window.resize(*FIRST_SIZE)
    window.lessons.progress = load_progress(progress_path())
    begin = window.start
    if recording is not None:
        begin = partial(window.open_file, recording)
    if lesson is not None:
        begin = partial(_begin_lesson, window, lesson)
    window.language_desk.show_choice(spoken)
    if screenshot is not None:
        return _photograph(app, window, screenshot, begin)
    fit_on(app.primaryScreen().availableSize(), window)
    restore_layout(window, settings)
    window.show()
    QTimer.singleShot(0, begin)
    if first_start and operation is None and file is None:
        show_welcome(window)
    complaints = [*filter(None, (no_font, window.lessons.progress.problem)), *complaints]
    if complaints:
        window.status.showMessage(" ".join(map(say, complaints)), COMPLAINT_MS)
    succession = Succession(app, window, spoken)
    known = None if first_start else replace(settings, language=spoken)
    del window, begin  # else what it showed stays when another takes its place
    return _run(app, succession, known, marker)


def fit_on(screen: QSize, window: QWidget) -> None:
    """Fill a screen that is too small for the size a window has; larger ones change nothing."""
    if screen.width() < window.width() or screen.height() < window.height():
        window.resize(window.size().boundedTo(screen))
        window.setWindowState(Qt.WindowState.WindowMaximized)


def _begin_lesson(window: MainWindow, lesson: Path) -> None:
    window.start()
    window.lessons.open_file(lesson)


def _check_lesson(path: Path) -> None:
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
    if file is not None and file.suffix != KERNEL:
        template = "'{file}' cannot be opened: gpuviz opens files ending in .py, .gpuviz or .md."
        raise RequestRefused(Message("app.unknown-file", template, {"file": file.name}))
    name = file or operation
    return None if name is None else find_operation(name)


def _application() -> QApplication:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("gpuviz")
    app.setApplicationDisplayName("gpuviz")
    app.installEventFilter(SpacePressesButtons(app))
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
    app: QApplication, succession: Succession, known: Settings | None, marker: StartMarker | None
) -> int:
    """Run until the last window is closed; what is chosen is saved on the way and in the end."""
    saver = SettingsSaver(app, settings_path(), known, lambda: settings_of(succession.window))
    saver.failed.connect(partial(_tell_unsaved, succession))
    _save_at_end(succession, saver, succession.window)
    succession.replaced.connect(partial(_save_at_end, succession, saver))
    app.commitDataRequest.connect(lambda session: saver.flush())
    signals = EndSignals(app, partial(_close, app, succession))
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


def _save_at_end(succession: Succession, saver: SettingsSaver, window: MainWindow) -> None:
    """Save the choices of a window when it closes, unless another has taken its place; then nothing
    of it stays.
    """

    def closing() -> None:
        if succession.window is window:
            saver.close()

    window.closing.connect(closing)
    window.destroyed.connect(lambda: QTimer.singleShot(0, collect_closed_window))


def _close(app: QApplication, succession: Succession, code: int) -> None:
    succession.window.close()
    app.exit(code)


def _tell_unsaved(succession: Succession, problem: Message) -> None:
    """In the window, and in the terminal: the window may be about to go."""
    succession.window.status.showMessage(say(problem), COMPLAINT_MS)
    if sys.stderr is not None:
        print(say(problem), file=sys.stderr)


def _photograph(
    app: QApplication, window: MainWindow, picture: Path, begin: Callable[[], None]
) -> int:
    """Save the window as soon as the run and its CPU times, or the recording, are on it."""
    late = QTimer(window, singleShot=True, interval=SCREENSHOT_TIMEOUT_MS)
    late.timeout.connect(lambda: app.exit(1))
    settle = QTimer(window, singleShot=True, interval=SETTLE_MS)
    settle.timeout.connect(lambda: settle.start() if has_work(window) else app.exit(0))
    window.launcher.cpuTimed.connect(lambda times: settle.start())
    window.launch_desk.failed.connect(lambda error: settle.start())
    window.launch_desk.consentWanted.connect(lambda operation: settle.start())
    window.recordingShown.connect(settle.start)
    refused: list[GpuvizError] = []
    window.launcher.openings.failed.connect(refused.append)
    window.launcher.openings.failed.connect(lambda error: app.exit(0))
    window.show()
    late.start()
    QTimer.singleShot(0, begin)
    too_late = app.exec() != 0
    if refused:
        window.close()
        raise refused[0]
    image = window.grab()
    window.close()
    save_image(picture, image)
    if too_late:
        template = "The run took longer than {seconds} s: {file} shows what there was by then."
        values = {"file": str(picture), "seconds": SCREENSHOT_TIMEOUT_MS // 1000}
        raise RequestRefused(Message("app.screenshot-late", template, values))
    return 0


class SpacePressesButtons(QObject):
    """Lets Space press the button that has the focus, though it also plays and pauses."""

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes Space away from the shortcuts while a button has the focus."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        presses = event.key() == Qt.Key.Key_Space and isinstance(watched, QAbstractButton)
        if presses:
            event.accept()
        return presses
