"""How the numbers of a chart are written: beside an axis, in a read-out, in the head of a table."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

from gpuviz.scene.numbers import THIN_SPACE, figures, percent, seconds, whole

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST_IN_FULL = 3  # digits beside an axis of counts; longer powers of ten are written 10⁶
PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
SECONDS_BY = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


@dataclass(frozen=True, slots=True)
class Unit:
    """`symbol` stands in the head of a table; `text` writes a value, `tick` one beside an axis."""

    symbol: str
    text: Callable[[float], str]
    tick: Callable[[float], str]


@functools.cache
def prefixed(symbol: str) -> Unit:
    """A unit that takes thousands as k, M, G and T: 2.5e12 FLOP/s is "2.5 TFLOP/s"."""
    text = functools.partial(_prefixed, symbol, figures)
    return Unit(symbol, text, functools.partial(_prefixed, symbol, _plain))


@functools.cache
def named(names: tuple[str, ...]) -> Unit:
    """The unit of an axis on which names stand: 0 is the first of them."""
    last = len(names) - 1
    return Unit("", *[lambda value: names[min(max(round(value), 0), last)]] * 2)


def _prefixed(symbol: str, written: Callable[[float], str], value: float) -> str:
    size, letter = next((pair for pair in PREFIXES if abs(value) >= 0.9995 * pair[0]), (1.0, ""))
    return f"{written(value / size)}{THIN_SPACE}{letter}{symbol}".rstrip(THIN_SPACE)


def _seconds_tick(value: float) -> str:
    if value == 0:
        return "0"
    pairs = (pair for pair in SECONDS_BY if abs(value) >= 0.9995 * pair[0])
    size, unit = next(pairs, SECONDS_BY[-1])
    return f"{_plain(value / size)}{THIN_SPACE}{unit}"


def _count_tick(value: float) -> str:
    """In full, but for long powers of ten and of two."""
    number = round(value)
    if number < 10**LONGEST_IN_FULL or number != value:
        return whole(number) if number == value else _plain(value)
    power = round(math.log10(number))
    if number == 10**power:
        return f"10{str(power).translate(SUPERSCRIPTS)}"
    return whole(number)


def _plain(value: float) -> str:
    """No more decimals than it has: 2.5, 10, 0.01."""
    text = f"{value:.6g}"
    return whole(int(text)) if text.isdigit() else text


COUNT = Unit("", lambda value: whole(round(value)), _count_tick)
SECONDS = Unit("s", seconds, _seconds_tick)
SHARE = Unit("share", percent, percent)
