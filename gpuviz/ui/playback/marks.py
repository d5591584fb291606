"""Where the slider is marked, and what it says of a place: as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.moment_rows import Moments
from gpuviz.scene.numbers import whole
from gpuviz.scene.theme import Theme
from gpuviz.session.playback import Playback
from gpuviz.texts import tr

if TYPE_CHECKING:
    from gpuviz.insight.moments import MomentFinder

MarkName = Literal["barrier", "divergence", "hazard", "breakpoint"]

MOST_MARKS = 60  # more would be a solid bar
OVER_SHARE = 0.05  # of the slider, at most, between the last place and that where all is over


@dataclass(frozen=True, slots=True)
class MarkKind:
    """How one kind of moment is marked: from `top` to `bottom` pixels about the groove's middle."""

    name: MarkName
    label: str  # in the legend, with the place of its marks
    token: str  # of the theme
    top: float
    bottom: float


MARK_KINDS = (
    MarkKind("barrier", "barrier", "barrier", -7, 7),
    MarkKind("divergence", "divergence (above)", "write", -10, -3),
    MarkKind("hazard", "hazard (below)", "hazard", 3, 11),
    MarkKind("breakpoint", "breakpoint (below)", "accent", 3, 8),
)
Places = Mapping[MarkName, NDArray[np.float64]]


def share_of(place: int, count: int) -> float:
    """Where a place is on the slider, 0..1: `count` of them follow the first, and at count + 1 the
    launch is over. However few they are, the last one is near that end.
    """
    if place > count:
        return 1.0
    return place / max(count, 1) * (1 - _over_share(count))


def place_at(share: float, count: int) -> int:
    """The place that is nearest to a share of the slider, 0..count + 1."""
    room = _over_share(count)
    if share > 1 - room / 2:
        return count + 1
    return min(round(share / (1 - room) * count), count) if count else 0


def _over_share(count: int) -> float:
    return min(1 / (count + 1), OVER_SHARE) if count else 1.0


def marked_moments(playback: Playback, finder: MomentFinder, name: MarkName) -> Moments:
    """The moments of a kind."""
    if name == "breakpoint":
        return playback.stops or finder.of_lines(())
    return {
        "barrier": lambda: finder.barriers,
        "divergence": lambda: finder.divergences,
        "hazard": lambda: finder.hazards,
    }[name]()


def mark_places(playback: Playback, name: MarkName, by_rounds: bool) -> NDArray[np.float64]:
    """Where the moments of a kind are, 0..1, one a round; none where they would be a solid bar."""
    finder, order = playback.finder, playback.order
    if finder is None or order is None:
        return np.zeros(0)
    moment = marked_moments(playback, finder, name).moment
    rounds, first = np.unique(order.round[moment - 1], return_index=True)
    if len(rounds) > MOST_MARKS:
        return np.zeros(0)
    places = rounds + 1 if by_rounds else moment[first]
    count = playback.rounds if by_rounds else playback.length
    return np.array([share_of(place, count) for place in places.tolist()])


def place_words(playback: Playback, moment: int) -> str:
    """What happens at a moment: "step 40 · line 5 · warp 7 of block 0"."""
    trace, order = playback.trace, playback.order
    if trace is None or trace.steps is None or order is None or moment < 1:
        return tr("before the first step")
    if moment > playback.length:
        return tr("after the last step")
    step = order.step[moment - 1]
    return tr("step {step} · line {line} · warp {warp} of block {block}").format(
        step=whole(moment),
        line=trace.statements[trace.steps.statement[step]].line,
        warp=int(trace.steps.warp[step]),
        block=whole(int(trace.steps.block[step])),
    )


def legend_html(places: Places, theme: Theme) -> str:
    """The kinds that are marked, each with its colour."""
    shown = (kind for kind in MARK_KINDS if len(places.get(kind.name, ())))
    return " &nbsp; ".join(
        f'<span style="color:{getattr(theme, kind.token)}">▎</span>{tr(kind.label)}'
        for kind in shown
    )
