"""Imports what the first launch needs while it is on its way, after the window's first picture."""

from __future__ import annotations

import importlib
import sys

from PySide6.QtCore import QObject

from gpuviz.session.coalesced import CoalescedCall

SOON = (
    "gpuviz.bench.sweep_plan",
    "gpuviz.worker",
    "numpy.ma",  # which np.unique imports on its first use
    "gpuviz.insight.trace_index",
    "gpuviz.scene.stage.facts",
    "gpuviz.scene.stage.compose",
    "gpuviz.scene.stage.camera",
    "gpuviz.scene.stage.canvas",
    "gpuviz.scene.timing.runs",
    "gpuviz.scene.launch.run_facts",
    "gpuviz.ui.checks.controller",
    "gpuviz.ui.inspector.controller",
    "gpuviz.ui.inspector.warp_page",
    "gpuviz.ui.inspector.thread_page",
    "gpuviz.ui.inspector.block_page",
    "gpuviz.ui.inspector.element_page",
    "gpuviz.ui.stage.tooltips",
)
"""Modules in the order in which they are wanted; whoever needs one sooner imports it itself."""


class Preload(QObject):
    """One module a turn of the event loop: the window hears mouse and keyboard in between."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._names = iter(SOON)
        self._going_on = CoalescedCall(self, self._import_next)

    def begin(self) -> None:
        """Import the first one soon, and then the others."""
        self._going_on.ask()

    def _import_next(self) -> None:
        name = next((name for name in self._names if name not in sys.modules), None)
        if name is not None:
            importlib.import_module(name)
            self._going_on.ask()
