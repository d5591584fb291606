"""Quantities as a person reads them: figures that tell something, a unit behind."""

from __future__ import annotations

import math
from collections.abc import Sequence

THIN_SPACE = "\u202f"  # narrow and never broken across lines

SECONDS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
BYTES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def whole(number: int) -> str:
    """1024 as "1 024"."""
    return f"{number:,}".replace(",", THIN_SPACE)


def sizes_text(size: Sequence[int]) -> str:
    """A size or a shape of one number or several: "1 000", "64 × 64 × 64"."""
    return " × ".join(map(whole, size))


def figures(number: float, digits: int = 2) -> str:
    """At least `digits` figures, never an exponent: 2.61 as "2.6", 126.2 as "126"."""
    if number == 0 or not math.isfinite(number):
        return "0" if number == 0 else str(number)
    rounded = float(f"{number:.{digits}g}")  # 0.999 has the decimals of 1.0
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(rounded))))
    return f"{number:,.{decimals}f}".replace(",", THIN_SPACE)


def seconds(value: float) -> str:
    """2.6e-6 as "2.6 µs"."""
    for size, unit in SECONDS:
        if value >= 0.9995 * size:
            return f"{figures(value / size)}{THIN_SPACE}{unit}"
    return f"{figures(value / 1e-9)}{THIN_SPACE}ns"


def byte_count(value: float) -> str:
    """200 000 bytes as "0.2 MB"; units of 1000, as file managers and GPU data sheets count."""
    for size, unit in BYTES:
        if value >= 0.1 * size:
            return f"{figures(value / size)}{THIN_SPACE}{unit}"
    return f"{whole(round(value))}{THIN_SPACE}B"


def percent(share: float) -> str:
    """0.982 as "98 %"; never "100 %" for less than all, nor "0 %" for more than nothing."""
    rounded = round(100 * share)
    if rounded == 100 and share < 1:
        return f"{min(100 * share, 99.9):.1f}{THIN_SPACE}%"
    if rounded == 0 and share > 0:
        return f"{figures(100 * share, 1)}{THIN_SPACE}%"
    return f"{rounded}{THIN_SPACE}%"
