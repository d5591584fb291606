"""Numbers as a person reads them: thin spaces between thousands, a unit behind."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.insight.formula import number_text

THIN_SPACE = "\u202f"  # narrow and never broken across lines

_SECONDS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_BYTES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def whole(number: int) -> str:
    """1024 as "1 024"."""
    return f"{number:,}".replace(",", THIN_SPACE)


def readable(value: object) -> object:
    """A value of a Message: whole numbers with thin spaces, others as they are."""
    return whole(value) if isinstance(value, int) and not isinstance(value, bool) else value


def figures(number: float, digits: int = 2) -> str:
    """At least `digits` figures, never an exponent: 2.61 as "2.6", 126.2 as "126"."""
    if number == 0 or not math.isfinite(number):
        return "0" if number == 0 else str(number)
    rounded = float(f"{number:.{digits}g}")  # 0.999 has the decimals of 1.0
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(rounded))))
    return f"{number:,.{decimals}f}".replace(",", THIN_SPACE)


def seconds(value: float) -> str:
    """2.6e-6 as "2.6 µs"."""
    for size, unit in _SECONDS:
        if value >= 0.9995 * size:
            return f"{figures(value / size)}{THIN_SPACE}{unit}"
    return f"{figures(value / 1e-9)}{THIN_SPACE}ns"


def power_of_ten(power: int) -> str:
    """10 to `power` seconds for the scale of a chart: -6 as "1 µs"."""
    size, unit = next((pair for pair in _SECONDS if 10.0**power >= 0.9995 * pair[0]), _SECONDS[-1])
    return f"{10.0**power / size:g}{THIN_SPACE}{unit}"


def byte_count(value: float) -> str:
    """200 000 bytes as "0.2 MB"; units of 1000, as file managers and GPU data sheets count."""
    for size, unit in _BYTES:
        if value >= 0.1 * size:
            return f"{figures(value / size)}{THIN_SPACE}{unit}"
    return f"{whole(round(value))}{THIN_SPACE}B"


def percent(share: float) -> str:
    """0.982 as "98 %"; never "100 %" for less than all."""
    rounded = round(100 * share)
    if rounded == 100 and share < 1:
        return f"{99.9:.1f}{THIN_SPACE}%"
    return f"{rounded}{THIN_SPACE}%"


def kernel_value(value: object) -> str:
    """A value of a kernel's variable or array: integers in full, floats with four figures."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, np.timedelta64):  # NumPy's own tree has it among the integers
        return str(value)
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return number_text(value).strip("()")
    return str(value)
