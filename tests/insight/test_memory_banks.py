"""Shared accesses on 32 banks, and atomic ones in queues: the guide's examples, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import DTypeLike, NDArray

from gpuviz.insight.memory_banks import bank_map
from gpuviz.insight.memory_queues import AtomicQueue, atomic_queues
from gpuviz.insight.stage_warp import WarpAccess
from tests.insight.memory_accesses import LANES, access


def shared(elements: NDArray[np.int64], dtype: DTypeLike = np.float32) -> WarpAccess:
    return access(elements, dtype, "shared")


@pytest.mark.parametrize(
    ("elements", "dtype", "wavefronts", "conflicts"),
    [
        (LANES, np.float32, 1, 0),
        (LANES * 2, np.float32, 2, 1),
        (LANES * 3, np.float32, 1, 0),
        (LANES * 32, np.float32, 32, 31),
        (LANES * 33, np.float32, 1, 0),
        (LANES * 0, np.float32, 1, 0),
        (LANES, np.uint8, 1, 0),
        (LANES, np.float64, 2, 0),
        (LANES * 2, np.float64, 4, 2),
        (LANES, np.complex128, 4, 0),
        (LANES[:16], np.float64, 1, 0),
        (LANES[:8], np.complex128, 1, 0),
    ],
)
def test_a_warp_needs_as_many_wavefronts_as_its_fullest_bank_has_words(
    elements: NDArray[np.int64], dtype: DTypeLike, wavefronts: int, conflicts: int
) -> None:
    found = bank_map(shared(elements, dtype))

    assert (found.wavefronts, found.conflicts) == (wavefronts, conflicts)


def test_lanes_that_read_one_word_stand_in_one_place() -> None:
    found = bank_map(shared(LANES // 16))

    told = [(word.bank, word.wavefront, len(word.lanes)) for word in found.words]
    assert told == [(0, 0, 16), (1, 0, 16)]
    assert found.rivals() == ()


def test_lanes_whose_words_share_a_bank_are_named_in_the_order_of_the_wavefronts() -> None:
    elements = LANES.copy()
    elements[16] = 32 + 3

    rivals = bank_map(shared(elements)).rivals()

    assert [(word.bank, word.wavefront, word.lanes) for word in rivals] == [
        (3, 0, (3,)),
        (3, 1, (16,)),
    ]


def test_wide_items_are_served_by_halves_and_take_two_banks_each() -> None:
    found = bank_map(shared(LANES, np.float64))

    assert [(group.first, group.last) for group in found.groups] == [(0, 15), (16, 31)]
    assert found.banks_per_word == 2
    assert [word.bank for word in found.words] == [*range(0, 32, 2)] * 2


def test_halves_without_an_active_lane_are_left_out() -> None:
    elements = np.where(LANES < 16, -1, LANES)

    groups = bank_map(shared(elements, np.float64)).groups

    assert [(group.first, group.last) for group in groups] == [(16, 31)]


def test_lanes_that_change_one_element_wait_in_line_the_longest_line_first() -> None:
    found = atomic_queues(access([5, 3, 3, -1, 5, 5], kind="atomic"))

    assert found == (AtomicQueue(5, (0, 4, 5)), AtomicQueue(3, (1, 2)))
