"""Which SM takes which block: against a simulation that walks round by round."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.model.schedule import schedule_rounds

LENGTHS = st.lists(st.integers(1, 9), min_size=1, max_size=40)


def walked(lengths: list[int], slots: int) -> list[int]:
    """Start rounds, found by walking: each round, free slots take the next blocks in order."""
    starts: list[int] = []
    running: list[int] = []
    clock = 0
    while len(starts) < len(lengths):
        running = [end for end in running if end > clock]
        while len(running) < slots and len(starts) < len(lengths):
            running.append(clock + lengths[len(starts)])
            starts.append(clock)
        clock += 1
    return starts


@given(LENGTHS, st.integers(1, 4), st.integers(1, 3))
def test_blocks_start_when_a_walk_round_by_round_starts_them(
    lengths: list[int], sms: int, per_sm: int
) -> None:
    schedule = schedule_rounds(np.array(lengths), sms, per_sm)

    assert schedule.start_round.tolist() == walked(lengths, sms * per_sm)
    assert (schedule.end_round - schedule.start_round).tolist() == lengths


@given(LENGTHS, st.integers(1, 4), st.integers(1, 3))
def test_no_sm_holds_more_blocks_than_fit(lengths: list[int], sms: int, per_sm: int) -> None:
    schedule = schedule_rounds(np.array(lengths), sms, per_sm)

    for clock in range(schedule.rounds):
        here = (schedule.start_round <= clock) & (clock < schedule.end_round)
        assert np.bincount(schedule.sm[here], minlength=sms).max() <= per_sm


@given(st.integers(1, 9), st.integers(1, 60), st.integers(1, 5), st.integers(1, 3))
def test_equal_blocks_run_in_waves_as_unequal_ones_would(
    length: int, blocks: int, sms: int, per_sm: int
) -> None:
    schedule = schedule_rounds(np.full(blocks, length), sms, per_sm)

    assert schedule.start_round.tolist() == walked([length] * blocks, sms * per_sm)


@given(st.integers(0, 20), st.lists(st.integers(1, 9), max_size=8), st.integers(1, 4))
def test_waves_of_equal_blocks_before_others_change_nothing(
    equal: int, others: list[int], slots: int
) -> None:
    lengths = [4] * equal + others or [1]

    schedule = schedule_rounds(np.array(lengths), slots, 1)

    assert schedule.start_round.tolist() == walked(lengths, slots)


def test_the_first_blocks_go_round_the_sms() -> None:
    schedule = schedule_rounds(np.array([5, 5, 5, 5, 5]), sm_count=3, blocks_per_sm=2)

    assert schedule.sm.tolist() == [0, 1, 2, 0, 1]


def test_a_million_equal_blocks_end_when_their_waves_do() -> None:
    schedule = schedule_rounds(np.full(1_000_000, 7), sm_count=40, blocks_per_sm=4)

    assert schedule.rounds == 7 * 6250


@pytest.mark.parametrize("lengths", [[3], [1, 2, 3, 4, 5, 6, 7]])
def test_a_block_too_large_for_an_sm_still_has_a_picture(lengths: list[int]) -> None:
    schedule = schedule_rounds(np.array(lengths), sm_count=1, blocks_per_sm=0)

    assert schedule.rounds == sum(lengths)


def test_what_it_gives_cannot_be_changed() -> None:
    schedule = schedule_rounds(np.array([1, 2]), 1, 1)

    with pytest.raises(ValueError, match="read-only"):
        schedule.start_round[0] = 5
