"""The stopwatch's samples, with a clock in the test's hands."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from gpuviz.bench.measurement import (
    SAMPLES,
    WARM_UP_SHARE,
    Measurement,
    measure,
    seconds_of,
    summary,
)


class Clock:
    """Stands still until something takes time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def take(self, seconds: float) -> None:
        self.now += seconds


def test_median_and_spread_of_samples() -> None:
    assert summary([4.0, 1.0, 2.0, 3.0, 100.0]) == Measurement(3.0, 2.0, 5)


def test_one_call_is_timed_once() -> None:
    clock = Clock()

    assert seconds_of(lambda: clock.take(3), clock) == 3


def test_a_function_is_sampled_until_there_are_enough() -> None:
    clock = Clock()

    measured = measure(lambda: clock.take(0.01), 10, clock=clock)

    assert measured.repeats == SAMPLES
    assert measured.median_s == pytest.approx(0.01)


def test_the_budget_ends_the_samples_of_a_slow_function() -> None:
    clock = Clock()

    measured = measure(lambda: clock.take(1.0), 3, clock=clock)

    assert measured.repeats == 3
    assert clock.now == pytest.approx(3)


def test_a_function_slower_than_its_budget_is_sampled_once() -> None:
    clock = Clock()

    assert measure(lambda: clock.take(9.0), 1, clock=clock) == Measurement(9.0, 0.0, 1)


def test_a_quick_function_is_timed_in_batches_that_a_clock_can_see() -> None:
    clock, calls = Clock(), []

    def quick() -> None:
        calls.append(1)
        clock.take(1e-6)

    measured = measure(quick, 10, clock=clock)

    assert measured.median_s == pytest.approx(1e-6)
    assert len(calls) == pytest.approx(1 + 1000 + SAMPLES * 1000, rel=0.01)


def test_samples_count_once_two_in_a_row_are_about_the_same() -> None:
    clock = Clock()
    durations = iter([0.08, 0.04, 0.02, 0.0101] + [0.01] * (SAMPLES + 1))

    measured = measure(lambda: clock.take(next(durations)), 10, clock=clock)

    assert measured.repeats == SAMPLES
    assert measured.median_s == pytest.approx(0.01)
    assert measured.spread_s == pytest.approx(0)


def test_a_function_that_never_gets_stable_is_warmed_up_for_a_share_of_its_budget() -> None:
    clock = Clock()
    durations = itertools.cycle([0.1, 0.2])

    measured = measure(lambda: clock.take(next(durations)), 4 * SAMPLES, clock=clock)

    assert measured.repeats == SAMPLES
    assert clock.now == pytest.approx(WARM_UP_SHARE * 4 * SAMPLES + 0.15 * SAMPLES, abs=0.3)


def test_one_interrupted_sample_does_not_move_the_median() -> None:
    clock = Clock()
    durations: Iterator[float] = iter([0.01] * 5 + [5.0] + [0.01] * SAMPLES)

    measured = measure(lambda: clock.take(next(durations)), 60, clock=clock)

    assert measured.median_s == pytest.approx(0.01)


def test_what_restores_the_arguments_runs_before_each_sample_and_is_not_timed() -> None:
    clock, order = Clock(), []

    def work() -> None:
        order.append("work")
        clock.take(0.5)

    def restore() -> None:
        order.append("restore")
        clock.take(7.0)

    measured = measure(work, 16, restore, clock)

    assert order == ["restore", "work"] * (len(order) // 2)
    assert measured.median_s == 0.5
