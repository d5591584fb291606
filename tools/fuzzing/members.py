"""One thing of a recording changed by chance: a member, a column, a value of the manifest."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

Members: TypeAlias = dict[str, bytes]
"""The members of a recording by name."""
Mutation: TypeAlias = Callable[[Members, random.Random], Members]
"""Changes the members, which are its own."""

MANIFEST = "manifest.json"
ODD_VALUES: tuple[Any, ...] = (
    *(-1, 0, 1, 7, 10**6, 10**18, 10**300, 10**400, 1.5, 1e308, True, None),
    *("", "x", "dram", "launch", "measured", "h200_sxm", "<img src='file:///dev/zero'>", "a" * 999),
    *([], {}, [1, 2], {"float": "nan"}, {"float": "-inf"}, {"map": {}}, {"dtype": "<f8"}),
)
ODD_NUMBERS = (-(2**31), -1, 0, 1, 5, 33, 10**4, 2**31 - 1, 2**31, 2**63 - 1, 2**63)


def without_a_member(members: Members, chance: random.Random) -> Members:
    """One of them is missing."""
    del members[chance.choice(sorted(members))]
    return members


def with_other_numbers(members: Members, chance: random.Random) -> Members:
    """Some numbers of a column become others, of floats also NaN and infinity."""
    name = _array_name(members, chance)
    array = np.load(io.BytesIO(members[name]))
    odd = [*ODD_NUMBERS[:-2], *([np.nan, np.inf, -np.inf] if array.dtype.kind == "f" else [])]
    flat = array.reshape(-1)
    for _ in range(chance.choice([1, 3, flat.size])):
        if flat.size:
            flat[chance.randrange(flat.size)] = np.array(chance.choice(odd)).astype(array.dtype)
    return members | {name: npy(array)}


def with_another_shape(members: Members, chance: random.Random) -> Members:
    """A column is cut, doubled, flattened or of another type."""
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
    return members | {name: npy(change(array))}


def with_other_bytes(members: Members, chance: random.Random) -> Members:
    """Some bytes of a member become others; the zip around it is whole."""
    name = chance.choice(sorted(members))
    data = bytearray(members[name])
    for _ in range(chance.choice([1, 1, 4, 40])):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return members | {name: bytes(data)}


def with_another_value(members: Members, chance: random.Random) -> Members:
    """One value of the manifest becomes another, or is missing."""
    manifest = json.loads(members[MANIFEST])
    holder, key = chance.choice(list(places(manifest["trace"])))
    if chance.random() < 0.15:
        del holder[key]
    elif chance.random() < 0.5 and isinstance(holder[key], int):
        holder[key] = chance.choice(ODD_NUMBERS)
    else:
        holder[key] = chance.choice(ODD_VALUES)
    return members | {MANIFEST: json.dumps(manifest).encode()}


def with_values_exchanged(members: Members, chance: random.Random) -> Members:
    """Two values of the manifest change places."""
    manifest = json.loads(members[MANIFEST])
    found = list(places(manifest["trace"]))
    (one, first), (other, second) = chance.choice(found), chance.choice(found)
    copies = json.dumps(one[first]), json.dumps(other[second])
    one[first], other[second] = json.loads(copies[1]), json.loads(copies[0])
    return members | {MANIFEST: json.dumps(manifest).encode()}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a nested value that holds something: its holder and its key."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def npy(array: Any) -> bytes:
    """The .npy file of an array."""
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def _array_name(members: Members, chance: random.Random) -> str:
    return chance.choice(sorted(name for name in members if name.endswith(".npy")))


MUTATIONS: dict[str, Mutation] = {
    "a member missing": without_a_member,
    "other numbers": with_other_numbers,
    "another shape": with_another_shape,
    "other bytes": with_other_bytes,
    "another value": with_another_value,
    "values exchanged": with_values_exchanged,
}
