"""The choice of what the grid is coloured by: in the View menu, and on the stage."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from gpuviz.insight.colourings import Colouring
from gpuviz.ui.stage.view import StageView


class ColouringDesk(QObject):
    """Keeps the actions, one for each colouring, and the stage of one mind."""

    def __init__(self, stage: StageView, actions: Mapping[str, QAction]) -> None:
        super().__init__(stage)
        self._actions = {one: actions[action_id(one)] for one in Colouring}
        group = QActionGroup(self)
        for action in self._actions.values():
            group.addAction(action)
        self.menu = QMenu(stage)
        self.menu.addActions(list(self._actions.values()))
        stage.colouringChanged.connect(self._check)
        stage.colouringMenuWanted.connect(self._open)
        self._check(stage.colouring)

    def _check(self, colouring: Colouring) -> None:
        self._actions[colouring].setChecked(True)

    def _open(self, place: QPoint) -> None:
        self.menu.popup(place)


def action_id(colouring: Colouring) -> str:
    """The id of the ActionSpec that chooses a colouring."""
    return f"colour_{colouring.value}"
