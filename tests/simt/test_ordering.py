"""What orders threads, against an oracle that keeps sets of accesses (race_oracle.py)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuviz.simt.observe.observer import FenceScope
from tests.helpers.examples import examples
from tests.simt.race_oracle import SIZE, Event, Oracle, Played, Site

BLOCKS, BLOCK_SIZE = 2, 36  # a whole warp and four lanes in each block
LANES = (0, 1, 2, 8, 31, 32, 35)  # those that take part
THREADS = [block * BLOCK_SIZE + lane for block in range(BLOCKS) for lane in LANES]
SITES = [
    Site(1, "write", "global"),
    Site(2, "read", "global"),
    Site(3, "atomic", "global"),
    Site(4, "write", "shared"),
    Site(5, "read", "shared"),
    Site(6, "atomic", "shared"),
    Site(7, "atomic", "global"),
]

SCOPES: tuple[FenceScope, ...] = ("block", "device", "system")


@st.composite
def accesses(draw: st.DrawFn, sites: list[Site]) -> Event:
    threads = draw(st.lists(st.sampled_from(THREADS), min_size=1, max_size=4, unique=True))
    if draw(st.integers(0, 3)) == 0:
        threads = list(range(BLOCKS * BLOCK_SIZE))
    element = st.integers(0, SIZE - 1)
    alike = draw(st.booleans())
    elements = [draw(element)] * len(threads) if alike or len(threads) > 4 else None
    elements = elements or [draw(element) for _ in threads]
    return Event("access", tuple(sorted(threads)), tuple(elements), draw(st.sampled_from(sites)))


@st.composite
def barriers(draw: st.DrawFn) -> Event:
    return barrier(*draw(st.sampled_from([(0,), (1,), (0, 1)])))[0]


@st.composite
def syncwarps(draw: st.DrawFn) -> Event:
    words = st.sampled_from([0xFFFFFFFF, 0x7, 0x3, 0x102, 0x80000001, 0xFFFF, 0x106])
    threads = range(BLOCKS * BLOCK_SIZE)
    chosen = draw(st.sampled_from([tuple(threads), tuple(THREADS), tuple(THREADS[:5])]))
    return Event("syncwarp", chosen, word=draw(words))


@st.composite
def fences(draw: st.DrawFn) -> Event:
    threads = draw(st.lists(st.sampled_from(THREADS), min_size=1, max_size=3, unique=True))
    return Event("fence", tuple(sorted(threads)), scope=draw(st.sampled_from(SCOPES)))


@st.composite
def handovers(draw: st.DrawFn) -> list[Event]:
    """One thread writes, fences and changes a word; another one changes the word and reads."""
    one, other = draw(st.lists(st.sampled_from(THREADS), min_size=2, max_size=2, unique=True))
    element, word = (draw(st.integers(0, SIZE - 1)),), (draw(st.integers(0, SIZE - 1)),)
    space = draw(st.sampled_from(["global", "shared"]))
    write, read, atomic = (s for s in SITES[:6] if s.space == space)
    events = [
        Event("access", (one,), element, write),
        Event("fence", (one,), scope=draw(st.sampled_from(SCOPES))),
        Event("access", (one,), word, atomic),
        Event("access", (other,), word, atomic),
        Event("access", (other,), element, read),
    ]
    left_out = draw(st.sampled_from([None, None, None, 1, 2, 3]))
    return [event for row, event in enumerate(events) if row != left_out]


def barrier(*blocks: int) -> list[Event]:
    threads = [b * BLOCK_SIZE + lane for b in blocks for lane in range(BLOCK_SIZE)]
    return [Event("barrier", tuple(threads))] if blocks else []


def single(events: st.SearchStrategy[Event]) -> st.SearchStrategy[list[Event]]:
    return events.map(lambda event: [event])


GRID_SYNC = st.just(Event("grid_sync"))
PLAIN = st.one_of(
    single(accesses(SITES)),
    single(accesses(SITES)),
    single(barriers()),
    single(GRID_SYNC),
)
FINER = st.one_of(
    single(accesses(SITES)),
    single(accesses(SITES)),
    single(syncwarps()),
    single(fences()),
    single(fences()),
    handovers(),
    handovers(),
    single(barriers()),
    single(GRID_SYNC),
)


def play(parts: list[list[Event]], finer: bool, together: bool) -> tuple[Oracle, Played]:
    oracle = Oracle(BLOCK_SIZE, BLOCKS * BLOCK_SIZE)
    played = Played(BLOCKS, BLOCK_SIZE, finer, together)
    for part in parts:
        for event in part:
            oracle.play(event)
            played.play(event)
    return oracle, played


@pytest.mark.slow
@settings(max_examples=examples(150), deadline=None, derandomize=True)
@given(st.lists(FINER, min_size=2, max_size=12), st.booleans())
def test_races_of_kernels_with_fences_and_syncwarp_are_those_of_the_oracle(
    parts: list[list[Event]], together: bool
) -> None:
    oracle, played = play(parts, finer=True, together=together)

    assert played.reports() == oracle.lowest()


@settings(max_examples=examples(100), deadline=None, derandomize=True)
@given(st.lists(PLAIN, min_size=2, max_size=12), st.booleans())
def test_races_of_kernels_with_barriers_alone_are_those_of_the_oracle(
    parts: list[list[Event]], together: bool
) -> None:
    oracle, played = play(parts, finer=False, together=together)

    assert {pair[:2] for pair in played.reports()} == {pair[:2] for pair in oracle.pairs}
    assert played.reports() <= oracle.pairs


@pytest.mark.parametrize("space", ["global", "shared"])
@pytest.mark.parametrize("first", [(), (0, 1)])
@pytest.mark.parametrize("second", [(), (0,), (1,), (0, 1)])
def test_reads_that_no_barrier_has_ended_race_with_a_later_write(
    space: str, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    write, read = (s for s in SITES[:6] if s.space == space and s.kind != "atomic")
    for readers, one, other in product([(0, 1), (0, 36), (36, 37)], [0, 36], [1, 37]):
        events = [
            *barrier(*first),
            Event("access", readers, (0, 1), read),
            *barrier(*second),
            Event("access", (one,), (2,), write),
            Event("access", (other,), (0,), write),
        ]

        oracle, played = play([events], finer=False, together=False)

        assert played.reports() == oracle.lowest()


@settings(max_examples=examples(100), deadline=None, derandomize=True)
@given(handovers(), st.booleans())
def test_a_thread_hands_over_to_another_one_by_a_fence_and_a_word(
    events: list[Event], together: bool
) -> None:
    oracle, played = play([events], finer=True, together=together)

    assert played.reports() == oracle.lowest()
