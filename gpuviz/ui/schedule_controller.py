"""The choice of the order in which the emulator runs threads: in the Run menu."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup

from gpuviz.engines.names import ScheduleName
from gpuviz.session.launch_controller import LaunchController

SCHEDULES: tuple[ScheduleName, ...] = get_args(ScheduleName)


class ScheduleController(QObject):
    """Keeps the actions, one for each schedule, and the launches of one mind."""

    def __init__(
        self, window: QObject, controller: LaunchController, actions: Mapping[str, QAction]
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._actions = {one: actions[schedule_action(one)] for one in SCHEDULES}
        group = QActionGroup(self)
        for action in self._actions.values():
            group.addAction(action)
        controller.choiceChanged.connect(self._show)
        self._show()

    def _show(self) -> None:
        """What is chosen; only the emulator has schedules."""
        for action in self._actions.values():
            action.setEnabled(self._controller.choice.engine == "emulator")
        self._actions[self._controller.choice.schedule].setChecked(True)


def schedule_action(schedule: ScheduleName) -> str:
    """The id of the ActionSpec that chooses a schedule."""
    return f"schedule_{schedule}"
