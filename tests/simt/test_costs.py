"""What is remembered about the cost of accesses is what counting again would give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.memory.arrays import GlobalArray, SharedArray
from gpuviz.simt.observe import coalescing, costs
from gpuviz.simt.observe.coalescing import Layout, sectors_and_lines, wavefronts
from gpuviz.simt.observe.costs import Cost, CostCache

BLOCKS, LANES = 3, 64


def a_global_array(dtype: Any, address: int = 256) -> GlobalArray:
    return GlobalArray("a", 0, np.zeros(8, dtype), (8,), (1,), address)


def a_shared_array(dtype: Any, address: int = 0) -> SharedArray:
    data = np.zeros((BLOCKS, 8), dtype)
    return SharedArray("s", 0, data, data != 0, (8,), (1,), address)


ARRAYS: list[GlobalArray | SharedArray] = [
    *(a_global_array(dtype, address) for dtype in "bhfd" for address in (256, 264, 512)),
    *(a_shared_array(dtype, address) for dtype in "bfdD" for address in (0, 16, 128)),
]
ROWS = st.sampled_from([1, BLOCKS])


@st.composite
def accesses(draw: st.DrawFn) -> tuple[Any, NDArray[np.int64], Mask]:
    rng = np.random.default_rng(draw(st.integers(0, 3)))
    flat = np.arange(LANES)[None, :] * draw(st.sampled_from([0, 1, 2, 33]))
    flat = flat + np.arange(draw(ROWS))[:, None] * draw(st.sampled_from([0, 64, 80]))
    if draw(st.booleans()):
        flat = flat[:, :1]  # the same element for all lanes of a block
    lanes = rng.random((draw(ROWS), LANES)) < draw(st.sampled_from([0.1, 0.9, 2.0]))
    return draw(st.sampled_from(ARRAYS)), flat, Mask(lanes, BLOCKS)


def figures(cost: Cost) -> tuple[Any, ...]:
    """Those of all blocks, also where they are counted for one that stands for the others."""
    times = BLOCKS // cost.by_warp.shape[1]
    by_warp = np.broadcast_to(cost.by_warp, (3, BLOCKS, LANES // 32))
    return by_warp.tolist(), [figure * times for figure in cost.sums], cost.ideal * times


def counted(array: Any, flat: NDArray[np.int64], mask: Mask) -> Cost:
    """The cost as it is counted where nothing is known: each lane has an element of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CostCache, "_known", {})
        return CostCache().access(array, np.repeat(flat, LANES // flat.shape[1], axis=1), mask)


@given(st.lists(accesses(), min_size=2, max_size=12), st.sampled_from([1, 3, 1024]))
def test_a_cost_that_is_remembered_is_the_one_that_is_counted(
    asked: list[tuple[Any, NDArray[np.int64], Mask]], small: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(costs, "SMALL", small)
        patch.setattr(costs, "KNOWN_LIMIT", 3)
        patch.setattr(coalescing, "FEW_ROWS", 2)
        book = CostCache()

        for array, flat, mask in asked + asked:
            assert figures(book.access(array, flat, mask)) == figures(counted(array, flat, mask))


def test_one_number_costs_what_the_same_element_lane_by_lane_does() -> None:
    lanes = Mask(np.arange(LANES)[None, :] % 3 == 0, BLOCKS)

    for array in ARRAYS:
        by_lane = counted(array, np.full((1, LANES), 5), lanes)
        assert figures(CostCache().access(array, np.int64(5), lanes)) == figures(by_lane)


def test_an_access_that_comes_again_is_not_counted_again() -> None:
    book, array = CostCache(), a_shared_array("f")
    lanes = Mask(np.ones((1, LANES), np.bool_), BLOCKS)

    first = book.access(array, np.arange(LANES)[None, :], lanes)

    assert book.access(array, np.arange(LANES)[None, :], lanes) is first
    assert book.access(array, np.arange(LANES)[None, :] + 1, lanes) is not first


@pytest.mark.parametrize("step", [0, 1, 2, 3, 32])
@pytest.mark.parametrize("between", [32, 33, 40, 64])
@pytest.mark.parametrize("itemsize", [1, 4, 8, 16])
def test_rows_that_are_shifted_copies_cost_what_each_costs_by_itself(
    step: int, between: int, itemsize: int
) -> None:
    elements, layout = np.arange(40)[:, None] * between + np.arange(32) * step, Layout(itemsize)

    together = *sectors_and_lines(elements, layout, None), *wavefronts(elements, layout, None)

    for row in range(40):
        alone = elements[row : row + 1]
        expected = *sectors_and_lines(alone, layout, None), *wavefronts(alone, layout, None)
        assert [int(figure[row]) for figure in together] == [int(f[0]) for f in expected]
