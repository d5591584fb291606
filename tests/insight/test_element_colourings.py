"""What elements are coloured by: against NumPy and a walk through the accesses."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.element_colourings import NOBODY, special_elements, writing_blocks
from gpuviz.insight.order import play_order
from gpuviz.insight.stage_elements import TouchHistory
from tests.helpers.traces import matmul_tiled, vector_add

C = 2


def test_an_element_has_the_block_that_wrote_it_last() -> None:
    blocks = writing_blocks(vector_add(), C, np.array([0, 255, 256, 999]))

    assert blocks is not None
    assert blocks.tolist() == [0, 0, 1, 3]


def test_an_array_that_is_only_read_is_written_by_nobody() -> None:
    blocks = writing_blocks(vector_add(), 0, np.arange(3))

    assert blocks is not None
    assert blocks.tolist() == [NOBODY] * 3


def test_shared_memory_belongs_to_its_block() -> None:
    blocks = writing_blocks(matmul_tiled(), 3, np.arange(2), block=1)

    assert blocks is not None
    assert blocks.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("table", "missing", "infinite"),
    [
        (np.array([[1, np.nan], [np.inf, -np.inf]]), [1], [2, 3]),
        (np.array([1 + 1j, complex(np.nan, 0), complex(0, np.inf)]), [1], [2]),
        (np.array([1, 2]), [], []),
        (np.array(["nan"]), [], []),
    ],
)
def test_what_is_no_number_is_found(
    table: np.ndarray[tuple[int, ...], np.dtype[np.generic]],
    missing: list[int],
    infinite: list[int],
) -> None:
    found = special_elements(table)

    assert [one.tolist() for one in found] == [missing, infinite]


@pytest.mark.parametrize("array", [0, 3])
def test_reads_are_counted_forwards_and_backwards(array: int) -> None:
    trace = matmul_tiled()
    order = play_order(trace, find_device("t4"))
    assert order is not None
    assert trace.accesses is not None
    block = 0 if array == 3 else None
    size = trace.arrays[array].size
    history = TouchHistory(trace, order, array, lambda element: element, size, block)

    def walked(moment: int) -> list[int]:
        count = np.zeros(size, int)
        assert trace.accesses is not None
        assert trace.steps is not None
        for row in np.flatnonzero(trace.accesses.array == array):
            step = trace.accesses.step[row]
            reads = trace.sites[trace.accesses.site[row]].kind == "read"
            mine = block is None or trace.steps.block[step] == block
            if reads and mine and order.position[step] < moment:
                inside = trace.accesses.element[row]
                np.add.at(count, inside[inside >= 0], 1)
        return [int(n) for n in count]

    for moment in (40, 200, 90, len(order)):
        assert history.reads(moment).tolist() == walked(moment)
    assert history.all_reads.tolist() == walked(len(order))
