"""The panels around the stage: one table of docks, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpuviz.texts import tr
from gpuviz.ui.docks import Dock, scrolling
from gpuviz.ui.icons import icon
from gpuviz.ui.seen import Unseen

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

LAUNCH_PX = 250  # the launch panel is never narrower: "500 000" has to be readable
INSPECTOR_PX = 220


def make_docks(window: MainWindow) -> dict[str, Dock]:
    """A dock for each panel; those after "inspector" are tabs of the place under the stage."""
    panels: dict[str, tuple[str, QWidget]] = {
        "launch": (tr("Launch"), scrolling(window.panel, LAUNCH_PX, tr("Launch"))),
        "source": (tr("Source"), window.source_panel),
        "inspector": (tr("Inspector"), scrolling(window.inspector, INSPECTOR_PX, tr("Inspector"))),
        "timing": (tr("Timing"), window.timing),
        "pipeline": (tr("Pipeline"), Unseen(lambda: window.pipeline)),
        "pictures": (tr("Pictures"), Unseen(lambda: window.pictures)),
        "sweeps": (tr("Sweeps"), Unseen(lambda: window.sweeps)),
        "roofline": (tr("Roofline"), Unseen(lambda: window.roofline)),
        "devices": (tr("Devices"), Unseen(lambda: window.devices)),
        "timeline": (tr("SM timeline"), Unseen(lambda: window.timeline)),
        "memory": (tr("Memory"), Unseen(lambda: window.memory)),
        "warp": (tr("Warp"), Unseen(lambda: window.warp)),
        "checks": (tr("Checks"), window.checks),
        "compare": (tr("Compare"), window.compare),
    }
    close = icon("close", window.theme)
    docks = {name: Dock(name, title, panel, close) for name, (title, panel) in panels.items()}
    docks["source"].title.add(window.source_panel.chooser)
    return docks
