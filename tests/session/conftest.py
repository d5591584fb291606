"""A launcher on workers that answer when a test says so, and that begins without a rest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.session import cpu_timing
from gpuviz.session import sweeps as sweeps_module
from gpuviz.session.launcher import Launcher
from tests.session.fake_workers import FakeWorkers


@pytest.fixture
def workers() -> FakeWorkers:
    return FakeWorkers()


@pytest.fixture
def launcher(
    qtbot: QtBot, workers: FakeWorkers, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Launcher]:
    monkeypatch.setattr(cpu_timing, "REST_MS", 0)
    monkeypatch.setattr(sweeps_module, "REST_MS", 0)
    made = Launcher(workers)
    yield made
    made.close()
