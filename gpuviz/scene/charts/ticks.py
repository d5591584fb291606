"""Where the lines of an axis stand: round numbers, as many as there is room for."""

from __future__ import annotations

import math

ROUND = (1.0, 2.0, 5.0, 10.0)  # steps of a linear axis, times a power of ten
WITHIN = (1.0, 2.0, 5.0)  # of a decade that is seen at large
NEARLY = 1e-9  # relative: ends that arithmetic has moved a little


def linear_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Multiples of a round number from `low` to `high`, at most `most` of them (at least 2)."""
    rough = (high - low) / max(most - 1, 1)
    if not rough > 0:
        return (low,)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in ROUND if each * power >= rough * (1 - NEARLY))
    first = math.ceil(low / step - NEARLY)
    last = math.floor(high / step + NEARLY)
    if last <= first:
        return (low, high) if low < high else (low,)
    digits = 12 - math.floor(math.log10(step))
    return tuple(round(number * step, digits) for number in range(first, last + 1)[:most])


def log10_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Powers of ten from `low` to `high`; of fewer than two also 2 and 5 times them."""
    powers = _powers(math.log10(low), math.log10(high))
    if len(powers) >= 2:
        return tuple(10.0**power for power in _thinned(powers, most))
    first = math.floor(math.log10(low) + NEARLY)
    inside = (part * 10.0**power for power in (first, first + 1) for part in WITHIN)
    ends = low * (1 - NEARLY), high * (1 + NEARLY)
    return tuple(value for value in inside if ends[0] <= value <= ends[1])[:most]


def log2_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Powers of two from `low` to `high`."""
    return tuple(2.0**power for power in _thinned(_powers(math.log2(low), math.log2(high)), most))


def name_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Whole numbers from `low` to `high`: all of them, or every n-th."""
    every = max(1, math.ceil((math.floor(high) - math.ceil(low) + 1) / max(most, 1)))
    return tuple(map(float, range(math.ceil(low), math.floor(high) + 1, every)))


def _powers(low: float, high: float) -> tuple[int, ...]:
    return tuple(range(math.ceil(low - NEARLY), math.floor(high + NEARLY) + 1))


def _thinned(powers: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Every n-th power."""
    every = max(1, math.ceil(len(powers) / max(most, 1)))
    return tuple(power for power in powers if (power - powers[0]) % every == 0)
