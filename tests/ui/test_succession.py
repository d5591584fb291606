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
from gpuviz.ui.app import WindowKeeper
from gpuviz.ui.languages import SCRIPTS, speak, spoken_language
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.sweeps.controller import SweepController
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
    keeper = WindowKeeper(app, window.session, window)
    window.actions_by_id[f"language_{language}"].trigger()
    new = keeper.window
    keeper.deleteLater()
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
    window.session.selection.select_thread(1, 40)
    window.session.playback.seek(17)
    window.session.playback.speed = 4.0
    window.session.playback.set_breakpoints([20])
    window.session.view.colouring = Colouring.SM
    window.session.launch.set_live(False)
    window.resize(1300, 840)

    new = change(qtbot, window)

    assert new.session.playback.trace is window.session.playback.trace
    assert (new.session.playback.moment, new.session.playback.speed) == (17, 4.0)
    assert new.session.playback.breakpoints == {20}
    assert (new.session.selection.block, new.session.selection.thread) == (1, 40)
    assert new.stage.colouring is Colouring.SM
    assert new.stage.facts is not None
    assert new.session.launch.choice == window.session.launch.choice
    assert new.session.launch.shown is window.session.launch.shown
    assert not new.actions_by_id["live"].isChecked()
    assert new.session.runs.all == window.session.runs.all
    assert new.size() == window.size()


def test_nothing_is_launched_again_and_the_workers_go_on(qtbot: QtBot) -> None:
    workers = CountedWorkers()
    window = shown_window(workers)
    run(qtbot, window)

    new = change(qtbot, window)

    assert len(workers.launches) == 1
    assert workers.ended == 0
    with qtbot.waitSignal(new.session.launcher.finished):
        new.actions_by_id["run"].trigger()
    assert len(workers.launches) == 2
    assert new.session.launch.shown is not None
    assert new.session.launch.shown.result.number == 2
    close(new)
    assert workers.ended == 1


def test_a_launch_that_is_under_way_goes_on(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = shown_window(workers)
    run(qtbot, window)
    workers.holds = True
    window.session.launch.set_numbers((100,), Dim3(32, 1, 1), None)
    window.session.launch.run()

    new = change(qtbot, window)
    assert new.actions_by_id["cancel"].isEnabled()
    qtbot.waitUntil(lambda: new.stale.isVisible())  # that it runs
    workers.answer()

    shown = window.session.launch.shown
    qtbot.waitUntil(lambda: new.session.launch.shown is not shown)
    assert len(workers.launches) == 2
    assert not new.actions_by_id["cancel"].isEnabled()


@pytest.mark.slow
def test_a_launch_that_follows_a_recording_goes_on(qtbot: QtBot) -> None:
    workers = EmulatingWorkers(holds=True)
    window = shown_window(workers)
    window.session.show_recording(traces.vector_add(), "yesterday.gpuviz")
    window.session.launch.run()

    new = change(qtbot, window)
    assert "yesterday.gpuviz" in new.panels.launch.notes.text
    workers.answer()

    qtbot.waitUntil(lambda: new.session.launch.shown is not None)


@pytest.mark.slow
def test_a_change_that_waits_to_be_launched_is_launched_once(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = shown_window(workers)
    window.session.launch.set_numbers((100,), Dim3(32, 1, 1), None)

    new = change(qtbot, window)

    qtbot.waitUntil(lambda: new.session.launch.shown is not None)
    assert [request.size for request in workers.launches] == [(100,)]


@pytest.mark.slow
def test_a_sweep_that_is_under_way_goes_on(qtbot: QtBot) -> None:
    window = shown_window()
    window.panels.sweeps.form.first.setValue(1024)
    window.panels.sweeps.form.last.setValue(8192)
    desk_in(window.panels.sweeps, SweepController).run()
    assert window.session.launcher.sweeps.busy

    new = change(qtbot, window)

    controller = desk_in(new.panels.sweeps, SweepController)
    qtbot.waitUntil(lambda: not new.session.launcher.sweeps.busy)
    assert controller.outcome is not None
    assert controller.outcome.done == controller.outcome.count


@pytest.mark.slow
def test_changes_of_language_leave_one_launcher(qtbot: QtBot) -> None:
    window = shown_window()
    launcher = window.session.launcher

    new = change(qtbot, window)

    assert new.session.launcher is launcher
    assert launcher.parent() is new.session is window.session


@pytest.mark.slow
def test_a_recording_stays_on_the_screen(qtbot: QtBot) -> None:
    window = shown_window()
    trace = traces.vector_add()
    window.session.show_recording(trace, "yesterday.gpuviz")

    new = change(qtbot, window)

    assert new.session.playback.trace is trace
    assert "yesterday.gpuviz" in new.panels.launch.notes.text
    assert new.session.launch.shown is None


@pytest.mark.slow
def test_present_mode_is_kept(qtbot: QtBot) -> None:
    window = shown_window()
    window.present_controller.enter()

    new = change(qtbot, window)

    assert new.present_controller.presenting
    new.present_controller.leave()


def test_a_pinned_run_stays_pinned(qtbot: QtBot) -> None:
    window = shown_window()
    run(qtbot, window)
    window.session.comparison.toggle()

    new = change(qtbot, window)

    assert new.session.comparison.pinned is window.session.comparison.pinned
    assert new.actions_by_id["compare"].isChecked()


class CountedWorkers(InstantWorkers):
    """Tells how often it was ended."""

    ended = 0

    def shutdown(self) -> None:
        """Counts."""
        self.ended += 1
