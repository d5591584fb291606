"""What a warp, or all of a block, has cost in the whole launch, as rows."""

from __future__ import annotations

from gpuviz.insight.figures.work import (
    atomics_figure,
    lanes_figure,
    sectors_figure,
    steps_figure,
    wavefronts_figure,
)
from gpuviz.insight.warp_work import WarpWork
from gpuviz.scene.facts import Fact
from gpuviz.scene.numbers import percent, whole
from gpuviz.texts import tr


def work_facts(work: WarpWork) -> list[Fact]:
    """What is not zero, each with where it comes from."""
    steps = tr("steps of its warps") if work.warps > 1 else tr("its steps")
    rows = [
        (steps, work.warp_steps, steps_figure(work)),
        (tr("sectors loaded"), work.load_sectors, sectors_figure(work.load_sectors)),
        (tr("sectors stored"), work.store_sectors, sectors_figure(work.store_sectors)),
        (tr("wavefronts, shared"), work.wavefronts, wavefronts_figure(work.wavefronts)),
        (tr("atomics by threads"), work.atomics, atomics_figure(work.atomics)),
    ]
    facts = [Fact(label, whole(number), figure=figure) for label, number, figure in rows if number]
    share = Fact(
        tr("lanes active"),
        percent(work.lane_share),
        tip=tr("Of all lanes of its warps in their steps; less where warps diverge."),
        figure=lanes_figure(work),
    )
    return [*facts[:1], share, *facts[1:]]
