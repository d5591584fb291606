"""Why times that were measured on this computer may be off: other work, heat, a wide spread."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gpuviz.bench.measurement import Measurement
from gpuviz.messages import Message, word

WIDEST_SPREAD = 0.25
"""Of the median: where half of the samples lie further apart, something came between them."""

PROCESSORS = Path("/sys/devices/system/cpu")
HEAT_COUNTERS = "cpu[0-9]*/thermal_throttle/*_throttle_count"
"""How often a processor of Intel's was slowed down for its heat: Linux, Documentation/admin-guide,
therm_throt of the x86 machine check driver. Where there are none, heat is not known.
"""

WORDS = {
    "one_thread": word("one thread"),
    "all_threads": word("all threads"),
    "numpy_twin": "NumPy",
}


@dataclass(frozen=True, slots=True)
class Machine:
    """What this computer does at a moment; None is not told by its system."""

    processors: int
    load: float | None  # threads that run or want to, mean of the last minute
    slowdowns: int | None  # for heat, since it was started


def machine(processors: Path = PROCESSORS) -> Machine:
    """How this computer is now."""
    return Machine(os.cpu_count() or 1, _load(), _slowdowns(processors))


def disturbances(
    before: Machine, after: Machine, measured: Mapping[str, Measurement]
) -> tuple[Message, ...]:
    """What disturbed measurements between two moments, one sentence each; `measured` is by twin."""
    return (*_other_work(before), *_heat(before, after), *_wide_spreads(measured))


def _other_work(found: Machine) -> Iterator[Message]:
    """A load that gpuviz alone cannot be: its own work never has more threads than processors."""
    if found.load is None or found.load <= found.processors:
        return
    template = (
        "This computer is busy with other work (a load of {load} on {processors} processors): CPU"
        " times may be too long."
    )
    values = {"load": f"{found.load:.1f}", "processors": found.processors}
    yield Message("disturbance.load", template, values)


def _heat(before: Machine, after: Machine) -> Iterator[Message]:
    if before.slowdowns is None or after.slowdowns is None or after.slowdowns <= before.slowdowns:
        return
    template = "The CPU was slowed down meanwhile because it was hot: CPU times may be too long."
    yield Message("disturbance.heat", template)


def _wide_spreads(measured: Mapping[str, Measurement]) -> Iterator[Message]:
    template = (
        "The CPU's times with {twin} differ much: the middle half of {repeats} samples spans"
        " {percent} % of their median. Something else ran meanwhile, or the CPU changed its clock."
    )
    for name, found in measured.items():
        share = found.spread_s / found.median_s if found.median_s else 0.0
        if share > WIDEST_SPREAD:
            values = {
                "twin": WORDS[name],
                "repeats": found.repeats,
                "percent": round(100 * share),
            }
            yield Message("disturbance.spread", template, values)


def _load() -> float | None:
    if not hasattr(os, "getloadavg"):  # Windows
        return None
    try:
        load: float = os.getloadavg()[0]
    except OSError:  # the system has it, and does not know it now
        return None
    return load


def _slowdowns(processors: Path) -> int | None:
    counts = [_count(file) for file in processors.glob(HEAT_COUNTERS)]
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _count(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):  # a processor that is switched off
        return None
