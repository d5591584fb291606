"""Slices by lane are Python's slices, lane for lane."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuviz.simt.memory.slicing import Cut, cut
from gpuviz.simt.memory.views import ViewAxis

BOUND = st.none() | st.lists(st.integers(-12, 12), min_size=4, max_size=4)
STEP = st.none() | st.lists(st.integers(-4, 4).filter(bool), min_size=4, max_size=4)


def python_chooses(size: int, bounds: list[list[int] | None], lane: int) -> list[int]:
    start, stop, step = (None if bound is None else bound[lane] for bound in bounds)
    return list(range(size)[start:stop:step])


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), min_size=4, max_size=4), BOUND, BOUND, STEP)
def test_every_lane_has_the_elements_that_its_own_slice_chooses(
    sizes: list[int], start: list[int] | None, stop: list[int] | None, step: list[int] | None
) -> None:
    axis = ViewAxis(np.array([sizes]), 1, 0)
    bounds = [None if bound is None else np.array([bound]) for bound in (start, stop, step)]

    first, shorter = cut(axis, Cut(*bounds))

    for lane, size in enumerate(sizes):
        count = int(np.broadcast_to(shorter.size, (1, 4))[0, lane])
        begin, width = (
            int(np.broadcast_to(value, (1, 4))[0, lane]) for value in (first, shorter.stride)
        )
        found = [begin + k * width for k in range(count)]
        assert found == python_chooses(size, [start, stop, step], lane)


@settings(deadline=None)
@given(st.integers(0, 9), BOUND, BOUND, STEP)
def test_a_slice_that_all_lanes_share_stays_one_number(
    size: int, start: list[int] | None, stop: list[int] | None, step: list[int] | None
) -> None:
    bounds = [None if bound is None else np.int64(bound[0]) for bound in (start, stop, step)]

    first, shorter = cut(ViewAxis(size, 1, 0), Cut(*bounds))

    assert isinstance(shorter.size, int)
    found = [first + k * shorter.stride for k in range(shorter.size)]
    assert found == python_chooses(size, [start, stop, step], 0)
