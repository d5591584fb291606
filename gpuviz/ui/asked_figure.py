"""That somebody asks where a figure comes from: told from where it stands up to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from gpuviz.insight.figures.figure import Figure

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FigureAsked(QEvent):
    """A figure with its name and its value; `below`: the widget that shows it."""

    KIND = QEvent.Type(QEvent.registerEventType())

    def __init__(self, below: QWidget, name: str, value: str, figure: Figure) -> None:
        super().__init__(self.KIND)
        self.below, self.name, self.value, self.figure = below, name, value, figure


def ask_figure(below: QWidget, name: str, value: str, figure: Figure) -> None:
    """Tell the widgets around it, from the inner to the outer, until one answers.

    So panels need not know who answers, nor hand the question on.
    """
    event = FigureAsked(below, name, value, figure)
    event.ignore()
    around = below.parentWidget()
    while around is not None and not event.isAccepted():
        QCoreApplication.sendEvent(around, event)
        around = around.parentWidget()
