"""How long each round of a launch is shown."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.order import order_of
from gpuviz.insight.tempo import LEAD_S, LEAST_FOLDED, LONGEST_ROUND_S, TRAIL_S, Tempo
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.trace import Trace
from tests.helpers.traces import matmul_tiled, vector_add, warps_of

LOOP = warps_of([(0, 0, 0), *[(0, 0, 1), (0, 0, 2)] * 40, (0, 0, 3)], threads=32)


def tempo(trace: Trace) -> Tempo:
    order = order_of(trace)
    assert order is not None
    return TraceIndex(trace, order).by_rounds


@pytest.mark.parametrize(
    "trace",
    [vector_add(), vector_add(n=1 << 20, followed=(0,)), matmul_tiled(), LOOP],
    ids=["three lines", "many blocks", "tiles", "a loop"],
)
def test_any_launch_is_told_in_8_to_25_seconds(trace: Trace) -> None:
    assert 8 <= tempo(trace).total_s <= 25


def test_every_place_has_its_time_and_they_follow_each_other() -> None:
    found = tempo(LOOP)

    assert found.rounds.tolist() == list(range(len(found.rounds)))
    assert (found.seconds > 0).all()
    assert found.begins.tolist() == pytest.approx([0, *np.cumsum(found.seconds)])
    assert (found.seconds[0], found.seconds[-1]) == (LEAD_S, TRAIL_S)


def test_the_first_visit_of_a_line_takes_longest_and_what_repeats_is_quicker_each_time() -> None:
    seconds = tempo(LOOP).seconds

    visits = seconds[3:-2:2]  # of the loop's body
    assert (np.diff(visits[:6]) < 0).all()
    assert seconds[3] > 5 * visits[4]
    assert seconds.max() <= LONGEST_ROUND_S


def test_a_barrier_is_shown_longer_than_the_same_round_without_one() -> None:
    rows = [(0, 0, 0), *[(0, 0, 1), (0, 0, 2)] * 40]
    plain, with_barrier = (
        tempo(warps_of(rows, barriers=barriers, threads=32)) for barriers in ([], [2])
    )

    share = [found.seconds[3] / found.seconds[1] for found in (plain, with_barrier)]
    assert share[1] > share[0]


def test_what_brings_nothing_new_is_folded_and_counted_down() -> None:
    found = tempo(LOOP)

    first = int(np.flatnonzero(found.folded)[0])
    run = found.folded[first : first + int(found.folded[first])]
    assert first > 2
    assert run.tolist() == list(range(len(run), 0, -1))
    assert len(run) >= LEAST_FOLDED
    assert not tempo(vector_add()).folded.any()


@pytest.mark.parametrize("waited", [0.0, 0.1, 1.0, 7.0, 1000.0])
def test_time_leads_at_least_one_place_further_and_backwards_one_back(waited: float) -> None:
    found = tempo(LOOP)
    last = int(found.rounds[-1])

    for rounds in range(last):
        ahead = found.after(rounds, waited)
        assert rounds < ahead <= last
        assert (
            found.begins[ahead] - found.begins[rounds] <= max(waited, found.seconds[rounds]) + 1e-9
        )
    for rounds in range(1, last + 1):
        assert 0 <= found.before(rounds, waited) < rounds
