"""Recordings with something wrong in them: bytes, members, columns, values of the manifest."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.trace.examples import zipped

Members = dict[str, bytes]
MANIFEST = "manifest.json"
ODD_VALUES: tuple[Any, ...] = (
    *(-1, 0, 1, 7, 10**6, 10**18, 10**300, 10**400, 1.5, 1e308, True, None),
    *("", "x", "dram", "launch", "measured", "h200_sxm"),
    *([], {}, [1, 2], {"float": "nan"}, {"float": "-inf"}, {"map": {}}),
)
ODD_NUMBERS = (-(2**31), -1, 0, 1, 5, 33, 10**4, 2**31 - 1)


def mutated(members: Members, chance: random.Random) -> bytes:
    """The file with one thing changed."""
    mutate = chance.choice(
        [_without_a_member, _with_other_numbers, _with_another_shape, *[_with_another_value] * 5]
    )
    return zipped(mutate(dict(members), chance))


def _array_name(members: Members, chance: random.Random) -> str:
    return chance.choice(sorted(name for name in members if name.endswith(".npy")))


def _without_a_member(members: Members, chance: random.Random) -> Members:
    del members[chance.choice(sorted(members))]
    return members


def _with_other_numbers(members: Members, chance: random.Random) -> Members:
    """Some numbers of a column become others, of floats also NaN and infinity."""
    name = _array_name(members, chance)
    array = np.load(io.BytesIO(members[name]))
    odd = [*ODD_NUMBERS, *([np.nan, np.inf, -np.inf] if array.dtype.kind == "f" else [])]
    flat = array.reshape(-1)
    for _ in range(chance.choice([1, 3, flat.size])):
        if flat.size:
            flat[chance.randrange(flat.size)] = np.array(chance.choice(odd)).astype(array.dtype)
    return members | {name: _npy(array)}


def _with_another_shape(members: Members, chance: random.Random) -> Members:
    name = _array_name(members, chance)
    array = np.load(io.BytesIO(members[name]))
    change: Callable[[Any], Any] = chance.choice(
        [
            lambda a: a[:-1],
            lambda a: a[:0],
            lambda a: a[None],
            lambda a: a.reshape(-1),
            lambda a: np.zeros(a.shape, np.float16),
            lambda a: np.concatenate([a, a]),
        ]
    )
    return members | {name: _npy(change(array))}


def _with_another_value(members: Members, chance: random.Random) -> Members:
    manifest = json.loads(members[MANIFEST])
    holder, key = chance.choice(list(_places(manifest["trace"])))
    if chance.random() < 0.15:
        del holder[key]
    elif chance.random() < 0.5 and isinstance(holder[key], int):
        holder[key] = chance.choice(ODD_NUMBERS)
    else:
        holder[key] = chance.choice(ODD_VALUES)
    return members | {MANIFEST: json.dumps(manifest).encode()}


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a nested value that holds something: its holder and its key."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _npy(array: Any) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()
