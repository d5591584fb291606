"""XORWOW as cuRAND seeds it and skips ahead in it: the generator of `curandState`.

The generator is Marsaglia's (Xorshift RNGs, Journal of Statistical Software 8, 2003, p. 5): five
words that shift, and a counter. A step of the words is linear over single bits, so many steps are a
power of its matrix of 160 x 160 bits. Sequences lie 2**67 steps apart (cuRAND Library, Device API).
Members are arrays of uint32 that broadcast to each other.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORDS = ("v0", "v1", "v2", "v3", "v4")
STEP = np.uint32(362437)
SEQUENCE_BITS = 67
BITS = 160
ROWS = 1 << 14  # vectors that are multiplied at once
SHIFTS = np.arange(32, dtype=np.uint32)

State = dict[str, Any]
Vectors = NDArray[np.uint32]


@np.errstate(over="ignore")
def next_word(state: State) -> Any:
    """The next 32 bits; the state goes a step further."""
    words = _stepped([state[name] for name in WORDS])
    state.update(zip(WORDS, words, strict=True))
    state["d"] = state["d"] + STEP
    return words[4] + state["d"]


def _stepped(words: list[Any]) -> list[Any]:
    first, last = words[0], words[4]
    mixed = first ^ (first >> np.uint32(2))
    last = (last ^ (last << np.uint32(4))) ^ (mixed ^ (mixed << np.uint32(1)))
    return [*words[1:], last]


@np.errstate(over="ignore")
def seeded(seed: Any, sequence: Any, offset: Any) -> State:
    """The state of a seed, so many sequences and steps further; each an array of uint64."""
    seed, sequence, offset = np.broadcast_arrays(
        *(np.asarray(one, np.uint64) for one in (seed, sequence, offset))
    )
    low, high = _word(seed), _word(seed >> np.uint64(32))
    one = (low ^ np.uint32(0xAAD26B49)) * np.uint32(1099087573)
    two = (high ^ np.uint32(0xF7DCEFDD)) * np.uint32(2591861531)
    words = [
        np.uint32(123456789) + one, np.uint32(362436069) ^ one, np.uint32(521288629) + two,
        np.uint32(88675123) ^ two, np.uint32(5783321) + one,
    ]  # fmt: skip
    state = {"d": np.uint32(6615241) + two + one, **dict(zip(WORDS, words, strict=True))}
    skip(state, sequence, SEQUENCE_BITS)
    skip(state, offset)
    return state


@np.errstate(over="ignore")
def skip(state: State, count: Any, doubled: int = 0) -> None:
    """Goes `count * 2**doubled` steps further; `count` is an array of uint64."""
    count = np.asarray(count, np.uint64)
    if not count.any():
        return
    arrays = np.broadcast_arrays(count, *(state[name] for name in WORDS))
    shape = arrays[0].shape
    left = arrays[0].ravel()
    vectors = np.stack([one.ravel() for one in arrays[1:]], axis=-1)
    if (vectors == vectors[0]).all():
        vectors = _from_one(vectors[0], left, doubled)
    else:
        for bit in range(int(left.max()).bit_length()):
            rows = np.flatnonzero((left >> np.uint64(bit)) & np.uint64(1))
            vectors[rows] = _times(_power(doubled + bit), vectors[rows])
    state.update({name: vectors[:, row].reshape(shape) for row, name in enumerate(WORDS)})
    if doubled < 32:  # else the counter comes round
        state["d"] = state["d"] + STEP * _word(count << np.uint64(doubled))


def _from_one(vector: Vectors, counts: NDArray[np.uint64], doubled: int) -> Vectors:
    """A vector so many steps further: counts with the same upper bits go their steps together."""
    known, vectors = np.zeros(1, np.uint64), vector[None]
    for bit in reversed(range(int(counts.max()).bit_length())):
        wanted = np.unique(counts >> np.uint64(bit))
        vectors = vectors[np.searchsorted(known, wanted >> np.uint64(1))]
        rows = np.flatnonzero(wanted & np.uint64(1))
        vectors[rows] = _times(_power(doubled + bit), vectors[rows])
        known = wanted
    return vectors[np.searchsorted(known, counts)]


def _word(value: Any) -> Any:
    return (value & np.uint64(0xFFFFFFFF)).astype(np.uint32)


def _bits_of(vectors: Vectors) -> NDArray[np.float32]:
    bits = (vectors[:, :, None] >> SHIFTS) & np.uint32(1)
    return bits.reshape(len(vectors), BITS).astype(np.float32)


def _times(matrix: NDArray[np.float32], vectors: Vectors) -> Vectors:
    """Each vector of five words times a matrix of bits: sums of 160 ones are exact in float32."""
    found = np.empty_like(vectors)
    for row in range(0, len(vectors), ROWS):
        part = _bits_of(vectors[row : row + ROWS]) @ matrix
        bits = (part.astype(np.uint32) & np.uint32(1)).reshape(-1, len(WORDS), 32)
        found[row : row + ROWS] = (bits << SHIFTS).sum(axis=-1, dtype=np.uint32)
    return found


@functools.cache
def _power(doublings: int) -> NDArray[np.float32]:
    """The matrix of 2**doublings steps: in each row what a single bit becomes."""
    if doublings:
        half = _power(doublings - 1)
        return (half @ half) % np.float32(2)
    single = np.zeros((BITS, len(WORDS)), np.uint32)
    place = np.arange(BITS)
    single[place, place // 32] = np.uint32(1) << (place % 32).astype(np.uint32)
    return _bits_of(np.stack(_stepped(list(single.T)), axis=-1))
