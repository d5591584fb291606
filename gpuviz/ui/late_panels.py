"""Panels behind tabs: each is made, with its desk, when it is first seen or asked for.

What only such a panel needs is imported then too: a window opens sooner without it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from gpuviz.ui.export.context_menus import hear_charts
from gpuviz.ui.seen import SeenView, Unseen
from gpuviz.ui.tab_order import set_tab_order

if TYPE_CHECKING:
    from gpuviz.operation import OperationInfo
    from gpuviz.trace import Trace
    from gpuviz.ui.devices.view import DevicesView
    from gpuviz.ui.main_window import MainWindow
    from gpuviz.ui.memory_view.view import MemoryView
    from gpuviz.ui.pictures.view import PicturesView
    from gpuviz.ui.pipeline.view import PipelineView
    from gpuviz.ui.roofline.view import RooflineView
    from gpuviz.ui.sweeps.view import SweepsView
    from gpuviz.ui.timeline.view import TimelineView
    from gpuviz.ui.warp_view.view import WarpView

View = TypeVar("View", bound=SeenView)


def make_sweeps(window: MainWindow) -> SweepsView:
    """The panel of sweeps."""
    from gpuviz.ui.sweeps.desk import SweepDesk
    from gpuviz.ui.sweeps.view import SweepsView

    view = SweepsView(window.theme)
    SweepDesk(view, window.launcher.sweeps, window.launch_desk)
    return _in_its_dock(window, "sweeps", view)


def make_roofline(window: MainWindow) -> RooflineView:
    """The panel of the roofline."""
    from gpuviz.ui.roofline.desk import RooflineDesk
    from gpuviz.ui.roofline.view import RooflineView

    view = RooflineView(window.theme)
    RooflineDesk(view, window.timing, window.launch_desk)
    return _in_its_dock(window, "roofline", view)


def make_devices(window: MainWindow) -> DevicesView:
    """The panel of the devices."""
    from gpuviz.ui.devices.desk import DevicesDesk
    from gpuviz.ui.devices.view import DevicesView

    view = DevicesView(window.theme)
    DevicesDesk(view, window.playback, window.launch_desk, window.launcher.everywhere)
    view.to_scale.toggled.connect(lambda on: window.lessons.observer.look())
    return _in_its_dock(window, "devices", view)


def make_timeline(window: MainWindow) -> TimelineView:
    """The panel of the SM timeline."""
    from gpuviz.ui.timeline.desk import TimelineDesk
    from gpuviz.ui.timeline.view import TimelineView

    view = TimelineView(window.theme)
    desk = TimelineDesk(window.playback, window.selection, window.stage, view)
    window.closing.connect(desk.close)
    return _in_its_dock(window, "timeline", view)


def make_memory(window: MainWindow) -> MemoryView:
    """The panel of memory."""
    from gpuviz.ui.memory_view.desk import MemoryDesk
    from gpuviz.ui.memory_view.view import MemoryView

    view = MemoryView(window.theme)
    desk = MemoryDesk(window.playback, window.selection, view)
    desk.wanted.connect(partial(window.arrangement.raise_below, "memory"))
    return _in_its_dock(window, "memory", view)


def make_warp(window: MainWindow) -> WarpView:
    """The panel of a warp."""
    from gpuviz.ui.warp_view.desk import WarpDesk
    from gpuviz.ui.warp_view.view import WarpView

    view = WarpView(window.theme)
    WarpDesk(window.playback, window.selection, window.stage, view)
    return _in_its_dock(window, "warp", view)


def make_pipeline(window: MainWindow) -> PipelineView:
    """The panel of a pipeline."""
    from gpuviz.ui.pipeline.desk import PipelineDesk
    from gpuviz.ui.pipeline.view import PipelineView

    view = PipelineView(window.theme)
    PipelineDesk(view, window.launch_desk, window.timing)
    return _in_its_dock(window, "pipeline", view)


def make_pictures(window: MainWindow) -> PicturesView:
    """The panel of pictures."""
    from gpuviz.ui.pictures.desk import PicturesDesk
    from gpuviz.ui.pictures.view import PicturesView

    view = PicturesView(window.theme)
    PicturesDesk(view, window.launch_desk, window.playback)
    return _in_its_dock(window, "pictures", view)


def show_pipeline(window: MainWindow, operation: OperationInfo) -> None:
    """Bring the launches of a pipeline that was picked to the front."""
    if operation.is_pipeline:
        window.arrangement.raise_below("pipeline")


def name_source(window: MainWindow, trace: Trace) -> None:
    """Of a pipeline's launch its kernel is shown, which may stand in another file."""
    shown = window.launch_desk.shown
    if shown is not None and shown.opened is not None:
        path = Path(trace.functions[0].file)
        window.docks["source"].title.note.show_words(f"{path.parent.name}/{path.name}")


def show_access(window: MainWindow) -> None:
    """Bring the panel of memory to the front, which makes it; from then on its desk does so."""
    if window.selection.site is not None and isinstance(window.docks["memory"].widget(), Unseen):
        window.arrangement.raise_below("memory")


def _in_its_dock(window: MainWindow, name: str, view: View) -> View:
    """Give a panel the place that was kept for it."""
    window.docks[name].show_panel(view)
    hear_charts(window, view)
    set_tab_order(window)
    return view
