"""A moment of a launch is found again in a trace of it with other blocks."""

from __future__ import annotations

import pytest

from gpuviz.device import find_device
from gpuviz.insight.order import Instant, PlayOrder, play_order
from gpuviz.insight.same_instant import same_instant
from gpuviz.trace import Trace
from tests.helpers import traces


def order_of(trace: Trace) -> PlayOrder:
    order = play_order(trace, find_device("t4"))
    assert order is not None
    return order


FEW, ALL = traces.vector_add(1000, 256, (0, 3)), traces.vector_add(1000, 256)
FEW_ORDER, ALL_ORDER = order_of(FEW), order_of(ALL)


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_whole_rounds_stay_whole_rounds(rounds: int) -> None:
    before = Instant(FEW_ORDER.moment_of_round(rounds), rounds)

    after = same_instant(FEW, FEW_ORDER, before, ALL, ALL_ORDER)

    assert after == Instant(32 * rounds, rounds)  # 4 blocks of 8 warps take a step each a round


def test_a_single_step_is_found_among_those_of_more_blocks() -> None:
    block_3_warp_1 = Instant(10, 1)  # the 8 warps of block 0, then 2 of block 3

    after = same_instant(FEW, FEW_ORDER, block_3_warp_1, ALL, ALL_ORDER)

    assert after == Instant(26, 1)  # 8 warps of 3 blocks, then 2 of block 3
    assert ALL.steps is not None
    step = ALL_ORDER.playing(after)
    assert (int(ALL.steps.block[step]), int(ALL.steps.warp[step])) == (3, 1)


def test_a_step_that_is_not_kept_any_more_leaves_its_round() -> None:
    block_1_warp_2 = Instant(32 + 11, 2)

    after = same_instant(ALL, ALL_ORDER, block_1_warp_2, FEW, FEW_ORDER)

    assert after.rounds == 2


def test_the_end_is_the_end() -> None:
    assert same_instant(FEW, FEW_ORDER, FEW_ORDER.end, ALL, ALL_ORDER) == ALL_ORDER.end
