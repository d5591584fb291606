"""What the bars beside the source may show, and what they say in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gpuviz.messages import EnglishText
from gpuviz.scene.numbers import percent, whole
from gpuviz.texts import enumerated, sentence, tr

if TYPE_CHECKING:
    from gpuviz.insight.line_costs import LineCost, Split

HeatName = Literal["steps", "memory", "shared", "idle"]


@dataclass(frozen=True, slots=True)
class Heat:
    """One choice of what the bars show."""

    name: HeatName
    label: EnglishText  # on the pull-down
    tip: EnglishText
    amount: Callable[[LineCost], int]


HEATS = (
    Heat("steps", "warp steps", "How often warps executed each line.", lambda c: c.warp_steps),
    Heat(
        "memory",
        "memory moved",
        "Sectors of global memory that each line moves, and its atomic operations.",
        lambda cost: cost.moved,
    ),
    Heat(
        "shared",
        "shared memory",
        "Wavefronts of shared memory that each line needs, and its atomic operations there.",
        lambda cost: cost.shared_turns,
    ),
    Heat(
        "idle",
        "idle lanes",
        "Lanes that took no part in each line, where warps diverge or are not full.",
        lambda cost: cost.idle_slots,
    ),
)
BY_NAME: Mapping[HeatName, Heat] = {heat.name: heat for heat in HEATS}

SPLIT = "Line {line} diverges in {warps} of {of_warps} warps"
SPLIT_ONE = "Line {line} diverges in the only warp"
SPLIT_FOLLOWED = "Line {line} diverges in {warps} of {of_warps} warps of the followed blocks"
INSIDE = "{split}: {idle} of {slots} lane slots in its branches are idle."
NO_DIVERGENCE = "No if, while or for parts the lanes of a followed warp."


def bar_share(heat: Heat, cost: LineCost, costs: Mapping[int, LineCost]) -> float:
    """How long the bar of a line is, 0..1: idle lanes as their share, else against the longest."""
    if heat.name == "idle":
        return cost.idle_slots / cost.slots
    most = max(heat.amount(other) for other in costs.values())
    return heat.amount(cost) / most if most else 0.0


def cost_words(line: int, cost: LineCost) -> str:
    """All that is known of a line, one sentence a row."""
    rows = [_step_words(line, cost), _memory_words(cost)]
    if cost.split is not None:
        rows.append(split_words(line, cost.split))
    return "\n".join(row for row in rows if row)


def split_words(line: int, split: Split) -> str:
    """ "Line 12 diverges in 31 of 32 warps: 512 of 1 024 lane slots in its branches are idle." """
    is_all = split.all_followed
    template = (SPLIT_ONE if split.of_warps == 1 else SPLIT) if is_all else SPLIT_FOLLOWED
    said = tr(template).format(line=line, warps=whole(split.warps), of_warps=whole(split.of_warps))
    if split.slots == 0:
        return sentence(said)
    idle, slots = whole(split.idle_slots), whole(split.slots)
    return tr(INSIDE).format(split=said, idle=idle, slots=slots)


def note_words(heat: Heat, costs: Mapping[int, LineCost]) -> str:
    """What is most worth saying of a whole kernel: where it diverges at the highest price."""
    if heat.name != "idle" or not costs:
        return ""
    splits = [(line, cost.split) for line, cost in costs.items() if cost.split is not None]
    if not splits:
        return tr(NO_DIVERGENCE)
    return split_words(*max(splits, key=lambda found: found[1].idle_slots))


def _step_words(line: int, cost: LineCost) -> str:
    text = tr("Line {line}: {steps} warp steps, {share} of their lanes active")
    if cost.warp_steps == 1:
        text = tr("Line {line}: 1 warp step, {share} of its lanes active")
    share = percent(cost.lane_steps / cost.slots)
    return text.format(line=line, steps=whole(cost.warp_steps), share=share)


def _memory_words(cost: LineCost) -> str:
    parts = (
        (cost.sectors, tr("1 sector of global memory"), tr("{count} sectors of global memory")),
        (
            cost.wavefronts,
            tr("1 wavefront of shared memory"),
            tr("{count} wavefronts of shared memory"),
        ),
        (
            cost.atomics + cost.shared_atomics,
            tr("1 atomic operation"),
            tr("{count} atomic operations"),
        ),
    )
    return enumerated(
        [
            one if count == 1 else many.format(count=whole(count))
            for count, one, many in parts
            if count
        ]
    )
