"""The published measurements that the model of time is held against, as a chart and in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpuviz.model.validation import KINDS, PublishedPoint
from gpuviz.scene.charts.chart import Axis, Boundary, Chart, Point, Series, Token
from gpuviz.scene.charts.units import SECONDS
from gpuviz.scene.numbers import figures, percent, seconds, whole
from gpuviz.scene.stage.plot_items import Shape
from gpuviz.texts import tr

FACTORS = (0.5, 1.0, 2.0)  # each has a line
ROOM = 2.0  # a factor around the shortest and the longest time
LOOKS: tuple[tuple[Token, Shape], ...] = (
    ("read", "circle"),
    ("write", "square"),
    ("barrier", "triangle"),
)
"""Of launches that moving bytes limits, instructions, waiting: in the order of KINDS."""


def validation_chart(points: Sequence[PublishedPoint], *, compiled: bool) -> Chart:
    """Published against modelled time, both axes logarithmic; on the line in the middle they are
    equal. `compiled`: modelled from machine code.
    """
    times = [s for p in points for s in (p.published_s, p.judged(compiled=compiled).modelled_s)]
    low, high = min(times) / ROOM, max(times) * ROOM
    title = tr("Modelled from machine code") if compiled else tr("Modelled from source")
    series = (_series(points, row, compiled) for row in range(len(KINDS)))
    return Chart(
        title,
        Axis(tr("published time"), SECONDS, "log10", low, high),
        Axis(tr("modelled time"), SECONDS, "log10", low, high),
        tuple(one for one in series if one.points),
        boundaries=tuple(_line(factor, low, high) for factor in FACTORS),
        reading="point",
    )


def how_far_off(points: Sequence[PublishedPoint], *, compiled: bool) -> str:
    """All of them in a sentence."""
    errors = [p.judged(compiled=compiled).error(p.published_s) for p in points]
    words = tr(
        "{n} published times of {kernels} kernels on {gpus} GPUs. Half of the modelled times are"
        " off by less than {median}, nine of ten by less than {most}, each with constants that were"
        " chosen without its kernel."
    )
    return words.format(
        n=whole(len(points)),
        kernels=len({p.kernel for p in points}),
        gpus=len({p.device_id for p in points}),
        median=percent(float(np.quantile(errors, 0.5, method="inverted_cdf"))),
        most=percent(float(np.quantile(errors, 0.9, method="inverted_cdf"))),
    )


def point_words(point: PublishedPoint) -> str:
    """Which one it is, and who published it."""
    words = tr("{kernel}, {size}, on {gpu}. Published by {source}.")
    return words.format(kernel=point.kernel, size=point.size, gpu=point.gpu, source=point.source)


def factor_text(point: PublishedPoint, *, compiled: bool) -> str:
    """Modelled in published time."""
    return figures(point.judged(compiled=compiled).modelled_s / point.published_s)


def modelled_text(point: PublishedPoint, *, compiled: bool) -> str:
    """The modelled time."""
    return seconds(point.judged(compiled=compiled).modelled_s)


def _series(points: Sequence[PublishedPoint], row: int, compiled: bool) -> Series:
    names = (tr("limited by moving bytes"), tr("by instructions"), tr("by waiting"))
    token, shape = LOOKS[row]
    mine = [p for p in points if p.judged(compiled=compiled).limiter in KINDS[row]]
    found = tuple(
        Point(
            p.published_s,
            p.judged(compiled=compiled).modelled_s,
            words=tr("{kernel} on {gpu}").format(kernel=p.kernel, gpu=p.gpu),
        )
        for p in mine
    )
    return Series(names[row], token, found, modelled=True, shape=shape, joined=False)


def _line(factor: float, low: float, high: float) -> Boundary:
    """Where the modelled time is so many times the published one, as far as the axes go."""
    name = {0.5: tr("half"), 1.0: tr("equal"), 2.0: tr("twice")}[factor]
    first, last = max(low, low / factor), min(high, high / factor)
    token: Token = "text" if factor == 1 else "muted"
    return Boundary(name, (first, factor * first), (last, factor * last), token)
