"""Who touches an element, against what the kernels' own arithmetic says."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.element_touches import (
    NOT_KEPT,
    element_touches,
    moment_of,
    readers,
    watched_touches,
    writers,
)
from gpuviz.insight.order import play_order
from gpuviz.trace import Trace, from_bits
from gpuviz.trace.touches import Touches
from tests.helpers.traces import matmul_tiled, vector_add, without_steps

SHARED_A = 3


def row_of(trace: Trace, name: str) -> int:
    return next(row for row, info in enumerate(trace.arrays) if info.name == name)


def test_an_element_of_a_sum_is_written_by_the_thread_with_its_number() -> None:
    trace = vector_add()

    touches = element_touches(trace, row_of(trace, "c"), 785)

    assert writers(trace, touches).tolist() == [785]
    assert readers(trace, touches).tolist() == []
    held = from_bits(touches.bits, np.dtype(np.float32))
    assert held.tolist() == [trace.outputs["c"][785]]


def test_an_element_of_a_product_is_read_by_a_row_of_threads_in_each_block_across() -> None:
    trace = matmul_tiled(16, 8)  # A[row, k] is loaded once per block of its row, by one thread

    touches = element_touches(trace, row_of(trace, "A"), 3 * 16 + 5)

    left, right = 3 * 8 + 5, 64 + 3 * 8 + 5  # thread (5, 3) of the blocks (0, 0) and (1, 0)
    assert readers(trace, touches).tolist() == [left, right]
    assert touches.complete


def test_an_element_of_a_tile_belongs_to_one_block() -> None:
    trace = matmul_tiled(16, 8)

    touches = element_touches(trace, SHARED_A, 0, block=1)

    assert writers(trace, touches).tolist() == [64]
    assert readers(trace, touches).tolist() == list(range(64, 72))


def test_touches_stand_in_the_order_that_is_played() -> None:
    trace = matmul_tiled(16, 8)
    order = play_order(trace, find_device("t4"))
    assert order is not None

    touches = element_touches(trace, SHARED_A, 0, 0, order)

    assert (np.diff(order.position[touches.step]) >= 0).all()
    assert trace.sites[touches.site[0]].kind == "write"


def test_an_element_was_read_first_and_written_last_at_the_moments_of_those_steps() -> None:
    trace = matmul_tiled(16, 8)  # two tiles, one after the other
    order = play_order(trace, find_device("t4"))
    assert order is not None
    touches = element_touches(trace, SHARED_A, 0, 0, order)
    moments = order.position[touches.step] + 1
    writes = np.array([trace.sites[site].kind == "write" for site in touches.site])

    written = moment_of(trace, touches, order, 0, writes=True)
    read = moment_of(trace, touches, order, 0, writes=False)

    mine = touches.thread == 0
    assert written == moments[mine & writes].max() > moments[mine & writes].min()
    assert read == moments[mine & ~writes].min() < moments[mine & ~writes].max()


@pytest.mark.parametrize("trace", [vector_add(1024, followed=(0,)), without_steps(vector_add())])
def test_what_was_not_kept_is_said_to_be_incomplete(trace: Trace) -> None:
    touches = element_touches(trace, row_of(trace, "c"), 785)

    assert len(touches) == 0
    assert touches.complete == trace.all_followed


def test_a_watched_launch_knows_every_touch() -> None:
    seen = Touches(np.array([7]), np.array([0], np.int32), np.array([1], np.uint64))

    touches = watched_touches(seen)

    assert touches.complete
    assert touches.step.tolist() == [NOT_KEPT]
