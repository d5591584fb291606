"""What the conditions of lessons ask about: the session, and which panel is in front."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal, SignalInstance

from gpuviz.lesson import PANELS, Chosen, ObservedState, Played, ViewState
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.session.signals import TypedSignal
from gpuviz.trace import Trace
from gpuviz.ui.panels import Panels


class LessonObserver(QObject):
    """Tells that something has `changed`, once for many changes, and what there is to see."""

    changed = Signal()

    def __init__(self, session: Session, panels: Panels) -> None:
        super().__init__(panels)
        self._session, self._panels = session, panels
        self._later = CoalescedCall(self, self.changed.emit)
        self._connect()

    @property
    def pending(self) -> bool:
        """Whether it is about to tell of a change."""
        return self._later.isActive()

    def look(self) -> None:
        """Tell of a change soon."""
        self._later.ask()

    def seen(self) -> ObservedState:
        """Everything as it is now."""
        launch, playback = self._session.launch, self._session.playback
        choice, current = launch.choice, launch.current
        trace = playback.trace
        return ObservedState(
            choice.operation,
            choice.size,
            choice.config if trace is None or current is None else trace.config,
            choice.engine,
            choice.device,
            choice.schedule,
            live=launch.live,
            grid_pinned=choice.pinned_grid is not None,
            refused=bool(choice.problems()),
            failed=self._session.lesson.failed == choice,
            result=None if current is None else current.result,
            trace=None if current is None else current.trace,
            launch=None if current is None or not current.of_pipeline else current.row + 1,
            drawn=choice.given is not None,
            chosen=self._chosen(trace),
            view=self._view(),
            played=Played() if trace is None else self._played(trace),
            solved=self._session.puzzle.solved,
        )

    def _connect(self) -> None:
        session, playback = self._session, self._session.playback
        launch = session.launch
        told: tuple[SignalInstance | TypedSignal[...], ...] = (
            launch.choiceChanged,
            launch.staleChanged,
            launch.failed,
            session.launchShown,
            session.traceReplaced,
            session.comparison.changed,
            session.view.changed,
            session.selection.changed,
            session.launcher.sweeps.finished,
            playback.momentChanged,
            playback.traceChanged,
            playback.playingChanged,
            self._panels.pageShown,
            *(dock.visibilityChanged for dock in self._panels.docks.values()),
        )
        for signal in told:
            signal.connect(self._later.ask)

    def _chosen(self, trace: Trace | None) -> Chosen:
        selection = self._session.selection
        element = selection.element
        words = None
        if trace is not None and element is not None and element.array < len(trace.arrays):
            info = trace.arrays[element.array]
            place = np.unravel_index(element.element, info.shape) if info.shape else ()
            words = f"{info.name}[{','.join(map(str, place))}]"
        return Chosen(selection.block, selection.warp, selection.thread, words)

    def _view(self) -> ViewState:
        session, panels = self._session, self._panels
        path = session.launch.choice.operation.path
        return ViewState(
            panel=next(filter(panels.is_in_front, PANELS), None),
            colour=session.view.colouring.value,
            elements=session.view.element_colouring.value,
            heat=session.view.heat.name,
            source=session.view.level or "python",
            beside_cpu=session.view.beside_cpu,
            comparing=session.comparison.pinned is not None,
            swept=frozenset(kind for of, kind in session.sweeps.completed if of == path),
        )

    def _played(self, trace: Trace) -> Played:
        playback = self._session.playback
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
