"""Where the controls and regions of the window are that a lesson points at."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QMainWindow, QScrollArea, QWidget

from gpuviz.lesson import PANELS
from gpuviz.ui.icons import IconName
from gpuviz.ui.panels import Panels
from gpuviz.ui.playback.bar import PlaybackBar
from gpuviz.ui.tab_order import tab_bars
from gpuviz.ui.toolbar import Toolbar

BUTTONS: tuple[IconName, ...] = ("run", "live", "compare", "goto", "present")
FIELDS = ("launch.size", "launch.grid", "launch.link", "launch.block")
ABOVE = 32  # pixels that stay seen above and below: the name of a size stands above its field


@dataclass(frozen=True, slots=True)
class WindowParts:
    """What a window is made of, as far as lessons point at it."""

    window: QMainWindow
    toolbar: Toolbar
    panels: Panels
    stages: QWidget
    playback_bar: PlaybackBar


@dataclass(frozen=True, slots=True)
class PointTarget:
    """Widgets that are pointed at together, and the dock that they are in, if any."""

    widgets: Callable[[WindowParts], Sequence[QWidget]]
    dock: str = ""


def _button(name: IconName) -> PointTarget:
    return PointTarget(lambda of: [of.toolbar.button(name)])


def _control(name: str) -> PointTarget:
    return PointTarget(lambda of: [of.playback_bar.buttons[name]])


@functools.cache
def places() -> Mapping[str, PointTarget]:
    """Everything that `point:` knows but panels under the stage, by name."""
    return {
        "toolbar.operation": PointTarget(lambda of: [of.toolbar.operation]),
        "toolbar.engine": PointTarget(lambda of: [of.toolbar.engine]),
        "toolbar.device": PointTarget(lambda of: [of.toolbar.device]),
        **{f"toolbar.{name}": _button(name) for name in BUTTONS},
        "launch": PointTarget(lambda of: [of.panels.docks["launch"]], "launch"),
        "launch.size": PointTarget(lambda of: of.panels.launch.form.size_fields, "launch"),
        "launch.grid": PointTarget(lambda of: of.panels.launch.form.grid_fields, "launch"),
        "launch.link": PointTarget(lambda of: [of.panels.launch.form.link], "launch"),
        "launch.block": PointTarget(lambda of: of.panels.launch.form.block_fields, "launch"),
        "launch.notes": PointTarget(lambda of: [of.panels.launch.notes], "launch"),
        "launch.facts": PointTarget(lambda of: [of.panels.launch.meaning], "launch"),
        "launch.traffic": PointTarget(lambda of: [of.panels.launch.traffic], "launch"),
        "launch.checks": PointTarget(lambda of: [of.panels.launch.checks], "launch"),
        "stage": PointTarget(lambda of: [of.stages]),
        "playback": PointTarget(lambda of: [of.playback_bar]),
        **{f"playback.{name}": _control(name) for name in ("play", "forward", "back")},
        "playback.slider": PointTarget(lambda of: [of.playback_bar.slider]),
        "playback.next": PointTarget(lambda of: [of.playback_bar.next]),
        "pipeline.timeline": PointTarget(lambda of: [of.panels.pipeline.timeline], "pipeline"),
        "pipeline.table": PointTarget(lambda of: [of.panels.pipeline.table], "pipeline"),
        "pictures.canvas": PointTarget(lambda of: [of.panels.pictures.pad.canvas], "pictures"),
        "pictures.gallery": PointTarget(lambda of: [of.panels.pictures.gallery], "pictures"),
        "devices.beside_cpu": PointTarget(lambda of: [of.panels.devices.to_scale], "devices"),
        "source": PointTarget(lambda of: [of.panels.docks["source"]], "source"),
        "source.heat": PointTarget(lambda of: [of.panels.source.chooser], "source"),
        "inspector": PointTarget(lambda of: [of.panels.docks["inspector"]], "inspector"),
    }


def rect_of(parts: WindowParts, name: str) -> QRect:
    """Where in the window something is: itself, or the tab that it is behind; empty for nowhere."""
    panel = _panel(name) or places()[name].dock
    return seen_rect(parts, name) or (_tab(parts, panel) if panel else QRect())


def seen_rect(parts: WindowParts, name: str) -> QRect:
    """Where in the window something is, as far as it can be seen; empty where nothing is seen."""
    panel = _panel(name)
    widgets = [_whole(parts, panel)] if panel else places()[name].widgets(parts)
    return _seen(widgets, parts.window)


def _whole(parts: WindowParts, panel: str) -> QWidget:
    """A panel with its title, where it has one of its own."""
    group = parts.panels.group_of(panel)
    return parts.panels.docks[panel] if group is None else parts.panels.widget_of(panel)


def _panel(name: str) -> str:
    """The panel under the stage that is meant; empty where it is something else."""
    panel = name.removeprefix("panel.")
    return panel if panel in PANELS and panel != name else ""


def bring_into_view(parts: WindowParts, name: str) -> None:
    """Open the panel that something is in, and scroll to it."""
    place = places().get(name)
    if place is None:
        return
    if place.dock:
        parts.panels.dock_of(place.dock).show()
    for widget in place.widgets(parts):
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


def _tab(parts: WindowParts, name: str) -> QRect:
    """The tab that brings a panel to the front, or what does so in its group."""
    group = parts.panels.group_of(name)
    if group is not None and (inside := _seen([group.way_to(name)], parts.window)):
        return inside
    title = parts.panels.dock_of(name).windowTitle()
    for bar in tab_bars(parts.window):
        for number in range(bar.count()):
            if bar.isVisible() and bar.tabText(number) == title:
                rect = bar.tabRect(number) & bar.rect()
                return QRect(bar.mapTo(parts.window, rect.topLeft()), rect.size())
    return QRect()
