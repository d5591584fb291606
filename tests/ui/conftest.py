"""What holds for every test of the window: no screen, no Qt message, nothing left behind."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.session import cpu_timing, sweeps
from gpuviz.session.coalesced import CoalescedCall

HERE = Path(__file__).parent
PATIENCE_MS = 60_000  # for a pooled thread that is about to end
WAITS_MS = 120_000  # for what is about to happen, on a machine that has much else to do
LATE_MS = 100  # after a result, with `--late`: what follows it
OFFSCREEN_CANNOT = "This plugin does not support "  # raise(), grabbing the keyboard: no screen

for wait in (QtBot.waitSignal, QtBot.waitSignals, QtBot.waitUntil):
    wait.__kwdefaults__ = {**(wait.__kwdefaults__ or {}), "timeout": WAITS_MS}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A Qt warning fails a test of this folder, as any other warning does.

    Asked for here and not in pyproject.toml: the other tests run without pytest-qt too.
    """
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN_CANNOT))


@pytest.fixture(autouse=True)
def late(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `--late` a panel follows a result long after it: a test that does not wait fails.

    So it is on a machine with much else to do, where such a test fails once in a hundred runs.
    """
    if request.config.getoption("--late"):
        monkeypatch.setattr(CoalescedCall, "INTERVAL_MS", LATE_MS)


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs when nothing else does begins at once: CPU timings, and sweeps that made way."""
    monkeypatch.setattr(cpu_timing, "REST_MS", 0)
    monkeypatch.setattr(sweeps, "REST_MS", 0)


@pytest.fixture(autouse=True)
def nothing_left_on_the_screen(qapp: QApplication) -> Iterator[None]:
    """Fails a test that leaves a window: give it to `qtbot.addWidget`, or close and delete it."""
    before = QApplication.topLevelWidgets()
    yield
    left = _windows_besides(before)
    if left:
        gc.collect()  # only a cycle that nobody else holds?
        left = _windows_besides(before)
    assert [_name(window) for window in left] == []
    assert QThreadPool.globalInstance().waitForDone(PATIENCE_MS)


def _windows_besides(before: list[QWidget]) -> list[QWidget]:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    windows = QApplication.topLevelWidgets()
    return [w for w in windows if w not in before and not w.inherits("QTipLabel")]


def _name(window: QWidget) -> str:
    return f"{type(window).__name__} {window.objectName()!r}"
