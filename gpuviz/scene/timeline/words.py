"""What the timeline says of a block and of itself."""

from __future__ import annotations

import math

from gpuviz.insight.timeline import Timeline
from gpuviz.messages import Message
from gpuviz.scene.numbers import THIN_SPACE, seconds
from gpuviz.scene.stage.words import block_name
from gpuviz.texts import tr
from gpuviz.trace import Trace
from gpuviz.trace.whose_device import device_name

NO_LAUNCH = Message("timeline.no-launch", "No launch yet.")
WORKING = Message("timeline.working", "Laying out the blocks…")
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def title_text(trace: Trace, timeline: Timeline | None) -> str:
    """ "SM timeline · modelled, Tesla T4"."""
    if timeline is None:
        return tr("SM timeline")
    words = tr("SM timeline · {source}, {device}")
    return words.format(source=source_text(timeline), device=device_name(trace))


def source_text(timeline: Timeline) -> str:
    """Whether it was measured."""
    return tr("measured") if timeline.source == "measured" else tr("modelled")


def block_lines(trace: Trace, timeline: Timeline, block: int) -> list[str]:
    """A block in the lines of a tooltip: which it is, where and when it ran."""
    sm = int(timeline.sms[timeline.row[block]])
    start, end = float(timeline.start_s[block]), float(timeline.end_s[block])
    where = tr("SM {sm}").format(sm=sm)
    if timeline.places > 1:
        place = int(timeline.place[block]) + 1
        where = tr("SM {sm}, place {place} of {places}").format(
            sm=sm, place=place, places=timeline.places
        )
    when = tr("{start} to {end}, {length} long, {source}")
    lines = [
        tr("block {block}").format(block=block_name(trace, block)),
        where,
        when.format(
            start=seconds(start),
            end=seconds(end),
            length=seconds(end - start),
            source=source_text(timeline),
        ),
    ]
    if timeline.waves > 1:
        wave = tr("wave {wave} of {waves}")
        lines.append(wave.format(wave=timeline.wave(block) + 1, waves=timeline.waves))
    return lines


def instant_text(value: float, step: float, largest: float) -> str:
    """An instant beside others that are `step` seconds away: as many decimals as tell them apart,
    in the unit of the `largest` of them.
    """
    if value == 0:
        return "0"
    size, unit = next((pair for pair in UNITS if largest >= 0.9995 * pair[0]), UNITS[-1])
    decimals = max(0, math.ceil(-math.log10(step / size) - 1e-9)) if step > 0 else 0
    return f"{value / size:.{min(decimals, 9)}f}{THIN_SPACE}{unit}"
