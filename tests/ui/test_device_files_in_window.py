"""Device files in the window: opened, listed under their name, chosen, remembered, refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.device import load_devices
from gpuviz.session.device_files import DeviceFiles
from gpuviz.session.settings import load_settings, save_settings
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import choice_of
from tests.helpers.device_files import MINE, device_file, own_device
from tests.ui.dropping import drop
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import open_window, press_tab, run


def listed(window: MainWindow) -> list[str]:
    picker = window.toolbar.device
    return [picker.itemText(row) for row in range(picker.count())]


def choose(window: MainWindow, name: str) -> None:
    """As a click on that row of the list does."""
    picker = window.toolbar.device
    picker.setCurrentIndex(picker.findText(name))
    picker.activated.emit(picker.currentIndex())


def test_the_devices_of_a_dropped_file_stand_under_its_name(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot)

    drop(window, device_file(tmp_path))

    table = [device.name for device in load_devices().values()]
    assert listed(window) == [*table, "mine.toml", "My GPU"]
    assert window.status.currentMessage() == "Devices of mine.toml in the list of devices: 1."
    assert window.toolbar.device.currentText() == "Tesla T4"


def test_the_name_of_the_file_cannot_be_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot)
    window.open_file(device_file(tmp_path))
    picker = window.toolbar.device

    flags = picker.model().index(picker.findText("mine.toml"), 0).flags()

    assert not flags & (Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)


@pytest.mark.slow
def test_a_device_of_a_file_is_chosen_like_others(qtbot: QtBot, tmp_path: Path) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    window.open_file(device_file(tmp_path))

    with qtbot.waitSignal(window.session.launch.resultReady):
        choose(window, "My GPU")

    assert workers.launches[-1].device == own_device(tmp_path)
    assert window.toolbar.device.currentText() == "My GPU"


@pytest.mark.slow
def test_a_file_opened_again_has_its_devices_as_they_are_now(qtbot: QtBot, tmp_path: Path) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    window.open_file(device_file(tmp_path))
    with qtbot.waitSignal(window.session.launch.resultReady):
        choose(window, "My GPU")

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.open_file(device_file(tmp_path, MINE.replace("My GPU", "My next GPU")))

    assert listed(window)[-2:] == ["mine.toml", "My next GPU"]
    assert window.toolbar.device.currentText() == "My next GPU"
    assert workers.launches[-1].device.name == "My next GPU"


def test_a_file_of_known_devices_adds_nothing_and_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot)

    window.open_file(device_file(tmp_path, more=""))

    assert len(listed(window)) == len(load_devices())
    assert "has all devices of mine.toml in its own list" in window.status.currentMessage()


@pytest.mark.slow
def test_the_menu_asks_for_a_device_file_and_closes_all(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot)
    close_files = window.actions_by_id["no_device_files"]
    assert not close_files.isEnabled()

    window.actions_by_id["open_devices"].trigger()
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert "*.toml" in dialog.nameFilters()[0]
    dialog.fileSelected.emit(str(device_file(tmp_path)))
    dialog.close()
    assert listed(window)[-1] == "My GPU"

    close_files.trigger()

    assert len(listed(window)) == len(load_devices())
    assert not close_files.isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [("a = 1\n", "does not describe devices"), ("a = ", "does not describe devices")],
)
def test_a_bad_file_is_told_in_a_sentence(
    qtbot: QtBot, tmp_path: Path, text: str, words: str
) -> None:
    window = open_window(qtbot)
    bad = tmp_path / "bad.toml"
    bad.write_text(text, encoding="utf-8")

    drop(window, bad)

    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert words in box.informativeText()
    assert len(listed(window)) == len(load_devices())
    box.close()


@pytest.mark.slow
def test_open_files_and_a_chosen_device_are_there_at_the_next_start(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(qtbot)
    window.open_file(device_file(tmp_path))
    choose(window, "My GPU")
    kept = tmp_path / "settings.json"
    assert save_settings(window.settings(), kept) is None

    settings, _ = load_settings(kept)
    files = DeviceFiles()
    problems = files.open_again(settings.device_files)

    assert problems == ()
    assert choice_of(settings, None, files.by_key).device == own_device(tmp_path)


@pytest.mark.slow
def test_without_its_file_a_remembered_device_gives_way_to_the_first_choice(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(qtbot)
    window.open_file(device_file(tmp_path))
    choose(window, "My GPU")

    assert choice_of(window.settings(), None).device.id == "t4"


@pytest.mark.slow
def test_the_launch_is_modelled_on_the_devices_of_the_file_too(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    run(qtbot, window)
    press_tab(window, "Devices")
    bars = window.panels.devices.chart
    qtbot.waitUntil(lambda: len(bars.chart.rows) == len(load_devices()))

    window.open_file(device_file(tmp_path))

    qtbot.waitUntil(lambda: len(bars.chart.rows) == len(load_devices()) + 1)
    assert bars.chart.rows[-1].label == "My GPU"


@pytest.mark.slow
def test_the_roofline_of_a_run_is_that_of_its_device_whatever_is_chosen(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.open_file(device_file(tmp_path))
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launch.resultReady):
        choose(window, "My GPU")
    window.session.launch.set_live(False)

    window.session.close_device_files()
    press_tab(window, "Roofline")

    assert window.session.runs.all[-1].modelled_for == own_device(tmp_path)
    qtbot.waitUntil(lambda: "My GPU" in window.panels.roofline.chart.chart.title)
