"""The runs of a session as upright bars: a group for each run, the newest at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation.inputs import inputs_words
from gpuviz.scene.charts.chart import Token
from gpuviz.scene.charts.ends import Ends, decades, round_top
from gpuviz.scene.numbers import sizes_text, whole
from gpuviz.scene.timing.bars import Bar, RunTimes, main_bars
from gpuviz.texts import enumerated, titled, told, tr

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
    """The bars of all runs by what they mean, in the order of a group.

    A run without times of the CPU has fewer bars: each stands where it does in the others.
    """
    slots: dict[str, int] = {}
    found: dict[tuple[str, bool], list[tuple[Bar, RunBar]]] = {}
    for row, run in enumerate(runs):
        for slot, bar in enumerate(main_bars(run)):
            slots[bar.short] = max(slot, slots.get(bar.short, 0))
            if bar.seconds:
                mine = RunBar(row, bar.seconds, _ends(bar, bar.seconds))
                found.setdefault((bar.short, bar.modelled), []).append((bar, mine))
    return tuple(
        BarKind(name, bar.token, bar.shade, modelled, slots[name], tuple(one for _, one in pairs))
        for (name, modelled), pairs in sorted(
            found.items(), key=lambda item: (slots[item[0][0]], item[0][1])
        )
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


def names_of(runs: Sequence[RunTimes]) -> tuple[tuple[str, ...], ...]:
    """What stands under the bars of each run, in two lines; in a third what tells it apart from
    others with the same two: block, grid and device as far as these differ, else its number.
    """
    pairs = [(titled(run.title), run.size_text or _without_size(run)) for run in runs]
    found: list[tuple[str, ...]] = []
    for row, pair in enumerate(pairs):
        alike = [one for one, other in zip(runs, pairs, strict=True) if other == pair]
        if len(alike) == 1:
            found.append(pair)
            continue
        apart = _apart(runs[row], alike)
        is_alone = [_apart(one, alike) for one in alike].count(apart) == 1
        number = () if is_alone else (tr("run {n}").format(n=whole(row + 1)),)
        found.append((*pair, enumerated((*apart, *number))))
    return tuple(found)


def _without_size(run: RunTimes) -> str:
    return tr("recording") if run.is_recording else tr("script")


def config_words(config: LaunchConfig) -> tuple[str, str]:
    """Block and grid, without what is 1 at the end."""
    return (
        tr("block {block}").format(block=_shape_text(config.block)),
        tr("grid {grid}").format(grid=_shape_text(config.grid)),
    )


def _apart(run: RunTimes, alike: Sequence[RunTimes]) -> tuple[str, ...]:
    """What is not the same in all of some runs."""
    features = [_features(one) for one in alike]
    differing = [len(set(column)) > 1 for column in zip(*features, strict=True)]
    block_differs, grid_differs, *_ = differing
    differing[1] = grid_differs and not block_differs  # else the grid follows from the block
    mine = zip(_features(run), differing, strict=True)
    return tuple(words for words, differs in mine if differs and words)


def _features(run: RunTimes) -> tuple[str, str, str, str]:
    """Block, grid, device, chosen inputs."""
    shape = ("", "") if run.config is None else config_words(run.config)
    return (*shape, run.device, told(inputs_words(run.inputs)))


def _shape_text(shape: Dim3) -> str:
    """ "256" or "32 × 8"."""
    sides = list(shape)
    while len(sides) > 1 and sides[-1] == 1:
        sides.pop()
    return sizes_text(tuple(sides))


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
