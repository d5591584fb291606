"""Indices become elements as NumPy's own indexing has it, whether they come again or not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.memory import indexing
from gpuviz.simt.memory.arrays import GlobalArray, c_strides
from gpuviz.simt.memory.indexing import IndexResolver

SHAPE = (3, 4)
LANES = 32
EVERY = Mask(np.ones((1, LANES), np.bool_), 2)

numbers = st.integers(-6, 6).map(np.int64)
dtypes = st.sampled_from([np.int8, np.int32, np.int64])
rows = st.lists(st.integers(-6, 6), min_size=LANES, max_size=LANES)
axes = st.one_of(numbers, st.builds(lambda row, dtype: np.array([row], dtype), rows, dtypes))


def the_array(offset: int = 0) -> GlobalArray:
    return GlobalArray("a", 0, np.zeros(32), SHAPE, c_strides(SHAPE), 256, offset)


@given(st.lists(st.tuples(axes, axes), min_size=1, max_size=4), st.sampled_from([0, 7]))
def test_elements_are_those_of_numpy_and_what_numpy_refuses_is_out_of_bounds(
    indices: list[tuple[Any, Any]], offset: int
) -> None:
    index_resolver, array = IndexResolver(), the_array(offset)
    numbered = np.arange(12).reshape(SHAPE) + offset

    for row, column in indices + indices:
        flat, outside = index_resolver.find(array, [row, column], EVERY)
        for lane in range(LANES):
            at = tuple(int(np.broadcast_to(axis, (1, LANES))[0, lane]) for axis in (row, column))
            legal = all(-n <= i < n for i, n in zip(at, SHAPE, strict=True))
            bad = outside is not None and bool(np.broadcast_to(outside, (1, LANES))[0, lane])
            assert bad is not legal
            element = np.broadcast_to(flat, (1, LANES))[0, lane]
            assert element == (numbered[at] if legal else offset)


def test_inactive_lanes_are_never_out_of_bounds() -> None:
    half = Mask(np.arange(LANES)[None, :] < 16, 2)
    index = np.arange(LANES)[None, :] % 16 + np.where(half.lanes, -12, 100)

    flat, outside = IndexResolver().find(the_array(), [np.int64(2), index // 4], half)

    assert outside is None
    assert flat[0, 16:].tolist() == [0] * 16


@pytest.mark.parametrize("small", [1, 1024])
def test_the_same_index_gives_the_same_array_and_another_array_its_own(
    small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "SMALL", small)
    index_resolver, array, index = IndexResolver(), the_array(), np.arange(LANES)[None, :] % 4

    first, _ = index_resolver.find(array, [np.int64(1), index], EVERY)
    again, _ = index_resolver.find(array, [np.int64(1), index], EVERY)
    other, _ = index_resolver.find(the_array(5), [np.int64(1), index], EVERY)

    assert again is first
    assert np.array_equal(other, first + 5)


def test_what_is_remembered_stays_right_when_it_is_more_than_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(indexing, "KNOWN_ELEMENTS", 2 * LANES)
    index_resolver, array = IndexResolver(), the_array()

    for turn in range(20):
        index = np.full((1, LANES), turn % 4)
        flat, _ = index_resolver.find(array, [np.int64(turn % 3), index], EVERY)
        assert set(flat.ravel().tolist()) == {turn % 3 * 4 + turn % 4}
