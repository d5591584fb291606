"""The panels around the stage, each in its dock.

Those behind tabs are made, with what fills them, when they are first seen or asked for. What only
such a panel needs is imported then too: a window opens sooner without it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gpuviz.scene.source.heat import Heat
from gpuviz.scene.theme import Theme, Themed
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.texts import tr
from gpuviz.ui.compare.stage_pair import StagePair
from gpuviz.ui.docks import Dock, scrolling
from gpuviz.ui.icons import icon
from gpuviz.ui.inspector import Inspector
from gpuviz.ui.launch.panel import LaunchPanel
from gpuviz.ui.lazy_panel import LazyPanel, PanelPlaceholder
from gpuviz.ui.source.panel import SourcePanel
from gpuviz.ui.source.view import SourceView
from gpuviz.ui.timing.view import TimingView

if TYPE_CHECKING:
    from gpuviz.ui.checks.view import ChecksView
    from gpuviz.ui.compare.view import CompareView
    from gpuviz.ui.devices.view import DevicesView
    from gpuviz.ui.explanation.view import ExplanationView
    from gpuviz.ui.memory_view.view import MemoryView
    from gpuviz.ui.pictures.view import PicturesView
    from gpuviz.ui.pipeline.view import PipelineView
    from gpuviz.ui.roofline.view import RooflineView
    from gpuviz.ui.stand_out.view import StandOutView
    from gpuviz.ui.sweeps.view import SweepsView
    from gpuviz.ui.timeline.view import TimelineView
    from gpuviz.ui.warp_view.view import WarpView

View = TypeVar("View", bound=LazyPanel)

LAUNCH_PX = 250  # the launch panel is never narrower: "500 000" has to be readable
INSPECTOR_PX = 220


class Panels(QObject):
    """Every panel of a window by name, and `docks` in the order of the View menu.

    Those after "explanation" are tabs of the place under the stage.
    """

    made = Signal(QWidget)  # a panel, with the charts in it
    wanted = Signal(str)  # the name of a panel that has to come to the front
    closing = Signal()
    repairApplied = Signal(str)  # a whole file, for the editor

    def __init__(self, session: Session, stages: StagePair, theme: Theme) -> None:
        super().__init__(stages)
        self._session, self._stages, self._theme = session, stages, theme
        self._stage = stages.stage
        self.launch, self.source = LaunchPanel(theme), SourcePanel(SourceView(theme))
        self.inspector, self.timing = Inspector(theme), TimingView(session.runs, theme)
        self.docks = self._make_docks()
        for button in (self.source.edit_button, self.source.chooser):
            self.docks["source"].title.add(button)
        session.selection.changed.connect(self._show_access)
        session.selection.changed.connect(self._show_chosen)
        session.view.changed.connect(self._show_view_options)
        session.comparison.changed.connect(self._show_comparison)
        self._checking = CoalescedCall(self, self._make_checks, session.playback.traceChanged)
        self.timing.chartsMade.connect(self._tell_timing)
        self.source.heatPicked.connect(self._pick_heat)
        self._show_view_options()
        session.launch.operationChanged.connect(self.show_pipeline)
        if session.comparison.pinned is not None:  # another window was here before
            self.compare.show()

    def is_made(self, name: str) -> bool:
        """Whether a panel behind a tab is there by now."""
        return name in vars(self)

    def is_in_front(self, name: str) -> bool:
        """Whether a panel can be seen: not while it lies behind another one."""
        dock = self.docks.get(name)
        return dock is not None and dock.isVisible() and not dock.visibleRegion().isEmpty()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours, those too that are made from now on."""
        self._theme = theme
        parts: tuple[Themed, ...] = (self.launch, self.source.view, self.inspector)
        for panel in (*parts, *self.docks.values()):
            panel.set_theme(theme)

    def toggle_explanation(self) -> None:
        """Bring the explanation to the front; again, with the keys on the stage: close it."""
        if self.is_in_front("explanation"):
            self.docks["explanation"].close()
            self._stage.setFocus()
        else:
            self.wanted.emit("explanation")
            self.explanation.page.setFocus()

    def show_pipeline(self) -> None:
        """Bring the launches of a pipeline that was picked to the front."""
        if self._session.launch.choice.operation.is_pipeline:
            self.wanted.emit("pipeline")

    @cached_property
    def explanation(self) -> ExplanationView:
        """What the file of the operation says about it."""
        from gpuviz.ui.explanation.controller import ExplanationController
        from gpuviz.ui.explanation.view import ExplanationView

        view = ExplanationView(self._theme)
        ExplanationController(view, self._session.launch)
        return self._in_its_dock("explanation", view)

    @cached_property
    def sweeps(self) -> SweepsView:
        """The launch at many sizes, or with many blocks."""
        from gpuviz.ui.sweeps.controller import SweepController
        from gpuviz.ui.sweeps.view import SweepsView

        view = SweepsView(self._theme)
        SweepController(view, self._session)
        return self._in_its_dock("sweeps", view)

    @cached_property
    def roofline(self) -> RooflineView:
        """The runs under the roofs of their device."""
        from gpuviz.ui.roofline.controller import RooflineController
        from gpuviz.ui.roofline.view import RooflineView

        view = RooflineView(self._theme)
        RooflineController(view, self._session.runs, self._session.launch)
        return self._in_its_dock("roofline", view)

    @cached_property
    def devices(self) -> DevicesView:
        """The launch on every device."""
        from gpuviz.ui.devices.controller import DevicesController
        from gpuviz.ui.devices.view import DevicesView

        view, session = DevicesView(self._theme), self._session
        DevicesController(
            view,
            session.playback,
            session.launch,
            session.device_files,
            session.launcher.on_devices,
        )
        view.to_scale.setChecked(session.view.beside_cpu)
        view.to_scale.toggled.connect(self._keep_beside_cpu)
        return self._in_its_dock("devices", view)

    @cached_property
    def timeline(self) -> TimelineView:
        """The SMs, and which block ran on them when."""
        from gpuviz.ui.timeline.controller import TimelineController
        from gpuviz.ui.timeline.view import TimelineView

        view, session = TimelineView(self._theme), self._session
        controller = TimelineController(session.playback, session.selection, self._stage, view)
        self.closing.connect(controller.close)
        return self._in_its_dock("timeline", view)

    @cached_property
    def memory(self) -> MemoryView:
        """The accesses of the launch."""
        from gpuviz.ui.memory_view.controller import MemoryController
        from gpuviz.ui.memory_view.view import MemoryView

        view = MemoryView(self._theme)
        controller = MemoryController(self._session.playback, self._session.selection, view)
        controller.wanted.connect(lambda: self.wanted.emit("memory"))
        return self._in_its_dock("memory", view)

    @cached_property
    def warp(self) -> WarpView:
        """The steps of one warp."""
        from gpuviz.ui.warp_view.controller import WarpController
        from gpuviz.ui.warp_view.view import WarpView

        view = WarpView(self._theme)
        WarpController(self._session.playback, self._session.selection, self._stage, view)
        return self._in_its_dock("warp", view)

    @cached_property
    def pipeline(self) -> PipelineView:
        """The launches of a pipeline over time."""
        from gpuviz.ui.pipeline.controller import PipelineController
        from gpuviz.ui.pipeline.view import PipelineView

        view = PipelineView(self._theme)
        PipelineController(view, self._session.launch, self._session.runs)
        return self._in_its_dock("pipeline", view)

    @cached_property
    def pictures(self) -> PicturesView:
        """What arrays mean."""
        from gpuviz.ui.pictures.controller import PicturesController
        from gpuviz.ui.pictures.view import PicturesView

        view = PicturesView(self._theme)
        PicturesController(
            view, self._session.launch, self._session.playback, self._session.selection
        )
        return self._in_its_dock("pictures", view)

    @cached_property
    def checks(self) -> ChecksView:
        """What was found in the launch, from the first one on: the stage shows it too."""
        from gpuviz.ui.checks.controller import CheckController
        from gpuviz.ui.checks.view import ChecksView

        view, session = ChecksView(self._theme), self._session
        controller = CheckController(
            view,
            self._stage,
            session.playback,
            session.selection,
            session.launch,
            session.launcher.repairs,
        )
        controller.lineWanted.connect(self.source.view.bring_into_view)
        controller.intervalShown.connect(self.source.view.show_interval)
        controller.wanted.connect(lambda: self.wanted.emit("checks"))
        view.tried.applied.connect(self.repairApplied)
        self.launch.hazardPicked.connect(controller.show_hazard)
        self.launch.wrongPicked.connect(controller.show_wrong)
        return self._in_its_dock("checks", view)

    @cached_property
    def stand_out(self) -> StandOutView:
        """Where most of the launch is lost."""
        from gpuviz.ui.stand_out.controller import StandOutController
        from gpuviz.ui.stand_out.view import StandOutView

        view, session = StandOutView(self._theme), self._session
        controller = StandOutController(view, session.playback, session.selection, session.launch)
        controller.lineWanted.connect(self.source.view.bring_into_view)
        return self._in_its_dock("stand_out", view)

    @cached_property
    def compare(self) -> CompareView:
        """The figures of a pinned run beside those of the one that is played."""
        from gpuviz.ui.compare.controller import CompareController
        from gpuviz.ui.compare.view import CompareView

        view = CompareView(self._theme)
        CompareController(view, self._stages, self._session)
        return self._in_its_dock("compare", view)

    def _make_docks(self) -> dict[str, Dock]:
        launch = scrolling(self.launch, LAUNCH_PX, tr("Launch"))
        inspector = scrolling(self.inspector, INSPECTOR_PX, tr("Inspector"))
        explanation = PanelPlaceholder(lambda: self.explanation)
        explanation.setMinimumWidth(INSPECTOR_PX)
        panels: dict[str, tuple[str, QWidget]] = {
            "launch": (tr("Launch"), launch),
            "source": (tr("Source"), self.source),
            "inspector": (tr("Inspector"), inspector),
            "explanation": (tr("Explanation"), explanation),
            "timing": (tr("Timing"), self.timing),
            "pipeline": (tr("Pipeline"), PanelPlaceholder(lambda: self.pipeline)),
            "pictures": (tr("Pictures"), PanelPlaceholder(lambda: self.pictures)),
            "sweeps": (tr("Sweeps"), PanelPlaceholder(lambda: self.sweeps)),
            "roofline": (tr("Roofline"), PanelPlaceholder(lambda: self.roofline)),
            "devices": (tr("Devices"), PanelPlaceholder(lambda: self.devices)),
            "timeline": (tr("SM timeline"), PanelPlaceholder(lambda: self.timeline)),
            "memory": (tr("Memory"), PanelPlaceholder(lambda: self.memory)),
            "warp": (tr("Warp"), PanelPlaceholder(lambda: self.warp)),
            "checks": (tr("Checks"), PanelPlaceholder(lambda: self.checks)),
            "stand_out": (tr("What stands out"), PanelPlaceholder(lambda: self.stand_out)),
            "compare": (tr("Compare"), PanelPlaceholder(lambda: self.compare)),
        }
        close = icon("close", self._theme)
        return {name: Dock(name, title, panel, close) for name, (title, panel) in panels.items()}

    def _in_its_dock(self, name: str, view: View) -> View:
        """Give a panel the place that was kept for it."""
        self.docks[name].show_panel(view)
        self.made.emit(view)
        return view

    def _tell_timing(self) -> None:
        """Its charts are made late."""
        self.made.emit(self.timing)

    def _pick_heat(self, heat: Heat) -> None:
        self._session.view.heat = heat

    def _keep_beside_cpu(self, beside: bool) -> None:
        self._session.view.beside_cpu = beside

    def _show_view_options(self) -> None:
        view = self._session.view
        self.source.show_heat(view.heat)
        if self.is_made("devices"):
            self.devices.to_scale.setChecked(view.beside_cpu)

    def _make_checks(self) -> None:
        """With the first launch; of later ones their own controller hears."""
        if self._session.playback.trace is not None:
            self._session.playback.traceChanged.disconnect(self._checking.ask)
            self.checks.show()

    def _show_comparison(self) -> None:
        """Bring the figures of a pinned run to the front, which makes them."""
        if self._session.comparison.pinned is not None:
            self.compare.show()
            self.wanted.emit("compare")

    def _show_chosen(self) -> None:
        """What is chosen on the stage comes before the text that lies over it."""
        is_read = self.is_in_front("explanation") and self._stage.hasFocus()
        if is_read and self._session.selection.subject != "grid":
            self.wanted.emit("inspector")

    def _show_access(self) -> None:
        """Bring memory to the front, which makes it; from then on its own controller does so."""
        if self._session.selection.site is not None and not self.is_made("memory"):
            self.wanted.emit("memory")
