"""A new window in the place of another one: with all that it showed, in another language."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from gpuviz.scene.launch.opening import title_of
from gpuviz.session.settings import LanguageName
from gpuviz.texts import say
from gpuviz.ui.languages import speak
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.welcome import open_welcome, show_welcome

COMPLAINT_MS = 20_000  # then the status bar has its own words again


class Succession(QObject):
    """Keeps the window that there is, and puts another one in its place for another language."""

    replaced = Signal(object)  # MainWindow: the new one

    def __init__(self, app: QApplication, window: MainWindow, language: LanguageName) -> None:
        super().__init__(app)
        self._app = app
        self.window = window
        self._take(window, language)

    def change_language(self, language: LanguageName) -> None:
        """Build the window anew in another language, where the old one stands."""
        old, complaint = self.window, speak(self._app, language)
        new = successor(old)
        self._take(new, language)
        self.replaced.emit(new)
        new.setGeometry(old.geometry())
        new.setWindowState(old.windowState())
        new.show()
        if open_welcome(old) is not None:
            show_welcome(new)
        old.close()
        old.deleteLater()
        if complaint is not None:
            new.status.showMessage(say(complaint), COMPLAINT_MS)

    def _take(self, window: MainWindow, language: LanguageName) -> None:
        self.window = window
        window.language_desk.show_choice(language)
        window.language_desk.wanted.connect(self.change_language)


def successor(old: MainWindow) -> MainWindow:
    """A window that goes on where `old` stands, with its launcher and all that is under way."""
    presenting = old.present_desk.presenting
    old.present_desk.leave()
    desk = old.launch_desk
    new = MainWindow(old.launcher, desk.choice, old.theme, desk.preferred_engine)
    new.resize(old.size())
    new.engine_desk.take_over(old.engine_desk)
    new.launch_desk.take_over(desk)
    _show_again(new, old)
    _keep_ways_of_looking(new, old)
    _keep_panels(new, old)
    new.lessons.take_over(old.lessons)
    if presenting:
        new.present_desk.enter()
    return new


def _show_again(new: MainWindow, old: MainWindow) -> None:
    """The same launch at the same moment, with the same choice on it."""
    trace, shown = old.playback.trace, old.launch_desk.shown
    new.thread_desk.take_over(old.thread_desk)
    new.playback.take_over(old.playback)
    new.selection.take_over(old.selection)
    if trace is None:
        return
    new.stage.show_trace(trace, title_of(shown) if shown else "")
    new.status.show_trace(trace, shown.result.emulation_seconds if shown else None)
    new.docks["source"].title.note.show_words(old.docks["source"].title.note.text())
    new.thread_desk.show_trace(trace)


def _keep_ways_of_looking(new: MainWindow, old: MainWindow) -> None:
    """Colours, heat, the kind of moment, breakpoints, the pinned run, all runs of the session."""
    new.stage.set_colouring(old.stage.colouring)
    new.stage.arrays.colour(old.stage.arrays.colouring)
    new.source_panel.show_heat(old.source.heat)
    new.moments.choose(old.moments.kind)
    new.timing.take_over(old.timing)
    new.compare_desk.take_over(old.compare_desk)


def _keep_panels(new: MainWindow, old: MainWindow) -> None:
    """Where the panels are, and which sweeps have been made."""
    new.restoreState(old.saveState())
    new.arrangement.is_kept = old.arrangement.is_kept
    if "sweeps" in vars(old):  # made once it is seen
        from gpuviz.ui.sweeps.desk import SweepDesk

        mine, its = (window.sweeps.findChild(SweepDesk) for window in (new, old))
        assert isinstance(mine, SweepDesk)
        assert isinstance(its, SweepDesk)
        mine.take_over(its)
