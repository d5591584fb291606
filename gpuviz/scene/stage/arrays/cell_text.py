"""What an element holds, in the few letters that its cell has room for."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from gpuviz.scene.numbers import kernel_value

LETTER = 5.4  # pixels of a digit at the size of values in cells


def cell_text(value: object, width: float) -> str:
    """The most exact way to write a value that fits; empty where none does."""
    letters = int(width / LETTER)
    return next((text for text in _ways(value) if len(text) <= letters), "")


def _ways(value: object) -> Iterator[str]:
    """From the most exact to the shortest."""
    if isinstance(value, bool | np.bool_):
        yield from (str(bool(value)), "T" if value else "F")
    elif isinstance(value, float | np.floating):
        yield from _real_ways(float(value), kernel_value(value))
    elif isinstance(value, np.datetime64 | np.timedelta64):
        yield str(value)
    elif isinstance(value, int | np.integer):
        yield from (str(int(value)), _power(float(value)))
    elif isinstance(value, str | np.str_):
        yield from (str(value), f"{str(value)[:2]}…")
    elif isinstance(value, complex | np.complexfloating):
        yield from (f"{value:.3g}", f"{value:.2g}")


def _real_ways(value: float, exact: str) -> Iterator[str]:
    if not math.isfinite(value):
        yield {math.inf: "∞", -math.inf: "−∞"}.get(value, "NaN")
        return
    yield exact
    if value == 0 or abs(value) >= 0.05:
        yield from (f"{value:.{digits}f}" for digits in (2, 1, 0))
    yield _power(value)


def _power(value: float) -> str:
    """One digit and a power of ten: "3e-5"."""
    digit, power = f"{value:.0e}".split("e")
    return f"{digit}e{int(power)}"
