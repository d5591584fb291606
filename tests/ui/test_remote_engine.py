"""Run > Remote engine: a window whose launches run in another place, or are refused in words."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.engines.probe import Probe
from gpuviz.messages import Message
from gpuviz.operation import describe, find_operation
from gpuviz.session.worker_pool import WorkerPool
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import settings_of
from gpuviz.ui.remote.dialog import RemoteDialog, show_remote
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import close, open_window, press_tab, run, shown_window

SERVER_GPU = replace(find_device("h200_sxm"), id="h200_sxm@server", name="NVIDIA H200 · server")
MACHINE = os.uname().nodename if sys.platform != "win32" else ""


def dialog_of(qtbot: QtBot, window: MainWindow) -> RemoteDialog:
    dialog = show_remote(window.session.launcher.remote, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    return dialog


def engines(window: MainWindow) -> list[str]:
    picker = window.toolbar.engine
    return [picker.itemText(row) for row in range(picker.count())]


def test_the_list_of_engines_leads_to_the_dialog(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    window.toolbar.enginePicked.emit("remote")

    (dialog,) = window.findChildren(RemoteDialog)
    assert dialog.isVisible()
    assert window.toolbar.engine.currentText() == "Emulator"
    assert dialog.standing.text().endswith("run on this machine.")
    dialog.close()


@pytest.mark.slow
def test_addresses_that_were_of_use_are_offered_again(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.launcher.remote.remember(("tcp://server:8786", "lab.json"))

    dialog = dialog_of(qtbot, window)

    offered = [dialog.address.itemText(row) for row in range(dialog.address.count())]
    assert offered == ["tcp://server:8786", "lab.json", "local"]
    assert dialog.address.currentText() == "tcp://server:8786"
    kept = settings_of(window.session, "dark", "en", None)
    assert kept.clusters == ("tcp://server:8786", "lab.json")


@pytest.mark.slow
def test_gpus_of_other_machines_are_listed_and_the_first_runs(qtbot: QtBot) -> None:
    window = open_window(qtbot, workers := InstantWorkers())
    run(qtbot, window)
    found = Probe(True, SERVER_GPU, Message("probe.usable", "Running."))

    window.session.launch.move_to(found)
    qtbot.waitUntil(lambda: workers.launches[-1].engine == "cuda")

    assert workers.launches[-1].device == SERVER_GPU
    window.session.launch.move_to(None)
    qtbot.waitUntil(lambda: workers.launches[-1].engine == "emulator")
    assert workers.launches[-1].device.id == "t4"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="this test waits at named pipes")
def test_launches_sweeps_and_cancel_of_a_window_happen_there(qtbot: QtBot, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    from benchmarks.gpu.remote import cluster

    window = open_window(qtbot, WorkerPool())  # type: ignore[arg-type]
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.run()
    dialog = dialog_of(qtbot, window)
    remote = window.session.launcher.remote

    with cluster() as address:
        dialog.address.setCurrentText(address)
        QTest.mouseClick(dialog.connect_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: remote.standing == "there")
        assert dialog.workers.rows.rowCount() == 1
        dialog.close()
        assert f"Emulator · {MACHINE}" in engines(window)
        _launch_there(qtbot, window, tmp_path)
        _sweep_there(qtbot, window)
        _cancel_there(qtbot, window, tmp_path)
    qtbot.waitUntil(lambda: remote.standing == "here")

    assert remote.problem is not None
    assert remote.problem.code == "cluster.lost"
    (box,) = window.findChildren(QMessageBox)
    assert "was lost: launches run on this machine again" in box.informativeText()
    box.close()
    assert engines(window)[0] == "Emulator"
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(find_operation("relu"))
    assert window.session.launch.shown is not None
    assert window.session.launch.shown.trace.machine == ""


def _launch_there(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(find_operation("matmul_tiled"))
    shown = window.session.launch.shown
    assert shown is not None
    assert shown.result.correct
    assert shown.trace.machine == MACHINE
    assert f"on {MACHINE}" in window.status.run.text()
    assert f"Emulator · {MACHINE}" in window.status.engine.text()
    qtbot.waitUntil(lambda: MACHINE in window.session.runs.all[-1].device)
    save_trace(shown.trace, folder / "there.gpuviz")
    assert load_trace(folder / "there.gpuviz").machine == MACHINE
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(find_operation("transfer"))
    assert window.session.launch.shown is not None
    assert window.session.launch.shown.of_pipeline
    assert window.session.launch.shown.trace.machine == MACHINE


def _sweep_there(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(find_operation("vector_add"))
    press_tab(window, "Sweeps")
    qtbot.waitUntil(lambda: window.panels.sweeps.is_seen)
    window.panels.sweeps.form.first.setValue(64)
    window.panels.sweeps.form.last.setValue(256)
    with qtbot.waitSignal(window.session.launcher.sweeps.finished):
        QTest.mouseClick(window.panels.sweeps.form.button, Qt.MouseButton.LeftButton)


def _cancel_there(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    psutil: Any = pytest.importorskip("psutil")
    from tests.cluster.own_kernel import TELLS_AND_STAYS, write_kernel

    fifo = folder / "fifo"
    os.mkfifo(fifo)
    path = write_kernel(folder, TELLS_AND_STAYS.format(fifo=str(fifo)))
    operation = describe(path)
    window.session.launch.trust(operation)
    window.session.launch.pick_operation(operation)
    process = psutil.Process(int(fifo.read_text()))
    qtbot.waitUntil(lambda: window.actions_by_id["cancel"].isEnabled())

    window.actions_by_id["cancel"].trigger()

    process.wait(120)
    qtbot.waitUntil(lambda: not window.session.launcher.busy)


@pytest.mark.slow
def test_where_nobody_answers_a_sentence_says_so_and_launches_stay_here(qtbot: QtBot) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    window = shown_window(InstantWorkers())
    dialog = show_remote(window.session.launcher.remote, window)
    dialog.address.setCurrentText("tcp://127.0.0.1:1")

    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "127.0.0.1:1" in dialog.problem.text())

    assert "No Dask scheduler answers" in dialog.problem.text()
    assert dialog.leave_button.isEnabled() is False
    assert dialog.standing.text().endswith("run on this machine.")
    dialog.close()
    close(window)
    window.deleteLater()
