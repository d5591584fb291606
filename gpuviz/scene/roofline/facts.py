"""What a run has reached of what its device allows, in figures."""

from __future__ import annotations

from gpuviz.device import Device
from gpuviz.insight.figures.figure import Figure
from gpuviz.insight.figures.memory import bandwidth_figure
from gpuviz.insight.figures.time import (
    intensity_figure,
    kernel_figure,
    measured_figure,
    rate_figure,
)
from gpuviz.model.roofline import Roof, roofline, roofline_point
from gpuviz.scene.charts.units import prefixed
from gpuviz.scene.facts import Fact
from gpuviz.scene.numbers import byte_count, percent, seconds
from gpuviz.scene.roofline.chart import BANDWIDTH, INTENSITY, RATE, ROOF_NAMES, LaunchPoint
from gpuviz.texts import tr

OPERATIONS = prefixed("FLOP")


def facts_of_run(device: Device, run: LaunchPoint) -> tuple[Fact, ...]:
    """Time, work, intensity, and how much of the nearest roof was reached."""
    prediction = run.prediction
    source = tr("modelled") if run.measured_s is None else tr("measured")
    moved = f"{byte_count(prediction.dram_bytes)} · {BANDWIDTH.text(run.bytes_per_second)}"
    return (
        Fact(tr("kernel"), f"{seconds(run.seconds)} {source}", figure=_time(device, run)),
        Fact(tr("operations"), OPERATIONS.text(prediction.flops)),
        Fact(
            tr("over DRAM"),
            moved,
            figure=bandwidth_figure(prediction.dram_bytes, run.seconds, device),
        ),
        *_reached(device, run),
    )


def _time(device: Device, run: LaunchPoint) -> Figure:
    if run.measured_s is None:
        return kernel_figure(run.prediction, device)
    return measured_figure(run.measured_s, None)


def _reached(device: Device, run: LaunchPoint) -> tuple[Fact, ...]:
    point = roofline_point(run.prediction, run.seconds)
    roofs = {roof.name: roof for roof in roofline(device)}
    if not point.intensity:
        share = run.bytes_per_second / roofs["dram"].rate
        return (Fact(tr("reached of DRAM"), percent(share)),)
    lowest = _lowest((roofs["dram"], roofs["fp32"]), point.intensity)
    share = point.operations_per_second / lowest.operations_per_second(point.intensity)
    label = tr("reached of {roof}").format(roof=ROOF_NAMES[lowest.name])
    ridge = roofs["fp32"].rate / roofs["dram"].rate
    return (
        Fact(
            tr("intensity"),
            INTENSITY.text(point.intensity),
            figure=intensity_figure(run.prediction, ridge),
        ),
        Fact(
            tr("rate"),
            RATE.text(point.operations_per_second),
            figure=rate_figure(run.prediction, run.seconds),
        ),
        Fact(label, percent(share)),
    )


def _lowest(roofs: tuple[Roof, ...], intensity: float) -> Roof:
    return min(roofs, key=lambda roof: roof.operations_per_second(intensity))
