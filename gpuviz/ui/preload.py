"""Imports what the first launch needs while it is on its way, after the window's first picture."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QObject, Signal

from gpuviz.session.coalesced import CoalescedCall

SOON = (
    "gpuviz.bench.sweep_plan",
    "gpuviz.worker",
    "numpy.ma",  # which np.unique imports on its first use
    "gpuviz.insight.trace_index",
    "gpuviz.scene.stage.facts",
    "gpuviz.scene.stage.viewpoint",
    "gpuviz.scene.stage.compose",
    "gpuviz.scene.stage.camera",
    "gpuviz.scene.stage.canvas",
    "gpuviz.scene.charts.bars",
    "gpuviz.scene.timing.runs",
    "gpuviz.model.work",
    "gpuviz.scene.launch.run_facts",
    "gpuviz.ui.checks.controller",
    "gpuviz.ui.inspector.controller",
    "gpuviz.ui.inspector.warp_page",
    "gpuviz.ui.inspector.thread_page",
    "gpuviz.ui.inspector.block_page",
    "gpuviz.ui.inspector.element_page",
    "gpuviz.ui.stage.tooltips",
    "gpuviz.ui.charts.export",
    "gpuviz.insight.line_costs",
    "gpuviz.scene.source.bracket",
    "gpuviz.scene.timing.last_run",
)
"""Modules in the order in which they are wanted; whoever needs one sooner imports it itself."""
FOR_CHARTS = (
    "multiprocessing.connection",
    "importlib.resources",
    "pydoc",
    "cProfile",
    "decimal",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtTest",
    "pyqtgraph",
    "gpuviz.ui.timing.charts",
)
"""Charts, and what pyqtgraph imports: last, for it takes longest, and not every window has some."""
TYPES_A_TURN = 40  # of Qt, a quarter of a millisecond each


class Preload(QObject):
    """One module a turn of the event loop: the window hears mouse and keyboard in between.

    Not in a thread: the imports make Qt's types, which only the window's may do.
    """

    done = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._turns = _turns()
        self._going_on = CoalescedCall(self, self._go_on)

    def begin(self) -> None:
        """Import the first one soon, and then the others."""
        self._going_on.ask()

    def _go_on(self) -> None:
        for _ in self._turns:
            self._going_on.ask()
            return
        self.done.emit()


def _turns() -> Iterator[None]:
    """Works a turn each time that it is asked to go on."""
    yield from _imported(SOON)
    if "pyqtgraph" not in sys.modules:
        yield from _made_types()
    yield from _imported(FOR_CHARTS)


def _imported(names: tuple[str, ...]) -> Iterator[None]:
    for name in names:
        if name not in sys.modules:
            importlib.import_module(name)
            yield


def _made_types() -> Iterator[None]:
    """PySide makes each type of Qt when it is first asked for, and pyqtgraph asks for all."""
    for module in (QtCore, QtGui, QtWidgets):
        for row, name in enumerate(dir(module)):
            getattr(module, name, None)
            if row % TYPES_A_TURN == 0:
                yield
