"""Philox4x32-10 as cuRAND uses it: the generator of `curandStatePhilox4_32_10_t`.

Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as 1, 2, 3 (SC11). A state is a counter
of 128 bits, a key, the four numbers of the counter, and which of them comes next.
Members are arrays of uint32 that broadcast to each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

COUNTER = ("ctr0", "ctr1", "ctr2", "ctr3")
OUTPUT = ("output0", "output1", "output2", "output3")
KEY = ("key0", "key1")
ROUNDS = 10
FACTORS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
KEY_STEPS = (np.uint32(0x9E3779B9), np.uint32(0xBB67AE85))
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)

State = dict[str, Any]


@np.errstate(over="ignore")
def numbers_of(counter: list[Any], key: list[Any]) -> list[Any]:
    """The four numbers of a counter."""
    a, b, c, d = counter
    one, two = key
    for turn in range(ROUNDS):
        if turn:
            one, two = one + KEY_STEPS[0], two + KEY_STEPS[1]
        first, second = (
            np.asarray(side, np.uint64) * by for side, by in zip((a, c), FACTORS, strict=True)
        )
        a, b, c, d = (
            _word(second >> HALF) ^ b ^ one, _word(second), _word(first >> HALF) ^ d ^ two,
            _word(first),
        )  # fmt: skip
    return [a, b, c, d]


def seeded(seed: Any, sequence: Any, offset: Any) -> State:
    """The state of a seed, so many sequences and numbers further; each an array of uint64."""
    seed = np.asarray(seed, np.uint64)
    none = np.zeros(seed.shape, np.uint32)
    state: State = dict.fromkeys(COUNTER, none)
    state |= {"key0": _word(seed), "key1": _word(seed >> HALF), "STATE": none}
    skip_sequences(state, sequence)
    skip(state, offset)
    return state


def skip_sequences(state: State, count: Any) -> None:
    """Goes so many sequences of 2**66 numbers further."""
    _count_on(state, COUNTER[2:], np.asarray(count, np.uint64))
    _fill(state)


@np.errstate(over="ignore")
def skip(state: State, count: Any) -> None:
    """Goes so many numbers further."""
    count = np.asarray(count, np.uint64)
    place = state["STATE"] + (count & np.uint64(3)).astype(np.uint32)
    carry = place > 3
    state["STATE"] = np.where(carry, place - np.uint32(4), place).astype(np.uint32)
    _count_on(state, COUNTER, count // np.uint64(4) + carry.astype(np.uint64))
    _fill(state)


def next_word(state: State) -> Any:
    """The next number; the state goes one further."""
    place = np.asarray(state["STATE"], np.uint32)
    found = np.select([place == row for row in (1, 2, 3)], _output(state)[1:], _output(state)[0])
    ends = place == 3
    following = dict(state)
    _count_on(following, COUNTER, np.ones((), np.uint64))
    _fill(following)
    for name in (*COUNTER, *OUTPUT):
        state[name] = np.where(ends, following[name], state[name])
    state["STATE"] = np.where(ends, np.uint32(0), place + np.uint32(1)).astype(np.uint32)
    return found.astype(np.uint32)


def next_words(state: State) -> list[Any]:
    """The next four numbers; the state goes four further."""
    place, before = np.asarray(state["STATE"], np.uint32), _output(state)
    _count_on(state, COUNTER, np.ones((), np.uint64))
    _fill(state)
    both = [*before, *_output(state)]
    return [
        np.select([place == row for row in (1, 2, 3)], both[k + 1 : k + 4], both[k]).astype("u4")
        for k in range(4)
    ]


def _output(state: State) -> list[Any]:
    return [state[name] for name in OUTPUT]


def _fill(state: State) -> None:
    counter, key = ([state[name] for name in names] for names in (COUNTER, KEY))
    state.update(zip(OUTPUT, numbers_of(counter, key), strict=True))


def _count_on(state: State, names: tuple[str, ...], count: Any) -> None:
    """Adds a number of 64 bits to a counter of words, lowest first."""
    add = [_word(count), _word(count >> HALF), *(np.zeros((), np.uint32),) * (len(names) - 2)]
    carry: Any = np.zeros((), np.uint64)
    for name, one in zip(names, add, strict=True):
        total = np.asarray(state[name], np.uint64) + one.astype(np.uint64) + carry
        state[name], carry = _word(total), total >> HALF


def _word(value: Any) -> Any:
    return (np.asarray(value, np.uint64) & LOW).astype(np.uint32)
