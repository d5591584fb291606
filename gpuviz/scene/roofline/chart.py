"""The roofline as a chart: the roofs of a device, and a point for each run on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpuviz.device import Device
from gpuviz.model.roofline import Roof, RooflinePoint, roofline, roofline_point
from gpuviz.scene.charts.chart import Axis, Boundary, Chart, Point, Series, Tag, Token
from gpuviz.scene.charts.units import Unit, prefixed
from gpuviz.scene.numbers import THIN_SPACE, figures
from gpuviz.texts import tr
from gpuviz.trace import Prediction

RATE = prefixed("FLOP/s")
BANDWIDTH = prefixed("B/s")
ROOF_NAMES = {"dram": "DRAM", "l2": "L2", "fp32": "float32", "fp64": "float64"}
TOKENS: dict[str, Token] = {"dram": "read", "l2": "finished", "fp32": "text", "fp64": "muted"}
LEAST, ROOM = 0.1, 4.0  # the x axis begins at most there; a factor around what it has to hold
EARLIER_SHADE = 0.6


def _intensity_text(value: float) -> str:
    return f"{figures(value)}{THIN_SPACE}FLOP/B"


INTENSITY = Unit("FLOP/B", _intensity_text, lambda value: f"{value:g}")


@dataclass(frozen=True, slots=True)
class LaunchPoint:
    """One run: what the model counted of it, and how long its kernel took if that was measured."""

    name: str  # "Vector add, size 1 000"
    prediction: Prediction
    measured_s: float | None = None

    @property
    def seconds(self) -> float:
        """Of the kernel, measured where it was."""
        return self.prediction.kernel_s if self.measured_s is None else self.measured_s

    @property
    def bytes_per_second(self) -> float:
        """That DRAM moves."""
        return self.prediction.dram_bytes / self.seconds if self.seconds else 0.0


def roofline_chart(device: Device, runs: Sequence[LaunchPoint]) -> Chart:
    """The roofs of `device` and the runs on it, the last one standing out.

    A run without floating-point operations has no place on logarithmic axes: it stands at the left
    edge, as far below the roof of DRAM as its bytes a second are.
    """
    roofs = roofline(device)
    on_it = [run for run in runs if run.prediction.device_id == device.id]
    low, high = _ends(roofs, on_it)
    return Chart(
        tr("Roofline of {device}").format(device=device.name),
        Axis(tr("operations for each byte of DRAM"), INTENSITY, "log10", low, high),
        Axis(tr("operations a second"), RATE, "log10", *_ends_up(roofs, on_it, low)),
        tuple(_series(on_it, low)),
        tags=tuple(_tags(on_it, low)),
        boundaries=_boundaries(roofs, low, high),
        reading="point",
    )


def nothing_to_show(why: str = "") -> Chart:
    """The chart without a point: why, or what to do."""
    axis = Axis("", RATE, "log10")
    hint = why or tr("Run a kernel: how near it comes to what the device allows is shown here.")
    return Chart(tr("Roofline"), axis, axis, hint=hint, reading="point")


def roof_text(roof: Roof) -> str:
    """ "DRAM 272 GB/s"."""
    unit = BANDWIDTH if roof.kind == "bytes" else RATE
    return f"{ROOF_NAMES[roof.name]} {unit.text(roof.rate)}"


def _ends(roofs: Sequence[Roof], runs: Sequence[LaunchPoint]) -> tuple[float, float]:
    """Of the x axis: around all points, and the intensity from which on arithmetic limits."""
    by_name = {roof.name: roof.rate for roof in roofs}
    ridge = by_name["fp32"] / by_name["dram"]
    found = [point.intensity for point in map(_point, runs) if point.intensity]
    return min([LEAST, *(x / ROOM for x in found)]), max(ROOM * x for x in (ridge, *found))


def _ends_up(roofs: Sequence[Roof], runs: Sequence[LaunchPoint], low: float) -> tuple[float, float]:
    """Of the y axis: from the lowest point, or DRAM's roof at the left, to above all roofs."""
    dram = next(roof for roof in roofs if roof.name == "dram")
    lowest = [dram.operations_per_second(low)]
    for run in runs:
        lowest.append(_point(run).operations_per_second or run.bytes_per_second * low)
    highest = max(roof.rate for roof in roofs if roof.kind == "operations")
    return min(value for value in lowest if value > 0) / 2, ROOM / 2 * highest


def _boundaries(roofs: Sequence[Roof], low: float, high: float) -> tuple[Boundary, ...]:
    """Memory up to where it feeds float32 at its peak; arithmetic from where L2 feeds it on."""
    rates = {roof.name: roof.rate for roof in roofs}
    lines = []
    for roof in roofs:
        if roof.kind == "bytes":
            start, end = low, rates["fp32"] / roof.rate
        else:
            start, end = max(low, roof.rate / rates["l2"]), high
        ends = [(x, roof.operations_per_second(x)) for x in (start, end)]
        lines.append(Boundary(roof_text(roof), ends[0], ends[1], TOKENS[roof.name]))
    return tuple(lines)


def _series(runs: Sequence[LaunchPoint], low: float) -> list[Series]:
    """Earlier runs, modelled and measured, then the last one."""
    groups = (
        [run for run in runs[:-1] if run.measured_s is None],
        [run for run in runs[:-1] if run.measured_s is not None],
    )
    series = [
        Series(
            tr("earlier runs"),
            "write",
            tuple(_placed(run, low) for run in group),
            modelled=group[0].measured_s is None,
            shade=EARLIER_SHADE,
            joined=False,
        )
        for group in groups
        if group
    ]
    for last in runs[-1:]:
        place, modelled = (_placed(last, low),), last.measured_s is None
        name = tr("last run")
        series.append(Series(name, "accent", place, modelled, shape="diamond", joined=False))
    return series


def _tags(runs: Sequence[LaunchPoint], low: float) -> list[Tag]:
    """The last run has its name beside it."""
    places = [_placed(last, low) for last in runs[-1:]]
    return [Tag(place.x, place.y, place.words, "accent") for place in places]


def _point(run: LaunchPoint) -> RooflinePoint:
    return roofline_point(run.prediction, run.seconds)


def _rates(run: LaunchPoint, rate: float) -> tuple[float | None, float | None]:
    """What 8 of 10 real ones reach where the time is modelled."""
    if run.measured_s is not None or run.prediction.band is None:
        return None, None
    low, high = run.prediction.band
    return rate / high, rate / low


def _placed(run: LaunchPoint, low: float) -> Point:
    point = _point(run)
    if point.intensity and point.operations_per_second:
        rate = point.operations_per_second
        return Point(point.intensity, rate, *_rates(run, rate), run.name)
    moved = BANDWIDTH.text(run.bytes_per_second)
    told = tr("no floating-point operations; {rate} of DRAM").format(rate=moved)
    return Point(low, run.bytes_per_second * low, words=run.name, instead=told)
