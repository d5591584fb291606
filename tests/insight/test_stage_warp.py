"""What one warp does, where the kernel's text says what it must be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.order import PlayOrder, play_order
from gpuviz.insight.stage_warp import (
    PlayingWarp,
    WarpReader,
    index_variables,
    playing_warp,
    warp_groups,
)
from gpuviz.insight.states import ThreadState, WarpHistory
from gpuviz.trace import Trace, Variable
from tests.helpers.traces import matmul_tiled, vector_add, warps_of

T4 = find_device("t4")


def reader_of(trace: Trace) -> tuple[WarpReader, PlayOrder]:
    order = play_order(trace, T4)
    assert order is not None
    return WarpReader(trace, order, WarpHistory(trace, order)), order


def test_before_its_first_step_a_warp_has_no_line() -> None:
    reader, order = reader_of(vector_add())

    now = reader.now(3, 7, order.at(0))

    assert now is not None
    assert (now.statement, now.state, now.accesses) == (None, ThreadState.NOT_STARTED, ())


def test_the_last_warp_of_vector_add_has_eight_lanes_at_the_sum() -> None:
    reader, order = reader_of(vector_add())

    now = reader.now(3, 7, order.at(96))

    assert now is not None
    assert now.statement is not None
    assert (now.statement.line, now.mask) == (5, 0xFF)
    assert [access.info.name for access in now.accesses] == ["a", "b", "c"]
    assert now.accesses[0].element[:8].tolist() == list(range(992, 1000))


@pytest.mark.parametrize(("block", "warp", "sectors", "needed"), [(3, 7, 1, 32), (0, 0, 4, 128)])
def test_an_access_moves_the_sectors_that_its_lanes_touch(
    block: int, warp: int, sectors: int, needed: int
) -> None:
    reader, order = reader_of(vector_add())

    now = reader.now(block, warp, order.at(96))

    assert now is not None
    assert [access.sectors for access in now.accesses] == [sectors] * 3
    assert now.accesses[0].needed_bytes == needed


def test_masked_lanes_name_the_line_that_they_last_took_part_in() -> None:
    reader, order = reader_of(vector_add())

    now = reader.now(3, 7, order.at(96))

    assert now is not None
    assert [(group.lanes.tolist(), group.line) for group in now.masked] == [(list(range(8, 32)), 4)]


def test_a_block_that_was_not_followed_tells_nothing() -> None:
    reader, order = reader_of(vector_add(n=1024, followed=(0,)))

    assert reader.now(2, 0, order.at(5)) is None
    assert reader.index_values(2, 0, order.at(5)) == ()


def test_index_variables_are_known_once_they_are_assigned() -> None:
    reader, order = reader_of(vector_add())

    before = reader.index_values(3, 7, order.at(20))
    (after,) = reader.index_values(3, 7, order.at(96))

    assert before == ()
    assert after.name == "i"
    assert after.value.tolist() == list(range(992, 1024))


def test_lanes_beyond_the_block_do_not_exist() -> None:
    reader, order = reader_of(vector_add(n=33, block=33))

    now = reader.now(0, 1, order.at(2))

    assert now is not None
    assert np.flatnonzero(now.exists).tolist() == [0]


def test_a_variable_that_cuda_grid_gives_comes_first() -> None:
    trace = vector_add()
    assert index_variables(trace) == (0,)

    named = replace(trace, variables=(Variable(0, "anything", np.dtype(np.int64)),))

    assert index_variables(named) == (0,)


def test_a_row_and_a_column_are_shown_together() -> None:
    assert index_variables(matmul_tiled()) == (0, 1)


def test_warps_that_do_the_same_are_told_together() -> None:
    rows = [(0, 0, 1), (0, 1, 1), (0, 2, 0), (0, 2, 1)]
    trace = warps_of(rows, barriers=(1,), threads=96)
    order = play_order(trace, T4)
    assert order is not None

    groups = warp_groups(trace, WarpHistory(trace, order), 0, order.at(3))

    told = [(group.warps.tolist(), group.state, group.line) for group in groups]
    assert told == [([0, 1], ThreadState.AT_BARRIER, 2), ([2], ThreadState.RUNNING, 1)]


def test_the_warp_that_plays_is_told_with_its_line_and_its_first_active_thread() -> None:
    trace = vector_add()
    _, order = reader_of(trace)

    told = [
        playing_warp(trace, order, instant) for instant in (order.at(0), order.at(96), order.end)
    ]

    assert told == [None, PlayingWarp(3, 7, 7 * 32, 5), None]


@pytest.mark.parametrize(
    ("moment", "plays", "fresh"), [(32, True, True), (33, False, False), (64, True, True)]
)
def test_a_warp_knows_whether_it_plays_and_whether_it_had_its_turn(
    moment: int, plays: bool, fresh: bool
) -> None:
    reader, order = reader_of(vector_add())

    now = reader.now(3, 7, order.at(moment))

    assert now is not None
    assert (now.plays, now.fresh) == (plays, fresh)
