"""The block-size sweep as a chart: the kernel's time over the block, the occupancy under it."""

from __future__ import annotations

from gpuviz.bench.best_block import best_blocks
from gpuviz.scene.charts.chart import Axis, Chart, Mark, Strip
from gpuviz.scene.charts.units import SECONDS, SHARE, named
from gpuviz.scene.numbers import sizes_text
from gpuviz.scene.stage.words import shape_name
from gpuviz.scene.sweeps.outcome import SweepOutcome, good_points
from gpuviz.scene.sweeps.size_chart import gaps_of, kernel_line, series_of
from gpuviz.texts import title_of, tr


def block_chart(outcome: SweepOutcome) -> Chart:
    """Blocks stand side by side in the order of the request; refused ones are gaps."""
    request = outcome.request
    title = tr("Block size sweep: {operation} of size {size} on {device}").format(
        operation=title_of(outcome.info),
        size=sizes_text(request.sizes[0]),
        device=request.device.name,
    )
    names = tuple(map(shape_name, request.blocks))
    series = series_of(kernel_line(), outcome)
    return Chart(
        title,
        Axis(tr("threads of a block"), named(names), "names", 0, outcome.count - 1),
        Axis(tr("time of the kernel"), SECONDS),
        (series,) if series.points else (),
        _marks(outcome),
        gaps=gaps_of(outcome),
        strip=_occupancy(outcome),
    )


def _marks(outcome: SweepOutcome) -> tuple[Mark, ...]:
    """The fastest block, if there is one that is."""
    good = good_points(outcome)
    best = best_blocks(good)
    if len(best) != 1 or len(good) < 2:
        return ()
    return (Mark(outcome.x_of(best[0].index), tr("fastest")),)


def _occupancy(outcome: SweepOutcome) -> Strip | None:
    bars = tuple(
        (outcome.x_of(point.index), point.occupancy.fraction)
        for point in outcome.points
        if point.occupancy is not None
    )
    return Strip(tr("occupancy"), SHARE, 1.0, bars) if bars else None
