"""From where a launch is looked at: instant, choice, room, zoom, colours."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.insight.colourings import Colouring
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_warp import LaneValues, PlayingWarp, WarpNow, playing_warp
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Measure, Say
from gpuviz.scene.stage.arrays.choice import AS_IT_COMES, ArrayChoice
from gpuviz.scene.stage.colours import argb
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.findings import NO_FINDINGS, Findings
from gpuviz.scene.stage.grid.geometry import GridGeometry
from gpuviz.scene.stage.grid.shades import FixedShades, PlainShades, Shades, StateShades
from gpuviz.scene.stage.layout import StageLayout
from gpuviz.scene.stage.marks import NO_MARKS, Marks
from gpuviz.scene.theme import Theme
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class Focus:
    """The warp whose card is shown. `lane` is None unless a thread is chosen."""

    block: int
    warp: int
    lane: int | None = None


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """All that a picture depends on. Made by `look`."""

    facts: StageFacts
    layout: StageLayout
    grid: GridGeometry
    instant: Instant
    block: int | None  # chosen
    warp: int | None  # chosen, or the chosen thread's
    thread: int | None  # chosen
    theme: Theme
    measure: Measure
    say: Say
    focus: Focus  # what is chosen, completed by what happens at this instant
    now: WarpNow | None  # what the warp in focus does; None where its steps were not kept
    values: tuple[LaneValues, ...]  # its index variables
    playing: PlayingWarp | None  # whose step is played, which may be another warp
    marks: Marks
    arrays: ArrayChoice
    colouring: Colouring
    shades: Shades
    findings: Findings

    @property
    def trace(self) -> Trace:
        """The launch."""
        return self.facts.trace

    def px(self, usual: int) -> int:
        """The size of letters, in pixels, that are `usual` where no larger ones are asked for."""
        return max(usual, self.layout.least_px)


@dataclass(frozen=True, slots=True)
class StageFrame:
    """The part of a viewpoint that stays while a launch is played."""

    facts: StageFacts
    layout: StageLayout
    grid: GridGeometry
    theme: Theme
    measure: Measure
    say: Say
    marks: Marks = NO_MARKS
    arrays: ArrayChoice = AS_IT_COMES
    colouring: Colouring = Colouring.STATE
    findings: Findings = NO_FINDINGS


def look(
    frame: StageFrame,
    instant: Instant,
    block: int | None,
    thread: int | None,
    warp: int | None = None,
) -> Viewpoint:
    """The view of `frame` at an instant with a block, a warp or a thread chosen."""
    facts, reader = frame.facts, frame.facts.reader
    warp = warp if thread is None else thread // WARP_SIZE
    focus = focus_of(facts, instant, block, warp, thread)
    return Viewpoint(
        facts,
        frame.layout,
        frame.grid,
        instant,
        block,
        warp,
        thread,
        frame.theme,
        frame.measure,
        frame.say,
        focus,
        reader.now(focus.block, focus.warp, instant) if reader is not None else None,
        reader.index_values(focus.block, focus.warp, instant) if reader is not None else (),
        playing_warp(facts.trace, facts.order, instant) if facts.order is not None else None,
        frame.marks,
        frame.arrays,
        frame.colouring,
        _shades(frame, instant),
        frame.findings,
    )


def _shades(frame: StageFrame, instant: Instant) -> Shades:
    """Without steps the states are those of a launch that is over."""
    facts, theme, shape = frame.facts, frame.theme, frame.facts.shape
    if frame.colouring is not Colouring.STATE:
        levels = facts.levels(frame.colouring)
        unknown = PlainShades(shape.blocks, shape.threads, argb(theme.not_started))
        return unknown if levels is None else FixedShades(levels, theme)
    if facts.states is not None:
        return StateShades(facts.states, instant, theme)
    return PlainShades(shape.blocks, shape.threads, argb(theme.finished))


def focus_of(
    facts: StageFacts,
    instant: Instant,
    block: int | None,
    warp: int | None,
    thread: int | None,
) -> Focus:
    """The chosen warp; else the warp that took the latest step, of the chosen block if any."""
    if block is not None and warp is not None:
        return Focus(block, warp, None if thread is None else thread % WARP_SIZE)
    latest = _latest(facts.trace, facts.order, instant, block)
    if latest is not None:
        return latest
    return Focus(facts.first_block if block is None else block, 0)


def _latest(
    trace: Trace, order: PlayOrder | None, instant: Instant, block: int | None
) -> Focus | None:
    if order is None or trace.steps is None or instant.steps == 0:
        return None
    played = order.step[: instant.steps]
    if block is not None:
        played = played[trace.steps.block[played] == block]
    if len(played) == 0:
        return None
    return Focus(int(trace.steps.block[played[-1]]), int(trace.steps.warp[played[-1]]))
