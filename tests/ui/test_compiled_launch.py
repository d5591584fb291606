"""The window once the kernel that it shows has been compiled: other registers, the same moment."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.engines.compiled_kernel import CompiledKernel, CompiledLaunch, with_compiled
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.engines.request import LaunchRequest
from gpuviz.session.compilation import Compiled
from gpuviz.trace import Trace
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import launch

KERNEL = CompiledKernel("7.5", 90, 2048, 0, ())


def compile_it(_request: LaunchRequest, part: Trace) -> CompiledLaunch:
    trace = with_compiled(part, KERNEL)
    return CompiledLaunch(KERNEL, with_modelled_times(trace, find_device("t4"), (1, 1)))


def compiled_window(qtbot: QtBot) -> MainWindow:
    window = launch(qtbot, "matmul_tiled", EmulatingWorkers(compiler=compile_it))
    qtbot.waitUntil(lambda: "90 compiled" in window.panels.launch.meaning.text)
    return window


@pytest.mark.slow
def test_the_panel_says_the_registers_that_were_compiled(qtbot: QtBot) -> None:
    window = compiled_window(qtbot)

    assert "90 compiled for 7.5" in window.panels.launch.meaning.text
    assert "assumed" not in window.panels.launch.meaning.text


def test_the_picture_stays_at_its_moment_and_the_last_run_has_the_new_times(qtbot: QtBot) -> None:
    window = launch(qtbot, "matmul_tiled", EmulatingWorkers())
    before = window.session.playback.trace
    assert before is not None
    window.session.playback.step(-3)
    moment = window.session.playback.instant
    shown = window.session.launch.shown
    assert shown is not None
    runs = len(window.session.runs.all)

    part = replace(before, registers_per_thread=90)
    launched = compile_it(shown.choice.request(1), part)
    window.session.launcher.compilation.compiled.emit(Compiled(shown.result, launched))

    assert window.session.playback.trace is not before
    assert window.session.playback.trace is not None
    assert window.session.playback.trace.registers_per_thread == 90
    assert window.session.playback.instant.steps == moment.steps
    assert len(window.session.runs.all) == runs
    assert window.session.runs.all[-1].gpu == launched.trace.times


@pytest.mark.slow
def test_the_next_launch_brings_its_compiled_kernel(qtbot: QtBot) -> None:
    workers = EmulatingWorkers(compiler=compile_it)
    window = launch(qtbot, "matmul_tiled", workers)
    qtbot.waitUntil(lambda: "90 compiled" in window.panels.launch.meaning.text)

    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.run()

    assert workers.launches[-1].compiled == KERNEL
    assert len(workers.compiled) == 1


@pytest.mark.slow
def test_a_sweep_brings_the_compiled_kernel_too(qtbot: QtBot) -> None:
    window = launch(qtbot, "matmul_tiled", EmulatingWorkers(compiler=compile_it))
    qtbot.waitUntil(lambda: "90 compiled" in window.panels.launch.meaning.text)

    assert window.session.launch.compiled_kernel == KERNEL
    assert window.session.launch.choice.engine == "emulator"
