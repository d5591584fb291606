"""Masks: what few lanes assign is what NumPy's where gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.simt.execution.thread_group import Mask

BLOCKS, LANES = 4, 64
CHANCE = np.random.default_rng(3)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("rows", [1, BLOCKS])
@pytest.mark.parametrize("dtype", ["i8", "f4", "c16", "?"])
@pytest.mark.parametrize(
    "values",
    [CHANCE.random((BLOCKS, LANES)), CHANCE.random((1, LANES)), CHANCE.random((BLOCKS, 1))],
    ids=["by lane", "by thread", "by block"],
)
def test_merged_values_are_those_of_the_active_lanes_and_the_others_elsewhere(
    share: float, rows: int, dtype: str, values: NDArray[Any]
) -> None:
    mask = Mask(CHANCE.random((rows, LANES)) < share, BLOCKS)
    new, old = (values * 9).astype(dtype), (CHANCE.random((BLOCKS, LANES)) * 9).astype(dtype)
    before = old.copy()

    merged = mask.merged(new, old)

    assert np.array_equal(merged, np.where(mask.lanes, new, old))
    assert merged.dtype == old.dtype
    assert np.array_equal(old, before)


def test_a_number_for_few_lanes_widens_as_numpy_widens() -> None:
    few = Mask(np.arange(LANES)[None, :] == 5, BLOCKS)
    old = np.zeros((BLOCKS, LANES), np.int32)

    merged = few.merged(np.float64(0.5), old)

    assert merged.dtype == np.float64
    assert merged[:, 5].tolist() == [0.5] * BLOCKS
