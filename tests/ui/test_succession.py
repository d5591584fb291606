"""Another language while the window is open: a new window stands where the old one stood."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.insight.colourings import Colouring
from gpuviz.launch import Dim3
from gpuviz.session.settings import LanguageName
from gpuviz.ui.languages import SCRIPTS, speak, spoken_language
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.succession import Succession
from gpuviz.ui.sweeps.desk import SweepDesk
from tests.helpers import traces
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import close, desk_in, run, shown_window


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    speak(qapp, "en")


@pytest.fixture(autouse=True)
def with_chinese_font(qapp: QApplication) -> None:
    if not QFontDatabase.families(SCRIPTS["zh_CN"]):
        pytest.skip("no font with Chinese characters here: fonts-wqy-microhei is one")


def change(qtbot: QtBot, window: MainWindow, language: LanguageName = "zh_CN") -> MainWindow:
    """The window after View > Language was used."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    succession = Succession(app, window, "en")
    window.actions_by_id[f"language_{language}"].trigger()
    new = succession.window
    succession.deleteLater()
    qtbot.addWidget(new)
    return new


def test_the_menu_changes_the_language_of_all_texts(qtbot: QtBot) -> None:
    window = shown_window()

    new = change(qtbot, window)

    assert new is not window
    assert spoken_language() == "zh_CN"
    assert new.actions_by_id["run"].text() == "运行(&R)"
    assert new.docks["launch"].title.words.text() == "启动"
    assert new.actions_by_id["language_zh_CN"].isChecked()
    assert new.isVisible()
    assert not window.isVisible()


def test_the_new_window_shows_the_same_launch_at_the_same_moment(qtbot: QtBot) -> None:
    window = shown_window(EmulatingWorkers())
    run(qtbot, window)
    window.selection.select_thread(1, 40)
    window.playback.seek(17)
    window.playback.speed = 4.0
    window.playback.set_breakpoints([20])
    window.stage.set_colouring(Colouring.SM)
    window.launch_desk.set_live(False)
    window.resize(1300, 840)

    new = change(qtbot, window)

    assert new.playback.trace is window.playback.trace
    assert (new.playback.moment, new.playback.speed) == (17, 4.0)
    assert new.playback.breakpoints == {20}
    assert (new.selection.block, new.selection.thread) == (1, 40)
    assert new.stage.colouring is Colouring.SM
    assert new.stage.facts is not None
    assert new.launch_desk.choice == window.launch_desk.choice
    assert new.launch_desk.shown is window.launch_desk.shown
    assert not new.actions_by_id["live"].isChecked()
    assert new.timing.runs == window.timing.runs
    assert new.size() == window.size()


def test_nothing_is_launched_again_and_the_workers_go_on(qtbot: QtBot) -> None:
    workers = CountedWorkers()
    window = shown_window(workers)
    run(qtbot, window)

    new = change(qtbot, window)

    assert len(workers.launches) == 1
    assert workers.ended == 0
    with qtbot.waitSignal(new.launcher.finished):
        new.actions_by_id["run"].trigger()
    assert len(workers.launches) == 2
    assert new.launch_desk.shown is not None
    assert new.launch_desk.shown.result.number == 2
    close(new)
    assert workers.ended == 1


def test_a_launch_that_is_under_way_goes_on(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = shown_window(workers)
    run(qtbot, window)
    workers.holds = True
    window.launch_desk.set_numbers((100,), Dim3(32, 1, 1), None)
    window.launch_desk.run()

    new = change(qtbot, window)
    assert new.actions_by_id["cancel"].isEnabled()
    qtbot.waitUntil(lambda: new.stale.isVisible())  # that it runs
    workers.answer()

    shown = window.launch_desk.shown
    qtbot.waitUntil(lambda: new.launch_desk.shown is not shown)
    assert len(workers.launches) == 2
    assert not new.actions_by_id["cancel"].isEnabled()


def test_a_launch_that_follows_a_recording_goes_on(qtbot: QtBot) -> None:
    workers = EmulatingWorkers(holds=True)
    window = shown_window(workers)
    window.show_recording(traces.vector_add(), "yesterday.gpuviz")
    window.launch_desk.run()

    new = change(qtbot, window)
    assert "yesterday.gpuviz" in new.panel.notes.text
    workers.answer()

    qtbot.waitUntil(lambda: new.launch_desk.shown is not None)


def test_a_change_that_waits_to_be_launched_is_launched_once(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = shown_window(workers)
    window.launch_desk.set_numbers((100,), Dim3(32, 1, 1), None)

    new = change(qtbot, window)

    qtbot.waitUntil(lambda: new.launch_desk.shown is not None)
    assert [request.size for request in workers.launches] == [(100,)]


def test_a_sweep_that_is_under_way_goes_on(qtbot: QtBot) -> None:
    window = shown_window()
    window.sweeps.form.first.setValue(1024)
    window.sweeps.form.last.setValue(8192)
    desk_in(window.sweeps, SweepDesk).run()
    assert window.launcher.sweeps.busy

    new = change(qtbot, window)

    desk = desk_in(new.sweeps, SweepDesk)
    qtbot.waitUntil(lambda: not new.launcher.sweeps.busy)
    assert desk.outcome is not None
    assert desk.outcome.done == desk.outcome.count


def test_changes_of_language_leave_one_launcher(qtbot: QtBot) -> None:
    window = shown_window()
    launcher = window.launcher

    new = change(qtbot, window)

    assert new.launcher is launcher
    assert launcher.parent() is new


def test_a_recording_stays_on_the_screen(qtbot: QtBot) -> None:
    window = shown_window()
    trace = traces.vector_add()
    window.show_recording(trace, "yesterday.gpuviz")

    new = change(qtbot, window)

    assert new.playback.trace is trace
    assert "yesterday.gpuviz" in new.panel.notes.text
    assert new.launch_desk.shown is None


def test_present_mode_is_kept(qtbot: QtBot) -> None:
    window = shown_window()
    window.present_desk.enter()

    new = change(qtbot, window)

    assert new.present_desk.presenting
    new.present_desk.leave()


def test_a_pinned_run_stays_pinned(qtbot: QtBot) -> None:
    window = shown_window()
    run(qtbot, window)
    window.compare_desk.toggle()

    new = change(qtbot, window)

    assert new.compare_desk.pinned is window.compare_desk.pinned
    assert new.actions_by_id["compare"].isChecked()


class CountedWorkers(InstantWorkers):
    """Tells how often it was ended."""

    ended = 0

    def shutdown(self) -> None:
        """Counts."""
        self.ended += 1
