"""Functions of the bits of whole numbers, given as unsigned NumPy values of any width."""

from __future__ import annotations

from typing import Any

import numpy as np

Bits = Any
"""A NumPy scalar or array of an unsigned type."""


def zeros_above(bits: Bits) -> Any:
    """How many bits stand above the highest that is set."""
    return np.uint8(8 * bits.dtype.itemsize) - np.bitwise_count(_filled(bits))


def _filled(bits: Bits) -> Any:
    """All bits below the highest that is set, and that one."""
    shift = 1
    while shift < 8 * bits.dtype.itemsize:
        bits = bits | (bits >> bits.dtype.type(shift))
        shift *= 2
    return bits


def first_set(bits: Bits) -> Any:
    """The number of the lowest bit that is set, counting from 1; 0 where none is."""
    one = bits.dtype.type(1)
    below = np.bitwise_count(~bits & (bits - one))  # zeros below the lowest that is set
    return np.where(bits == 0, 0, below + np.uint8(1))


def reversed_bits(bits: Bits) -> Any:
    """The bits in the opposite order."""
    result = bits ^ bits
    for place in range(8 * bits.dtype.itemsize):
        bit = (bits >> bits.dtype.type(place)) & bits.dtype.type(1)
        result = (result << bits.dtype.type(1)) | bit
    return result


def high_product(one: Bits, other: Bits) -> Any:
    """The upper 64 bits of the product of two uint64."""
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    one_high, one_low, other_high, other_low = one >> half, one & low, other >> half, other & low
    middle = one_high * other_low + ((one_low * other_low) >> half)
    crossed = one_low * other_high + (middle & low)
    return one_high * other_high + (middle >> half) + (crossed >> half)


def picked_bytes(one: Bits, other: Bits, selector: Bits) -> Any:
    """Four bytes out of the eight of two uint32: three bits of each hex digit say which."""
    both = one.astype(np.uint64) | (other.astype(np.uint64) << np.uint64(32))
    result = np.uint64(0)
    for digit in range(4):
        which = (selector.astype(np.uint64) >> np.uint64(4 * digit)) & np.uint64(7)
        byte = (both >> (which * np.uint64(8))) & np.uint64(0xFF)
        result = result | (byte << np.uint64(8 * digit))
    return result.astype(np.uint32)
