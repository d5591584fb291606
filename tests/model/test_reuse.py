"""Which touches a cache keeps: against a least-recently-used one that is walked."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gpuviz.model.reuse import LineTouches, missed, touches_of
from gpuviz.model.sample import NOWHERE, WarpSample

SECTORS_PER_LINE = 4


def sample_of(addresses: NDArray[np.int64], blocks: NDArray[np.int64] | None = None) -> WarpSample:
    """One site, a row a request."""
    rows = len(addresses)
    block = np.zeros(rows, np.int64) if blocks is None else blocks
    zeros = np.zeros(rows, np.int32)
    return WarpSample(tuple(range(int(block.max()) + 1)), block, zeros, zeros, addresses)


def read(sample: WarpSample) -> LineTouches:
    """All that a sample of loads touches."""
    reads, writes = touches_of(sample, np.ones(1, np.bool_), np.zeros(1, np.bool_))
    assert not len(writes.site)
    return reads


def touches_at(sectors: list[int]) -> LineTouches:
    """A lane that goes from sector to sector."""
    addresses = np.full((len(sectors), 32), NOWHERE, np.int64)
    addresses[:, 0] = np.array(sectors) * 32
    return read(sample_of(addresses))


def walked(sectors: list[int], capacity_lines: int) -> list[bool]:
    """Misses of a fully associative LRU cache of lines whose sectors are fetched one by one."""
    held: OrderedDict[int, set[int]] = OrderedDict()
    misses = []
    for sector in sectors:
        line = sector // SECTORS_PER_LINE
        valid = held.pop(line, set())
        misses.append(sector not in valid)
        held[line] = valid | {sector}
        if len(held) > capacity_lines:
            held.popitem(last=False)
    return misses


MATMUL = [
    place
    for i in range(64)  # one warp of a naive product: a row of A at 0, a column of B at 1000
    for place in (i // 8, 16 + i // 8, 1000 + 8 * i, 1001 + 8 * i)
]
STRIPES = [8 * (row % 48) + column // 8 for column in range(32) for row in range(48)]


@pytest.mark.parametrize(
    ("sectors", "lines"),
    [
        ([0, 0, 1, 1, 4, 0], 8),
        (list(range(40)) * 3, 10),  # it just fits
        (list(range(44)) * 3, 10),  # one line too many: everything is lost before it comes again
        (MATMUL, 4),
        (MATMUL, 200),
        (STRIPES, 48),  # one sector of each line for a while: lines are what fills the cache
        (STRIPES, 40),
    ],
)
def test_a_cache_keeps_what_one_walked_touch_by_touch_keeps(sectors: list[int], lines: int) -> None:
    assert missed(touches_at(sectors), lines).tolist() == walked(sectors, lines)


@given(st.lists(st.integers(0, 400), min_size=100, max_size=300), st.integers(5, 60))
def test_at_random_it_keeps_nearly_as_much_as_one_walked_touch_by_touch(
    sectors: list[int], lines: int
) -> None:
    found = int(missed(touches_at(sectors), lines).sum())

    assert abs(found - sum(walked(sectors, lines))) <= 0.15 * len(sectors)


@given(st.lists(st.integers(0, 60), min_size=1, max_size=100))
def test_a_larger_cache_never_misses_more(sectors: list[int]) -> None:
    touches = touches_at(sectors)
    misses = [int(missed(touches, lines).sum()) for lines in range(1, 20)]

    assert misses == sorted(misses, reverse=True)
    assert misses[-1] >= len(set(sectors))


def test_a_warp_touches_a_sector_once_however_many_lanes_go_there() -> None:
    addresses = np.stack([np.arange(32) * 4, np.arange(32)[::-1] * 8, np.full(32, 64)])
    touches = read(sample_of(addresses))

    assert touches.sector.tolist() == [*range(4), *range(8), 2]
    assert touches.first.tolist() == [True] * 4 + [False] * 4 + [True] * 4 + [False]


def test_lanes_that_are_not_active_touch_nothing() -> None:
    addresses = np.full((1, 32), NOWHERE)
    addresses[0, 5] = 0
    addresses[0, 7] = 4096

    assert read(sample_of(addresses)).sector.tolist() == [0, 128]


def test_two_blocks_do_not_find_what_the_other_has_touched() -> None:
    addresses = np.zeros((2, 32), np.int64)
    touches = read(sample_of(addresses, np.array([0, 1])))

    assert touches.first.all()


def test_what_is_read_and_written_is_new_to_each() -> None:
    sample = sample_of(np.zeros((2, 32), np.int64))
    everything = np.ones(1, np.bool_)

    reads, writes = touches_of(sample, everything, everything)

    assert reads.since.tolist() == writes.since.tolist() == [0, 1]
    assert reads.fresh_shares() == {0: 0.5}


def test_each_warp_does_all_of_its_writes_before_the_next_one() -> None:
    addresses = np.repeat(np.array([0, 32, 64, 96])[:, None], 32, axis=1)
    sample = replace(sample_of(addresses), warp=np.array([0, 1, 0, 1], np.int32))
    everything = np.ones(1, np.bool_)

    reads, writes = touches_of(sample, everything, everything)

    assert reads.sector.tolist() == [0, 1, 2, 3]
    assert (writes.sector - writes.sector[0]).tolist() == [0, 2, 1, 3]
