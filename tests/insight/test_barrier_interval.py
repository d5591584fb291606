"""Between which barriers the accesses of a race run, held against the text of the kernel."""

from __future__ import annotations

import pytest

from gpuviz.insight.barrier_interval import BarrierInterval, barrier_interval
from gpuviz.operation import find_operation
from tests.helpers.launches import emulated, order_of


def intervals(name: str) -> list[BarrierInterval | None]:
    trace = emulated(name)
    return [barrier_interval(trace, order_of(trace), hazard) for hazard in trace.hazards]


def text_of(name: str, line: int) -> str:
    return find_operation(name).source.splitlines()[line - 1]


@pytest.mark.parametrize(
    "name", ["broken_sum_shared", "broken_softmax", "broken_matmul_tiled", "broken_warp_sum"]
)
def test_an_interval_ends_at_barriers_and_has_none_between(name: str) -> None:
    found = intervals(name)

    assert found
    for interval in found:
        assert interval is not None
        ends = {interval.before, interval.after} - {None}
        assert ends
        for line in ends:
            assert line is not None
            assert "sync" in text_of(name, line)
        between = set(range(interval.first, interval.last + 1)) - ends
        assert not any("cuda.syncthreads()" in text_of(name, line) for line in between)
        assert set(interval.accesses) <= between


def test_a_race_across_the_turns_of_a_loop_runs_from_a_barrier_to_the_same_one() -> None:
    (first, *_) = intervals("broken_matmul_tiled")

    assert first is not None
    assert first.before == first.after
    assert "to the same barrier, a turn of the loop later." in first.words.text


def test_without_a_barrier_it_is_the_whole_kernel() -> None:
    (interval,) = intervals("broken_game_of_life")

    assert interval is not None
    assert (interval.before, interval.after) == (None, None)
    assert interval.words.text.endswith(
        "both run from the begin of the kernel to the end of the kernel."
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["broken_histogram", "broken_barrier", "broken_vector_add"])
def test_what_no_barrier_would_order_has_no_interval(name: str) -> None:
    assert intervals(name)
    assert not any(intervals(name))
