"""One launch on every device as a chart of bars: modelled, and measured where it really ran."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gpuviz.model.on_device import OnDevice
from gpuviz.model.trust import kernel_ends, whole_ends
from gpuviz.scene.charts.bars import BarChart, BarPart, BarRow
from gpuviz.scene.charts.units import SECONDS
from gpuviz.scene.devices.facts import bandwidth_text, fp32_text
from gpuviz.scene.limiters import limiter_name
from gpuviz.scene.numbers import percent, seconds, whole
from gpuviz.texts import say, tr
from gpuviz.trace import Prediction, Times


@dataclass(frozen=True, slots=True)
class RealRun:
    """The same launch, measured on this machine's GPU."""

    device: str  # its name
    times: Times


def devices_chart(
    rows: Sequence[OnDevice], name: str, chosen: str, real: RealRun | None, *, copies: bool
) -> BarChart:
    """The launch `name` on all devices, of which `chosen` (an id) is marked.

    Bars are kernels, or with `copies` also what goes there and back. The measured one comes first.
    """
    what = tr("with copies") if copies else tr("kernel")
    title = tr("{launch} on every device: {what}").format(launch=name, what=what)
    bars = [_real_row(real, copies)] if real is not None and real.times.kernel_s else []
    bars += [_row(row, row.device.id == chosen, copies) for row in rows]
    return BarChart(title, SECONDS, tuple(bars), tuple(_notes(rows)), axis=tr("time"))


def nothing_to_show(why: str = "") -> BarChart:
    """The chart without a launch: why, or what to do."""
    hint = why or tr("Run a kernel: how long it would take on each of these devices stands here.")
    return BarChart(tr("The same launch on every device"), SECONDS, hint=hint)


def total_seconds(prediction: Prediction) -> float:
    """Of the kernel and both copies."""
    return prediction.h2d_s + prediction.kernel_s + prediction.d2h_s


def waves_text(waves: float) -> str:
    """How many there are, and how much of the last one is taken: "3 · the last 40 % full"."""
    count = math.ceil(waves)
    if waves == count:
        return whole(count)
    share = percent(waves - count + 1)
    if count == 1:
        return tr("1 · {share} full").format(share=share)
    return tr("{n} · the last {share} full").format(n=whole(count), share=share)


def _row(row: OnDevice, chosen: bool, copies: bool) -> BarRow:
    prediction, label = row.prediction, row.device.name
    if prediction is None:
        why = say(row.refused) if row.refused is not None else ""
        words = tr("does not run there: {why}").format(why=why)
        return BarRow(label, (), words, modelled=True, marked=chosen)
    parts = _parts(prediction.h2d_s, prediction.kernel_s, prediction.d2h_s, copies)
    shown = total_seconds(prediction) if copies else prediction.kernel_s
    limit = limiter_name(prediction.limiter)
    held = tr("occupancy {share}, waves: {waves}").format(
        share=percent(row.occupancy.fraction), waves=waves_text(prediction.waves)
    )
    told = whole(row.device.sm_count), bandwidth_text(row.device), fp32_text(row.device)
    figures = tr("{sms} SMs, {bandwidth}, {rate}").format(
        sms=told[0], bandwidth=told[1], rate=told[2]
    )
    words = tr("{time} · limited by {limit}").format(time=seconds(shown), limit=limit)
    more = held, figures
    band = whole_ends(prediction) if copies else kernel_ends(prediction)
    return BarRow(label, parts, words, modelled=True, marked=chosen, more=more, band=band)


def _real_row(real: RealRun, copies: bool) -> BarRow:
    times = real.times
    whole = times.h2d_s is not None and times.d2h_s is not None
    kernel_s = times.kernel_s or 0.0
    parts = _parts(times.h2d_s or 0.0, kernel_s, times.d2h_s or 0.0, copies and whole)
    shown = seconds(sum(part.value for part in parts))
    words = tr("{time} measured").format(time=shown)
    label = tr("{device}, this GPU").format(device=real.device)
    return BarRow(label, parts, words, modelled=False, spread=times.kernel_spread_s)


def _parts(h2d_s: float, kernel_s: float, d2h_s: float, copies: bool) -> tuple[BarPart, ...]:
    if not copies:
        return (BarPart("", kernel_s, "write"),)
    parts = (
        BarPart(tr("H2D"), h2d_s, "barrier"),
        BarPart(tr("kernel"), kernel_s, "write"),
        BarPart(tr("D2H"), d2h_s, "barrier"),
    )
    return tuple(part for part in parts if part.value)


def _notes(rows: Sequence[OnDevice]) -> list[str]:
    """How far the bars can be trusted."""
    modelled = [row.prediction for row in rows if row.prediction is not None]
    if not modelled:
        return []
    known = sum(p.validation is not None and p.validation.same_device > 0 for p in modelled)
    words = tr(
        "All modelled, without tensor cores. Each line spans what 8 of 10 published measurements of"
        " such launches took; {known} of these {all} GPUs are among them."
    )
    return [words.format(known=whole(known), all=whole(len(modelled)))]
