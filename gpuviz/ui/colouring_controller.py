"""The choice of what the grid is coloured by: in the View menu, and on the stage."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from gpuviz.insight.colourings import Colouring
from gpuviz.session.view_options import ViewOptions
from gpuviz.ui.stage.view import StageView


class ColouringController(QObject):
    """Keeps the actions, one for each colouring, and the stage of one mind."""

    def __init__(self, stage: StageView, view: ViewOptions, actions: Mapping[str, QAction]) -> None:
        super().__init__(stage)
        self._stage, self._view = stage, view
        self._actions = {one: actions[action_id(one)] for one in Colouring}
        group = QActionGroup(self)
        for action in self._actions.values():
            group.addAction(action)
        self.menu = QMenu(stage)
        self.menu.addActions(list(self._actions.values()))
        view.changed.connect(self._show)
        stage.arrays.colouringChanged.connect(self._keep)
        stage.colouringMenuWanted.connect(self._open)
        self._show()

    def _show(self) -> None:
        view, stage = self._view, self._stage
        self._actions[view.colouring].setChecked(True)
        stage.arrays.colour(view.element_colouring)
        if stage.colouring is not view.colouring:
            stage.set_colouring(view.colouring)

    def _keep(self) -> None:
        """The legend of the arrays has a menu of its own."""
        self._view.element_colouring = self._stage.arrays.colouring

    def _open(self, place: QPoint) -> None:
        self.menu.popup(place)


def action_id(colouring: Colouring) -> str:
    """The id of the ActionSpec that chooses a colouring."""
    return f"colour_{colouring.value}"
