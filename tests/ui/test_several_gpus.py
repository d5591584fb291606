"""A machine with two GPUs: both stand in the picker, and the chosen one runs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.engines.probe import Probe
from gpuviz.messages import Message
from gpuviz.operation import find_operation
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import open_window

H200 = find_device("h200_sxm")
TWO = Probe(True, H200, Message("probe.usable", "Running."), (H200,))


def window_with_two_gpus(qtbot: QtBot, workers: InstantWorkers) -> MainWindow:
    window = open_window(qtbot, workers)
    window.start()
    qtbot.waitUntil(lambda: any(request.engine == "cuda" for request in workers.launches))
    return window


def test_the_first_one_runs_and_each_has_a_row(qtbot: QtBot) -> None:
    workers = InstantWorkers(probe_answer=TWO)

    picker = window_with_two_gpus(qtbot, workers).toolbar.device

    assert picker.currentText() == f"GPU 0: {H200.name}"
    assert picker.findText(f"GPU 1: {H200.name}") > 0
    assert workers.launches[-1].gpu == 0


@pytest.mark.slow
def test_the_other_one_can_be_picked(qtbot: QtBot) -> None:
    workers = InstantWorkers(probe_answer=TWO)
    window = window_with_two_gpus(qtbot, workers)
    picker = window.toolbar.device
    picker.setFocus()

    QTest.keyClick(picker, Qt.Key.Key_Down)

    qtbot.waitUntil(lambda: workers.launches[-1].gpu == 1)
    assert workers.launches[-1].engine == "cuda"
    assert picker.currentText() == f"GPU 1: {H200.name}"


@pytest.mark.slow
def test_the_emulator_goes_back_to_the_device_that_is_modelled(qtbot: QtBot) -> None:
    workers = InstantWorkers(probe_answer=TWO)
    window = window_with_two_gpus(qtbot, workers)

    window.session.launch.pick_engine("emulator")

    assert window.toolbar.device.currentText() == find_device("t4").name


@pytest.mark.slow
def test_a_pipeline_is_emulated_and_the_next_kernel_runs_on_the_gpu_again(qtbot: QtBot) -> None:
    workers = InstantWorkers(probe_answer=TWO)
    window = window_with_two_gpus(qtbot, workers)

    ran_on = []
    for name in ("cnn_digits", "saxpy"):
        window.session.launch.pick_operation(find_operation(name))
        ran_on.append((window.session.launch.choice.engine, window.session.launch.choice.device))

    assert ran_on == [("emulator", find_device("t4")), ("cuda", H200)]
