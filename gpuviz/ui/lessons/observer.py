"""What the conditions of lessons ask about, read off the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from gpuviz.bench.points import SweepRequest
from gpuviz.lesson import PANELS, Chosen, Played, Seen, View
from gpuviz.scene.launch.choice import Choice
from gpuviz.trace import Trace
from gpuviz.ui.later import Later

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow


class Observer(QObject):
    """Tells that something has `changed`, once for many changes, and what there is to see."""

    changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._swept: set[tuple[Path, str]] = set()
        self._failed: Choice | None = None  # what failed
        self._later = Later(self, self.changed.emit)
        self._connect()

    @property
    def pending(self) -> bool:
        """Whether it is about to tell of a change."""
        return self._later.isActive()

    def take_over(self, other: Observer) -> None:
        """What another one has seen."""
        self._swept, self._failed = set(other._swept), other._failed

    def look(self) -> None:
        """Tell of a change soon."""
        self._later.ask()

    def seen(self) -> Seen:
        """Everything as it is now."""
        desk, playback = self._window.launch_desk, self._window.playback
        choice, shown = desk.choice, desk.shown
        current = shown if shown is not None and shown.choice == choice else None
        opened = current.opened if current is not None else None
        trace = playback.trace
        return Seen(
            choice.operation,
            choice.size,
            choice.config if trace is None or current is None else trace.config,
            choice.engine,
            choice.device,
            choice.schedule,
            live=desk.live,
            grid_pinned=choice.pinned_grid is not None,
            refused=bool(choice.problems()),
            failed=self._failed == choice,
            result=None if current is None else current.result,
            pipeline=None if opened is None else opened.of,
            launch=None if opened is None else opened.row + 1,
            drawn=choice.given is not None,
            chosen=self._chosen(trace),
            view=self._view(),
            played=Played() if trace is None else self._played(trace),
        )

    def _connect(self) -> None:
        window, later = self._window, self._later.ask
        desk, playback = window.launch_desk, window.playback
        desk.failed.connect(self._keep_failed)
        window.launcher.sweeps.finished.connect(self._keep_sweep)
        for told in (
            desk.launchOpened,
            desk.choiceChanged,
            desk.resultReady,
            desk.modelChanged,
            desk.failed,
        ):
            told.connect(later)
        for told in (playback.momentChanged, playback.traceChanged, playback.playingChanged):
            told.connect(later)
        window.selection.changed.connect(later)
        window.stage.colouringChanged.connect(later)
        window.stage.arrays.colouringChanged.connect(later)
        window.launcher.sweeps.finished.connect(later)
        window.source.heatChanged.connect(later)
        for name in ("compare", "live"):
            window.actions_by_id[name].changed.connect(later)
        for dock in window.docks.values():
            dock.visibilityChanged.connect(later)

    def _keep_failed(self) -> None:
        self._failed = self._window.launch_desk.choice

    def _keep_sweep(self, request: SweepRequest) -> None:
        self._swept.add((request.operation, request.kind))

    def _chosen(self, trace: Trace | None) -> Chosen:
        selection = self._window.selection
        element = selection.element
        words = None
        if trace is not None and element is not None and element.array < len(trace.arrays):
            info = trace.arrays[element.array]
            place = np.unravel_index(element.element, info.shape) if info.shape else ()
            words = f"{info.name}[{','.join(map(str, place))}]"
        return Chosen(selection.block, selection.warp, selection.thread, words)

    def _view(self) -> View:
        window = self._window
        fronts = (name for name in PANELS if _is_in_front(window, name))
        path = window.launch_desk.choice.operation.path
        return View(
            panel=next(fronts, None),
            colour=window.stage.colouring.value,
            elements=window.stage.arrays.colouring.value,
            heat=window.source.heat.name,
            beside_cpu="devices" in vars(window) and window.devices.to_scale.isChecked(),
            comparing=window.compare_desk.pinned is not None,
            swept=frozenset(kind for of, kind in self._swept if of == path),
        )

    def _played(self, trace: Trace) -> Played:
        playback = self._window.playback
        step, steps = playback.current_step, trace.steps
        where = Played(
            step=playback.moment,
            steps=playback.length,
            at_end=playback.ended,
            playing=playback.playing,
        )
        if step is None or steps is None:
            return where
        return Played(
            step=where.step,
            steps=where.steps,
            line=source_line(trace, int(steps.statement[step])),
            block=int(steps.block[step]),
            warp=int(steps.warp[step]),
            lanes=int(steps.mask[step]).bit_count(),
            at_end=where.at_end,
            playing=where.playing,
        )


def source_line(trace: Trace, statement: int) -> str:
    """The line of the source that a statement begins in."""
    of = trace.statements[statement]
    function = trace.functions[of.function]
    lines = function.text.splitlines()
    row = of.line - function.first_line
    return lines[row].strip() if 0 <= row < len(lines) else ""


def _is_in_front(window: MainWindow, name: str) -> bool:
    """Whether a panel can be seen: not while it lies behind another one."""
    dock = window.docks.get(name)
    return dock is not None and dock.isVisible() and not dock.visibleRegion().isEmpty()
