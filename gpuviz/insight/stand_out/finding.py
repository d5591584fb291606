"""One thing that stands out, and how its sentence is put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.destination import Destination
from gpuviz.insight.order import PlayOrder
from gpuviz.launch import Dim3
from gpuviz.messages import Message, word
from gpuviz.trace import ArrayInfo, Steps, Trace

FindingKind = Literal[
    "slowest-warp",
    "last-block",
    "wasted-bytes",
    "line-conflicts",
    "fullest-bank",
    "never-written",
    "never-read",
    "never-touched",
    "written-again",
    "most-wanted",
    "idle-threads",
    "idle-lanes",
    "line-time",
    "line-steps",
    "line-sectors",
]
FindingUnit = Literal[
    "warp steps",
    "wavefronts",
    "s",
    "B",
    "words",
    "elements",
    "operations",
    "threads",
    "lane slots",
    "sectors",
]

STANDS_OUT = 1.1  # so many times the median, or the even share, is worth a sentence
LARGE_COST = 0.25  # of all warp steps, or of all sectors: a line with less is one of many
WORTH_SAYING = 0.1  # of threads or of lane slots that are idle


@dataclass(frozen=True, slots=True)
class Finding:
    """What stands out, with the figure that it is about and where it leads.

    `loss`: the share [0..1] of something that is lost, as each finding says, by which findings are
    put in order; a cost that need be no loss has its share of all such costs minus 1, so that it
    comes behind. `line`, `block` and `warp` are None where it is about no single one.
    """

    kind: FindingKind
    sentence: Message
    value: float
    unit: FindingUnit
    loss: float
    to: Destination
    line: int | None = None
    block: int | None = None  # linear
    warp: int | None = None  # within the block
    array: str | None = None


def joined(*sentences: Message | None) -> Message:
    """Sentences one after the other."""
    first, *others = [one for one in sentences if one is not None]
    for other in others:
        values = {"one": first, "other": other}
        first = Message("stand-out.sentences", "{one} {other}", values)
    return first


def counted_in(trace: Trace) -> Message:
    """Of which blocks accesses are known, where not all of them were kept."""
    if trace.all_followed:
        return Message("stand-out.kept", "Counted in the accesses that were kept.")
    template = "Counted in {followed} of {blocks} blocks, whose accesses were kept."
    values = {"followed": len(trace.followed), "blocks": trace.config.blocks}
    return Message("stand-out.followed", template, values)


def place_name(shape: Dim3, linear: int) -> str:
    """ "3" where one axis is used, else "(1, 2)"."""
    if max(shape) == shape.size:
        return str(linear)
    index = shape.index(linear)
    return f"({', '.join(str(n) for n in (index[:2] if shape.z == 1 else index))})"


def element_name(info: ArrayInfo, element: int) -> str:
    """ "c[785]" or "A[3, 5]"."""
    index = np.unravel_index(element, info.shape) if info.shape else ()
    return f"{info.name}[{', '.join(str(int(n)) for n in index)}]"


def warp_phrase(trace: Trace, block: int, warp: int) -> Message:
    """ "warp 1 of block 3"."""
    name = place_name(trace.config.grid, block)
    return word("warp {warp} of block {block}", warp=str(warp), block=name)


def others_like_it(count: int) -> object:
    """Behind what is named: how many more are just so; empty where there are none."""
    return "" if count == 0 else word(" (and {n} more)", n=count)


def kept_first(trace: Trace, blocks: NDArray[np.int64]) -> int:
    """The row of the first of some blocks whose steps were kept; the first where none were."""
    kept = np.flatnonzero(np.isin(blocks, trace.followed))
    return int(kept[0]) if len(kept) else 0


def at_step(trace: Trace, order: PlayOrder | None, step: int | None) -> Destination:
    """A step's warp, at the moment right after the step."""
    if step is None or order is None or trace.steps is None:
        return Destination()
    block, warp = int(trace.steps.block[step]), int(trace.steps.warp[step])
    return Destination(block=block, warp=warp, moment=int(order.position[step]) + 1)


def first_played(order: PlayOrder | None, steps: NDArray[np.int64]) -> int | None:
    """The one of some steps that is played first."""
    if order is None or len(steps) == 0:
        return None
    return int(steps[np.argmin(order.position[steps])])


def of_statement(steps: Steps | None, statement: int) -> NDArray[np.int64]:
    """The ids of the kept steps of a statement."""
    if steps is None:
        return np.zeros(0, np.int64)
    return np.flatnonzero(steps.statement == statement)
