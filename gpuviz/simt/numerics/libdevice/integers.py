"""Functions of whole numbers. Names with a u take and give unsigned numbers in signed types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.numerics import bits
from gpuviz.simt.numerics.libdevice.function import Function, function


def _unsigned(apply: Callable[..., Any]) -> Callable[..., Any]:
    """A function of unsigned numbers, for signed ones of the same bits."""

    def within(*numbers: Any) -> Any:
        return apply(*(number.astype(f"u{number.dtype.itemsize}") for number in numbers))

    return within


def _wide(apply: Callable[..., Any]) -> Callable[..., Any]:
    """A function of 32-bit numbers, computed in 64 bits."""

    def within(*numbers: Any) -> Any:
        return apply(*(number.astype(f"{number.dtype.kind}8") for number in numbers))

    return within


def _signed_24(x: Any) -> Any:
    """The lower 24 bits as a signed number."""
    return ((x & 0xFFFFFF) ^ 0x800000) - 0x800000


def _signed_high_product(x: Any, y: Any) -> Any:
    high = _unsigned(bits.high_product)(x, y).astype(np.int64)
    return high - np.where(x < 0, y, 0) - np.where(y < 0, x, 0)


ENTRIES: dict[str, tuple[Callable[..., Any], str]] = {
    "abs": (np.abs, "i>i"),
    "llabs": (np.abs, "l>l"),
    "max": (np.maximum, "ii>i"),
    "min": (np.minimum, "ii>i"),
    "llmax": (np.maximum, "ll>l"),
    "llmin": (np.minimum, "ll>l"),
    "umax": (_unsigned(np.maximum), "ii>i"),
    "umin": (_unsigned(np.minimum), "ii>i"),
    "ullmax": (_unsigned(np.maximum), "ll>l"),
    "ullmin": (_unsigned(np.minimum), "ll>l"),
    "brev": (_unsigned(bits.reversed_bits), "i>i"),
    "brevll": (_unsigned(bits.reversed_bits), "l>l"),
    "clz": (_unsigned(bits.zeros_above), "i>i"),
    "clzll": (_unsigned(bits.zeros_above), "l>i"),
    "ffs": (_unsigned(bits.first_set), "i>i"),
    "ffsll": (_unsigned(bits.first_set), "l>i"),
    "popc": (_unsigned(np.bitwise_count), "i>i"),
    "popcll": (_unsigned(np.bitwise_count), "l>i"),
    "byte_perm": (_unsigned(bits.picked_bytes), "iii>i"),
    "mul24": (_wide(lambda x, y: _signed_24(x) * _signed_24(y)), "ii>i"),
    "umul24": (_wide(lambda x, y: (x & 0xFFFFFF) * (y & 0xFFFFFF)), "ii>i"),
    "mulhi": (_wide(lambda x, y: (x * y) >> 32), "ii>i"),
    "umulhi": (_unsigned(_wide(lambda x, y: (x * y) >> np.uint64(32))), "ii>i"),
    "mul64hi": (_signed_high_product, "ll>l"),
    "umul64hi": (_unsigned(bits.high_product), "ll>l"),
    "hadd": (_wide(lambda x, y: (x + y) >> 1), "ii>i"),
    "rhadd": (_wide(lambda x, y: (x + y + 1) >> 1), "ii>i"),
    "uhadd": (_unsigned(_wide(lambda x, y: (x + y) >> np.uint64(1))), "ii>i"),
    "urhadd": (_unsigned(_wide(lambda x, y: (x + y + np.uint64(1)) >> np.uint64(1))), "ii>i"),
    "sad": (_wide(lambda x, y, z: np.abs(x - y) + z), "iii>i"),
    "usad": (_unsigned(lambda x, y, z: np.maximum(x, y) - np.minimum(x, y) + z), "iii>i"),
}
INTEGERS: dict[str, Function] = {name: function(*entry) for name, entry in ENTRIES.items()}
