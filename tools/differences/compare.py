"""Two results side by side: the same bits, units in the last place apart, or another value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_EXAMPLES = 4


@dataclass(frozen=True, slots=True)
class Comparison:
    """How often two arrays differ; `ulps` is the largest distance of finite fractions.

    `others` are those that differ in kind: a whole number, infinite or none against a number, a
    zero's sign; `examples` their places. All that is no number counts as the same.
    """

    count: int
    near: int
    ulps: int
    others: int
    examples: tuple[int, ...]


def compare(got: NDArray[Any], want: NDArray[Any]) -> Comparison:
    """Element by element; of complex numbers each part."""
    if got.dtype != want.dtype:
        raise TypeError(f"{got.dtype} is compared with {want.dtype}")
    if got.dtype.kind not in "fc":
        wrong = got != want
        places = tuple(int(at) for at in np.flatnonzero(wrong)[:MOST_EXAMPLES])
        return Comparison(got.size, 0, 0, int(wrong.sum()), places)
    per_element = 2 if got.dtype.kind == "c" else 1
    if per_element == 2:
        part = np.dtype(f"f{got.dtype.itemsize // 2}")
        got, want = got.view(part), want.view(part)
    none = np.isnan(got) & np.isnan(want)
    bits = f"u{got.dtype.itemsize}"
    differing = (got.view(bits) != want.view(bits)) & ~none
    finite = np.isfinite(got) & np.isfinite(want) & ((got != 0) | (want != 0))
    near = differing & finite
    distances = _ulps(got[near], want[near])
    others = np.flatnonzero(differing & ~finite)
    if len(distances):
        far = np.flatnonzero(near)[distances > 2**20]  # no question of rounding
        others = np.union1d(others, far)
        distances = distances[distances <= 2**20]
    places = tuple(int(at) // per_element for at in others[:MOST_EXAMPLES])
    most = int(max(distances, default=0))
    return Comparison(got.size // per_element, len(distances), most, len(others), places)


def _ulps(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """How many numbers of the type lie between; numbers of both signs count through zero."""
    signed = f"i{one.dtype.itemsize}"
    ranks = []
    for values in (one, other):
        bits = values.view(signed).astype(object)
        lowest = int(np.iinfo(signed).min)
        ranks.append([bit if bit >= 0 else lowest - bit for bit in bits])
    return np.array([abs(a - b) for a, b in zip(*ranks, strict=True)], object)
