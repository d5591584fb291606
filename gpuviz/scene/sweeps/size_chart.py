"""The size sweep as a chart: times of CPU and GPU over the size, and where one overtakes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from gpuviz.bench.crossing import Size, crossing
from gpuviz.bench.points import SweepPoint
from gpuviz.bench.sweep_table import with_copies_s
from gpuviz.engines.request import CpuTimes
from gpuviz.model.trust import kernel_ends, whole_ends
from gpuviz.scene.charts.chart import Axis, Chart, Gap, Mark, Point, ScaleName, Series, Token
from gpuviz.scene.charts.units import COUNT, SECONDS
from gpuviz.scene.limiters import limiter_name
from gpuviz.scene.numbers import whole
from gpuviz.scene.stage.plot_items import Shape
from gpuviz.scene.stage.words import shape_name
from gpuviz.scene.sweeps.outcome import SweepOutcome, good_points
from gpuviz.texts import enumerated, say, title_of, tr
from gpuviz.trace import Times

LONG = 100  # from the first to the last size: powers of ten say where one is, else those of two
Seconds = tuple[float, float | None, float | None]
"""A time, and the ends of its spread or band."""


def limiter_words(point: SweepPoint) -> str:
    """What limits a launch; empty where it is not known."""
    if point.prediction is None:
        return ""
    return tr("limited by {what}").format(what=limiter_name(point.prediction.limiter))


def flaw_words(point: SweepPoint) -> str:
    """What is wrong with a launch; empty where nothing is."""
    wrong = tr("wrong result") if point.correct is False else ""
    template = tr("1 hazard") if point.hazards == 1 else tr("{n} hazards")
    hazards = template.format(n=whole(point.hazards)) if point.hazards else ""
    return enumerated([words for words in (wrong, hazards) if words])


def gap_words(point: SweepPoint) -> str:
    """Why a point has no time."""
    if point.message is not None:
        return say(point.message)
    return tr("This engine gives no times of a GPU.")


class SweepSeries(NamedTuple):
    """One series: its name and look, and how a point gives its time."""

    name: str
    token: Token
    shade: float
    shape: Shape
    seconds: Callable[[SweepPoint], Seconds | None]


def size_chart(outcome: SweepOutcome) -> Chart:
    """Both axes logarithmic; a point that could not be launched is a gap."""
    request, info = outcome.request, outcome.info
    title = tr("Size sweep: {operation} with blocks of {block} on {device}").format(
        operation=title_of(info), block=shape_name(request.blocks[0]), device=request.device.name
    )
    ends = [outcome.x_of(index) for index in (0, outcome.count - 1)]
    scale: ScaleName = "log10" if max(ends) > LONG * min(ends) else "log2"
    across = Axis(_size_name(outcome), COUNT, scale, min(ends), max(ends))
    lines = (*cpu_lines(), *gpu_lines())
    series = tuple(series_of(line, outcome) for line in lines)
    return Chart(
        title,
        across,
        Axis(tr("time of one launch"), SECONDS, "log10"),
        tuple(each for each in series if each.points),
        _crossings(outcome),
        gaps=gaps_of(outcome),
    )


def cpu_lines() -> tuple[SweepSeries, ...]:
    """The CPU twins, in shades of one colour."""
    return (
        SweepSeries(
            tr("CPU, 1 thread"), "read", 1.0, "circle", lambda point: _one_thread(point.cpu)
        ),
        SweepSeries(
            tr("CPU, all threads"), "read", 0.85, "square", lambda point: _all_threads(point.cpu)
        ),
        SweepSeries(tr("NumPy"), "read", 0.72, "triangle", lambda point: _numpy(point.cpu)),
    )


def gpu_lines() -> tuple[SweepSeries, ...]:
    """The kernel alone, and with its copies."""
    copies = SweepSeries(tr("GPU with copies"), "barrier", 1.0, "diamond", _with_copies)
    return (kernel_line(), copies)


def kernel_line() -> SweepSeries:
    """The kernel alone."""
    return SweepSeries(tr("GPU kernel"), "write", 1.0, "circle", lambda point: _kernel(point.times))


def series_of(line: SweepSeries, outcome: SweepOutcome) -> Series:
    """The points of a line; those of the GPU are modelled where the engine is none."""
    found = ((point, line.seconds(point)) for point in outcome.points)
    points = tuple(
        _point(outcome, point, seconds, line) for point, seconds in found if seconds is not None
    )
    modelled = line.token != "read" and any(
        point.times is not None and point.times.source == "modelled" for point in outcome.points
    )
    return Series(line.name, line.token, points, modelled, line.shade, line.shape)


def gaps_of(outcome: SweepOutcome) -> tuple[Gap, ...]:
    """The points without a time of the GPU, and why."""
    return tuple(
        Gap(outcome.x_of(point.index), gap_words(point))
        for point in outcome.points
        if point.times is None or point.times.kernel_s is None
    )


def _point(outcome: SweepOutcome, point: SweepPoint, seconds: Seconds, line: SweepSeries) -> Point:
    """What is wrong with a launch, and what limits it, is said at its kernel only."""
    value, low, high = seconds
    x = outcome.x_of(point.index)
    if line.token != "write":
        return Point(x, value, low, high)
    return Point(x, value, low, high, limiter_words(point), flaw_words(point))


def _crossings(outcome: SweepOutcome) -> tuple[Mark, ...]:
    """Where the GPU begins to be faster than the CPU, and where it ends to be."""
    found = crossing(good_points(outcome))
    wins = (
        (found.kernel, tr("kernel alone wins from {size}"), tr("kernel alone wins up to {size}")),
        (found.with_copies, tr("with copies from {size}"), tr("with copies up to {size}")),
    )
    return tuple(
        _mark(outcome, size, words)
        for win, first, last in wins
        for size, words in ((win.first, first), (win.last, last))
        if size is not None
    )


def _mark(outcome: SweepOutcome, size: Size, words: str) -> Mark:
    """About, in two figures: between two points it is not known better."""
    x = next((n for n, grows in zip(size, outcome.grows, strict=True) if grows), size[0])
    about = round(x, 1 - math.floor(math.log10(max(x, 1))))
    return Mark(x, words.format(size=f"{grown_name(outcome)} ≈ {whole(round(about))}"))


def grown_name(outcome: SweepOutcome) -> str:
    """ "n", or "m = n = k": the sizes that grow."""
    pairs = zip(outcome.info.size_names, outcome.grows, strict=True)
    return " = ".join([name for name, grows in pairs if grows] or outcome.info.size_names)


def _size_name(outcome: SweepOutcome) -> str:
    return tr("size {name}").format(name=grown_name(outcome))


def _with_spread(value: float | None, spread: float | None) -> Seconds | None:
    """The interquartile range, of which only the width is known, about the median.

    One that would begin below 0 lies mostly above the median: its lower end is not known.
    """
    if not value:
        return None
    if spread is None:
        return value, None, None
    low = value - spread / 2
    return value, low if low > 0 else None, value + spread / 2


def _one_thread(cpu: CpuTimes | None) -> Seconds | None:
    return None if cpu is None else _with_spread(cpu.one_thread_s, cpu.one_thread_spread_s)


def _all_threads(cpu: CpuTimes | None) -> Seconds | None:
    return None if cpu is None else _with_spread(cpu.all_threads_s, cpu.all_threads_spread_s)


def _numpy(cpu: CpuTimes | None) -> Seconds | None:
    return None if cpu is None else _with_spread(cpu.numpy_s, cpu.numpy_spread_s)


def _kernel(times: Times | None) -> Seconds | None:
    if times is None or not times.kernel_s:
        return None
    ends = kernel_ends(times)
    return (times.kernel_s, *ends) if ends else _with_spread(times.kernel_s, times.kernel_spread_s)


def _with_copies(point: SweepPoint) -> Seconds | None:
    total_s, ends = with_copies_s(point.times), whole_ends(point.times) if point.times else None
    return (total_s, *ends) if total_s and ends else _with_spread(total_s, None)
