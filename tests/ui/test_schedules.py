"""The schedule is chosen in the Run menu, run at once, and named in the status line."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.engines.names import ScheduleName
from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window, run


@pytest.mark.slow
@pytest.mark.parametrize("schedule", ["warps", "adversarial"])
def test_a_schedule_of_the_menu_is_run_and_named(qtbot: QtBot, schedule: ScheduleName) -> None:
    workers = EmulatingWorkers()
    window = open_window(qtbot, workers)
    run(qtbot, window)
    assert "schedule: lockstep" in window.status.run.text()

    window.actions_by_id[f"schedule_{schedule}"].trigger()
    qtbot.waitUntil(lambda: len(workers.launches) == 2)

    assert workers.launches[-1].schedule == schedule
    assert window.actions_by_id[f"schedule_{schedule}"].isChecked()
    assert not window.actions_by_id["schedule_lockstep"].isChecked()


@pytest.mark.slow
def test_a_chosen_schedule_stays_for_other_numbers_and_operations(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = open_window(qtbot, workers)
    window.actions_by_id["schedule_warps"].trigger()

    window.session.launch.set_numbers((64,), Dim3(32), None)
    qtbot.waitUntil(lambda: workers.launches[-1].size == (64,))
    window.session.launch.pick_operation(find_operation("sum_shared"))

    assert {launch.schedule for launch in workers.launches[1:]} == {"warps"}
    qtbot.waitUntil(lambda: "schedule: warps" in window.status.run.text())
    assert "executed" in window.playback_bar.order_label.text()


def test_only_the_emulator_has_schedules(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    window.session.launch.pick_engine("numba-simulator")

    assert not window.actions_by_id["schedule_warps"].isEnabled()
