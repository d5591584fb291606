"""The figures of what blocks, warps and threads do: steps, lanes, sectors, places."""

from __future__ import annotations

from gpuviz.insight.figures.figure import Figure, sectors, steps, times, wavefronts
from gpuviz.insight.figures.memory import BANKS, NEIGHBOURS, QUEUE
from gpuviz.insight.traffic import SECTOR_BYTES
from gpuviz.insight.warp_work import WarpWork
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message
from gpuviz.units import byte_count, percent

PATHS = Message(
    "figure.paths",
    "Where lanes of a warp take different ways through a branch or a loop, the warp takes both, one"
    " after the other: the same way for all 32 lanes makes it more.",
)
FEWER_STEPS = Message(
    "figure.fewer-steps",
    "Fewer turns of loops, fewer statements, or less to do for each block.",
)


def steps_figure(work: WarpWork) -> Figure:
    """Steps of a warp, or of those of a block."""
    template = (
        "Each of its {warps} warps executes one statement after the other: {steps} together, {each}"
        " for each warp on average."
    )
    if work.warps == 1:
        template = "It executes one statement after the other, each time a step: {steps}."
    values = {
        "warps": work.warps,
        "steps": steps(work.warp_steps),
        "each": round(work.warp_steps / work.warps),
    }
    return Figure(Message("figure.steps", template, values), FEWER_STEPS)


def lanes_figure(work: WarpWork) -> Figure:
    """The lanes that took part in the steps of some warps."""
    template = "{steps} × {size} lanes of a warp = {slots}, of which {active} took part: {share}."
    slots = WARP_SIZE * work.warp_steps
    values = {
        "active": round(work.lane_share * slots),
        "steps": steps(work.warp_steps),
        "size": WARP_SIZE,
        "slots": slots,
        "share": percent(work.lane_share),
    }
    return Figure(Message("figure.lanes", template, values), PATHS)


def sectors_figure(moved: int) -> Figure:
    """Sectors of global memory that warps moved."""
    template = "{sectors} × {bytes} B = {moved}, added up over all requests to global memory."
    values = {
        "sectors": sectors(moved),
        "bytes": SECTOR_BYTES,
        "moved": byte_count(SECTOR_BYTES * moved),
    }
    return Figure(Message("figure.block-sectors", template, values), NEIGHBOURS)


def wavefronts_figure(taken: int) -> Figure:
    """Wavefronts of shared memory that warps took."""
    template = (
        "{wavefronts}, added up over all requests to shared memory; each takes a clock of the SM."
    )
    return Figure(
        Message("figure.block-wavefronts", template, {"wavefronts": wavefronts(taken)}), BANKS
    )


def atomics_figure(atomics: int) -> Figure:
    """Atomic operations of their threads."""
    template = "One of its threads changed an element atomically: {atomics}."
    return Figure(Message("figure.block-atomics", template, {"atomics": times(atomics)}), QUEUE)
