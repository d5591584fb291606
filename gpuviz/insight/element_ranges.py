"""Many elements of an array in few words: `A[3, 0–63]` for a row, `x[0, 32, …, 992]` for steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST_SINGLE = 4  # numbers that are told one by one where they follow no rule


def element_ranges(name: str, shape: tuple[int, ...], elements: NDArray[np.int64]) -> str:
    """Flat elements (each once) of an array as its source would index them.

    A block of rows and columns is told exactly; of anything else the first ones and how many.
    """
    found = np.unique(elements)
    axes = [np.unique(axis) for axis in np.unravel_index(found, shape)]
    if int(np.prod([len(axis) for axis in axes])) == len(found):
        return f"{name}[{', '.join(map(_axis, axes))}]"
    indices = zip(*np.unravel_index(found[:MOST_SINGLE], shape), strict=True)
    told = ", ".join(f"{name}[{', '.join(str(int(n)) for n in index)}]" for index in indices)
    return told if len(found) <= MOST_SINGLE else f"{told}, …"


def _axis(numbers: NDArray[np.intp]) -> str:
    steps = np.diff(numbers)
    if len(numbers) == 1:
        return str(numbers[0])
    if len(numbers) > 2 and (steps == 1).all():
        return f"{numbers[0]}–{numbers[-1]}"
    if len(numbers) <= MOST_SINGLE:
        return "{" + ", ".join(map(str, numbers.tolist())) + "}"
    first = ", ".join(map(str, numbers[:2].tolist()))
    return "{" + f"{first}, …, {numbers[-1]}" + "}"
