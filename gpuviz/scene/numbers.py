"""Numbers as a person reads them: thin spaces between thousands, a unit behind."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.formula import number_text
from gpuviz.units import (
    SECONDS,
    THIN_SPACE,
    byte_count,
    figures,
    percent,
    seconds,
    sizes_text,
    whole,
)

__all__ = [
    "THIN_SPACE",
    "byte_count",
    "figures",
    "kernel_value",
    "percent",
    "power_of_ten",
    "seconds",
    "sizes_text",
    "whole",
]


def power_of_ten(power: int) -> str:
    """10 to `power` seconds for the scale of a chart: -6 as "1 µs"."""
    size, unit = next((pair for pair in SECONDS if 10.0**power >= 0.9995 * pair[0]), SECONDS[-1])
    return f"{10.0**power / size:g}{THIN_SPACE}{unit}"


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
