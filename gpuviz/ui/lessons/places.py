"""Where the controls and regions of the window are that a lesson points at."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QScrollArea, QWidget

from gpuviz.lesson import PANELS
from gpuviz.ui.icons import IconName
from gpuviz.ui.tab_order import tab_bars

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

BUTTONS: tuple[IconName, ...] = ("run", "live", "compare", "goto", "present")
FIELDS = ("launch.size", "launch.grid", "launch.link", "launch.block")
ABOVE = 32  # pixels that stay seen above and below: the name of a size stands above its field
Widgets = Callable[["MainWindow"], Sequence[QWidget]]


@dataclass(frozen=True, slots=True)
class Place:
    """Widgets that are pointed at together, and the dock that they are in, if any."""

    widgets: Widgets
    dock: str = ""


def _button(name: IconName) -> Place:
    return Place(lambda window: [window.toolbar.button(name)])


def _control(name: str) -> Place:
    return Place(lambda window: [window.playback_bar.buttons[name]])


@functools.cache
def places() -> Mapping[str, Place]:
    """Everything that `point:` knows but panels under the stage, by name."""
    return {
        "toolbar.operation": Place(lambda window: [window.toolbar.operation]),
        "toolbar.engine": Place(lambda window: [window.toolbar.engine]),
        "toolbar.device": Place(lambda window: [window.toolbar.device]),
        **{f"toolbar.{name}": _button(name) for name in BUTTONS},
        "launch": Place(lambda window: [window.docks["launch"]], "launch"),
        "launch.size": Place(lambda window: window.panel.form.size_fields, "launch"),
        "launch.grid": Place(lambda window: window.panel.form.grid_fields, "launch"),
        "launch.link": Place(lambda window: [window.panel.form.link], "launch"),
        "launch.block": Place(lambda window: window.panel.form.block_fields, "launch"),
        "launch.notes": Place(lambda window: [window.panel.notes], "launch"),
        "launch.facts": Place(lambda window: [window.panel.meaning], "launch"),
        "launch.traffic": Place(lambda window: [window.panel.traffic], "launch"),
        "launch.checks": Place(lambda window: [window.panel.checks], "launch"),
        "stage": Place(lambda window: [window.stages]),
        "playback": Place(lambda window: [window.playback_bar]),
        **{f"playback.{name}": _control(name) for name in ("play", "forward", "back")},
        "playback.slider": Place(lambda window: [window.playback_bar.slider]),
        "playback.next": Place(lambda window: [window.playback_bar.next]),
        "pipeline.timeline": Place(lambda window: [window.pipeline.timeline], "pipeline"),
        "pipeline.table": Place(lambda window: [window.pipeline.table], "pipeline"),
        "pictures.canvas": Place(lambda window: [window.pictures.pad.canvas], "pictures"),
        "pictures.gallery": Place(lambda window: [window.pictures.gallery], "pictures"),
        "devices.beside_cpu": Place(lambda window: [window.devices.to_scale], "devices"),
        "source": Place(lambda window: [window.docks["source"]], "source"),
        "source.heat": Place(lambda window: [window.source_panel.chooser], "source"),
        "inspector": Place(lambda window: [window.docks["inspector"]], "inspector"),
    }


def rect_of(window: MainWindow, name: str) -> QRect:
    """Where in the window something is: itself, or the tab that it is behind; empty for nowhere."""
    dock = _panel(name) or places()[name].dock
    return seen_rect(window, name) or (_tab(window, dock) if dock else QRect())


def seen_rect(window: MainWindow, name: str) -> QRect:
    """Where in the window something is, as far as it can be seen; empty where nothing is seen."""
    panel = _panel(name)
    return _seen([window.docks[panel]] if panel else places()[name].widgets(window), window)


def _panel(name: str) -> str:
    """The panel under the stage that is meant; empty where it is something else."""
    panel = name.removeprefix("panel.")
    return panel if panel in PANELS and panel != name else ""


def bring_into_view(window: MainWindow, name: str) -> None:
    """Open the panel that something is in, and scroll to it."""
    place = places().get(name)
    if place is None or window.present_desk.presenting:
        return
    if place.dock:
        window.docks[place.dock].show()
    for widget in place.widgets(window):
        area = _scroll_area(widget)
        if area is not None:
            area.ensureWidgetVisible(widget, 0, ABOVE)


def _scroll_area(widget: QWidget) -> QScrollArea | None:
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QScrollArea):
        parent = parent.parentWidget()
    return parent


def _seen(widgets: Sequence[QWidget], window: QWidget) -> QRect:
    """Around all of them that are seen."""
    found = QRect()
    for widget in widgets:
        region = widget.visibleRegion()
        if widget.window() is window and widget.isVisible() and not region.isEmpty():
            rect = region.boundingRect()
            found |= QRect(widget.mapTo(window, rect.topLeft()), rect.size())
    return found


def _tab(window: MainWindow, name: str) -> QRect:
    """The tab that brings a panel to the front."""
    title = window.docks[name].windowTitle()
    for bar in tab_bars(window):
        for number in range(bar.count()):
            if bar.isVisible() and bar.tabText(number) == title:
                rect = bar.tabRect(number) & bar.rect()
                return QRect(bar.mapTo(window, rect.topLeft()), rect.size())
    return QRect()
