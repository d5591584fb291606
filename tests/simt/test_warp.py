"""Shuffles, votes and matches against a plain model that asks one lane after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpuviz.simt.execution import warp
from tests.helpers.examples import examples

KINDS = st.sampled_from(["i4", "i8", "f4", "f8"])
WORDS = st.integers(0, 2**32 - 1)
VALUES = st.lists(st.integers(-3, 3), min_size=64, max_size=64)
SHIFTS = st.lists(st.integers(-40, 70), min_size=64, max_size=64)

ONE_LANE: dict[str, Callable[[int, int], int]] = {
    "shfl_sync": lambda lane, given: given % 32,
    "shfl_up_sync": lambda lane, given: lane - given % 32,
    "shfl_down_sync": lambda lane, given: lane + given % 32,
    "shfl_xor_sync": lambda lane, given: lane ^ given % 32,
}


def partners(named: int, here: tuple[int, int]) -> list[set[int]]:
    """The lanes of each of two warps that are named and here."""
    return [{lane for lane in range(32) if (named & word) >> lane & 1} for word in here]


def words_of(named: int, here: tuple[int, int]) -> warp.Words:
    return warp.partners_of(warp.in_warps(np.int64(named), 64), np.array([here], np.uint32))


def bits(lanes: set[int]) -> int:
    return sum(1 << lane for lane in lanes)


@pytest.mark.parametrize("name", ONE_LANE)
@settings(max_examples=examples(40))
@given(
    kind=KINDS,
    values=VALUES,
    shifts=SHIFTS,
    named=WORDS,
    here=st.tuples(WORDS, WORDS),
    same=st.booleans(),
)
def test_a_shuffle_reads_from_a_partner_or_else_keeps_its_own_value(
    name: str,
    kind: str,
    values: list[int],
    shifts: list[int],
    named: int,
    here: tuple[int, int],
    same: bool,
) -> None:
    held, given_ = np.array(values, kind), np.array(shifts[:1] if same else shifts)
    expected = held.copy()
    for lane in range(64):
        source = ONE_LANE[name](lane % 32, int(given_[0 if same else lane]))
        if source in partners(named, here)[lane // 32]:
            expected[lane] = held[lane // 32 * 32 + source]

    sources = warp.SOURCES[name](warp.in_warps(given_[0] if same else given_, 64))
    heard = warp.hears(sources, words_of(named, here))
    read = warp.shuffled(warp.in_warps(held, 64), sources, heard)

    np.testing.assert_array_equal(warp.in_blocks(read)[0], expected)


@example(values=[0] * 64, named=2**32 - 1, here=(2**32 - 1, 1))
@settings(max_examples=examples(40))
@given(values=VALUES, named=WORDS, here=st.tuples(WORDS, WORDS))
def test_votes_count_the_partners_that_say_yes(
    values: list[int], named: int, here: tuple[int, int]
) -> None:
    words = words_of(named, here)
    yes = warp.ballot(words, warp.in_warps(np.array(values) > 0, 64))

    results = {
        name: np.broadcast_to(vote(words, yes)[0], (2, 32)) for name, vote in warp.VOTES.items()
    }

    for number, lanes in enumerate(partners(named, here)):
        votes = [values[number * 32 + lane] > 0 for lane in sorted(lanes)]
        word = bits({lane for lane in lanes if values[number * 32 + lane] > 0})
        assert results["all_sync"][number].tolist() == [all(votes)] * 32
        assert results["any_sync"][number].tolist() == [any(votes)] * 32
        assert results["eq_sync"][number].tolist() == [len(set(votes)) <= 1] * 32
        assert results["ballot_sync"][number].view(np.uint32).tolist() == [word] * 32


@settings(max_examples=examples(40))
@given(kind=KINDS, values=VALUES, named=WORDS, here=st.tuples(WORDS, WORDS))
def test_a_match_names_the_partners_with_the_same_value(
    kind: str, values: list[int], named: int, here: tuple[int, int]
) -> None:
    expected = [
        bits({s for s in partners(named, here)[first // 32] if values[first + s] == values[lane]})
        for first in (0, 32)
        for lane in range(first, first + 32)
    ]

    words = words_of(named, here)
    found = warp.same_valued(words, warp.in_warps(np.array(values, kind), 64))

    assert warp.in_blocks(found)[0].tolist() == expected


@pytest.mark.parametrize("values", [np.int32(7), np.zeros((1, 64), "f4"), np.zeros((3, 1), "f4")])
def test_values_that_are_alike_for_all_lanes_or_blocks_stay_so(values: Any) -> None:
    rows = warp.in_blocks(warp.in_warps(values, 64))

    assert len(rows) == len(np.atleast_2d(values))
    assert np.broadcast_to(rows, (3, 64)).tolist() == np.broadcast_to(values, (3, 64)).tolist()


def test_the_lanes_below_are_the_bits_below() -> None:
    assert warp.lower_lanes().tolist() == [(1 << lane) - 1 for lane in range(32)]


def test_zeros_of_different_sign_match_no_more_than_their_bits_do() -> None:
    values = warp.in_warps(np.where(np.arange(32) < 4, np.float32(-0.0), np.float32(0.0)), 32)

    found = warp.same_valued(np.full((1, 1, 32), warp.ALL_LANES), values)

    assert found[0, 0, [0, 31]].tolist() == [0xF, 0xFFFFFFF0]


@settings(max_examples=examples(40))
@given(
    masks=st.lists(WORDS, min_size=1, max_size=3),
    chosen=st.lists(st.integers(0, 2), min_size=64, max_size=64),
    returned=WORDS,
    here=st.tuples(WORDS, WORDS),
)
def test_a_lane_waits_for_those_that_it_names_and_that_name_the_same(
    masks: list[int], chosen: list[int], returned: int, here: tuple[int, int]
) -> None:
    named = [masks[row % len(masks)] for row in chosen]
    present = np.array([[~returned & 0xFFFFFFFF | here[0], 0xFFFFFFFF]], np.uint32)
    expected = [
        bits(
            {
                other
                for other in range(32)
                if named[lane] >> other & int(present[0, lane // 32]) >> other & 1
                and not (
                    here[lane // 32] >> other & 1 and named[lane // 32 * 32 + other] == named[lane]
                )
            }
        )
        for lane in range(64)
    ]

    words = warp.in_warps(np.array([named]), 64)
    missing = warp.missing_from(words, present, np.array([here], np.uint32))

    came = [here[lane // 32] >> lane % 32 & 1 for lane in range(64)]
    found = np.broadcast_to(warp.in_blocks(missing), (1, 64))[0].tolist()
    assert [word for word, there in zip(found, came, strict=True) if there] == [
        word for word, there in zip(expected, came, strict=True) if there
    ]
