"""Atomic operations on a flat array: each thread finds what the one before it left.

Everything here takes `data` [m], the flat `elements` [n] that n threads change in their order, and
their operands [n] of data's type. What an operation means is Numba's (numba/cuda/stubs.py and
cudadrv/nvvm.py of Numba 0.68): max and min leave an element alone where it or the operand is NaN,
nanmax and nanmin take NaN for a missing number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Data = NDArray[Any]
Elements = NDArray[np.int64]

ROUNDS = 64  # of one change an element; elements with more are then done one at a time

_FOLDS: dict[str, np.ufunc] = {
    "add": np.add,
    "sub": np.subtract,
    "and_": np.bitwise_and,
    "or_": np.bitwise_or,
    "xor": np.bitwise_xor,
    "max": np.maximum,
    "min": np.minimum,
    "nanmax": np.fmax,
    "nanmin": np.fmin,
}
_NEUTRAL = {"max": -np.inf, "min": np.inf}

OPERATIONS = frozenset(_FOLDS) | {"exch", "inc", "dec", "cas"}
"""What `change` and `change_and_read` know, by Numba's names."""


def change(operation: str, data: Data, elements: Elements, operands: tuple[Data, ...]) -> None:
    """Changes `data` in place; nobody asks for the old values."""
    fold = _FOLDS.get(operation)
    if fold is None:
        change_and_read(operation, data, elements, operands)
    else:
        fold.at(data, elements, _comparable(operation, operands[0]))


def change_and_read(
    operation: str, data: Data, elements: Elements, operands: tuple[Data, ...]
) -> Data:
    """Changes `data` in place; gives the old value [n] that each thread found.

    The operands are (value,), of cas (expected, value).
    """
    if operation == "cas":
        return _compare_and_swap(data, elements, *operands)
    values: Data = _comparable(operation, operands[0])
    if operation in _COUNTERS:
        return _one_by_one(_COUNTERS[operation], data, elements, values)
    order = np.argsort(elements, kind="stable")
    old = np.empty_like(values)
    old[order] = _in_groups(operation, data, elements[order], values[order])
    return old


def changed(operation: str, old: Any, value: Any) -> Any:
    """What one thread makes of an element, by the same rules; not for cas."""
    if operation in _COUNTERS:
        zero, one = old.dtype.type(0), old.dtype.type(1)
        if operation == "inc":
            return np.where(old >= value, zero, old + one)
        return np.where(np.logical_or(old == zero, old > value), value, old - one)
    if operation == "exch":
        return value
    return _FOLDS[operation](old, _comparable(operation, value))


def _comparable(operation: str, values: Any) -> Any:
    """The operands, with NaN replaced where it has to leave the element alone."""
    if operation in _NEUTRAL and values.dtype.kind == "f":
        neutral = values.dtype.type(_NEUTRAL[operation])
        return np.where(np.isnan(values), neutral, values)
    return values


def _in_groups(operation: str, data: Data, elements: Elements, values: Data) -> Data:
    """Old values, where equal elements stand side by side."""
    spots, starts, sizes = np.unique(elements, return_index=True, return_counts=True)
    if operation == "exch":
        old = np.concatenate((values[:1], values[:-1]))
        old[starts] = data[spots]
        data[spots] = values[starts + sizes - 1]
        return old
    if operation in ("add", "sub") and data.dtype.kind in "iu":
        return _summed(data, (spots, starts, sizes), values if operation == "add" else -values)
    return _folded(_FOLDS[operation], data, (spots, starts, sizes), values)


Groups = tuple[Elements, Elements, Elements]
"""Of each element that is changed: itself, its first row, how many rows it has."""


def _summed(data: Data, groups: Groups, values: Data) -> Data:
    """Whole numbers wrap around, so that sums of all groups come from one running sum."""
    spots, starts, sizes = groups
    before = np.cumsum(values, dtype=values.dtype) - values
    old: Data = before + np.repeat(data[spots] - before[starts], sizes)
    last = starts + sizes - 1
    data[spots] = old[last] + values[last]
    return old


def _folded(fold: np.ufunc, data: Data, groups: Groups, values: Data) -> Data:
    """One change of every element after the other, then what is left of the most changed ones."""
    spots, starts, sizes = groups
    old = np.empty_like(values)
    for turn in range(min(int(sizes.max(initial=0)), ROUNDS)):
        some = sizes > turn
        rows, at = starts[some] + turn, spots[some]
        old[rows] = data[at]
        data[at] = fold(old[rows], values[rows])
    for group in np.flatnonzero(sizes > ROUNDS):
        rest = slice(starts[group] + ROUNDS, starts[group] + sizes[group])
        chain = np.concatenate((data[spots[group], None], values[rest]))
        chain = fold.accumulate(chain, dtype=data.dtype)
        old[rest], data[spots[group]] = chain[:-1], chain[-1]
    return old


def _one_by_one(
    step: Callable[[int, int], int], data: Data, elements: Elements, limits: Data
) -> Data:
    held = dict(zip(elements.tolist(), data[elements].tolist(), strict=True))
    old = []
    for element, limit in zip(elements.tolist(), limits.tolist(), strict=True):
        old.append(held[element])
        held[element] = step(held[element], limit)
    data[list(held)] = list(held.values())
    return np.array(old, data.dtype)


_COUNTERS: dict[str, Callable[[int, int], int]] = {
    "inc": lambda old, limit: 0 if old >= limit else old + 1,
    "dec": lambda old, limit: limit if old == 0 or old > limit else old - 1,
}


def _compare_and_swap(data: Data, elements: Elements, expected: Data, values: Data) -> Data:
    """Each turn: the first thread on every element that changes it; those behind look again."""
    old = np.empty_like(values)
    left = np.arange(len(elements))
    while len(left):
        old[left] = now = data[elements[left]]
        changing = np.flatnonzero((now == expected[left]) & (values[left] != now))
        if not len(changing):
            break
        spots, first = np.unique(elements[left[changing]], return_index=True)
        first = changing[first]
        data[spots] = values[left[first]]
        spot = np.minimum(np.searchsorted(spots, elements[left]), len(spots) - 1)
        behind = (spots[spot] == elements[left]) & (np.arange(len(left)) > first[spot])
        left = left[behind]
    return old
