"""A launch and a sweep to ask for, and answers, given on another thread as real workers do."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pytestqt.qtbot import QtBot

from gpuviz.bench.points import SweepRequest
from gpuviz.device import find_device
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.session.launcher import Launcher
from gpuviz.trace import Trace
from tests.session.fake_workers import FakeWorkers

CONFIG = LaunchConfig(Dim3(4), Dim3(32))
TRACE = Trace("k", "emulator", "lockstep", 0, "t4", CONFIG, ())
SWEEP = SweepRequest(
    7,
    "sizes",
    find_operation("vector_add").path,
    "emulator",
    find_device("t4"),
    sizes=((64,), (128,)),
    blocks=(Dim3(32), Dim3(32)),
)
SWEEP_WITHOUT_CPU = replace(SWEEP, times_cpu=False)


def request(number: int, size: int = 100) -> LaunchRequest:
    path = find_operation("vector_add").path
    return LaunchRequest(number, path, (size,), CONFIG, "emulator", find_device("t4"))


def result(number: int) -> LaunchResult:
    return LaunchResult(number, (TRACE,), True, 0.0, 0.001)


def on_another_thread(action: Callable[..., Any], *arguments: object) -> None:
    thread = threading.Thread(target=action, args=arguments)
    thread.start()
    thread.join()


def finish(qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, index: int) -> None:
    asked, _, future = workers.launches[index]
    with qtbot.waitSignal(launcher.finished):
        on_another_thread(future.set_result, result(asked.number))
