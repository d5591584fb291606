"""The runs of a session as upright bars: a group for each run, the newest at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpuviz.scene.charts.chart import Token
from gpuviz.scene.charts.ends import Ends, decades, round_top
from gpuviz.scene.timing.bars import Bar, RunTimes, main_bars
from gpuviz.texts import titled, tr

ROOM_BELOW = 0.15  # of a decade, under the shortest bar of a logarithmic axis
NO_RUNS = -7.0, -3.0  # powers of ten of seconds, as long as there is none


@dataclass(frozen=True, slots=True)
class RunBar:
    """One bar: the row of its run, its seconds and, where they are known, the ends of their spread
    or band.
    """

    run: int
    seconds: float
    ends_s: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class BarKind:
    """All bars that mean the same. `slot` is their place in the group of a run."""

    name: str
    token: Token
    shade: float
    modelled: bool
    slot: int
    bars: tuple[RunBar, ...]


def kinds_of(runs: Sequence[RunTimes]) -> tuple[BarKind, ...]:
    """The bars of all runs by what they mean, in the order of a group."""
    found: dict[tuple[int, bool], list[tuple[Bar, RunBar]]] = {}
    for row, run in enumerate(runs):
        for slot, bar in enumerate(main_bars(run)):
            if bar.seconds:
                mine = RunBar(row, bar.seconds, _ends(bar, bar.seconds))
                found.setdefault((slot, bar.modelled), []).append((bar, mine))
    return tuple(
        BarKind(bar.short, bar.token, bar.shade, modelled, slot, tuple(one for _, one in pairs))
        for (slot, modelled), pairs in sorted(found.items(), key=lambda item: item[0])
        for bar in [pairs[-1][0]]
    )


def _ends(bar: Bar, seconds: float) -> tuple[float, float] | None:
    if bar.band_s is not None or not bar.spread_s:
        return bar.band_s
    return seconds - bar.spread_s / 2, seconds + bar.spread_s / 2


def labels_of(kinds: Sequence[BarKind]) -> tuple[str, ...]:
    """The name of each, and where its times come from if there are both kinds of that name."""
    names = [kind.name for kind in kinds]
    return tuple(
        f"{kind.name} ({tr('modelled') if kind.modelled else tr('measured')})"
        if names.count(kind.name) > 1
        else kind.name
        for kind in kinds
    )


def names_of(run: RunTimes) -> tuple[str, str]:
    """What stands under the bars of a run, in two lines."""
    return titled(run.title), run.size_text or tr("recording")


def is_waiting(run: RunTimes) -> bool:
    """Whether its CPU times are still to come."""
    return run.cpu is None and run.expects_cpu


def ends_of(kinds: Sequence[BarKind], logarithmic: bool) -> Ends:
    """The ends of the axis of seconds, in powers of ten on a logarithmic one."""
    times = [
        end
        for kind in kinds
        for bar in kind.bars
        for end in (bar.seconds, *(bar.ends_s or ()))
        if end > 0
    ]
    if not times:
        return NO_RUNS if logarithmic else (0.0, 10.0 ** NO_RUNS[1])
    if not logarithmic:
        return 0.0, round_top(max(times))
    low, high = decades(min(times) * 10**-ROOM_BELOW, max(times))
    return low, max(high, low + 2)
