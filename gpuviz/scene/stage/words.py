"""What the stage says: names of blocks and threads, sentences about what happens, tooltips."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import Instant
from gpuviz.insight.stage_warp import (
    SECTOR_BYTES,
    MaskedLanes,
    PlayingWarp,
    WarpAccess,
    WarpGroup,
    WarpNow,
)
from gpuviz.insight.states import ThreadState
from gpuviz.launch import Dim3
from gpuviz.messages import EnglishTemplate, Message
from gpuviz.scene.numbers import whole
from gpuviz.trace import ArrayInfo, Trace

STATE_NAMES = {
    ThreadState.NOT_STARTED: Message("state.not-started", "not started"),
    ThreadState.READY: Message("state.ready", "turn to come"),
    ThreadState.RUNNING: Message("state.running", "running"),
    ThreadState.AT_BARRIER: Message("state.at-barrier", "at barrier"),
    ThreadState.FINISHED: Message("state.finished", "finished"),
    ThreadState.MASKED_OFF: Message("state.masked-off", "masked off"),
    ThreadState.HAZARD: Message("state.hazard", "hazard"),
    ThreadState.IDLE: Message("state.idle", "idle"),
}
READS_NOW = Message("stage.reads-now", "reads now")
READ_BEFORE = Message("stage.read-before", "read before")
WRITES_NOW = Message("stage.writes-now", "writes now")
WRITTEN_BEFORE = Message("stage.written-before", "written before")
GRID = Message("stage.grid", "Grid")
MOVED = "{sectors} sectors, {needed} of {moved} B needed"
MOVED_ONE = "1 sector, {needed} of {moved} B needed"
ACCESS_TEMPLATES = {
    "read": ("load {span}", f"load {{span}}: {MOVED}", f"load {{span}}: {MOVED_ONE}"),
    "write": ("store {span}", f"store {{span}}: {MOVED}", f"store {{span}}: {MOVED_ONE}"),
    "atomic": ("atomic {span}", f"atomic {{span}}: {MOVED}", f"atomic {{span}}: {MOVED_ONE}"),
}


def phrase(code: str, template: EnglishTemplate, **values: object) -> Message:
    """A text of the stage."""
    return Message(f"stage.{code}", template, values)


def block_name(trace: Trace, block: int) -> str:
    """ "3" in a 1D grid, "(1, 2)" in others."""
    return index_name(trace.config.grid, block)


def index_name(shape: Dim3, linear: int) -> str:
    """A linear number where one axis is used, else the coordinates of the axes that are."""
    if max(shape) == shape.size:
        return whole(linear)
    index = shape.index(linear)
    return f"({', '.join(str(n) for n in (index[:2] if shape.z == 1 else index))})"


def shape_name(shape: Dim3) -> str:
    """ "256" or "16 × 16"."""
    used = shape if shape.z > 1 else shape[:2] if shape.y > 1 else shape[:1]
    return " × ".join(whole(n) for n in used)


def element_name(info: ArrayInfo, element: int) -> str:
    """ "c[785]" or "A[3, 5]"."""
    index = np.unravel_index(element, info.shape) if info.shape else ()
    return f"{info.name}[{', '.join(str(int(n)) for n in index)}]"


def span_name(info: ArrayInfo, elements: NDArray[np.int64]) -> str:
    """One element, or the first and last of several: "a[992…999]"."""
    low, high = int(elements.min()), int(elements.max())
    if low == high:
        return element_name(info, low)
    if len(info.shape) == 1:
        return f"{info.name}[{low}…{high}]"
    return f"{element_name(info, low)}…{element_name(info, high)[len(info.name) :]}"


def lane_ranges(lanes: NDArray[np.int64]) -> str:
    """ "8–31" or "0–3, 8"."""
    breaks = np.flatnonzero(np.diff(lanes) != 1) + 1
    runs = [(run[0], run[-1]) for run in np.split(lanes, breaks) if len(run)]
    shown = [str(a) if a == b else f"{a}–{b}" for a, b in runs]
    return ", ".join(shown if len(shown) <= 4 else [*shown[:3], "…"])


def access_text(access: WarpAccess) -> Message:
    """What one access moves: "load a[992…999]: 1 sector, 32 of 32 B needed"."""
    return _access_text(access, span_name(access.info, access.element[access.active]))


def short_access_text(access: WarpAccess) -> Message:
    """The same, of the elements only the first: "load a[992]…: 1 sector, 32 of 32 B needed"."""
    elements = access.element[access.active]
    first = element_name(access.info, int(elements.min()))
    return _access_text(access, first if elements.min() == elements.max() else f"{first}…")


def _access_text(access: WarpAccess, span: str) -> Message:
    plain, several, one = ACCESS_TEMPLATES[access.site.kind]
    if access.info.space != "global":
        return phrase("access", plain, span=span)
    sectors = access.sectors
    return phrase(
        "moved",
        one if sectors == 1 else several,
        span=span,
        sectors=sectors,
        needed=access.needed_bytes,
        moved=sectors * SECTOR_BYTES,
    )


def group_text(group: WarpGroup, state: str) -> Message:
    """What some warps of a block do: "warps 0–2: running, line 20"; `state` is its name."""
    who = lane_ranges(group.warps)
    warps = "warp" if len(group.warps) == 1 else "warps"
    if group.line is None or group.state is ThreadState.FINISHED:
        return phrase("warps", f"{warps} {{who}}: {{state}}", who=who, state=state)
    line, template = str(group.line), f"{warps} {{who}}: {{state}}, line {{line}}"
    return phrase("warps-at", template, who=who, state=state, line=line)


def masked_text(masked: MaskedLanes) -> Message:
    """Since when some lanes do not take part."""
    who = lane_ranges(masked.lanes)
    word = "lane" if len(masked.lanes) == 1 else "lanes"
    if masked.line is None:
        return phrase("masked", f"{word} {{who}}: masked off", who=who)
    code, since = "masked-after", "masked off after line {line}"
    if masked.returned:
        code, since = "returned", "returned in line {line}"
    return phrase(code, f"{word} {{who}}: {since}", who=who, line=str(masked.line))


def what_happens(trace: Trace, now: WarpNow | None, instant: Instant) -> Message:
    """The sentence under the picture: what the shown warp does."""
    if instant.ended and trace.failure is not None:
        text = "The launch broke off here: its threads have not all finished. Checks says why."
        return Message("stage.broke-off", text)
    if instant.ended:
        text = "The launch is over: all {threads} threads have finished."
        if trace.config.threads == 1:
            text = "The launch is over: its thread has finished."
        return Message("stage.over", text, {"threads": whole(trace.config.threads)})
    if instant.steps == 0 and instant.rounds == 0:
        return Message(
            "stage.before", "Nothing has run yet. Press play, or step with the arrow keys."
        )
    if now is None:
        text = "Round {round}: the steps of this block were not kept; its state is known by rounds."
        return Message("stage.not-followed", text, {"round": whole(instant.rounds)})
    values: dict[str, object] = {"warp": now.warp, "block": block_name(trace, now.block)}
    if now.statement is None:
        return Message("stage.not-begun", "Warp {warp} of block {block} has not started.", values)
    values["line"] = str(now.statement.line)
    values["active"], values["lanes"] = int(now.active.sum()), int(now.exists.sum())
    return Message("stage.doing", _doing(now), values)


def _doing(now: WarpNow) -> EnglishTemplate:
    """What a warp that has begun does at this instant."""
    who, lanes = "Warp {warp} of block {block} ", "with {active} of {lanes} lanes:"
    if int(now.exists.sum()) == 1:
        lanes = "with its only lane:"
    if now.state is ThreadState.AT_BARRIER:
        return who + "waits at the barrier in line {line}."
    if now.state is ThreadState.FINISHED and not now.fresh:
        return who + "has finished; its last step was line {line}."
    if now.state is ThreadState.FINISHED:
        return who + f"took its last step, line {{line}}, {lanes}"
    if now.state is ThreadState.READY:
        return who + "last executed line {line}; its next turn is still to come."
    if now.plays:
        return who + f"executes line {{line}} {lanes}"
    return who + f"has executed line {{line}} {lanes}"


def plays_now(trace: Trace, playing: PlayingWarp) -> Message:
    """Whose step is played, where that is not the shown warp."""
    values = {
        "warp": playing.warp,
        "block": block_name(trace, playing.block),
        "line": str(playing.line),
    }
    return Message("stage.now", "Now: warp {warp} of block {block}, line {line}", values)
