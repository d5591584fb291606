"""Initial states of xoroshiro128+ generators, one for each thread, far apart in one sequence.

xoroshiro128+ 1.0 with its jump of 2**64 steps, and splitmix64 for the seed, are by David Blackman
and Sebastiano Vigna (https://prng.di.unimi.it/xoroshiro128plus.c of 2016, splitmix64.c). A jump is
linear over the two-element field: its powers are found by squaring, so that any number of states
takes as many squarings as its logarithm.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
"""One generator."""

WORD = 64  # bits
WORD_MASK = (1 << WORD) - 1
JUMP = (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922)
GOLDEN_GAMMA = 0x9E3779B97F4A7C15
FIRST_MIX, SECOND_MIX = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

Words = NDArray[np.uint64]
Pairs = tuple[Words, Words]
"""Many states: their first words and their second ones."""


def seeded(seed: int) -> int:
    """Both words of the state that a seed stands for."""
    word = (seed + GOLDEN_GAMMA) & WORD_MASK
    word = ((word ^ word >> 30) * FIRST_MIX) & WORD_MASK
    word = ((word ^ word >> 27) * SECOND_MIX) & WORD_MASK
    return word ^ word >> 31


def spread_states(count: int, seed: int, start: int = 0) -> NDArray[Any]:
    """`count` states, 2**64 steps between neighbours; the first is `start` such jumps ahead."""
    states = np.empty(count, STATE)
    if count:
        word = np.full(1, seeded(seed), np.uint64)
        states["s0"], states["s1"] = _all_after(_ahead((word, word), start), count)
    return states


def _ahead(state: Pairs, jumps: int) -> Pairs:
    """The state after so many jumps."""
    power = _jump_of_units()
    while jumps:
        if jumps & 1:
            state = _applied(power, state)
        power, jumps = _applied(power, power), jumps >> 1
    return state


def _all_after(state: Pairs, count: int) -> Pairs:
    """The state and those after one, two, ... jumps: each turn doubles how many there are."""
    power = _jump_of_units()
    first, second = state
    while len(first) < count:
        more_first, more_second = _applied(power, (first, second))
        first, second = np.append(first, more_first), np.append(second, more_second)
        power = _applied(power, power)
    return first[:count], second[:count]


def _jump_of_units() -> Pairs:
    """Where a jump leads from each state that has one bit: the columns of its matrix."""
    bits = np.uint64(1) << np.arange(WORD, dtype=np.uint64)
    none = np.zeros_like(bits)
    return _jumped((np.append(bits, none), np.append(none, bits)))


def _jumped(state: Pairs) -> Pairs:
    """Every state 2**64 steps ahead."""
    first, second = (np.zeros_like(word) for word in state)
    for word in JUMP:
        for place in range(WORD):
            if word >> place & 1:
                first, second = first ^ state[0], second ^ state[1]
            state = _next(state)
    return first, second


def _next(state: Pairs) -> Pairs:
    first, second = state[0], state[0] ^ state[1]
    return _rotated(first, 55) ^ second ^ (second << np.uint64(14)), _rotated(second, 36)


def _rotated(words: Words, places: int) -> Words:
    return (words << np.uint64(places)) | (words >> np.uint64(WORD - places))


def _applied(columns: Pairs, state: Pairs) -> Pairs:
    """The matrix times every state: the sum, bit by bit, of the columns whose bits are set."""
    first, second = (np.zeros_like(word) for word in state)
    for place in range(2 * WORD):
        bit = (state[place // WORD] >> np.uint64(place % WORD)) & np.uint64(1)
        first ^= bit * columns[0][place]
        second ^= bit * columns[1][place]
    return first, second
