"""Elements read and written, against walking through the accesses one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.device import find_device
from gpuviz.insight.content_history import ContentHistory
from gpuviz.insight.order import Instant, PlayOrder, play_order
from gpuviz.insight.stage_elements import (
    NEVER,
    ElementTouch,
    TouchHistory,
    written_rounds,
)
from gpuviz.trace import Trace
from tests.helpers.traces import matmul_tiled, vector_add

T4 = find_device("t4")
SMALL = replace(T4, sm_count=2, max_blocks_per_sm=1)
SHARED_A = 3


def ordered(trace: Trace) -> PlayOrder:
    order = play_order(trace, T4)
    assert order is not None
    return order


def single(elements: NDArray[np.int64]) -> NDArray[np.int64]:
    return elements


def walked(trace: Trace, order: PlayOrder, array: int, moment: int) -> NDArray[np.uint8]:
    """Touch of each element, by walking."""
    assert trace.accesses is not None
    touch = np.zeros(trace.arrays[array].size, np.uint8)
    begin = order.moment_of_round(order.rounds_at(moment) - 1)
    for now in (False, True):
        for write in (False, True):
            for row in np.flatnonzero(trace.accesses.array == array):
                at = order.position[trace.accesses.step[row]]
                is_write = trace.sites[trace.accesses.site[row]].kind == "write"
                if is_write == write and at < moment and (at >= begin or not now):
                    inside = trace.accesses.element[row]
                    touch[inside[inside >= 0]] = 1 + write + 2 * now
    return touch


@pytest.mark.parametrize("moment", [0, 20, 70, 75, 96])
@pytest.mark.parametrize("array", [0, 2])
def test_elements_of_vector_add_are_touched_as_a_walk_finds(moment: int, array: int) -> None:
    trace = vector_add()
    order = ordered(trace)
    history = TouchHistory(trace, order, array, single, 1000)

    touch = history.at(order.at(moment), None)

    assert (touch == walked(trace, order, array, moment)).all()


def test_a_cell_that_stands_for_several_elements_is_touched_when_one_is() -> None:
    trace = vector_add()
    order = ordered(trace)
    history = TouchHistory(trace, order, 2, lambda element: element // 100, 10)

    touch = history.at(order.at(65), None)

    assert touch.tolist() == [ElementTouch.WRITTEN_NOW, *[ElementTouch.UNTOUCHED] * 9]


def test_when_the_launch_is_over_nothing_happens_now() -> None:
    trace = vector_add()
    order = ordered(trace)

    touch = TouchHistory(trace, order, 2, single, 1000).at(order.end, None)

    assert set(touch) == {ElementTouch.WRITTEN}


def test_shared_memory_is_each_blocks_own() -> None:
    trace = matmul_tiled()
    order = ordered(trace)
    history = TouchHistory(trace, order, SHARED_A, single, 64, block=1)
    tile_stored = int(order.moment_of_round(5)) - 7  # only block 0 has stored its tile

    assert (history.at(order.at(tile_stored), None) == ElementTouch.UNTOUCHED).all()
    assert (history.at(order.at(tile_stored + 7), None) == ElementTouch.WRITTEN_NOW).all()


def test_a_shared_tile_holds_the_part_of_the_matrix_that_was_loaded_last() -> None:
    trace = matmul_tiled()
    order = ordered(trace)
    history = ContentHistory(trace, order, SHARED_A, np.arange(64), block=0)

    values, written = history.at(len(order))

    assert written.all()
    assert (values.reshape(8, 8) == trace.inputs["A"][:8, 8:]).all()


def test_contents_go_from_the_inputs_to_the_outputs() -> None:
    trace = vector_add()
    order = ordered(trace)
    history = ContentHistory(trace, order, 2, np.arange(1000))

    before, _ = history.at(0)
    after, _ = history.at(len(order))

    assert (before == 0).all()
    assert (after == trace.outputs["c"]).all()


def test_contents_of_some_elements_are_those_of_the_whole() -> None:
    trace = vector_add()
    order = ordered(trace)
    some = np.arange(0, 1000, 7)

    values, written = ContentHistory(trace, order, 2, some).at(80)

    whole, all_written = ContentHistory(trace, order, 2, np.arange(1000)).at(80)
    assert (values == whole[some]).all()
    assert (written == all_written[some]).all()


def test_elements_of_blocks_that_were_not_followed_are_written_when_the_block_ends() -> None:
    trace = vector_add(n=1024, followed=(0,))
    order = play_order(trace, SMALL)
    assert order is not None

    rounds = written_rounds(trace, order, "c", np.arange(1024))

    assert rounds is not None
    assert rounds[[0, 256, 512, 768]].tolist() == [NEVER, 3, 6, 6]
    touch = TouchHistory(trace, order, 2, single, 1024).at(Instant(0, 4), rounds)
    assert np.flatnonzero(touch).tolist() == list(range(256, 512))


def test_where_every_block_is_followed_rounds_are_not_needed() -> None:
    trace = vector_add()

    assert written_rounds(trace, ordered(trace), "c", np.arange(5)) is None


@pytest.mark.parametrize("moment", [45, 70, 200, 300])
def test_elements_that_are_read_again_and_again_count_from_the_first_time(moment: int) -> None:
    trace = matmul_tiled()
    order = ordered(trace)
    history = TouchHistory(trace, order, 0, single, 256)

    touch = history.at(order.at(moment), None)

    assert (touch == walked(trace, order, 0, moment)).all()


def test_an_element_holds_its_new_value_from_the_step_on_that_writes_it() -> None:
    trace = vector_add()
    history = ContentHistory(trace, ordered(trace), 2, np.arange(1000))

    written = [int(history.at(moment)[1].sum()) for moment in (64, 65, 66, 96)]

    assert written == [0, 32, 64, 1000]


def test_an_element_stays_written_while_it_waits_to_be_written_again() -> None:
    trace = matmul_tiled()
    order = ordered(trace)
    history = TouchHistory(trace, order, SHARED_A, single, 64, block=0)
    between = order.at(int(order.moment_of_round(7)))  # after the barrier, before the products

    assert (history.at(between, None) == ElementTouch.WRITTEN).all()
